/** Changing the e-mail address or the password, with the password typed again. */
import { report } from '../events/report.ts';
import { spend } from '../limits/spend.ts';
import type { Source } from '../protocol/event.ts';
import { emailKey, examineEmail } from '../protocol/people/account-rules.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { composePassword, examinePassword } from '../protocol/people/password-rule.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import { remainsLive, setEmail } from '../storage/tables/people/accounts.ts';
import { replaceCredential } from '../storage/tables/people/credentials.ts';
import { endSignInsOf, findSuccessor } from '../storage/tables/people/sessions.ts';
import type { World } from '../world.ts';
import { byPassword, hashPassword } from './authentication/password.ts';
import { endAllAccess } from './authorizations.ts';
import { type ConfirmationRefusal, proveAgain } from './confirmation.ts';
import { findLive } from './find.ts';
import { withdrawOffers } from './managed/offers.ts';
import { findTaken } from './new-account.ts';
import { isStillLive, livenessAt, makeRoomFor, openSession, type SignedIn } from './sessions.ts';
import { forgiveConfirmation } from './sign-in-limits.ts';

interface EmailInput {
  readonly email: string;
  readonly password: string;
  readonly source: Source;
}

type ChangeRefusal = ConfirmationRefusal | { readonly reason: 'faulty'; readonly fault: FieldFault };

/** The answer says whether an address is taken, and each change is an event that is kept. */
const CHANGES = { most: 10, windowSeconds: 3600 };

export async function changeEmail(
  world: World,
  who: SignedIn,
  input: EmailInput,
): Promise<Result<null, ChangeRefusal>> {
  const examined = examineEmail(input.email);
  if (!examined.ok) return refuse({ reason: 'faulty', fault: examined.refusal });
  const email = { shown: examined.value, key: emailKey(examined.value) };
  const owner = await findLive(world, who.id);
  if (!owner) return refuse({ reason: 'signed_out' });
  // Written again it would no longer be verified, and the event would tell of a change that was none.
  if (owner.email === email.shown) return refuse({ reason: 'faulty', fault: { reason: 'email_same' } });

  return await attempt<Result<null, ChangeRefusal>>(async () => {
    const proven = await proveAgain(world, who, { presented: byPassword(input.password), source: input.source });
    if (!proven.ok) return proven;
    // Only now: whoever does not know the password cannot keep its owner from changing the address.
    const allowance = await spend(world, `email/${who.id}`, CHANGES, () =>
      report(world, input.source, 'limit.reached', { accountId: who.id, detail: 'e-mail address' }),
    );
    if (!allowance.allowed) return refuse({ reason: 'limited', retryAfterSeconds: allowance.retryAfterSeconds });
    const taken = await findTaken(world, { email: email.shown }, who.id);
    if (taken?.email) return refuse({ reason: 'faulty', fault: taken.email });
    const written = await world.database.write([
      proven.value.proof.guard,
      setEmail(who.id, email),
      ...forgiveConfirmation(world, who),
      report(world, input.source, 'account.email_changed', { accountId: who.id }),
    ]);
    return written ? accept(null) : stale;
  });
}

interface PasswordInput {
  readonly current: string;
  readonly next: string;
  /** Whether applications lose their access with the old password: one of them may be an intruder's. */
  readonly endsAccess: boolean;
  readonly source: Source;
}

/** Every session of the account ends; the browser that changed the password gets a new one, which names the one before. */
export async function changePassword(
  world: World,
  who: SignedIn,
  { current, next, endsAccess, source }: PasswordInput,
): Promise<Result<{ readonly sessionValue: string }, ChangeRefusal>> {
  const owner = await findLive(world, who.id);
  if (!owner) return refuse({ reason: 'signed_out' });
  const sound = examinePassword(next, { ...owner, serviceName: world.settings.name });
  if (!sound.ok) return refuse({ reason: 'faulty', fault: sound.refusal });

  return await attempt<Result<{ readonly sessionValue: string }, ChangeRefusal>>(async () => {
    const proven = await proveAgain(world, who, { presented: byPassword(current), source });
    if (!proven.ok) {
      // Meanwhile it may have been changed by this very form, sent twice: then the password was right.
      const isOver = !(await isStillLive(world, who.session.digest));
      return isOver ? refuse({ reason: 'signed_out' }) : proven;
    }
    // Not before the proof, and within its limit: the answer says that this is the password.
    const isSame = composePassword(current) === sound.value;
    if (isSame) return refuse({ reason: 'faulty', fault: { reason: 'password_same' } });
    // Only now: whoever does not know the password cannot keep its owner from changing it.
    const allowance = await spend(world, `password/${who.id}`, CHANGES, () =>
      report(world, source, 'limit.reached', { accountId: who.id, detail: 'password' }),
    );
    if (!allowance.allowed) return refuse({ reason: 'limited', retryAfterSeconds: allowance.retryAfterSeconds });
    const { proof } = proven.value;
    const session = openSession(world, proof, source, { replaces: who.session.digest });
    const access = endsAccess ? await endAllAccess(world, who.id, source, 'removed_with_all') : undefined;
    const offers = endsAccess ? await withdrawOffers(world, who.id, { source, detail: 'with the password' }) : [];
    const written = await world.database.write([
      replaceCredential(proof.credential, await hashPassword(world, sound.value, source), world.now()),
      remainsLive(who.id, world.now()),
      ...endSignInsOf(who.id),
      session.insert,
      ...forgiveConfirmation(world, who),
      ...(access?.writes ?? []),
      ...offers,
      report(world, source, 'account.password_changed', { accountId: who.id }),
    ]);
    return written ? accept({ sessionValue: session.value }) : stale;
  });
}

/**
 * The form that changed the password, sent again by the browser that still has the cookie from before: a double click, whose first
 * answer the browser gave up. Nothing is changed. The new password, which the form brings along, proves the account, so that
 * the second answer lets in whom the first one did; who only has the cookie is judged like anybody who types a password.
 */
export async function repeatPasswordChange(
  world: World,
  before: string,
  { next, source }: { readonly next: string; readonly source: Source },
): Promise<Result<{ readonly sessionValue: string }, ConfirmationRefusal>> {
  return await attempt(async () => {
    const successor = await findSuccessor(world.database, before, livenessAt(world.now()));
    if (!successor) return refuse({ reason: 'signed_out' });
    const who = { id: successor.accountId, session: { digest: before } };
    const proven = await proveAgain(world, who, { presented: byPassword(next), source });
    if (!proven.ok) return proven;
    const session = openSession(world, proven.value.proof, source, { replaces: before });
    const written = await world.database.write([
      proven.value.proof.guard,
      remainsLive(who.id, world.now()),
      makeRoomFor(world, who.id, null),
      session.insert,
      ...forgiveConfirmation(world, who),
    ]);
    return written ? accept({ sessionValue: session.value }) : stale;
  });
}
