/** Who a request to the token endpoint claims to be, and by which method (SPEC D17). */

import type { Form } from '../form.ts';
import type { Refusal } from '../refusal.ts';
import { accept, type Result, refuse } from '../result.ts';
import { parseBasic } from './basic-credentials.ts';

/**
 * A claim, not yet a proof. An empty secret is never a secret: it reads as undefined, in the body with method `none`,
 * and whoever authenticates a confidential client must refuse an undefined secret.
 */
export interface Identification {
  readonly method: 'basic' | 'body' | 'none';
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** A header of another scheme is ignored: some clients send their Bearer token along with every request. */
export function identifyClient(authorization: string | undefined, form: Form): Result<Identification, Refusal> {
  if (form.doubled !== undefined) return refuse({ reason: 'parameter_doubled', parameter: form.doubled });
  const basic = parseBasic(authorization);
  if (basic === 'malformed') return refuse({ reason: 'client_credentials_malformed' });
  return basic ? identifyByHeader(basic.clientId, basic.secret, form) : identifyByBody(form);
}

/** RFC 6749 §2.3: no more than one method in a request. An equal client_id beside the header is no second method. */
function identifyByHeader(clientId: string, secret: string, form: Form): Result<Identification, Refusal> {
  if (form.get('client_secret') !== undefined) return refuse({ reason: 'client_methods_mixed' });
  if ((form.get('client_id') ?? clientId) !== clientId) return refuse({ reason: 'client_ids_differ' });
  return accept({ method: 'basic', clientId, secret: secret === '' ? undefined : secret });
}

function identifyByBody(form: Form): Result<Identification, Refusal> {
  const clientId = form.get('client_id');
  const secret = form.get('client_secret');
  if (clientId === undefined) return refuse({ reason: 'client_missing' });
  return accept({ method: secret === undefined ? 'none' : 'body', clientId, secret });
}
