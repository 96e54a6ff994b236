/** The question this service exists for: may this application act for you, and how far? */
import { destinationWords } from './destination-words.ts';
import { decisionFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { button } from './parts/button.ts';
import { choice } from './parts/choice.ts';
import { postForm, problemNotice } from './parts/form.ts';
import { tickIcon } from './parts/icon.ts';
import { identicon } from './parts/identicon.ts';
import { distance, period } from './parts/moment.ts';
import { named, webLink } from './parts/name.ts';
import type { Text } from './text/en.ts';
import { scopeWords } from './text/texts.ts';

export interface ScopeRequest {
  readonly name: string;
  /** In words for users. */
  readonly description: string;
  /** Whether the user has allowed it to this application before. */
  readonly isGranted: boolean;
}

export interface Consent {
  readonly application: {
    readonly clientId: string;
    readonly name: string;
    readonly description: string;
    readonly homepageUrl: string;
    readonly createdAt: number;
    readonly userCount: number;
  };
  readonly owner: { readonly id: number; readonly nickname: string };
  readonly scopes: readonly ScopeRequest[];
  /** Where the answer goes; the page says it in words. */
  readonly redirectUri: string;
  /** How long unused access lives. */
  readonly idleSeconds: number;
  /** The request, to be posted again; `scope`, `decision` and `form_token` are the page's own and left out. */
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** The local path of this same request, for "not you?". */
  readonly returnTo: string;
  /** True when the answer before had no permission ticked. */
  readonly wasEmpty: boolean;
}

const OWN_FIELDS: ReadonlySet<string> = new Set(['scope', 'decision', 'form_token']);

export function consentPage(shell: Shell, consent: Consent): Html {
  const { application, owner } = consent;
  const { text } = shell;
  const words = text.consent;
  return decisionFrame(shell, {
    title: words.title(application.name),
    body: html`<div class="meeting">${identicon(application.clientId, 'application', 'large')}<span class="meeting-line" aria-hidden="true"></span>${identicon(`user:${shell.account?.id}`, 'person', 'large')}</div>
<h1 class="centred">${words.heading(named(application.name))}</h1>
<p class="centred quiet-text">${words.by(html`<a href="/users/${owner.id}">${named(owner.nickname)}</a>`)}${application.homepageUrl !== '' && html` · ${webLink(application.homepageUrl)}`}</p>
${application.description !== '' && html`<p class="said">${named(application.description)}</p>`}
${consent.wasEmpty && problemNotice(words.tickOne)}
${postForm(shell, {
  action: '/oauth/authorize',
  class: 'stack',
  hidden: consent.hidden.filter(([name]) => !OWN_FIELDS.has(name)),
  body: html`${scopeList(text, consent.scopes)}
${facts(shell, consent)}
<div class="actions pair">${button({ weight: 'secondary', label: words.deny, name: 'decision', value: 'deny' })}
${button({ weight: 'primary', label: html`<span class="clamp">${words.approve(html`<bdi>${application.name}</bdi>`)}</span>`, name: 'decision', value: 'approve' })}</div>`,
})}`,
    below: notYou(shell, consent.returnTo),
  });
}

/** A single scope cannot be unticked, since granting none is refusing (SPEC D10). */
function scopeList(text: Text, scopes: readonly ScopeRequest[]): Html {
  const words = text.consent;
  const [only] = scopes;
  if (scopes.length === 1 && only !== undefined) {
    return html`<div class="group"><p class="legend">${words.able}</p>
<input type="hidden" name="scope" value="${only.name}">
<p class="only-scope">${tickIcon}<span>${permission(text, only)}</span></p></div>`;
  }
  return html`<fieldset class="group"><legend>${words.able}</legend>
<div class="choices">${scopes.map((scope, index) =>
    choice({
      type: 'checkbox',
      id: `scope_${index + 1}`,
      name: 'scope',
      value: scope.name,
      checked: true,
      title: permission(text, scope),
    }),
  )}</div>
<p class="hint">${words.untick}</p></fieldset>`;
}

function permission(text: Text, scope: ScopeRequest): Html {
  return html`<span class="scope-words">${scopeWords(text, scope)}</span>${scope.isGranted && html` <span class="chip">${text.consent.allowedBefore}</span>`}`;
}

function facts({ text, now }: Shell, consent: Consent): Html {
  const { createdAt, userCount } = consent.application;
  const words = text.consent;
  const destination = destinationWords(text, consent.redirectUri);
  const remove = (label: string) => html`<a href="/oauth/authorized_applications">${label}</a>`;
  const age = now - createdAt < 86_400 ? words.underADay : distance(text, createdAt, now);
  return html`<dl class="facts small">
<div><dt>${destination.label}</dt><dd>${destination.isAddress ? html`<code dir="ltr">${destination.text}</code>` : destination.text}</dd></div>
<div><dt>${words.lasts}</dt><dd>${words.until(remove, period(text, consent.idleSeconds))}</dd></div>
<div><dt>${words.checked}</dt><dd>${words.byNobody(age, words.people(userCount))}</dd></div>
</dl>`;
}

function notYou(shell: Shell, returnTo: string): Html {
  const words = shell.text.consent;
  return html`<div class="not-you"><p>${words.signedInAs(named(shell.account?.nickname ?? ''))}</p>
${postForm(shell, {
  action: '/sign-out',
  hidden: [['return_to', returnTo]],
  body: html`<button class="as-link" type="submit">${words.notYou}</button>`,
})}</div>`;
}
