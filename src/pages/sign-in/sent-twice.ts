/** The page after a form that lets somebody in was sent twice, with something else the second time: what counts. */
import { decisionFrame, type PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { named } from '../parts/name.ts';

interface SentTwice {
  readonly nickname: string;
  readonly email?: string;
  readonly hasSetPassword: boolean;
  readonly target: string;
}

export function sentTwicePage(context: PageContext, { nickname, email, hasSetPassword, target }: SentTwice): Html {
  const words = context.text.sentTwice;
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.title}</h1>
<p>${words.text}</p>
<p>${email === undefined ? words.account(named(nickname)) : words.accountWith(named(nickname), named(email))}</p>
<p>${hasSetPassword ? words.passwordSet : words.passwordKept}</p>
<div class="actions column">${buttonLink(target, 'primary', words.next)}</div>`,
  });
}
