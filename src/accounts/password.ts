/** Changing the password: every session of the account ends, and whoever changed it gets a new one. */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { examinePassword } from '../protocol/people/password-rule.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { acceptProof } from '../storage/tables/people/accounts.ts';
import { endSessionsOf } from '../storage/tables/people/sessions.ts';
import type { World } from '../world.ts';
import { type ConfirmationRefusal, provePassword } from './confirmation.ts';
import { findLive } from './find.ts';
import { hashPassword } from './new-account.ts';
import { openSession, type SignedIn } from './sessions.ts';
import { forgiveConfirmation } from './sign-in-limits.ts';

export interface PasswordInput {
  readonly current: string;
  readonly next: string;
  readonly source: Source;
}

export type PasswordRefusal = ConfirmationRefusal | { readonly reason: 'faulty'; readonly fault: FieldFault };

export async function changePassword(
  world: World,
  who: SignedIn,
  { current, next, source }: PasswordInput,
): Promise<Result<{ readonly sessionValue: string }, PasswordRefusal>> {
  const owner = await findLive(world, who.id);
  if (!owner) return refuse({ reason: 'signed_out' });
  const sound = examinePassword(next, { ...owner, serviceName: world.settings.name });
  if (!sound.ok) return refuse({ reason: 'faulty', fault: sound.refusal });

  return await attempt<Result<{ readonly sessionValue: string }, PasswordRefusal>>(async () => {
    const proven = await provePassword(world, who, { password: current, source });
    if (!proven.ok) return proven;
    const proof = { accountId: who.id, passwordHash: proven.value.passwordHash };
    const session = openSession(world, who.id, source);
    const written = await world.database.write([
      acceptProof(proof, await hashPassword(world, sound.value), world.now()),
      endSessionsOf(who.id),
      session.insert,
      forgiveConfirmation(who.id),
      report(world, source, 'account.password_changed', { accountId: who.id }),
    ]);
    return written ? accept({ sessionValue: session.value }) : stale;
  });
}
