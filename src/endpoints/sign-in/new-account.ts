/** The form of a new account, as sign-up and setup have it. */
import type { Form } from '../../protocol/form.ts';

/** What a form for a new account says; no other field of an account can be set by it. */
export function readSignUpInput(form: Form): { nickname: string; email: string; password: string } {
  return {
    nickname: form.get('nickname') ?? '',
    email: form.get('email') ?? '',
    password: form.get('password') ?? '',
  };
}
