/** Sign-in, and the password once more before a dangerous action. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { decisionFrame, type PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { field } from '../parts/field.ts';
import { type Faults, faultSummary, postForm, problemNotice } from '../parts/form.ts';
import { named } from '../parts/name.ts';
import { identicon } from '../parts/picture.ts';
import type { Text } from '../text/en.ts';

/** The application whose authorization request waits for the sign-in. */
export interface WaitingApplication {
  readonly clientId: string;
  readonly name: string;
}

export interface SignIn {
  readonly nickname: string;
  /** A local path to go on to, already judged safe; the hidden field `return_to`. */
  readonly returnTo: string | null;
  readonly waiting: WaitingApplication | null;
  readonly signUpIsOpen: boolean;
  /** The name is unknown, the password wrong, or the account disabled: the page does not say which. */
  readonly wasWrong: boolean;
  readonly faults: Faults<'nickname' | 'password'>;
}

export function signInPage(context: PageContext, page: SignIn): Html {
  const { text } = context;
  const words = text.signIn;
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.title}</h1>
${waitingLine(text, page.waiting)}
${page.wasWrong && problemNotice(words.wrong)}
${faultSummary(text, [
  ['nickname', page.faults.nickname],
  ['password', page.faults.password],
])}
${postForm(context, {
  action: '/sign-in',
  class: 'stack',
  hidden: returnField(page.returnTo),
  body: html`${field(text, {
    id: 'nickname',
    name: 'nickname',
    label: words.name,
    value: page.nickname,
    autocomplete: 'username',
    required: true,
    fault: page.faults.nickname,
    autofocus: page.nickname === '',
  })}
${field(text, {
  id: 'password',
  name: 'password',
  label: words.password,
  type: 'password',
  autocomplete: 'current-password',
  required: true,
  fault: page.faults.password,
  autofocus: page.nickname !== '',
})}
<div class="actions column">${button({ weight: 'primary', label: words.submit })}</div>`,
})}`,
    below:
      page.signUpIsOpen &&
      html`<p>${words.noAccount} <a href="${pathWithReturn('/sign-up', page.returnTo)}">${words.createAccount}</a></p>`,
  });
}

/** What the password is asked for. */
export type ConfirmPurpose = keyof Text['confirm']['purposes'];

export interface Confirm {
  readonly purpose: ConfirmPurpose;
  readonly returnTo: string;
  readonly fault: FieldFault | null;
}

export function confirmPage(context: PageContext, page: Confirm): Html {
  const nickname = context.account?.nickname ?? '';
  const words = context.text.confirm;
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.title}</h1>
<p>${words.ask(named(nickname), words.purposes[page.purpose])}</p>
${postForm(context, {
  action: '/confirm',
  class: 'stack',
  hidden: returnField(page.returnTo),
  body: html`<input class="unseen" type="text" value="${nickname}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${field(context.text, {
  id: 'password',
  name: 'password',
  label: words.password,
  type: 'password',
  autocomplete: 'current-password',
  required: true,
  fault: page.fault,
  autofocus: true,
})}
<div class="actions column">${button({ weight: 'primary', label: words.submit })}</div>`,
})}`,
    below: html`<p><a href="/">${words.leave}</a></p>`,
  });
}

/** "to continue to APP", so that users know what they type their password for. */
export function waitingLine({ signIn }: Text, waiting: WaitingApplication | null): Html | null {
  if (waiting === null) return null;
  return html`<p class="waiting">${identicon(waiting.clientId, 'application')}<span>${signIn.continueTo(named(waiting.name))}</span></p>`;
}

export function returnField(returnTo: string | null): readonly (readonly [string, string])[] {
  return returnTo === null ? [] : [['return_to', returnTo]];
}

export function pathWithReturn(path: string, returnTo: string | null): string {
  return returnTo === null ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`;
}
