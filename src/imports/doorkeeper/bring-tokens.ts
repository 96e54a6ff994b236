/** Writes the live tokens of a takeover: the consent they come from, a family for each, and the pair with its digests. */
import type { ForeignToken } from '../../protocol/imports/token.ts';
import { commonScope, formatScope } from '../../protocol/scope.ts';
import { earliest, refreshExpiry } from '../../protocol/tokens/rotation.ts';
import { attempt, stale } from '../../storage/database.ts';
import type { Sql } from '../../storage/sql.ts';
import {
  findImported,
  forgetImported,
  insertImported,
  insertImportedFamily,
  markRenewed,
} from '../../storage/tables/imports/tokens.ts';
import { insertPair, revokePair } from '../../storage/tables/tokens/pairs.ts';
import { findTokenRecord } from '../../storage/tables/tokens/token-record.ts';
import { countFinding } from '../report.ts';
import { ensureConsents } from './consents.ts';
import type { Stage, TakenApplication } from './stage.ts';

export interface LiveToken {
  readonly token: ForeignToken & { readonly digest: string };
  readonly application: TakenApplication;
}

/** Those that replace another one come last: it must be there before them. */
export async function bringTokens(stage: Stage, live: readonly LiveToken[]): Promise<void> {
  const consents = await ensureConsents(stage, live.map(grantOf(stage)));
  const first = live.filter(({ token }) => token.parentDigest === null);
  const later = live.filter(({ token }) => token.parentDigest !== null);
  const place = (one: LiveToken) => consents(one.token.ownerId, one.application.clientId);
  const written = await Promise.all(first.map((one) => stage.world.database.write(batchOf(stage, one, place(one)))));
  for (const [index, one] of first.entries()) if (written[index] === null) await bringAgain(stage, one, place(one));
  for (const wave of wavesOf(later)) await Promise.all(wave.map((one) => bringSuccessor(stage, one, place(one))));
}

/** Those that replace one another come one after the other; what does not depend on each other is written together. */
function wavesOf(tokens: readonly LiveToken[]): readonly (readonly LiveToken[])[] {
  const waves: LiveToken[][] = [];
  const waveOf = new Map<string, number>();
  for (const one of tokens) {
    const { parentDigest, refreshDigest } = one.token;
    const at = (waveOf.get(parentDigest ?? '') ?? -1) + 1;
    const wave = waves[at] ?? [];
    wave.push(one);
    waves[at] = wave;
    if (refreshDigest !== null) waveOf.set(refreshDigest, at);
  }
  return waves;
}

/** What an account has allowed by a token. */
function grantOf(stage: Stage) {
  return ({ token, application }: LiveToken) => ({
    accountId: token.ownerId,
    clientId: application.clientId,
    scope: scopeOf(stage, token),
    at: token.createdAt,
  });
}

/** A token that names no scope means those that the source gives by default; one for nothing would be dead here. */
export function scopeOf({ options, world }: Stage, { scope }: Pick<ForeignToken, 'scope'>): readonly string[] {
  if (scope.length > 0) return scope;
  if (options.scopes.length > 0) return options.scopes;
  const { scopes: catalogue } = world.settings;
  return Object.keys(catalogue).filter((name) => catalogue[name]?.default);
}

interface Parent {
  readonly pairId: number;
  readonly familyId: number;
}

function batchOf(stage: Stage, { token, application }: LiveToken, consentId: number | null, parent?: Parent): Sql[] {
  const { world } = stage;
  const { settings } = world;
  const now = world.now();
  const scope = formatScope(scopeOf(stage, token));
  const pairId = world.nextId();
  const familyId = parent?.familyId ?? (consentId === null ? (application.machineFamilyId ?? 0) : world.nextId());
  const endsAt = settings.refreshAbsoluteSeconds > 0 ? now + settings.refreshAbsoluteSeconds : null;
  const refreshDigest = consentId === null ? null : token.refreshDigest;
  const mustBegin = consentId !== null && parent === undefined;
  const family = { id: familyId, consentId: consentId ?? 0, clientId: application.clientId, scope };
  return [
    ...(mustBegin ? [insertImportedFamily({ ...family, createdAt: token.createdAt, endsAt, importedAt: now })] : []),
    insertPair({
      id: pairId,
      familyId,
      parentId: parent?.pairId ?? null,
      accessDigest: token.digest,
      refreshDigest,
      scope: mustBegin ? null : scope,
      issuedAt: token.createdAt,
      accessExpiresAt: earliest(token.expiresAt ?? endlessEnd(stage), token.revokedAt),
      refreshExpiresAt:
        refreshDigest === null ? null : refreshExpiry(now, settings.refreshIdleSeconds, token.revokedAt),
    }),
    insertImported({ id: world.nextId(), digest: token.digest, kind: 'access', recordId: pairId }),
    ...(refreshDigest === null
      ? []
      : [insertImported({ id: world.nextId(), digest: refreshDigest, kind: 'refresh', recordId: pairId })]),
    ...(parent === undefined ? [] : [markRenewed(parent.pairId, token.createdAt)]),
  ];
}

const DAY_SECONDS = 86_400;
const CENTURY_DAYS = 36_525;

/** A token that never expires at the source gets an end, since every record here has one. */
function endlessEnd({ options, world }: Stage): number {
  return world.now() + (options.endlessDays ?? CENTURY_DAYS) * DAY_SECONDS;
}

/** A number was taken by the running service in this moment; or the same string stands in two rows of the source. */
async function bringAgain(stage: Stage, one: LiveToken, consentId: number | null, parent?: Parent): Promise<void> {
  const { world } = stage;
  const { token, application } = one;
  await attempt(async () => {
    const digests = [token.digest, ...(token.refreshDigest === null ? [] : [token.refreshDigest])];
    const found = await Promise.all(
      digests.flatMap((digest) => [
        findImported(world.database, digest, 'access'),
        findImported(world.database, digest, 'refresh'),
      ]),
    );
    if (found.some((record) => record !== undefined)) {
      countFinding(application.report.findings, 'tokens_doubled');
      return undefined;
    }
    return (await world.database.write(batchOf(stage, one, consentId, parent))) === null ? stale : undefined;
  });
}

/** Its family is that of the token it came from, if that one lives as well (SPEC D5). */
async function bringSuccessor(stage: Stage, one: LiveToken, consentId: number | null): Promise<void> {
  const { database } = stage.world;
  const pairId = await findImported(database, one.token.parentDigest ?? '', 'refresh');
  const record = pairId === undefined ? undefined : await findTokenRecord(database, pairId);
  const isOwn = record?.consentId === consentId && record?.clientId === one.application.clientId;
  const isWithin =
    record && commonScope(formatScope(one.token.scope), record.familyScope) === formatScope(one.token.scope);
  const parent = record && isOwn && isWithin ? record : undefined;
  await bringAgain(stage, one, consentId, parent && { pairId: parent.pairId, familyId: parent.familyId });
}

/** What a token of the source came to is over; what was issued here for it since goes on. */
export async function endToken({ world }: Stage, digest: string): Promise<void> {
  const pairId = await findImported(world.database, digest, 'access');
  if (pairId === undefined) return;
  const record = await findTokenRecord(world.database, pairId);
  await world.database.write([
    forgetImported(digest),
    ...(record?.refreshDigest ? [forgetImported(record.refreshDigest)] : []),
    revokePair(pairId, world.now()),
  ]);
}
