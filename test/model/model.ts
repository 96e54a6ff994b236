/**
 * The token core as a small model in memory: what SPEC D4, D5, D6 and D28 promise, written without a look at the code.
 *
 * Every act answers as the wire would: `ok`, or the error.
 */

export type Answer = 'ok' | 'invalid_grant' | 'invalid_client' | 'invalid_token';

export interface Terms {
  readonly codeSeconds: number;
  readonly accessSeconds: number;
  readonly idleSeconds: number;
  readonly leewaySeconds: number;
}

interface Consent {
  isRevoked: boolean;
  readonly user: number;
  readonly client: number;
}

interface Family {
  isRevoked: boolean;
  readonly consent: Consent;
}

interface Code {
  readonly consent: Consent;
  readonly expiresAt: number;
  family: Family | undefined;
}

interface Pair {
  readonly family: Family;
  readonly parent: Pair | undefined;
  readonly issuedAt: number;
  isUsed: boolean;
  isRenewed: boolean;
  isRevoked: boolean;
  supersededAt: number | undefined;
}

export interface Model {
  now: number;
  readonly terms: Terms;
  readonly users: { isDisabled: boolean }[];
  readonly clients: { isDeleted: boolean }[];
  readonly consents: Consent[];
  readonly codes: Code[];
  readonly pairs: Pair[];
}

export function createModel(terms: Terms, now: number): Model {
  return {
    now,
    terms,
    users: [{ isDisabled: false }, { isDisabled: false }],
    clients: [{ isDeleted: false }, { isDeleted: false }],
    consents: [],
    codes: [],
    pairs: [],
  };
}

export function mayAuthorize(model: Model, user: number, client: number): boolean {
  return model.users[user]?.isDisabled === false && model.clients[client]?.isDeleted === false;
}

export function authorize(model: Model, user: number, client: number): void {
  let consent = model.consents.find((one) => one.user === user && one.client === client && !one.isRevoked);
  if (!consent) {
    consent = { user, client, isRevoked: false };
    model.consents.push(consent);
  }
  model.codes.push({ consent, expiresAt: model.now + model.terms.codeSeconds, family: undefined });
}

export interface Presented {
  /** Which code or pair, by the order of issue. */
  readonly which: number;
  readonly client: number;
}

export function exchange(model: Model, { which, client }: Presented, isRightRedirect: boolean): Answer {
  const code = model.codes[which];
  if (model.clients[client]?.isDeleted) return 'invalid_client';
  if (!code || code.consent.client !== client || !isRightRedirect) return 'invalid_grant';
  if (code.family) {
    code.family.isRevoked = true;
    return 'invalid_grant';
  }
  if (model.now >= code.expiresAt || !isAllowed(model, code.consent)) return 'invalid_grant';
  code.family = { consent: code.consent, isRevoked: false };
  addPair(model, code.family, undefined);
  return 'ok';
}

export function refresh(model: Model, { which, client }: Presented): Answer {
  const pair = model.pairs[which];
  const { leewaySeconds, idleSeconds } = model.terms;
  if (model.clients[client]?.isDeleted) return 'invalid_client';
  if (!pair || pair.family.consent.client !== client) return 'invalid_grant';
  if (!isLive(model, pair) || model.now >= pair.issuedAt + idleSeconds) return 'invalid_grant';
  if (pair.supersededAt !== undefined && model.now >= pair.supersededAt + leewaySeconds) {
    pair.family.isRevoked = true;
    return 'invalid_grant';
  }
  if (pair.isRenewed) {
    for (const sibling of model.pairs.filter(({ parent }) => parent === pair))
      if (!sibling.isUsed && sibling.issuedAt < model.now - leewaySeconds) sibling.isRevoked = true;
  }
  pair.isRenewed = true;
  markUsed(model, pair);
  addPair(model, pair.family, pair);
  return 'ok';
}

/** A protected request with the access token of a pair. */
export function use(model: Model, which: number): Answer {
  const pair = model.pairs[which];
  if (!pair || !isLive(model, pair) || pair.supersededAt !== undefined) return 'invalid_token';
  if (model.now >= pair.issuedAt + model.terms.accessSeconds) return 'invalid_token';
  markUsed(model, pair);
  return 'ok';
}

/** RFC 7009 §2.2: `ok` also for what is not there, or not the caller's. */
export function revoke(model: Model, { which, client }: Presented): Answer {
  const pair = model.pairs[which];
  if (model.clients[client]?.isDeleted) return 'invalid_client';
  if (pair?.family.consent.client === client) pair.family.isRevoked = true;
  return 'ok';
}

export function withdraw(model: Model, user: number, client: number): void {
  for (const consent of model.consents)
    if (consent.user === user && consent.client === client) consent.isRevoked = true;
}

/** SPEC D28: everything that was allowed ends for good, also when the account is enabled again. */
export function disable(model: Model, user: number): void {
  const found = model.users[user];
  if (found) found.isDisabled = true;
  for (const consent of model.consents) if (consent.user === user) consent.isRevoked = true;
}

function isAllowed(model: Model, { isRevoked, user, client }: Consent): boolean {
  return !isRevoked && mayAuthorize(model, user, client);
}

function isLive(model: Model, { family, isRevoked }: Pair): boolean {
  return !isRevoked && !family.isRevoked && isAllowed(model, family.consent);
}

/** The first use of a successor ends its parent's time. */
function markUsed(model: Model, pair: Pair): void {
  pair.isUsed = true;
  if (pair.parent) pair.parent.supersededAt ??= model.now;
}

function addPair(model: Model, family: Family, parent: Pair | undefined): void {
  const fresh = { isUsed: false, isRenewed: false, isRevoked: false, supersededAt: undefined };
  model.pairs.push({ family, parent, issuedAt: model.now, ...fresh });
}
