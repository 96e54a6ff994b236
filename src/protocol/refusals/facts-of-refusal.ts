/** What explains a refusal by the request itself: which parameter, what was sent in its place, who it claims to be. */
import type { ParsedBasic } from '../clients/identification.ts';
import { likeliest } from '../difference.ts';
import { type Form, isPlainName } from '../form.ts';
import type { Refusal } from '../refusal.ts';
import type { Fact } from './facts.ts';

interface Sent {
  readonly authorization: string | undefined;
  readonly basic: ParsedBasic;
  readonly contentType: string | undefined;
  readonly form: Form | undefined;
}

/** Facts that need nothing but the request; those about codes, tokens and secrets are found where these are judged. */
export function factsOfRefusal(refusal: Refusal, sent: Sent): readonly Fact[] {
  const { form } = sent;
  switch (refusal.reason) {
    case 'request_malformed':
      return [['detail', refusal.detail]];
    case 'client_suspended':
      return [['detail', refusal.because]];
    case 'parameter_doubled':
      return factsOfDoubled(refusal.parameter);
    case 'parameter_missing':
      return factsOfMissing(refusal.parameter, form);
    case 'grant_missing':
      return factsOfMissing('grant_type', form);
    case 'grant_unsupported':
      return [['grant_type', form?.get('grant_type') ?? '']];
    case 'media_type_unsupported':
      return [['content_type', sent.contentType ?? '']];
    case 'client_credentials_malformed':
      return [['basic', basicFault(sent.authorization ?? '')]];
    case 'rate_limited':
      return [['retry_after', String(refusal.retryAfterSeconds)]];
    case 'scope_malformed':
    case 'scope_unknown':
      return [['scope', form?.get('scope') ?? '']];
    default:
      return [];
  }
}

/** Names come from strangers, and their owners read them: one that is not plain is left out. */
export function factsOfDoubled(parameter: string): readonly Fact[] {
  return isPlainName(parameter) ? [['doubled', parameter]] : [];
}

/** A missing parameter has often been sent, by another name or without a value. */
export function factsOfMissing(parameter: string, form: Form | undefined): readonly Fact[] {
  if (form?.has(parameter)) return [['empty', parameter]];
  const known = new Set(['client_id', 'client_secret', 'state', 'scope', 'grant_type', 'code', 'redirect_uri']);
  const others = (form?.entries ?? []).map(([name]) => name).filter((name) => !known.has(name));
  const near = others.find((name) => isPlainName(name) && likeliest(name, [parameter]) !== undefined);
  return [['missing', parameter], ...(near === undefined ? [] : [['near', near] as const])];
}

/** The client_id that a request names, as far as one can be read, though nothing is proved about it. */
export function claimedClient({ authorization, basic, form }: Omit<Sent, 'contentType'>): string | undefined {
  if (basic.ok) return basic.value.clientId;
  return form?.get('client_id') ?? (basic.refusal === 'malformed' ? readableName(authorization ?? '') : undefined);
}

/** Before the colon of a Basic header that is wrong behind it. */
function readableName(authorization: string): string | undefined {
  const pair = credentialsOf(authorization);
  const colon = pair.indexOf(':');
  return colon > 0 ? pair.slice(0, colon) : undefined;
}

function basicFault(authorization: string): 'base64' | 'colon' | 'percent' {
  const text = authorization.slice('basic'.length).trim();
  if (!/^[A-Za-z0-9+/]+=*$/.test(text)) return 'base64';
  return credentialsOf(authorization).indexOf(':') > 0 ? 'percent' : 'colon';
}

function credentialsOf(authorization: string): string {
  return Buffer.from(authorization.slice('basic'.length).trim(), 'base64').toString('utf8');
}
