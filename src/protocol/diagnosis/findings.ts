/** What the kept facts say about a refused request: about its credentials, codes, tokens and scopes. */
import { likeliest } from '../difference.ts';
import { NOWHERE } from '../event.ts';
import { ENDINGS } from '../refusals/ending.ts';
import { type Fact, factIn, factsIn, numberIn } from '../refusals/facts.ts';
import { isShape, isWrapping } from '../refusals/presented.ts';
import { barredSign, type KeptRequest } from './cause.ts';
import { BECAUSES, type Circumstances, type Finding } from './finding.ts';

export function findingsOfPresented(
  request: KeptRequest,
  around: Pick<Circumstances, 'earlier' | 'causedBy'>,
): readonly Finding[] {
  const { facts } = request;
  return [
    ...findingsOfSecret(facts),
    ...findingsOfShape(facts),
    ...findingsOfTime(request, around),
    ...findingsOfEnd(request, around),
    ...findingsOfProof(facts),
  ];
}

/** The heading says these, and where the page closes an application, nobody was told anything. */
const SAID_BY_HEADING = ['access_denied', 'invalid_scope', 'unauthorized_client'];

/** What the application was told, in English. */
export function findingsOfDetail({ endpoint, reason, facts }: KeptRequest): readonly Finding[] {
  if (endpoint === 'authorize' && SAID_BY_HEADING.includes(reason)) return [];
  const kind = reason === 'client_suspended' ? 'suspended_because' : 'detail';
  return factsIn(facts, 'detail').map((sentence) => ({ kind, sentence }));
}

function findingsOfSecret(facts: readonly Fact[]): readonly Finding[] {
  const suffix = factIn(facts, 'suffix') ?? '';
  const suffixes = factsIn(facts, 'live_suffix');
  const live: readonly Finding[] = suffixes.length === 0 ? [] : [{ kind: 'secrets_live', suffixes }];
  const fault = (['base64', 'colon', 'percent'] as const).find((each) => each === factIn(facts, 'basic'));
  if (fault) return [{ kind: 'basic', fault }];
  switch (factIn(facts, 'secret_is')) {
    case 'removed':
      return [{ kind: 'secret_removed', suffix, at: numberIn(facts, 'removed_at') ?? 0 }, ...live];
    case 'elsewhere':
      return [{ kind: 'secret_elsewhere', suffix, application: factIn(facts, 'application') ?? '' }, ...live];
    case 'client_id':
      return [{ kind: 'secret_is_id' }, ...live];
    case 'wrapped': {
      const wrapping = factIn(facts, 'wrapped_in') ?? '';
      return isWrapping(wrapping) ? [{ kind: 'secret_wrapped', suffix, wrapping }] : [];
    }
    default:
      return live;
  }
}

function findingsOfShape(facts: readonly Fact[]): readonly Finding[] {
  const parameter = factIn(facts, 'presented');
  const shape = factIn(facts, 'shape') ?? '';
  const place = (['scheme', 'query'] as const).find((each) => each === factIn(facts, 'place'));
  const placed: readonly Finding[] = place ? [{ kind: 'place', place }] : [];
  if (parameter === undefined || !isShape(shape) || factIn(facts, 'secret_is') !== undefined) return placed;
  const length = numberIn(facts, 'length') ?? 0;
  const wrappings = factsIn(facts, 'wrapping').filter(isWrapping);
  return [
    { kind: 'shape', parameter, shape, length },
    ...wrappings.map((wrapping): Finding => ({ kind: 'wrapped', parameter, wrapping })),
    ...placed,
  ];
}

