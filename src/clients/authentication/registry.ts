/** Every client authentication method, and which of them a request uses (SPEC D17). A new one is a file and a line. */
import type { SentCredentials } from '../../protocol/clients/identification.ts';
import type { Refusal } from '../../protocol/refusal.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { basic } from './basic.ts';
import type { AuthenticationMethod, Claim } from './method.ts';
import { none } from './none.ts';
import { post } from './post.ts';

const authenticationMethods: readonly AuthenticationMethod[] = [basic, post, none];

const proofs = authenticationMethods.filter((method) => method.isProof);

/** Who a request claims to be, and by which method. */
export interface Identification extends Claim {
  readonly method: AuthenticationMethod;
}

/** A header of another scheme is ignored: some clients send their Bearer token along with every request. */
export function identifyClient(sent: SentCredentials): Result<Identification, Refusal> {
  const { form } = sent;
  // RFC 8707 §2 has an error of its own for more resources than can be served.
  if (form.doubled === 'resource') return refuse({ reason: 'resource_doubled' });
  if (form.doubled !== undefined) return refuse({ reason: 'parameter_doubled', parameter: form.doubled });
  let used: Identification | undefined;
  for (const method of proofs) {
    const claimed = method.claim(sent);
    if (!claimed) continue;
    // RFC 6749 §2.3: no more than one method in a request.
    if (used) return refuse({ reason: 'client_methods_mixed' });
    if (!claimed.ok) return claimed;
    used = { method, ...claimed.value };
  }
  if (!used) return identifyWithoutProof(sent);
  // An equal client_id beside it is no second method.
  if ((form.get('client_id') ?? used.clientId) !== used.clientId) return refuse({ reason: 'client_ids_differ' });
  return accept(used);
}

function identifyWithoutProof(sent: SentCredentials): Result<Identification, Refusal> {
  const claimed = none.claim(sent);
  if (!claimed) return refuse({ reason: 'client_missing' });
  return claimed.ok ? accept({ method: none, ...claimed.value }) : claimed;
}

/** The parameters that say and prove who calls. */
export const authenticationParameters: readonly string[] = [
  'client_id',
  ...authenticationMethods.flatMap(({ secretParameters }) => secretParameters),
];

/** RFC 8414 §2. */
export const authenticationMetadata = {
  token_endpoint_auth_methods_supported: authenticationMethods.map(({ name }) => name),
  revocation_endpoint_auth_methods_supported: authenticationMethods.map(({ name }) => name),
  // RFC 7662 §2.1: the caller must be authorized, and a public client proves nothing about itself.
  introspection_endpoint_auth_methods_supported: proofs.map(({ name }) => name),
};
