/** The fields and words of proving an account by its password. */
import { field } from '../parts/field.ts';
import type { WayPage } from './way.ts';

export const passwordPage: WayPage = {
  field: 'password',
  missing: { reason: 'password_missing' },
  wrong: { reason: 'password_wrong' },
  refused: (text) => text.signIn.wrong,
  ask: (text, nickname, purpose) => text.confirm.ask(nickname, purpose),
  label: (text) => text.signIn.password,
  submit: (text) => text.confirm.submit,
  input: (text, { fault, autofocus }) =>
    field(text, {
      id: 'password',
      name: 'password',
      label: text.signIn.password,
      type: 'password',
      autocomplete: 'current-password',
      required: true,
      fault,
      autofocus,
    }),
};
