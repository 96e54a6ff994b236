/** Creating one's own account, where the operator allows it; the new account is signed in at once. */
import { report } from '../events/report.ts';
import { spend } from '../limits/spend.ts';
import type { Source } from '../protocol/event.ts';
import { networkOf } from '../protocol/limits.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import type { World } from '../world.ts';
import { authenticatedByPassword, hashPassword, refuseIfBusy } from './authentication/password.ts';
import { type LetIn, letInAgain } from './authentication/sent-twice.ts';
import {
  examineInput,
  findTaken,
  makeAccount,
  type NewAccountFaults,
  type NewAccountInput,
  withTaken,
} from './new-account.ts';
import { makeRoomFor, openSession } from './sessions.ts';
import type { SignInContext } from './sign-in.ts';
import { rememberNetwork } from './sign-in-limits.ts';

type SignUpRefusal =
  | { readonly reason: 'faulty'; readonly faults: NewAccountFaults }
  | { readonly reason: 'limited'; readonly retryAfterSeconds: number };

const WINDOW_SECONDS = 3600;
/** Tries of one network, right or wrong: looking at what was typed costs more than counting it. */
const TRIES = { most: 60, windowSeconds: 60 };

/** The handler checks whether sign-up is open: an operator's command creates accounts where it is closed. */
export async function signUp(
  world: World,
  input: NewAccountInput,
  context: SignInContext,
): Promise<Result<LetIn, SignUpRefusal>> {
  const { source, replaced, confirmedFor, sentAs } = context;
  // In memory, because a form with a fault in it must not cost a write.
  const network = networkOf(source.address ?? '');
  const tried = await world.counters.spend(`sign-up:${network}`, TRIES, world.now());
  if (!tried.allowed) return refuse({ reason: 'limited', retryAfterSeconds: tried.retryAfterSeconds });
  const sound = examineInput(world, input, 'visitor');
  if (!sound.ok) {
    const mayLook = () => mayLookUpNames(world, network);
    return refuse({ reason: 'faulty', faults: await withTaken(world, { input, faults: sound.refusal, mayLook }) });
  }
  await refuseIfBusy(world, source);
  // Counted before the answer says which names are taken, so that names cannot be probed in large numbers.
  const allowance = await spendSignUp(world, source);
  if (!allowance.allowed) return refuse({ reason: 'limited', retryAfterSeconds: allowance.retryAfterSeconds });
  const taken = await findTaken(world, sound.value);
  if (taken) return await takenReply(world, { taken, input: sound.value }, context);
  const passwordHash = await hashPassword(world, sound.value.password, source);

  return await attempt<Result<LetIn, SignUpRefusal>>(async () => {
    const takenMeanwhile = await findTaken(world, sound.value);
    if (takenMeanwhile) return await takenReply(world, { taken: takenMeanwhile, input: sound.value }, context);
    const account = makeAccount(world, sound.value, { passwordHash, isAdmin: false, source, isSignedIn: true });
    const session = openSession(world, authenticatedByPassword(world, account.id), source, {
      confirmedFor,
      replaces: sentAs,
    });
    const written = await world.database.write([
      ...account.batch,
      makeRoomFor(world, account.id, replaced),
      session.insert,
      ...rememberNetwork(world, account.id, source),
    ]);
    return written ? accept({ accountId: account.id, sessionValue: session.value }) : stale;
  });
}

/** By somebody else, or by this very form a moment ago. */
async function takenReply(
  world: World,
  { taken, input }: { readonly taken: NewAccountFaults; readonly input: NewAccountInput },
  context: SignInContext,
): Promise<Result<LetIn, SignUpRefusal>> {
  const again = await letInAgain(world, context, { ...input, hasSetPassword: true });
  return again ? accept(again) : refuse({ reason: 'faulty', faults: taken });
}

/** As many times as accounts may be made, so that names cannot be probed in this way either; afterwards the second look tells them. */
async function mayLookUpNames(world: World, network: string): Promise<boolean> {
  const limit = { most: world.settings.signUpsPerNetwork, windowSeconds: WINDOW_SECONDS };
  return (await world.counters.spend(`sign-up-names:${network}`, limit, world.now())).allowed;
}

function spendSignUp(world: World, source: Source) {
  const limit = { most: world.settings.signUpsPerNetwork, windowSeconds: WINDOW_SECONDS };
  return spend(world, `sign-up/${networkOf(source.address ?? '')}`, limit, () =>
    report(world, source, 'limit.reached', { detail: 'sign-up' }),
  );
}
