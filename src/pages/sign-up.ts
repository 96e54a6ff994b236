/** The pages where an account begins: sign up, and the first administrator's one-time link. */
import { decisionFrame, type Shell } from './frame.ts';
import { type Child, type Html, html } from './html.ts';
import { button } from './parts/button.ts';
import { field } from './parts/field.ts';
import { type Faults, faultSummary, postForm, problemNotice } from './parts/form.ts';
import { named } from './parts/name.ts';
import { returnField, type Waiting, waitingLine, withReturn } from './sign-in.ts';

export interface NewAccount {
  readonly nickname: string;
  readonly email: string;
  readonly problem: string | null;
  readonly faults: Faults<'nickname' | 'email' | 'password'>;
  readonly passwordMinimum: number;
}

export interface SignUp extends NewAccount {
  readonly returnTo: string | null;
  readonly waiting: Waiting | null;
}

export function signUpPage(shell: Shell, page: SignUp): Html {
  return decisionFrame(shell, {
    title: 'Create an account',
    body: html`<h1>Create an account</h1>
${waitingLine(page.waiting)}
${newAccountForm(shell, page, { action: '/sign-up', returnTo: page.returnTo, label: 'Create account' })}`,
    below: html`<p>Already have one? <a href="${withReturn('/sign-in', page.returnTo)}">Sign in</a></p>`,
  });
}

export interface Setup extends NewAccount {
  /** The secret of the one-time link, as it stands in the address. */
  readonly token: string;
}

export function setupPage(shell: Shell, page: Setup): Html {
  return decisionFrame(shell, {
    title: 'Create the first administrator',
    body: html`<h1>Create the first administrator</h1>
<p>${named(shell.serviceName)} is running and has no administrator yet. The account you create here becomes one, and this link stops working.</p>
${newAccountForm(shell, page, { action: `/setup/${encodeURIComponent(page.token)}`, returnTo: null, label: 'Create administrator' })}`,
  });
}

interface NewAccountForm {
  readonly action: string;
  readonly returnTo: string | null;
  readonly label: Child;
}

function newAccountForm(shell: Shell, page: NewAccount, form: NewAccountForm): Html {
  return html`${problemNotice(page.problem)}
${faultSummary([
  ['nickname', page.faults.nickname],
  ['email', page.faults.email],
  ['password', page.faults.password],
])}
${postForm(shell, {
  action: form.action,
  class: 'stack',
  hidden: returnField(form.returnTo),
  body: html`${field({
    id: 'nickname',
    name: 'nickname',
    label: 'Nickname',
    value: page.nickname,
    autocomplete: 'username',
    required: true,
    fault: page.faults.nickname,
    hint: 'Everybody can see it. You can change it later.',
  })}
${field({
  id: 'email',
  name: 'email',
  label: 'E-mail',
  type: 'email',
  value: page.email,
  autocomplete: 'email',
  inputMode: 'email',
  required: true,
  fault: page.faults.email,
  hint: 'Only applications that you allow can see it.',
})}
${field({
  id: 'password',
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  required: true,
  fault: page.faults.password,
  hint: `At least ${page.passwordMinimum} characters. A few unrelated words are strong and easy to keep.`,
})}
<div class="actions column">${button({ weight: 'primary', label: form.label })}</div>`,
})}`;
}
