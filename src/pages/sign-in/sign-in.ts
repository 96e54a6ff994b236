/** The pages where somebody proves who they are: sign in, and once more before a dangerous act. */
import { withTarget } from '../../protocol/authorize/return-target.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { decisionFrame, type PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { field } from '../parts/field.ts';
import { type Faults, faultSummary, postForm, problemNotice } from '../parts/form.ts';
import { contactLink, named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { type Emblem, emblem } from '../parts/picture.ts';
import type { Text } from '../text/en.ts';
import { type OfferedWays, otherWayButtons, otherWays, wayField } from './way.ts';

/** The application whose authorization request waits for the sign-in. */
export interface WaitingApplication extends Emblem {
  readonly name: string;
}

export interface SignIn {
  readonly nickname: string;
  /** A local path to go on to, already judged safe; the hidden field `return_to`. */
  readonly returnTo: string | null;
  readonly waiting: WaitingApplication | null;
  readonly signUpIsOpen: boolean;
  readonly ways: OfferedWays;
  /** The name is unknown, or the proof wrong; the page does not tell which. */
  readonly wasWrong: boolean;
  /** The proof was right, but an administrator has disabled the account; with the reason, where one was given. */
  readonly disabled: { readonly because: string | null } | null;
  readonly faults: Faults<'nickname' | 'presented'>;
  /** What was typed into a form whose session ended, and where that form was sent; null for none. */
  readonly kept: {
    readonly action: string;
    readonly hidden: readonly (readonly [name: string, value: string])[];
  } | null;
}

/** Sends what the page holds along to the page of another way. */
export const OTHER_WAY = 'other_way';

export function signInPage(context: PageContext, page: SignIn): Html {
  const { text } = context;
  const words = text.signIn;
  const way = page.ways.chosen.page;
  const signUp = html`<p>${words.noAccount} <a href="${withTarget('/sign-up', page.returnTo)}">${words.createAccount}</a></p>`;
  const below = [
    forgotten(context),
    // A link would lose what the page holds; there the form has buttons.
    ...(page.kept ? [] : otherWays(text, page.ways, withTarget('/sign-in', page.returnTo))),
    ...(page.signUpIsOpen ? [signUp] : []),
  ];
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.title}</h1>
${waitingLine(text, page.waiting)}
${page.kept && notice('warning', words.kept)}
${page.wasWrong && problemNotice(way.refused(text))}
${page.disabled && disabledNotice(context, page.disabled)}
${faultSummary(text, [
  ['nickname', page.faults.nickname],
  [way.field, page.faults.presented],
])}
${postForm(context, {
  action: page.kept?.action ?? '/sign-in',
  class: 'stack',
  hidden: [...returnField(page.returnTo), ...(page.kept?.hidden ?? []), ...wayField(page.ways)],
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
${way.input(text, { fault: page.faults.presented, autofocus: page.nickname !== '' })}
<div class="actions column">${button({ weight: 'primary', label: words.submit })}${
    page.kept && otherWayButtons(text, page.ways, OTHER_WAY)
  }</div>`,
})}`,
    below,
  });
}

/** Nobody but the operator can help: the service sends no mail. */
function forgotten({ text, site: { contact } }: PageContext): Html {
  const { forgotten: words } = text.signIn;
  return html`<details class="forgotten"><summary>${words.title}</summary><p>${words.text(contactLink(contact))}</p></details>`;
}

/** What happened, why, and whom to ask. */
function disabledNotice(
  { text, site: { contact } }: PageContext,
  { because }: { readonly because: string | null },
): Html {
  const words = text.signIn;
  return problemNotice(html`<p><strong>${words.disabled}</strong></p>
${because !== null && html`<p>${words.disabledBecause(named(because))}</p>`}
<p>${words.disabledAsk(contactLink(contact))}</p>`);
}

/** What the proof is for. */
export type ConfirmPurpose = keyof Text['confirm']['purposes'];

interface Confirm {
  readonly purpose: ConfirmPurpose;
  /** Where the proof is sent, with what it is sent along with. */
  readonly action: string;
  readonly hidden: readonly (readonly [name: string, value: string])[];
  readonly ways: OfferedWays;
  /** Another way is a link, or, where the page holds what was typed, a button that sends it along. */
  readonly otherWay: { readonly path: string } | { readonly button: string };
  readonly fault: FieldFault | null;
  readonly backPath: string;
}

export function confirmPage(context: PageContext, page: Confirm): Html {
  const nickname = context.account?.nickname ?? '';
  const { text } = context;
  const words = text.confirm;
  const way = page.ways.chosen.page;
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.title}</h1>
<p>${way.ask(text, named(nickname), words.purposes[page.purpose])}</p>
${postForm(context, {
  action: page.action,
  class: 'stack',
  hidden: [...page.hidden, ...wayField(page.ways)],
  body: html`<input class="unseen" type="text" value="${nickname}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${way.input(text, { fault: page.fault, autofocus: true })}
<div class="actions column">${button({ weight: 'primary', label: way.submit(text) })}${
    'button' in page.otherWay && otherWayButtons(text, page.ways, page.otherWay.button)
  }</div>`,
})}`,
    below: html`${'path' in page.otherWay && otherWays(text, page.ways, page.otherWay.path)}<p><a href="${page.backPath}">${words.leave}</a></p>`,
  });
}

/** "to continue to APP", so that users know what they type their password for. */
export function waitingLine({ signIn }: Text, waiting: WaitingApplication | null): Html | null {
  if (waiting === null) return null;
  return html`<p class="waiting">${emblem(waiting)}<span>${signIn.continueTo(named(waiting.name))}</span></p>`;
}

export function returnField(returnTo: string | null): readonly (readonly [string, string])[] {
  return returnTo === null ? [] : [['return_to', returnTo]];
}
