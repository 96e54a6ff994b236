/** The pages where somebody proves who they are: sign in, and the password once more before a dangerous act. */
import { decisionFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { button } from './parts/button.ts';
import { field } from './parts/field.ts';
import { type Faults, faultSummary, postForm, problemNotice } from './parts/form.ts';
import { identicon } from './parts/identicon.ts';
import { named } from './parts/name.ts';

/** The application an authorization request comes from, when sign-in stands in its way. */
export interface Waiting {
  readonly clientId: string;
  readonly name: string;
}

export interface SignIn {
  readonly nickname: string;
  /** A local path to go on to, already judged safe; the hidden field `return_to`. */
  readonly returnTo: string | null;
  readonly waiting: Waiting | null;
  readonly signUpIsOpen: boolean;
  /** What went wrong with the attempt as a whole ("Nickname or password is wrong."). */
  readonly problem: string | null;
  readonly faults: Faults<'nickname' | 'password'>;
}

export function signInPage(shell: Shell, page: SignIn): Html {
  return decisionFrame(shell, {
    title: 'Sign in',
    body: html`<h1>Sign in</h1>
${waitingLine(page.waiting)}
${problemNotice(page.problem)}
${faultSummary([
  ['nickname', page.faults.nickname],
  ['password', page.faults.password],
])}
${postForm(shell, {
  action: '/sign-in',
  class: 'stack',
  hidden: returnField(page.returnTo),
  body: html`${field({
    id: 'nickname',
    name: 'nickname',
    label: 'Nickname or e-mail',
    value: page.nickname,
    autocomplete: 'username',
    required: true,
    fault: page.faults.nickname,
    autofocus: page.nickname === '',
  })}
${field({
  id: 'password',
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  required: true,
  fault: page.faults.password,
  autofocus: page.nickname !== '',
})}
<div class="actions column">${button({ weight: 'primary', label: 'Sign in' })}</div>`,
})}`,
    below:
      page.signUpIsOpen &&
      html`<p>No account yet? <a href="${withReturn('/sign-up', page.returnTo)}">Create an account</a></p>`,
  });
}

export interface Confirm {
  /** What the password opens, as the end of a sentence: "remove a secret of Quill". */
  readonly purpose: string;
  readonly returnTo: string;
  readonly fault: string | null;
}

export function confirmPage(shell: Shell, page: Confirm): Html {
  const nickname = shell.account?.nickname ?? '';
  return decisionFrame(shell, {
    title: 'Confirm it is you',
    body: html`<h1>Confirm it is you</h1>
<p>Signed in as ${named(nickname)}. Enter your password once more to ${page.purpose}.</p>
${postForm(shell, {
  action: '/confirm',
  class: 'stack',
  hidden: returnField(page.returnTo),
  body: html`<input class="unseen" type="text" value="${nickname}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${field({
  id: 'password',
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  required: true,
  fault: page.fault,
  autofocus: true,
})}
<div class="actions column">${button({ weight: 'primary', label: 'Confirm password' })}</div>`,
})}`,
    below: html`<p><a href="/">Leave without changing anything</a></p>`,
  });
}

/** "to continue to APP", so that nobody types a password without knowing what for. */
export function waitingLine(waiting: Waiting | null): Html | null {
  if (waiting === null) return null;
  return html`<p class="waiting">${identicon(waiting.clientId, 'application')}<span>to continue to <strong>${named(waiting.name)}</strong></span></p>`;
}

export function returnField(returnTo: string | null): readonly (readonly [string, string])[] {
  return returnTo === null ? [] : [['return_to', returnTo]];
}

export function withReturn(path: string, returnTo: string | null): string {
  return returnTo === null ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`;
}
