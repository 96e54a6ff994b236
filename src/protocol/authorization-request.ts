/** Judges an authorization request: not to be trusted with a redirect, refused by redirect, or fit to be asked (SPEC D14). */
import type { AuthorizationError } from './authorization-answer.ts';
import type { Form } from './form.ts';
import { isCodeChallenge } from './pkce.ts';
import { type TrustedRedirect, trustRedirect } from './redirect-uri.ts';
import { accept, type Result, refuse } from './result.ts';
import { resolveScope, type ScopeCatalogue } from './scope.ts';
import { isPlainName } from './text-rules.ts';

/** What the judgement needs to know of the client that the request names. */
export interface AuthorizingClient {
  readonly publicId: string;
  readonly isConfidential: boolean;
  readonly redirectUris: readonly string[];
  readonly scope: readonly string[];
}

/** `login`: sign in again, then be asked. `consent`: be asked. `none`: ask nothing, or answer with an error. */
export type Prompt = 'consent' | 'none' | 'login';

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirect: TrustedRedirect;
  readonly scope: readonly string[];
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly prompt: Prompt | undefined;
}

const UNTRUSTED = {
  request_malformed: 'The request could not be read: a parameter is badly encoded.',
  client_id_missing: 'The parameter client_id is missing.',
  client_id_doubled: 'The parameter client_id was sent more than once.',
  client_unknown: 'No application has this client_id.',
  redirect_uri_missing: 'The parameter redirect_uri is missing.',
  redirect_uri_doubled: 'The parameter redirect_uri was sent more than once.',
  redirect_uri_unregistered: 'The redirect_uri is not one of those registered for this application.',
} as const;

export type UntrustedReason = keyof typeof UNTRUSTED;

/** RFC 6749 §4.1.2.1: the person is told, and the browser goes nowhere. */
export interface Untrusted {
  readonly verdict: 'untrusted';
  readonly reason: UntrustedReason;
  readonly detail: string;
}

export type Examined =
  | Untrusted
  | ({ readonly verdict: 'refused'; readonly redirect: TrustedRedirect; readonly state: string | undefined } & Fault)
  | { readonly verdict: 'request'; readonly request: AuthorizationRequest };

interface Fault {
  readonly error: AuthorizationError;
  readonly description: string;
}

/** SPEC D8 asks for 2 KiB and more; percent-encoded threefold, this still fits the headers of any server. */
export const STATE_MAX_BYTES = 4096;

/** `client` is the one that the form's `client_id` names, if there is one. */
export function examineAuthorization(
  form: Form,
  client: AuthorizingClient | undefined,
  catalogue: ScopeCatalogue,
): Examined {
  const named = examineClient(form, client);
  if (!named.ok) return untrusted(named.refusal);
  const redirect = examineRedirect(form, named.value);
  if (!redirect.ok) return untrusted(redirect.refusal);
  const terms = examineTerms(form, named.value, catalogue);
  if (!terms.ok) {
    return { verdict: 'refused', redirect: redirect.value, state: echoableState(form), ...terms.refusal };
  }
  return { verdict: 'request', request: { clientId: named.value.publicId, redirect: redirect.value, ...terms.value } };
}

export function untrusted(reason: UntrustedReason): Untrusted {
  return { verdict: 'untrusted', reason, detail: UNTRUSTED[reason] };
}

function examineClient(
  form: Form,
  client: AuthorizingClient | undefined,
): Result<AuthorizingClient, UntrustedReason> {
  if (form.all('client_id').length > 1) return refuse('client_id_doubled');
  if (form.get('client_id') === undefined) return refuse('client_id_missing');
  return client ? accept(client) : refuse('client_unknown');
}

/** The parameter is required even where one URI is registered: the customer's specification says so (S2). */
function examineRedirect(form: Form, client: AuthorizingClient): Result<TrustedRedirect, UntrustedReason> {
  if (form.all('redirect_uri').length > 1) return refuse('redirect_uri_doubled');
  const requested = form.get('redirect_uri');
  if (requested === undefined) return refuse('redirect_uri_missing');
  const redirect = trustRedirect(requested, client.redirectUris);
  return redirect ? accept(redirect) : refuse('redirect_uri_unregistered');
}

type Terms = Omit<AuthorizationRequest, 'clientId' | 'redirect'>;

function examineTerms(form: Form, client: AuthorizingClient, catalogue: ScopeCatalogue): Result<Terms, Fault> {
  const fault =
    faultOfDoubling(form) ??
    faultOfResponseType(form) ??
    faultOfResponseMode(form) ??
    faultOfRequestObject(form) ??
    faultOfState(form);
  if (fault) return refuse(fault);
  const scope = resolveScope({ requested: form.get('scope'), catalogue, allowed: client.scope });
  if (!scope.ok) {
    return refuse(fault_('invalid_scope', 'The requested scope is invalid, unknown, or not allowed for this application.'));
  }
  const codeChallenge = examineChallenge(form, client);
  if (!codeChallenge.ok) return codeChallenge;
  const prompt = examinePrompt(form);
  if (!prompt.ok) return prompt;
  return accept({
    scope: scope.value,
    state: form.get('state'),
    codeChallenge: codeChallenge.value,
    prompt: prompt.value,
  });
}
