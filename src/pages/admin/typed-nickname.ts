/** The form before an account ends: what is lost, its nickname to be typed, and a reason if there is one to tell. */
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { confirmation } from '../parts/confirmation.ts';
import { textArea } from '../parts/field.ts';
import { type Faults, faultSummary } from '../parts/form.ts';
import { personPath } from './admin-frame.ts';

/** Of whom it is, and what came back with it. */
export interface TypedNickname {
  readonly id: number;
  readonly nickname: string;
  readonly typed: string;
  readonly reason: string;
  readonly faults: Faults<'confirm_nickname' | 'reason'>;
}

interface Ending {
  readonly path: string;
  /** Instead of "This cannot be undone." */
  readonly warning?: string;
  readonly losses: readonly Child[];
  readonly words: Readonly<Record<'reason' | 'reasonHint' | 'submit' | 'back', string>>;
}

export function typedNicknameForm(context: PageContext, page: TypedNickname, { path, words, ...ending }: Ending): Html {
  const { faults } = page;
  return html`${faultSummary(context.text, [
    ['confirm_nickname', faults.confirm_nickname],
    ['reason', faults.reason],
  ])}
${confirmation(context, {
  action: personPath(page.id) + path,
  ...ending,
  name: page.nickname,
  fieldName: 'confirm_nickname',
  typed: page.typed,
  fault: faults.confirm_nickname,
  more: textArea(context.text, {
    id: 'reason',
    name: 'reason',
    label: words.reason,
    hint: words.reasonHint,
    value: page.reason,
    optional: true,
    fault: faults.reason,
  }),
  label: words.submit,
  backPath: personPath(page.id),
  backLabel: words.back,
})}`;
}
