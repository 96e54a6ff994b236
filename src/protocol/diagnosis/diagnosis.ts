/** Diagnoses a refused request from what was kept of it: what was wrong, the difference, and whether a click fixes it. */
import { RESPONSE_TYPES } from '../authorize/response-types.ts';
import { type AddressDifference, nameAddressDifferences, splitAddress } from '../clients/address-difference.ts';
import { examineRedirectUri } from '../clients/redirect-registration.ts';
import { trustRedirect } from '../clients/redirect-uri.ts';
import { byCloseness, compareTexts, likeliest, type Piece } from '../difference.ts';
import { type Fact, factIn, factsIn, isVerbatim } from '../refusals/facts.ts';
import type { RefusedRequest } from '../refusals/refused-request.ts';
import { type KeptRequest, type RefinedCause, refineCause } from './cause.ts';
import type { Circumstances, Finding } from './finding.ts';
import { findingsOfDetail, findingsOfPresented, findingsOfScope } from './findings.ts';

export interface Comparison {
  readonly what: 'redirect_uri' | 'code_challenge' | 'grant_type' | 'response_type' | 'parameter';
  readonly received: string;
  readonly expected: string;
  readonly pieces: readonly Piece[];
}

export interface Diagnosis {
  /** More precise than the reason of the refusal; null where that says it all. */
  readonly cause: RefinedCause | null;
  readonly findings: readonly Finding[];
  readonly comparison: Comparison | null;
  /** A redirect URI that may be added with one click; null where that would not be safe, or would not help. */
  readonly mend: string | null;
  /** Scopes of the catalogue that were refused and that the application still may not ask for: its owner can add them. */
  readonly addableScopes: readonly string[];
}

export function diagnose(request: RefusedRequest, around: Circumstances): Diagnosis {
  const { facts } = request;
  const comparison = comparisonOf(facts, around);
  const findings = [
    ...findingsOfRedirect(facts, around),
    ...findingsOfParameters(facts, around),
    ...findingsOfDetail(request),
    ...findingsOfPresented(request, around),
    ...findingsOfScope(facts, around),
  ];
  return {
    cause: refineCause(request, findings),
    comparison,
    findings,
    mend: mendOf(facts, around),
    addableScopes: addableOf(findings, around),
  };
}

/** What lists say of a request: from what was kept of it, without a look around, hence of scopes what is true of each. */
export function causeOf(request: KeptRequest): RefinedCause | null {
  return refineCause(request, [
    ...differencesOf(request.facts, NO_ADDRESSES),
    ...findingsOfPresented(request, NOTHING_AROUND),
  ]);
}

/** The same for requests that were refused for the same. */
export function causeKey(request: KeptRequest): string {
  return `${request.endpoint} ${request.reason} ${JSON.stringify(causeOf(request))}`;
}

const NO_ADDRESSES = { redirectUris: [] };
const NOTHING_AROUND = { earlier: undefined, causedBy: undefined };

function comparisonOf(facts: readonly Fact[], around: Circumstances): Comparison | null {
  const redirectUri = factIn(facts, 'redirect_uri');
  if (redirectUri !== undefined) {
    const expected = expectedAddress(facts, redirectUri, around);
    return expected === undefined ? null : compared('redirect_uri', redirectUri, expected);
  }
  const computed = factIn(facts, 'computed');
  if (computed !== undefined) return compared('code_challenge', computed, factIn(facts, 'challenge') ?? '');
  const responseType = factIn(facts, 'response_type');
  if (responseType !== undefined) return compared('response_type', responseType, meantType(responseType));
  const grantType = factIn(facts, 'grant_type');
  const meant = grantType === undefined ? undefined : likeliest(grantType, around.grantTypes);
  if (grantType !== undefined && meant !== undefined) return compared('grant_type', grantType, meant);
  const [near, missing] = [factIn(facts, 'near'), factIn(facts, 'missing')];
  return near === undefined || missing === undefined ? null : compared('parameter', near, missing);
}

/** As it was kept at the time, else the one of today that is most alike. */
function expectedAddress(facts: readonly Fact[], received: string, { redirectUris }: Addresses): string | undefined {
  const kept = factIn(facts, 'expected') ?? factIn(facts, 'registered');
  return kept ?? byCloseness(received, redirectUris)[0];
}

type Addresses = Pick<Circumstances, 'redirectUris'>;

