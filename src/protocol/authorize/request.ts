/** Judges an authorization request: not to be trusted, refused by redirect, or fit to be put to a person (SPEC D14). */

import { type TrustedRedirect, trustRedirect } from '../clients/redirect-uri.ts';
import { digest } from '../digest.ts';
import type { Form } from '../form.ts';
import { accept, type Result, refuse } from '../result.ts';
import { type ResponseMode, responseModeOf } from './response-types.ts';
import {
  type AuthorizationContext,
  type AuthorizationFault,
  type AuthorizationTerms,
  echoableState,
  examineTerms,
} from './terms.ts';

/** What the judgement needs to know of the client that the request names. */
interface AuthorizingClient {
  readonly publicId: string;
  readonly isConfidential: boolean;
  readonly redirectUris: readonly string[];
  readonly scope: readonly string[];
}

export interface AuthorizationRequest extends AuthorizationTerms {
  /** The public client_id. */
  readonly clientId: string;
  readonly redirect: TrustedRedirect;
}

/** The words for each are in src/pages/text. */
const UNTRUSTED_REASONS = [
  'request_malformed',
  'client_id_missing',
  'client_id_doubled',
  'client_unknown',
  'redirect_uri_missing',
  'redirect_uri_doubled',
  'redirect_uri_unregistered',
] as const;

export type UntrustedReason = (typeof UNTRUSTED_REASONS)[number];

/** RFC 6749 §4.1.2.1: the person is told on a page, and the browser is sent nowhere. */
export interface Untrusted {
  readonly verdict: 'untrusted';
  readonly reason: UntrustedReason;
}

/** The client is told, on a redirect URI that is its own. */
export interface Refused extends AuthorizationFault {
  readonly verdict: 'refused';
  readonly redirect: TrustedRedirect;
  readonly state: string | undefined;
  readonly responseMode: ResponseMode;
}

type Examined = Untrusted | Refused | { readonly verdict: 'request'; readonly request: AuthorizationRequest };

/**
 * Client and redirect URI are judged before anything else, so that no fault of the rest can cause a redirect to
 * a foreign address. `client` is the one that the form's `client_id` names.
 */
export function examineAuthorization(form: Form, client: AuthorizingClient, context: AuthorizationContext): Examined {
  const fault = faultOfClientId(form);
  if (fault) return untrusted(fault);
  const redirect = examineRedirect(form, client);
  if (!redirect.ok) return untrusted(redirect.refusal);
  const terms = examineTerms(form, client, context);
  if (!terms.ok) {
    const answered = { redirect: redirect.value, state: echoableState(form), responseMode: responseModeOf(form) };
    return { verdict: 'refused', ...answered, ...terms.refusal };
  }
  return { verdict: 'request', request: { clientId: client.publicId, redirect: redirect.value, ...terms.value } };
}

/** The same where the form names no client of ours. */
export function examineUnknown(form: Form): Untrusted {
  return untrusted(faultOfClientId(form) ?? 'client_unknown');
}

/**
 * Names one authorization request, so that a session can remember for which one its account was proved. It is made of
 * what was parsed, so that two spellings of one request have the same name; `state` and `nonce` tell requests apart.
 */
export function requestDigest({ entries }: Pick<Form, 'entries'>): string {
  const lines = entries.map((entry) => JSON.stringify(entry)).sort();
  return digest(lines.join('\n'));
}

/** Also for the handler, where not even a form could be read. */
export function untrusted(reason: UntrustedReason): Untrusted {
  return { verdict: 'untrusted', reason };
}

function faultOfClientId(form: Form): UntrustedReason | undefined {
  if (form.all('client_id').length > 1) return 'client_id_doubled';
  return form.get('client_id') === undefined ? 'client_id_missing' : undefined;
}

/** The parameter is required even where a single URI is registered: SPEC S2 says so. */
function examineRedirect(form: Form, client: AuthorizingClient): Result<TrustedRedirect, UntrustedReason> {
  if (form.all('redirect_uri').length > 1) return refuse('redirect_uri_doubled');
  const requested = form.get('redirect_uri');
  if (requested === undefined) return refuse('redirect_uri_missing');
  const redirect = trustRedirect(requested, client.redirectUris);
  return redirect ? accept(redirect) : refuse('redirect_uri_unregistered');
}
