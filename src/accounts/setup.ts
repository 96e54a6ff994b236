/** The first administrator: made with a link that the operator finds on the console, valid for an hour and once. */
import { report } from '../events/report.ts';
import { digest } from '../protocol/digest.ts';
import { NOWHERE } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale, writeUnguarded } from '../storage/database.ts';
import { hasAdministrator } from '../storage/tables/people/accounts.ts';
import {
  forgetUnusedSetupLinks,
  insertSetupLink,
  isSetupLinkLive,
  useSetupLink,
} from '../storage/tables/people/setup-links.ts';
import type { World } from '../world.ts';
import { authenticatedByPassword, hashPassword } from './authentication/password.ts';
import { type LetIn, letInAgain } from './authentication/sent-twice.ts';
import { examineInput, findTaken, makeAccount, type NewAccountFaults, type NewAccountInput } from './new-account.ts';
import { makeRoomFor, openSession } from './sessions.ts';
import type { SignInContext } from './sign-in.ts';
import { rememberNetwork } from './sign-in-limits.ts';

const LINK_SECONDS = 3600;
const TOKEN_BYTES = 32;

/** The secret of a fresh link (`/setup/…`), while there is no administrator; the links before it stop working. */
export async function offerSetup(world: World): Promise<string | null> {
  if (await hasAdministrator(world.database)) return null;
  const token = world.randomBytes(TOKEN_BYTES).toString('base64url');
  const now = world.now();
  await writeUnguarded(world.database, () => [
    forgetUnusedSetupLinks(),
    insertSetupLink(digest(token), now, now + LINK_SECONDS),
    report(world, NOWHERE, 'setup.link_printed'),
  ]);
  return token;
}

/** Whether there is an administrator, so that the service can be used. */
export function isSetUp(world: World): Promise<boolean> {
  return hasAdministrator(world.database);
}

export async function isSetupOpen(world: World, token: string): Promise<boolean> {
  const isLive = await isSetupLinkLive(world.database, digest(token), world.now());
  return isLive && !(await hasAdministrator(world.database));
}

type SetupRefusal = { readonly reason: 'link_dead' } | { readonly reason: 'faulty'; readonly faults: NewAccountFaults };

interface SetupInput extends NewAccountInput {
  readonly token: string;
}

export async function completeSetup(
  world: World,
  input: SetupInput,
  context: SignInContext,
): Promise<Result<LetIn, SetupRefusal>> {
  // Before anything costly: a request without a live link is refused at once.
  if (!(await isSetupOpen(world, input.token))) return await deadReply(world, input, context);
  // Whoever has the link runs the service.
  const sound = examineInput(world, input, 'operator');
  if (!sound.ok) return refuse({ reason: 'faulty', faults: sound.refusal });
  const passwordHash = await hashPassword(world, sound.value.password, context.source);

  return await attempt<Result<LetIn, SetupRefusal>>(async () => {
    if (!(await isSetupOpen(world, input.token))) return await deadReply(world, input, context);
    const taken = await findTaken(world, sound.value);
    if (taken) return refuse({ reason: 'faulty', faults: taken });
    const { source, replaced, sentAs } = context;
    const account = makeAccount(world, sound.value, { passwordHash, isAdmin: true, source, isSignedIn: true });
    const session = openSession(world, authenticatedByPassword(world, account.id), source, { replaces: sentAs });
    const written = await world.database.write([
      useSetupLink(digest(input.token), world.now()),
      ...account.batch,
      makeRoomFor(world, account.id, replaced),
      session.insert,
      ...rememberNetwork(world, account.id, source),
      report(world, source, 'setup.completed', { accountId: account.id }),
    ]);
    return written ? accept({ accountId: account.id, sessionValue: session.value }) : stale;
  });
}

/** Used up long ago, or by this very form a moment ago. */
async function deadReply(
  world: World,
  input: SetupInput,
  context: SignInContext,
): Promise<Result<LetIn, SetupRefusal>> {
  const sound = examineInput(world, input, 'operator');
  const again = await letInAgain(world, context, { ...(sound.ok ? sound.value : input), hasSetPassword: true });
  return again ? accept(again) : refuse({ reason: 'link_dead' });
}
