/** The question this service exists for: may this application act for you, and how far? */
import { destinationWords } from './destination-words.ts';
import { decisionFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { button } from './parts/button.ts';
import { choice } from './parts/choice.ts';
import { postForm, problemNotice } from './parts/form.ts';
import { tickIcon } from './parts/icon.ts';
import { identicon } from './parts/identicon.ts';
import { duration, numeral, period } from './parts/moment.ts';
import { named, webLink } from './parts/name.ts';

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
  /** What was wrong with the answer before ("Tick at least one permission."). */
  readonly problem: string | null;
}

const OWN_FIELDS: ReadonlySet<string> = new Set(['scope', 'decision', 'form_token']);

export function consentPage(shell: Shell, consent: Consent): Html {
  const { application } = consent;
  return decisionFrame(shell, {
    title: `Authorize ${application.name}`,
    body: html`<div class="meeting">${identicon(application.clientId, 'application', 'large')}<span class="meeting-line" aria-hidden="true"></span>${identicon(`user:${shell.account?.id}`, 'person', 'large')}</div>
<h1 class="centred">${named(application.name)} wants access to your account</h1>
<p class="centred quiet-text">by <a href="/users/${consent.owner.id}">${named(consent.owner.nickname)}</a>${application.homepageUrl !== '' && html` · ${webLink(application.homepageUrl)}`}</p>
${application.description !== '' && html`<p class="said">${named(application.description)}</p>`}
${problemNotice(consent.problem)}
${postForm(shell, {
  action: '/oauth/authorize',
  class: 'stack',
  hidden: consent.hidden.filter(([name]) => !OWN_FIELDS.has(name)),
  body: html`${scopeList(consent.scopes)}
${facts(shell, consent)}
<div class="actions pair">${button({ weight: 'secondary', label: 'Cancel', name: 'decision', value: 'deny' })}
${button({ weight: 'primary', label: html`<span class="clamp">Authorize <bdi>${application.name}</bdi></span>`, name: 'decision', value: 'approve' })}</div>`,
})}`,
    below: notYou(shell, consent.returnTo),
  });
}

/** A single scope cannot be unticked, since granting none is refusing (SPEC D10). */
function scopeList(scopes: readonly ScopeRequest[]): Html {
  const [only] = scopes;
  if (scopes.length === 1 && only !== undefined) {
    return html`<div class="group"><p class="legend">It will be able to</p>
<input type="hidden" name="scope" value="${only.name}">
<p class="only-scope">${tickIcon}<span>${scopeWords(only)}</span></p></div>`;
  }
  return html`<fieldset class="group"><legend>It will be able to</legend>
<div class="choices">${scopes.map((scope, index) =>
    choice({
      type: 'checkbox',
      id: `scope_${index + 1}`,
      name: 'scope',
      value: scope.name,
      checked: true,
      title: scopeWords(scope),
    }),
  )}</div>
<p class="hint">Untick what you do not want to allow.</p></fieldset>`;
}

function scopeWords(scope: ScopeRequest): Html {
  return html`<span class="scope-words">${scope.description === '' ? scope.name : scope.description}</span>${scope.isGranted && html` <span class="chip">allowed before</span>`}`;
}

function facts(shell: Shell, consent: Consent): Html {
  const { application } = consent;
  const destination = destinationWords(consent.redirectUri);
  return html`<dl class="facts small">
<div><dt>${destination.label}</dt><dd>${destination.isAddress ? html`<code dir="ltr">${destination.text}</code>` : destination.text}</dd></div>
<div><dt>Lasts</dt><dd>until you <a href="/oauth/authorized_applications">remove it</a>, or until it goes unused for ${period(consent.idleSeconds)}</dd></div>
<div><dt>Checked</dt><dd>by nobody. Registered ${age(shell.now - application.createdAt)}, used by ${people(application.userCount)}.</dd></div>
</dl>`;
}

function people(count: number): string {
  if (count === 0) return 'nobody yet';
  return count === 1 ? 'one person' : `${numeral(count)} people`;
}

function age(seconds: number): string {
  return seconds < 86_400 ? 'less than a day ago' : `${duration(seconds)} ago`;
}

function notYou(shell: Shell, returnTo: string): Html {
  return html`<div class="not-you"><p>Signed in as <strong>${named(shell.account?.nickname ?? '')}</strong>.</p>
${postForm(shell, {
  action: '/sign-out',
  hidden: [['return_to', returnTo]],
  body: html`<button class="as-link" type="submit">Not you? Use another account</button>`,
})}</div>`;
}
