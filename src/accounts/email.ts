/** Changing the e-mail address, with the password typed again: whoever owns the address owns the account. */
import { report } from '../events/report.ts';
import { spend } from '../limits/spend.ts';
import type { Source } from '../protocol/event.ts';
import { emailKey, examineEmail } from '../protocol/people/account-rules.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { setEmail } from '../storage/tables/people/accounts.ts';
import type { World } from '../world.ts';
import { type ConfirmationRefusal, provePassword } from './confirmation.ts';
import { findTaken } from './new-account.ts';
import type { SignedIn } from './sessions.ts';
import { forgiveConfirmation } from './sign-in-limits.ts';

export interface EmailInput {
  readonly email: string;
  readonly password: string;
  readonly source: Source;
}

export type EmailRefusal = ConfirmationRefusal | { readonly reason: 'faulty'; readonly fault: FieldFault };

/** Whether an address is taken is worth knowing to others than its owner, so this may be asked seldom. */
const MOST_PER_HOUR = 10;

export async function changeEmail(world: World, who: SignedIn, input: EmailInput): Promise<Result<null, EmailRefusal>> {
  const examined = examineEmail(input.email);
  if (!examined.ok) return refuse({ reason: 'faulty', fault: examined.refusal });
  const email = { shown: examined.value, key: emailKey(examined.value) };
  const allowance = await spend(world, `email/${who.id}`, { most: MOST_PER_HOUR, windowSeconds: 3600 }, () =>
    report(world, input.source, 'limit.reached', { accountId: who.id, detail: 'e-mail address' }),
  );
  if (!allowance.allowed) return refuse({ reason: 'limited', retryAfterSeconds: allowance.retryAfterSeconds });

  return await attempt<Result<null, EmailRefusal>>(async () => {
    const proven = await provePassword(world, who, input);
    if (!proven.ok) return proven;
    const taken = await findTaken(world, { email: email.shown }, who.id);
    if (taken?.email) return refuse({ reason: 'faulty', fault: taken.email });
    const proof = { accountId: who.id, passwordHash: proven.value.passwordHash };
    const written = await world.database.write([
      setEmail(proof, email),
      forgiveConfirmation(who.id),
      report(world, input.source, 'account.email_changed', { accountId: who.id }),
    ]);
    return written ? accept(null) : stale;
  });
}
