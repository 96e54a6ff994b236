/** The cause of a refusal where its findings tell more than its reason: what the heading says and the advice follows. */
import { REASONS_TO_ASK, type ReasonToAsk } from '../authorize/silent.ts';
import { FAULTY_PARAMETERS, type FaultyParameter } from '../authorize/terms.ts';
import type { AddressDifference } from '../clients/address-difference.ts';
import { UNAPPROVED_DESCRIPTION } from '../clients/approval.ts';
import { isPlainName } from '../form.ts';
import type { Ending } from '../refusals/ending.ts';
import { type Fact, factIn } from '../refusals/facts.ts';
import type { Shape } from '../refusals/presented.ts';
import type { RefusedRequest } from '../refusals/refused-request.ts';
import type { Finding } from './finding.ts';

type OtherKind = Extract<Shape, 'access' | 'refresh' | 'code' | 'secret'>;

export type RefinedCause =
  /** The redirect URI differs in one way from the one that was expected. */
  | { readonly kind: 'address'; readonly difference: AddressDifference }
  | { readonly kind: 'challenge_missing' }
  | { readonly kind: 'challenge_method' }
  | { readonly kind: 'parameter_unfit'; readonly parameter: UnfitParameter }
  /** Of a request with prompt=none. */
  | { readonly kind: 'must_ask'; readonly why: ReasonToAsk }
  /** The same, in a hidden frame of another site, where no session is ever seen. */
  | { readonly kind: 'foreign_frame' }
  /** Of an application that has no redirect URI at all, since it is a machine. */
  | { readonly kind: 'no_redirect_uris' }
  | { readonly kind: 'parameter_doubled'; readonly parameter: string }
  | { readonly kind: 'parameter_missing'; readonly parameter: string }
  /** Something else of ours was sent in this parameter. */
  | { readonly kind: 'wrong_kind'; readonly parameter: string; readonly sent: OtherKind }
  | { readonly kind: 'cut'; readonly parameter: string }
  | { readonly kind: 'changed'; readonly parameter: string }
  | { readonly kind: 'foreign'; readonly parameter: string }
  | { readonly kind: 'removed'; readonly parameter: string }
  /** About an access token at the API. */
  | { readonly kind: 'access_expired' }
  | { readonly kind: 'access_replaced' }
  | { readonly kind: 'ended'; readonly what: Ending | 'permissions' }
  | { readonly kind: 'revoked_itself' }
  /** About the application at the authorization page. */
  | { readonly kind: 'unapproved' }
  | { readonly kind: 'suspended' }
  | { readonly kind: 'scope'; readonly what: ScopeFault };

/** One whose value cannot be used; the method of a challenge has words of its own. */
export type UnfitParameter = Exclude<FaultyParameter, 'code_challenge_method'>;

/** `refused`: one of the next two, or both. */
type ScopeFault = 'malformed' | 'refused' | 'unknown' | 'not_allowed';

/** What a cause is found by. */
export type KeptRequest = Pick<RefusedRequest, 'endpoint' | 'reason' | 'facts' | 'at'>;

/** Null where the reason says it all. */
export function refineCause(request: KeptRequest, findings: readonly Finding[]): RefinedCause | null {
  return (
    causeOfAddress(findings) ??
    causeOfNoAddress(request) ??
    causeOfParameter(request) ??
    causeOfAsking(request) ??
    causeOfShape(findings) ??
    causeOfEnd(request, findings) ??
    causeOfApplication(request) ??
    causeOfScope(request, findings)
  );
}

/** Several differences have no single name. */
function causeOfAddress(findings: readonly Finding[]): RefinedCause | null {
  const [first, second] = findings.filter((finding) => finding.kind === 'difference');
  if (first === undefined || second !== undefined || first.name === 'other') return null;
  return { kind: 'address', difference: first.name };
}

/** What was registered at the time is kept with both, the nearest first; nothing is kept where there was nothing. */
function causeOfNoAddress({ reason, facts }: KeptRequest): RefinedCause | null {
  const isAboutAddress = reason === 'redirect_uri_unregistered' || reason === 'redirect_uri_missing';
  return isAboutAddress && factIn(facts, 'registered') === undefined ? { kind: 'no_redirect_uris' } : null;
}