function compared(what: Comparison['what'], received: string, expected: string): Comparison {
  return { what, received, expected, pieces: compareTexts(received, expected) };
}

/** Where nearly everything differs, another address was meant, and naming each part says nothing. */
const TELLING: readonly AddressDifference[] = ['host', 'other'];

function differencesOf(facts: readonly Fact[], around: Addresses): readonly Finding[] {
  const received = factIn(facts, 'redirect_uri');
  const expected = received === undefined ? undefined : expectedAddress(facts, received, around);
  if (received === undefined || expected === undefined) return [];
  const names = nameAddressDifferences(received, expected);
  const told = names.includes('host') ? names.filter((name) => TELLING.includes(name)) : names;
  return told.map((name): Finding => ({ kind: 'difference', name }));
}

function findingsOfRedirect(facts: readonly Fact[], around: Circumstances): readonly Finding[] {
  const received = factIn(facts, 'redirect_uri');
  if (received === undefined) return [];
  const differences = differencesOf(facts, around);
  // An exchange is held to its own authorization request, so what is registered does not help it.
  if (factIn(facts, 'expected') !== undefined) return differences;
  if (trustRedirect(received, around.redirectUris)) return [...differences, { kind: 'registered_now' }];
  const examined = examineRedirectUri(received, around.ownUrl);
  if (!examined.ok && isVerbatim(received)) return [...differences, { kind: 'rule', rule: examined.refusal }];
  // Of an application that has none, none leads there; adding one is for other kinds of application.
  if (around.redirectUris.length === 0) return differences;
  return isNearby(received, around.redirectUris) ? differences : [...differences, { kind: 'other_host' }];
}

/**
 * Anybody can send a request with an address of their own, in the hope that the owner adds it without looking. So the
 * button is offered only for an address of a host, or of an app's scheme, that the owner has registered before.
 */
function mendOf(facts: readonly Fact[], around: Circumstances): string | null {
  const received = factIn(facts, 'redirect_uri');
  const isRegistration = factIn(facts, 'expected') === undefined;
  if (received === undefined || !isRegistration || !isVerbatim(received)) return null;
  const { redirectUris, mostRedirectUris, ownUrl } = around;
  if (trustRedirect(received, redirectUris) || redirectUris.length >= mostRedirectUris) return null;
  const examined = examineRedirectUri(received, ownUrl);
  return examined.ok && examined.value === received && isNearby(received, redirectUris) ? received : null;
}

function addableOf(findings: readonly Finding[], { scope }: Circumstances): readonly string[] {
  const barred = findings.flatMap((finding) => (finding.kind === 'scope_not_allowed' ? finding.names : []));
  return [...new Set(barred)].filter((name) => !scope.includes(name));
}

function isNearby(received: string, registered: readonly string[]): boolean {
  const asked = splitAddress(received);
  return registered.some((uri) => {
    const known = splitAddress(uri);
    const isWeb = known.scheme === 'https' || known.scheme === 'http';
    return known.scheme === asked.scheme && (!isWeb || known.host === asked.host);
  });
}

/** One is meant in any case; where the text is like none of them, the usual one. */
function meantType(received: string): string {
  return likeliest(received, RESPONSE_TYPES) ?? RESPONSE_TYPES[0];
}

function findingsOfParameters(facts: readonly Fact[], { grantTypes }: Circumstances): readonly Finding[] {
  const findings: Finding[] = [];
  const [missing, near] = [factIn(facts, 'missing'), factIn(facts, 'near')];
  if (missing !== undefined) findings.push({ kind: 'missing', parameter: missing });
  if (missing !== undefined && near !== undefined) findings.push({ kind: 'near', sent: near, meant: missing });
  for (const parameter of factsIn(facts, 'empty')) findings.push({ kind: 'empty', parameter });
  for (const parameter of factsIn(facts, 'doubled')) findings.push({ kind: 'doubled', parameter });
  for (const received of factsIn(facts, 'content_type')) findings.push({ kind: 'content_type', received });
  for (const received of factsIn(facts, 'response_type')) {
    findings.push({ kind: 'value_near', sent: received, meant: meantType(received) });
  }
  for (const received of factsIn(facts, 'grant_type')) {
    const meant = likeliest(received, grantTypes);
    if (meant !== undefined) findings.push({ kind: 'value_near', sent: received, meant });
  }
  for (const seconds of factsIn(facts, 'retry_after')) findings.push({ kind: 'retry_after', seconds: Number(seconds) });
  return findings;
}
