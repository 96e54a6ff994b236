/** The pages that create an account: sign-up, and the one-time link of the first administrator. */
import { withTarget } from '../../protocol/authorize/return-target.ts';
import { decisionFrame, type PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { field } from '../parts/field.ts';
import { type Faults, faultSummary, postForm } from '../parts/form.ts';
import { named } from '../parts/name.ts';
import { returnField, type WaitingApplication, waitingLine } from './sign-in.ts';

interface NewAccountFields {
  readonly nickname: string;
  readonly email: string;
  readonly faults: Faults<'nickname' | 'email' | 'password'>;
  readonly passwordMinimum: number;
}

export interface SignUp extends NewAccountFields {
  readonly returnTo: string | null;
  readonly waiting: WaitingApplication | null;
}

export function signUpPage(context: PageContext, page: SignUp): Html {
  const words = context.text.signUp;
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.title}</h1>
${waitingLine(context.text, page.waiting)}
${newAccountForm(context, page, { action: '/sign-up', returnTo: page.returnTo, label: words.submit })}`,
    below: html`<p>${words.haveOne} <a href="${withTarget('/sign-in', page.returnTo)}">${words.signIn}</a></p>`,
  });
}

export interface Setup extends NewAccountFields {
  /** The secret of the one-time link, from the address. */
  readonly token: string;
}

export function setupPage(context: PageContext, page: Setup): Html {
  const words = context.text.setup;
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.title}</h1>
<p>${words.explained(named(context.serviceName))}</p>
${newAccountForm(context, page, { action: `/setup/${encodeURIComponent(page.token)}`, returnTo: null, label: words.submit })}`,
  });
}

/** Behind a set-up link that does not work: what to do instead. */
export function deadSetupPage(context: PageContext): Html {
  const words = context.text.setup;
  return decisionFrame(context, {
    title: words.deadTitle,
    body: html`<h1>${words.deadTitle}</h1>
<p>${words.deadText}</p>
<p>${words.deadNext(html`<code dir="ltr">bin/latchkey users create --admin</code>`)}</p>
<div class="actions column">${buttonLink('/sign-in', 'primary', words.deadSignIn)}</div>`,
  });
}

interface NewAccountForm {
  readonly action: string;
  readonly returnTo: string | null;
  readonly label: string;
}

function newAccountForm(context: PageContext, page: NewAccountFields, form: NewAccountForm): Html {
  const { text } = context;
  const words = text.signUp;
  return html`${faultSummary(text, [
    ['nickname', page.faults.nickname],
    ['email', page.faults.email],
    ['password', page.faults.password],
  ])}
${postForm(context, {
  action: form.action,
  class: 'stack',
  hidden: returnField(form.returnTo),
  body: html`${field(text, {
    id: 'nickname',
    name: 'nickname',
    label: words.nickname,
    value: page.nickname,
    autocomplete: 'username',
    required: true,
    fault: page.faults.nickname,
    hint: words.nicknameHint,
  })}
${field(text, {
  id: 'email',
  name: 'email',
  label: words.email,
  type: 'email',
  value: page.email,
  autocomplete: 'email',
  inputMode: 'email',
  required: true,
  fault: page.faults.email,
  hint: words.emailHint,
})}
${field(text, {
  id: 'password',
  name: 'password',
  label: words.password,
  type: 'password',
  autocomplete: 'new-password',
  required: true,
  fault: page.faults.password,
  // What is wrong with it says what it needs.
  hint: page.faults.password === undefined && words.passwordHint(page.passwordMinimum),
})}
<div class="actions column">${button({ weight: 'primary', label: form.label })}</div>`,
})}`;
}
