/**
 * How often a sign-in may be tried (SPEC D24).
 *
 * Three counters, all spent before the password is hashed: a tight one for the account from this network, a loose one
 * for the account from all networks, and one for the network with all accounts it tries. A network from which the owner
 * has signed in before has a loose counter of its own. Attackers elsewhere cannot spend it and lock the owner out.
 */
import { report } from '../events/report.ts';
import { spend, spendAll } from '../limits/spend.ts';
import { digest } from '../protocol/digest.ts';
import type { Source } from '../protocol/event.ts';
import { type Allowance, networkOf } from '../protocol/limits.ts';
import type { Sql } from '../storage/sql.ts';
import { forget, forgetBelow, giveBackOne, isRemembered, remember } from '../storage/tables/limits.ts';
import type { World } from '../world.ts';

const WINDOW_SECONDS = 900;
const LOOSE_FACTOR = 10;
const LOOSE_WINDOW_SECONDS = 3600;
/** How long a network counts as the owner's after a sign-in. */
const KNOWN_SECONDS = 90 * 86_400;

/** The account that is tried: its number, or what was typed where no account has that name. */
type Subject = { readonly accountId: number } | { readonly unknownName: string };

interface CountedTry {
  readonly allowance: Allowance;
  /** Takes the try back when it was not checked because the service was busy. */
  takeBack(): readonly Sql[];
}

/** Counts a try, or refuses it. The event of a reached limit is written once a window. */
export async function spendSignIn(world: World, subject: Subject, source: Source): Promise<CountedTry> {
  const { signInsPerAccount: most, signInsPerNetwork, dangerNoRateLimits } = world.settings;
  const names = namesOf(subject, source);
  const isKnown = !dangerNoRateLimits && (await isRemembered(world.database, names.known, world.now()));
  const accountId = 'accountId' in subject ? subject.accountId : null;
  const tries = [
    { name: names.tight, most, windowSeconds: WINDOW_SECONDS },
    { name: isKnown ? names.looseHere : names.loose, most: most * LOOSE_FACTOR, windowSeconds: LOOSE_WINDOW_SECONDS },
    { name: names.network, most: signInsPerNetwork, windowSeconds: WINDOW_SECONDS },
  ];
  const allowance = await spendAll(world, tries, () =>
    report(world, source, 'limit.reached', { accountId, detail: 'sign-in' }),
  );
  return { allowance, takeBack: () => tries.map(({ name }) => giveBackOne(name, world.now())) };
}

/** Takes back the tries that led to a sign-in; belongs in its batch. */
export function forgiveSignIn(world: World, accountId: number, source: Source): readonly Sql[] {
  if (world.settings.dangerNoRateLimits) return [];
  const names = namesOf({ accountId }, source);
  return [forget(names.tight), giveBackOne(names.network, world.now()), ...rememberNetwork(world, accountId, source)];
}

/** From now on this network counts as the owner's. */
export function rememberNetwork(world: World, accountId: number, source: Source): readonly Sql[] {
  if (world.settings.dangerNoRateLimits) return [];
  return [remember(namesOf({ accountId }, source).known, world.now() + KNOWN_SECONDS)];
}

/** Forgets every try at an account, when an operator unlocks it. */
export function unlock(accountId: number): readonly Sql[] {
  return [
    forgetBelow(`sign-in/${accountId}`),
    forgetBelow(`sign-ins/${accountId}`),
    forget(confirmationName(accountId)),
  ];
}

/** The same when the account is deleted, with the networks that counted as its owner's. */
export function forgetTries(accountId: number): readonly Sql[] {
  return [...unlock(accountId), forgetBelow(`known-network/${accountId}`)];
}

/** Counts a try at /confirm, so that a stolen session cannot be used to guess the password. */
export async function spendConfirmation(world: World, accountId: number, source: Source): Promise<Allowance> {
  const limit = { most: world.settings.signInsPerAccount, windowSeconds: WINDOW_SECONDS };
  return await spend(world, confirmationName(accountId), limit, () =>
    report(world, source, 'limit.reached', { accountId, detail: 'confirmation' }),
  );
}

export function forgiveConfirmation(accountId: number): Sql {
  return forget(confirmationName(accountId));
}

function confirmationName(accountId: number): string {
  return `confirmation/${accountId}`;
}

/** Counted by the account's number, so nickname, e-mail address and every spelling of them count as one. */
function namesOf(subject: Subject, source: Source) {
  const who = 'accountId' in subject ? String(subject.accountId) : digest(subject.unknownName);
  // Requests without an address share one counter, so that leaving it out does not avoid the limit.
  const network = networkOf(source.address ?? '');
  return {
    tight: `sign-in/${who}/${network}`,
    loose: `sign-ins/${who}/everywhere`,
    looseHere: `sign-ins/${who}/${network}`,
    network: `sign-in-network/${network}`,
    known: `known-network/${who}/${network}`,
  };
}