function findingsOfTime(
  { at: now, facts }: KeptRequest,
  { earlier }: Pick<Circumstances, 'earlier'>,
): readonly Finding[] {
  const findings: Finding[] = [];
  const [expiredAt, redeemedAt] = [numberIn(facts, 'expired_at'), numberIn(facts, 'redeemed_at')];
  const [supersededAt, renewedAt] = [numberIn(facts, 'superseded_at'), numberIn(facts, 'renewed_at')];
  const replacedAt = numberIn(facts, 'replaced_at');
  const source = earlier?.source ?? NOWHERE;
  if (expiredAt !== undefined) {
    const lifetimeSeconds = numberIn(facts, 'lifetime') ?? 0;
    findings.push({ kind: 'expired', at: expiredAt, agoSeconds: now - expiredAt, lifetimeSeconds });
  }
  if (redeemedAt !== undefined) {
    findings.push({ kind: 'used_before', at: redeemedAt, earlierSeconds: now - redeemedAt, source });
  }
  if (renewedAt !== undefined) {
    findings.push({ kind: 'renewed', at: renewedAt, earlierSeconds: now - renewedAt, source });
  }
  if (supersededAt !== undefined) {
    const leewaySeconds = numberIn(facts, 'leeway') ?? 0;
    findings.push({ kind: 'superseded', at: supersededAt, earlierSeconds: now - supersededAt, leewaySeconds });
  }
  if (replacedAt !== undefined) findings.push({ kind: 'replaced', at: replacedAt, earlierSeconds: now - replacedAt });
  return findings;
}

function findingsOfEnd(
  { reason, facts }: KeptRequest,
  { causedBy }: Pick<Circumstances, 'causedBy'>,
): readonly Finding[] {
  const what = ENDINGS.find((ending) => ending === factIn(facts, 'ended'));
  const because = BECAUSES.find((each) => each === factIn(facts, 'because'));
  const isEnded = reason === 'refresh_token_revoked' || reason === 'code_consent_ended';
  // Nothing has ended, and yet it is over: the user took every single permission back.
  if (what === undefined) return isEnded ? [{ kind: 'ended', what: 'permissions', at: undefined }] : [];
  return [
    { kind: 'ended', what, at: numberIn(facts, 'ended_at') },
    ...(because ? [{ kind: 'because', because } as const] : []),
    ...(causedBy === undefined ? [] : [{ kind: 'caused_by', traceId: causedBy } as const]),
  ];
}

/** RFC 7636 §4.6. */
function findingsOfProof(facts: readonly Fact[]): readonly Finding[] {
  const verifier = factIn(facts, 'verifier');
  if (verifier === 'challenge') return [{ kind: 'verifier_is_challenge' }];
  if (factIn(facts, 'computed') === undefined) return [];
  const length = numberIn(facts, 'length') ?? 0;
  return verifier === 'malformed'
    ? [{ kind: 'hashes_differ' }, { kind: 'verifier_malformed', length }]
    : [{ kind: 'hashes_differ' }];
}

/** Which names of a refused scope are at fault, and what each of them lacks. */
export function findingsOfScope(facts: readonly Fact[], around: Circumstances): readonly Finding[] {
  const scope = factIn(facts, 'scope');
  if (scope === undefined) return [];
  const sign = barredSign(scope);
  if (sign !== undefined) return [{ kind: 'scope_sign', sign }];
  const names = scope.split(' ').filter((name) => name !== '');
  const granted = factIn(facts, 'granted');
  return granted === undefined
    ? findingsOfAsked(names, factIn(facts, 'allowed') ?? '', around)
    : [{ kind: 'scope_not_granted', names: names.filter((name) => !granted.split(' ').includes(name)) }];
}

/** Each is compared with every scope of the catalogue, and a stranger can send hundreds: who mistypes, mistypes a few. */
const MOST_MEANT = 5;

function findingsOfAsked(names: readonly string[], allowed: string, around: Circumstances): readonly Finding[] {
  const unknown = names.filter((name) => !around.catalogue.includes(name));
  const barred = names.filter((name) => around.catalogue.includes(name) && !allowed.split(' ').includes(name));
  const joined = unknown.find((name) => name.includes(','));
  const findings: Finding[] = [];
  if (joined !== undefined) findings.push({ kind: 'scope_sign', sign: ',' });
  else if (unknown.length > 0) findings.push({ kind: 'scope_unknown', names: unknown });
  for (const name of joined === undefined ? [...new Set(unknown)].slice(0, MOST_MEANT) : []) {
    const meant = likeliest(name, around.catalogue);
    if (meant !== undefined) findings.push({ kind: 'value_near', sent: name, meant });
  }
  if (barred.length > 0) findings.push({ kind: 'scope_not_allowed', names: barred });
  const isAllowedNow = names.length > 0 && names.every((name) => around.scope.includes(name));
  return isAllowedNow ? [...findings, { kind: 'scope_allowed_now' }] : findings;
}