function causeOfAsking({ reason, facts }: KeptRequest): RefinedCause | null {
  if (reason === 'login_required' && factIn(facts, 'frame') === 'foreign') return { kind: 'foreign_frame' };
  const why = REASONS_TO_ASK.find((each) => each === factIn(facts, 'must_ask'));
  return reason === 'consent_required' && why !== undefined ? { kind: 'must_ask', why } : null;
}

/** Of an authorization request: its reason is `invalid_request` for every parameter alike. */
function causeOfParameter({ endpoint, reason, facts }: KeptRequest): RefinedCause | null {
  if (endpoint !== 'authorize' || reason !== 'invalid_request') return null;
  const [missing, doubled] = [factIn(facts, 'missing') ?? factIn(facts, 'empty'), plainIn(facts, 'doubled')];
  if (missing === 'code_challenge') return { kind: 'challenge_missing' };
  const parameter = FAULTY_PARAMETERS.find((each) => each === factIn(facts, 'parameter'));
  if (parameter === 'code_challenge_method') return { kind: 'challenge_method' };
  if (parameter !== undefined) return { kind: 'parameter_unfit', parameter };
  if (doubled !== undefined) return { kind: 'parameter_doubled', parameter: doubled };
  return missing === undefined ? null : { kind: 'parameter_missing', parameter: missing };
}

/** Rows of before may hold whatever name was sent, and this one becomes a sentence of ours. */
function plainIn(facts: readonly Fact[], name: string): string | undefined {
  const value = factIn(facts, name);
  return value !== undefined && isPlainName(value) ? value : undefined;
}

function causeOfShape(findings: readonly Finding[]): RefinedCause | null {
  const found = findings.find((finding) => finding.kind === 'shape');
  if (found === undefined) return null;
  const { parameter, shape } = found;
  switch (shape) {
    case 'access':
    case 'refresh':
    case 'code':
    case 'secret':
      return { kind: 'wrong_kind', parameter, sent: shape };
    case 'short':
      return { kind: 'cut', parameter };
    case 'long':
    case 'damaged':
      return { kind: 'changed', parameter };
    case 'foreign':
      return { kind: 'foreign', parameter };
    case 'whole':
      return { kind: 'removed', parameter };
  }
}

/** Only where refreshing, or asking again, depends on it. */
function causeOfEnd({ reason }: KeptRequest, findings: readonly Finding[]): RefinedCause | null {
  const isAccess = reason === 'token_invalid';
  if (!isAccess && reason !== 'refresh_token_revoked') return null;
  const ended = findings.find((finding) => finding.kind === 'ended');
  const because = findings.find((finding) => finding.kind === 'because')?.because;
  if (because === 'revoked_by_client') return { kind: 'revoked_itself' };
  // A pair alone is replaced by a newer answer, which the words of its reason explain.
  if (ended !== undefined && ended.what !== 'pair') return { kind: 'ended', what: ended.what };
  if (!isAccess) return null;
  if (findings.some(({ kind }) => kind === 'replaced') || ended?.what === 'pair') return { kind: 'access_replaced' };
  return findings.some(({ kind }) => kind === 'expired') ? { kind: 'access_expired' } : null;
}

/** The authorization page closes an application for these two alone, and what it says tells them apart. */
function causeOfApplication({ endpoint, reason, facts }: KeptRequest): RefinedCause | null {
  if (endpoint !== 'authorize' || reason !== 'unauthorized_client') return null;
  return { kind: factIn(facts, 'detail') === UNAPPROVED_DESCRIPTION ? 'unapproved' : 'suspended' };
}

/** Lists have no findings about scopes, and say only what is true of every name that is barred. */
function causeOfScope({ reason, facts }: KeptRequest, findings: readonly Finding[]): RefinedCause | null {
  const scope = factIn(facts, 'scope');
  if (scope === undefined || (reason !== 'invalid_scope' && reason !== 'scope_unknown')) return null;
  const has = (kind: Finding['kind']) => findings.some((finding) => finding.kind === kind);
  if (barredSign(scope) !== undefined || has('scope_sign')) return { kind: 'scope', what: 'malformed' };
  const [isUnknown, isBarred] = [has('scope_unknown'), has('scope_not_allowed')];
  if (isUnknown === isBarred) return { kind: 'scope', what: 'refused' };
  return { kind: 'scope', what: isUnknown ? 'unknown' : 'not_allowed' };
}

/** RFC 6749 §3.3: the first character that no scope may have. */
export function barredSign(scope: string): string | undefined {
  return /["\\]|[^\x20-\x7e]/.exec(scope)?.[0];
}
