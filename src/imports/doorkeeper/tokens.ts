/** The tokens of a takeover: every row is judged, the live ones are brought, and those that ended since end here. */
import { isAmbiguous } from '../../protocol/imports/kept-secret.ts';
import { type ForeignToken, judgeToken, readToken } from '../../protocol/imports/token.ts';
import type { ForeignRow } from '../../storage/foreign/source.ts';
import { listImported } from '../../storage/tables/imports/tokens.ts';
import type { World } from '../../world.ts';
import { type KnownDigests, loadKnownDigests } from '../known-digests.ts';
import { ImportRefused } from '../refused.ts';
import { countFinding } from '../report.ts';
import { bringTokens, endToken, type LiveToken } from './bring-tokens.ts';
import type { Stage } from './stage.ts';
import { columnsFor, TOKENS } from './tables.ts';

export async function takeTokens(stage: Stage): Promise<void> {
  const { source, world } = stage;
  const columns = await columnsFor(source, TOKENS);
  const known = await loadKnownDigests(knownPages(world));
  let done = 0;
  for await (const rows of source.rows(TOKENS.name, columns)) {
    const now = world.now();
    const live: LiveToken[] = [];
    const ended: string[] = [];
    for (const row of rows) {
      const token = read(stage, row);
      const found = judge(stage, token, known, now);
      if (found === 'ended') ended.push(token.digest ?? '');
      else if (found) live.push(found);
    }
    await end(stage, ended);
    if (!stage.isDry) await bringTokens(stage, live);
    done += rows.length;
    await stage.step('tokens', done);
  }
  await endAbsent(stage, known);
}

function read({ options }: Stage, row: ForeignRow): ForeignToken {
  if (options.tokens === undefined && (isAmbiguous(row.token ?? '') || isAmbiguous(row.refresh_token ?? '')))
    throw new ImportRefused(AMBIGUOUS);
  return readToken(row, { keeping: options.tokens ?? 'plain', ownerType: options.ownerType });
}

export const AMBIGUOUS =
  'Tokens are 64 hexadecimal digits, which may be the tokens themselves or their SHA-256. Say which: --tokens sha256 where config/initializers/doorkeeper.rb has hash_token_secrets, else --tokens plain.';

/** What is to be written; `ended` for what an earlier run has brought and is worth nothing any more. */
function judge(stage: Stage, token: ForeignToken, known: KnownDigests, now: number): LiveToken | 'ended' | undefined {
  const { tokenFigures } = stage;
  const application = stage.applications.get(token.applicationId ?? '');
  const isKnown = token.digest !== undefined && known.meet(token.digest);
  const liveness = judgeToken(token, now);
  if (liveness !== 'live') {
    if (application) application.report.tokens[liveness] += 1;
    return isKnown && liveness === 'revoked' ? 'ended' : undefined;
  }
  if (!application || application.report.outcome === 'refused') {
    tokenFigures.withoutApplication += 1;
    return undefined;
  }
  const { findings, tokens, isConfidential } = application.report;
  const { digest } = token;
  if (token.ownerId !== null && stage.notTaken.has(token.ownerId)) {
    countFinding(findings, 'tokens_of_refused');
    // An earlier version brought it for the account that has the number here.
    return isKnown ? 'ended' : undefined;
  }
  if (digest === undefined) countFinding(findings, 'tokens_unfit');
  else if (!token.isOwnerKnown || (token.ownerId !== null && !stage.people.has(token.ownerId)))
    countFinding(findings, 'tokens_of_nobody');
  else if (token.ownerId === null && !isConfidential) countFinding(findings, 'tokens_of_public');
  else {
    if (token.expiresAt === null) countFinding(findings, 'tokens_endless');
    if (token.expiresAt === null || now < token.expiresAt) tokens.access += 1;
    if (token.refreshDigest !== null) tokens.refresh += 1;
    tokenFigures[isKnown ? 'unchanged' : 'added'] += 1;
    return isKnown ? undefined : { token: { ...token, digest }, application };
  }
  return undefined;
}

const PAGE = 2000;

async function* knownPages({ database }: World): AsyncGenerator<readonly string[]> {
  for (let after = 0; ; ) {
    const page = await listImported(database, after, PAGE);
    yield page.filter(({ kind }) => kind === 'access').map(({ digest }) => digest);
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function end(stage: Stage, digests: readonly string[]): Promise<void> {
  stage.tokenFigures.ended += digests.length;
  if (!stage.isDry) await Promise.all(digests.map((digest) => endToken(stage, digest)));
}

/** Doorkeeper removes what is revoked and expired from its tables: what was brought and is no longer there has ended. */
async function endAbsent(stage: Stage, known: KnownDigests): Promise<void> {
  if (known.size === 0) return;
  for await (const page of knownPages(stage.world)) {
    // What this very run has brought is not among the known ones.
    await end(
      stage,
      page.filter((digest) => known.isKnown(digest) && !known.wasMet(digest)),
    );
    await stage.step('tokens that are gone', stage.tokenFigures.ended);
  }
}
