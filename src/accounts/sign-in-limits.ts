/**
 * How often a sign-in may be tried (SPEC D24).
 *
 * Four counters, all spent before the password is hashed. Two of them are told with 429: one for the name as it was
 * typed, from this network, and one for the network with all names it tries. Two are never told, since several names
 * belong to one account and a limit that they share would say so: a tight one for the account from this network, and a
 * loose one for the account from all networks. Once one of these is spent, every password is answered like a wrong one.
 * A name that no account has is counted in the same four ways, so that neither answers nor their times differ.
 *
 * A network from which the owner has signed in before has a loose counter of its own. Attackers elsewhere cannot spend
 * it and lock the owner out.
 */
import { report } from '../events/report.ts';
import { readOverspent, spendAll } from '../limits/spend.ts';
import { digest } from '../protocol/digest.ts';
import type { Source } from '../protocol/event.ts';
import { type Allowance, networkOf } from '../protocol/limits.ts';
import type { Sql } from '../storage/sql.ts';
import { forget, forgetBelow, giveBackOne, isRemembered, remember } from '../storage/tables/limits.ts';
import type { World } from '../world.ts';
import { type Account, nameKey } from './find.ts';

const WINDOW_SECONDS = 900;
const LOOSE_FACTOR = 10;
const LOOSE_WINDOW_SECONDS = 3600;
/** How long a network counts as the owner's after a sign-in. */
const KNOWN_SECONDS = 90 * 86_400;

/** What was typed, and the number of the account that has this name; null where none has it. */
interface Subject {
  readonly name: string;
  readonly accountId: number | null;
}

export interface CountedTry {
  readonly allowance: Allowance;
  /**
   * How many tries too many the account has had, under whatever names. From the first on, what is presented must not be
   * looked at.
   */
  readonly excess: number;
  /** Takes the try back when it was not checked because the service was busy. */
  takeBack(): readonly Sql[];
  /**
   * Takes it back when it led to a sign-in; belongs in its batch. Earlier tries under the typed name, and from this network, are
   * forgiven too; those that the loose counters have seen stay.
   */
  forgive(accountId: number): readonly Sql[];
}

/** Counts a try, or refuses it. The event of a told limit is written once a window. */
export async function spendSignIn(world: World, subject: Subject, source: Source): Promise<CountedTry> {
  const { signInsPerAccount: most, signInsPerNetwork, dangerNoRateLimits } = world.settings;
  const { accountId } = subject;
  const network = networkIn(source);
  const byName = nameCounter(subject.name);
  const names = countersOf(accountId ?? byName, network);
  const isKnown = !dangerNoRateLimits && (await isRemembered(world.database, names.known, world.now()));
  const typed = { name: `${byName}/${network}`, most, windowSeconds: WINDOW_SECONDS };
  const ofNetwork = { name: names.network, most: signInsPerNetwork, windowSeconds: WINDOW_SECONDS };
  const loose = {
    name: isKnown ? names.looseHere : names.loose,
    most: most * LOOSE_FACTOR,
    windowSeconds: LOOSE_WINDOW_SECONDS,
  };
  const told = [typed, ofNetwork];
  const silent = [{ name: names.tight, most, windowSeconds: WINDOW_SECONDS }, loose];
  const allowance = await spendAll(world, told, {
    silent,
    reached: () => reportLimit(world, accountId, source),
  });
  return {
    allowance,
    excess: allowance.allowed ? await readOverspent(world, silent) : 0,
    takeBack: () => [...told, ...silent].map(({ name }) => giveBackOne(name, world.now())),
    forgive(id) {
      if (dangerNoRateLimits) return [];
      return [
        forget(typed.name),
        forget(countersOf(id, network).tight),
        giveBackOne(ofNetwork.name, world.now()),
        giveBackOne(loose.name, world.now()),
        ...rememberNetwork(world, id, source),
      ];
    },
  };
}

export function reportLimit(world: World, accountId: number | null, source: Source): Sql {
  return report(world, source, 'limit.reached', { accountId, detail: 'sign-in' });
}

/** From now on this network counts as the owner's. */
export function rememberNetwork(world: World, accountId: number, source: Source): readonly Sql[] {
  if (world.settings.dangerNoRateLimits) return [];
  return [remember(countersOf(accountId, networkIn(source)).known, world.now() + KNOWN_SECONDS)];
}

/** Forgets every try at an account, when an operator unlocks it. */
export function unlock({ id, nickname, email }: Pick<Account, 'id' | 'nickname' | 'email'>): readonly Sql[] {
  return [
    forgetBelow(`sign-in/${id}`),
    forgetBelow(`sign-ins/${id}`),
    forgetBelow(nameCounter(nickname)),
    forgetBelow(nameCounter(email)),
    forgetBelow(`confirmation/${id}`),
  ];
}

/** The same when the account is deleted, with the networks that counted as its owner's. */
export function forgetTries(account: Pick<Account, 'id' | 'nickname' | 'email'>): readonly Sql[] {
  return [...unlock(account), forgetBelow(`known-network/${account.id}`)];
}

/**
 * Counts a try at /confirm, so that a stolen session cannot be used to guess the password. Each session has tries of its own:
 * whoever spends those of one does not keep the owner, in another, from changing the password. Once the account has had too
 * many under all of its sessions, the first try of each is still looked at.
 */
export async function spendConfirmation(world: World, who: Confirming, source: Source): Promise<Allowance> {
  const { signInsPerAccount } = world.settings;
  const ofAccount = {
    name: confirmationsOf(who.id),
    most: signInsPerAccount * LOOSE_FACTOR,
    windowSeconds: LOOSE_WINDOW_SECONDS,
  };
  const isSpent = (await readOverspent(world, [{ ...ofAccount, most: ofAccount.most - 1 }])) > 0;
  const ofSession = {
    name: confirmationName(who),
    most: isSpent ? 1 : signInsPerAccount,
    windowSeconds: WINDOW_SECONDS,
  };
  return await spendAll(world, [ofSession], {
    silent: [ofAccount],
    reached: () => report(world, source, 'limit.reached', { accountId: who.id, detail: 'confirmation' }),
  });
}

/** Takes a try back that was right, with those before it in its session; what other sessions tried stays counted. */
export function forgiveConfirmation(world: World, who: Confirming): readonly Sql[] {
  return [forget(confirmationName(who)), giveBackOne(confirmationsOf(who.id), world.now())];
}

/** By the digest of its session, which is what is kept of it. */
export interface Confirming {
  readonly id: number;
  readonly session: { readonly digest: string };
}

function confirmationName({ id, session }: Confirming): string {
  return `confirmation/${id}/${session.digest}`;
}

function confirmationsOf(accountId: number): string {
  return `confirmation/${accountId}/everywhere`;
}

/** One for every spelling of a name, and the same for names that no account has. */
function nameCounter(typed: string): string {
  return `sign-in-name/${digest(nameKey(typed))}`;
}

/** Requests without an address share one counter, so that leaving it out does not avoid the limit. */
function networkIn({ address }: Source): string {
  return networkOf(address ?? '');
}

/** `who`: the account's number, so that all its names count as one; the counter of the name where there is none. */
function countersOf(who: number | string, network: string) {
  return {
    tight: `sign-in/${who}/${network}`,
    loose: `sign-ins/${who}/everywhere`,
    looseHere: `sign-ins/${who}/${network}`,
    network: `sign-in-network/${network}`,
    known: `known-network/${who}/${network}`,
  };
}
