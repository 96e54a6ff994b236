/** Ends what can still be used of the strings that somebody found in the wrong place (SPEC D80). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { endLeakedSecret } from '../clients/leaked-secret.ts';
import { report } from '../events/report.ts';
import { isSecretOf } from '../protocol/digest.ts';
import { NOWHERE } from '../protocol/event.ts';
import { type FoundString, findStrings, LONGEST_FIND } from '../protocol/tokens/found-strings.ts';
import { isAccessWorthEnding, isRefreshWorthEnding } from '../protocol/tokens/leak.ts';
import { parseToken } from '../protocol/tokens/token-string.ts';
import { endLeakedResourceSecrets } from '../resources/leaked-secret.ts';
import { attempt, stale } from '../storage/database.ts';
import { must } from '../storage/sql.ts';
import { endCode, findCode } from '../storage/tables/tokens/codes.ts';
import { findAccess, findRefresh } from '../tokens/inspect.ts';
import { endTokens } from '../tokens/revoke.ts';
import type { World } from '../world.ts';

/**
 * Anybody may send a text, and strings with a good checksum can be invented, each beginning within the one before it: a text
 * of 64 KiB holds five thousand. Others have their turn after so many characters, and after so many lookups.
 */
const CHARACTERS_IN_A_TURN = 2048;
const STRINGS_IN_A_TURN = 20;

/** Answers how many different strings of ours the text holds, whatever became of them. */
export async function endLeaked(world: World, text: string): Promise<number> {
  const all = await findDifferent(text);
  const secrets = all.flatMap(({ kind, text: found }) => (kind === 'secret' ? [found] : []));
  await endLeakedResourceSecrets(world, secrets);
  for (let at = 0; at < all.length; at += STRINGS_IN_A_TURN) {
    await Promise.all(all.slice(at, at + STRINGS_IN_A_TURN).map((one) => endOne(world, one)));
    await nextTurn();
  }
  return all.length;
}

/** Pieces overlap by as much as one string can take. */
async function findDifferent(text: string): Promise<readonly FoundString[]> {
  const different = new Map<string, FoundString>();
  for (let at = 0; at < text.length; at += CHARACTERS_IN_A_TURN) {
    const piece = text.slice(at, at + CHARACTERS_IN_A_TURN + LONGEST_FIND);
    for (const one of findStrings(piece)) different.set(one.text, one);
    await nextTurn();
  }
  return [...different.values()];
}

/** The events name neither the sender nor the place: the owner of the account must not learn who reported it. */
async function endOne(world: World, { kind, text }: FoundString): Promise<void> {
  if (kind === 'secret') return await endLeakedSecret(world, text, NOWHERE);
  if (kind === 'code') return await endLeakedCode(world, text);
  const record = kind === 'access' ? await findAccess(world, text) : await findRefresh(world, text);
  if (!record) return;
  const isWorthEnding = kind === 'access' ? isAccessWorthEnding : isRefreshWorthEnding;
  if (isWorthEnding(record, world.now())) await endTokens(world, record, NOWHERE, 'leaked');
}

/** A code that was redeemed can do nothing more; its tokens are other strings. */
async function endLeakedCode(world: World, text: string): Promise<void> {
  await attempt(async () => {
    const code = await findCode(world.database, parseToken('code', text) ?? 0);
    const now = world.now();
    if (!code || !isSecretOf(text, code.digest) || code.redeemedAt !== null || code.expiresAt <= now) return undefined;
    const written = await world.database.write([
      must(endCode(code.codeId, now)),
      report(world, NOWHERE, 'code.leaked', { accountId: code.accountId, clientId: code.clientId }),
    ]);
    return written === null ? stale : undefined;
  });
}
