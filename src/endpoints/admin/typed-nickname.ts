/** What an administrator types before an account ends: its nickname, and a reason if there is one to tell. */
import type { Faults } from '../../pages/parts/form.ts';
import type { Form } from '../../protocol/form.ts';
import { nicknameKey } from '../../protocol/people/account-rules.ts';
import { examineOptionalReason } from '../../protocol/people/suspension.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';

interface Unfit {
  readonly typed: string;
  readonly reason: string;
  readonly faults: Faults<'confirm_nickname' | 'reason'>;
}

/** The reason, or null for none; where something does not fit, what was typed with the faults beside it. */
export function readTypedNickname(form: Form, nickname: string): Result<string | null, Unfit> {
  const typed = form.get('confirm_nickname') ?? '';
  const reason = form.get('reason') ?? '';
  const because = examineOptionalReason(reason);
  const isNamed = nicknameKey(typed) === nicknameKey(nickname);
  if (isNamed && because.ok) return accept(because.value);
  const faults = {
    confirm_nickname: isNamed ? undefined : ({ reason: 'person_nickname_differs' } as const),
    reason: because.ok ? undefined : because.refusal,
  };
  return refuse({ typed, reason, faults });
}
