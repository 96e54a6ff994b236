/** The consent page: which application asks, for which permissions, and how long access lasts. */

import { endOf, LASTS, type Lasts } from '../../protocol/authorize/consent-terms.ts';
import type { Access } from '../../protocol/authorize/scope-groups.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { authorizedPath } from '../account/authorized-applications.ts';
import { destinationWords } from '../applications/redirects.ts';
import { decisionFrame, type PageContext } from '../frame.ts';
import { attributes, type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { choice } from '../parts/field.ts';
import { postForm, problemNotice } from '../parts/form.ts';
import { tickIcon } from '../parts/icon.ts';
import { distance, moment, period } from '../parts/moment.ts';
import { linkNamed, named, webLink } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { permissionGroups, permissionWords, type ShownScope } from '../parts/permissions.ts';
import { emblem, portrait } from '../parts/picture.ts';
import type { Text } from '../text/en.ts';

interface ScopeRequest extends ShownScope {
  /** Whether the user has allowed it to this application before. */
  readonly isGranted: boolean;
  /** Whether it may be unticked. */
  readonly isOptional: boolean;
}

interface Consent {
  readonly application: {
    readonly clientId: string;
    readonly name: string;
    readonly logoPath: string | null;
    readonly description: string;
    readonly homepageUrl: string;
    /** Links to its privacy policy and terms; empty where it names none. */
    readonly policyUrl: string;
    readonly termsUrl: string;
    readonly createdAt: number;
    readonly userCount: number;
    /** Whether an older application of another owner has a name that looks like this one. */
    readonly isNamesake: boolean;
    /** Whether an administrator vouches for it. */
    readonly isVerified: boolean;
  };
  readonly owner: { readonly id: number; readonly nickname: string };
  /** The e-mail address of the account that decides, because nicknames are easily confused. */
  readonly email: string | null;
  /** The API that access is for; null for none in particular. */
  readonly resource: { readonly name: string; readonly identifier: string } | null;
  readonly scopes: readonly ScopeRequest[];
  /** The access it has already; null for none. */
  readonly given: { readonly endsAt: number | null } | null;
  /** How many codes within an hour caused this question; null where a loop is not the reason to ask. */
  readonly loopingAfter: number | null;
  /** The initial choice. */
  readonly lasts: Lasts;
  /** Where the answer goes; the page describes it in words. */
  readonly redirectUri: string;
  /** True where that is the playground of this very service. */
  readonly isPlayground: boolean;
  /** After which time unused access ends. */
  readonly idleSeconds: number;
  /** The request, to be posted again; the page's own fields are left out. */
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** The local path of this request, for "not you?". */
  readonly returnTo: string;
  /** What was left ticked in an answer that did not count; null when the question is put for the first time. */
  readonly ticked: readonly string[] | null;
  /** Why it did not count. */
  readonly about: 'permission_missing' | 'permission_not_shown' | null;
}

const OWN_FIELDS: ReadonlySet<string> = new Set(['scope', 'shown', 'lasts', 'decision', 'form_token']);

/** What is at stake first, then both answers, which stay in sight however much there is to read. */
export function consentPage(context: PageContext, consent: Consent): Html {
  const { application, owner } = consent;
  const { text } = context;
  const words = text.consent;
  const name = named(application.name);
  return decisionFrame(context, {
    title: words.title(application.name),
    body: html`${asker(context, consent)}
${application.isNamesake && notice('warning', words.namesake(named(owner.nickname)))}
${consent.loopingAfter !== null && notice('warning', words.looping(name, text.moments.numeral(consent.loopingAfter)))}
${consent.about !== null && problemNotice(consent.about === 'permission_missing' ? words.tickOne : words.changed)}
${decidingAccount(context, consent)}
${postForm(context, {
  action: ENDPOINT_PATHS.authorize,
  class: 'deciding-form',
  hidden: consent.hidden.filter(([field]) => !OWN_FIELDS.has(field)),
  body: html`${NO_DEFAULT}
${permissions(text, consent)}
${ends(context, consent)}
${promises(text, application)}
<div class="verdict">${button({ weight: 'secondary', label: words.deny, name: 'decision', value: 'deny' })}
${button({ weight: 'unlock', label: approval(text, application.name), name: 'decision', value: 'approve' })}</div>`,
})}`,
    below: html`<p>${words.removeWhere((label) => html`<a href="${authorizedPath(application.clientId)}">${label}</a>`)}</p>`,
  });
}

const LONGEST_ON_BUTTON = 40;

/** One that would fill the button is seen in the heading, and read aloud here. */
function approval({ consent: words }: Text, name: string): Html {
  const look = name.length > LONGEST_ON_BUTTON ? 'unseen' : 'seen';
  const within = (part: Html) => html`<span class="${look}">${part}</span>`;
  // One box: the parts of a button are spaced apart.
  return html`<span>${words.approve(html`<bdi class="whole-name">${name}</bdi>`, within)}</span>`;
}

/** Longer ones would push what is at stake out of sight: three lines of them are shown, and the whole name on demand. */
const LONGEST_IN_HEADING = 90;

function headingName(name: string): Html {
  return name.length > LONGEST_IN_HEADING ? html`<span class="clamped-name">${named(name)}</span>` : named(name);
}

function wholeName({ consent: words }: Text, name: string): Html | null {
  if (name.length <= LONGEST_IN_HEADING) return null;
  return html`<details class="name-in-full"><summary>${words.wholeName}</summary><p>${named(name)}</p></details>`;
}

/**
 * Enter in a checkbox presses the first button of a form, which would decide by accident. This one sends nothing: the
 * method `dialog` outside of a dialog does nothing (HTML, "submit a form element"). A disabled button would not do:
 * Chromium passes over it to the next.
 */
const NO_DEFAULT = html`<button type="submit" class="unseen" formmethod="dialog" aria-hidden="true" tabindex="-1"></button>`;

/** Who asks, in whose name, and what is known about it: its picture, heading and one line of facts. */
function asker(context: PageContext, consent: Consent): Html {
  const { application, owner } = consent;
  const words = context.text.consent;
  const by = words.by(html`<a href="/users/${owner.id}">${named(owner.nickname)}</a>`);
  return html`<div class="asker">${emblem(application, 'large')}<div class="asker-words">
<h1>${words.heading(headingName(application.name))}</h1>
${wholeName(context.text, application.name)}
<p class="asker-line">${by}${application.homepageUrl !== '' && html` · ${webLink(application.homepageUrl)}`}</p></div></div>
${application.description !== '' && html`<p class="said">${named(application.description)}</p>`}
${facts(context, consent)}`;
}

/** Where the answer goes, and what nobody has checked: in one line, without alarm, since it stands on every page. */
function facts({ text, now, serviceName }: PageContext, { application, redirectUri, isPlayground }: Consent): Html {
  const words = text.consent;
  const { label, text: place, isAddress } = destinationWords(text, redirectUri);
  const destination = isPlayground
    ? words.toPlayground(html`<bdi>${serviceName}</bdi>`)
    : html`${label} ${isAddress ? html`<strong dir="ltr">${place}</strong>` : place}`;
  const { createdAt, userCount } = application;
  const age = now - createdAt < 86_400 ? words.createdToday : words.created(distance(text, createdAt, now));
  return html`<ul class="asker-facts"><li>${destination}</li><li>${application.isVerified ? html`<strong>${words.verifiedBy(html`<bdi>${serviceName}</bdi>`)}</strong>` : words.notVerified}</li><li>${age}</li><li>${words.people(userCount)}</li></ul>`;
}

function decidingAccount(context: PageContext, { email, returnTo }: Consent): Html {
  const { text, account } = context;
  return html`<div class="deciding">${account && portrait(account)}<p class="deciding-words">${text.consent.signedInAs(named(account?.nickname ?? ''))}${
    email !== null && html` <span class="soft">${named(email)}</span>`
  }</p>
${postForm(context, {
  action: '/sign-out',
  hidden: [['return_to', returnTo]],
  body: html`<button class="as-link" type="submit">${text.consent.notYou}</button>`,
})}</div>`;
}

function permissions(text: Text, consent: Consent): Html {
  const words = text.consent;
  const { scopes, given, resource } = consent;
  const fresh = given ? scopes.filter((scope) => !scope.isGranted).length : 0;
  const body = permissionGroups(text, scopes, (scope, index) => permission(text, consent, scope, index));
  const [only] = scopes;
  const shown = scopes.length === 1 ? [] : scopes.filter((scope) => !scope.isOptional);
  return html`<fieldset class="group permissions"><legend>${words.able}</legend>
${resource !== null && html`<p class="hint"><strong>${words.api}</strong> ${words.apiWords(named(resource.name), html`<code dir="ltr">${resource.identifier}</code>`)}</p>`}
${fresh > 0 && html`<p class="hint">${words.more(fresh)}</p>`}
${scopes.length === 1 && only !== undefined && html`<input type="hidden" name="scope" value="${only.name}">`}
${shown.length > 0 && html`<input type="hidden" name="shown" value="${shown.map(({ name }) => name).join(' ')}">`}
${body}
<p class="hint">${scopes.some((scope) => scope.isOptional) ? words.untick : words.noPassword}</p></fieldset>`;
}

/**
 * The only permission (SPEC D10) and required ones cannot be unticked, so they have no checkbox. The form says in one
 * field which of them it showed, because nothing else is granted.
 */
function permission(
  text: Text,
  { given, scopes, ticked }: Consent,
  scope: ScopeRequest & { readonly access: Access | null },
  index: number,
): Html {
  const isRequired = !scope.isOptional && scopes.length > 1;
  // What was allowed before needs no mark: on most rows it would be noise.
  const isNew = given !== null && !scope.isGranted;
  const title = html`${permissionWords(text, scope)}${isRequired && html` <span class="chip">${text.access.required}</span>`}${
    isNew && html` <span class="chip accent">${text.access.fresh}</span>`
  }`;
  if (!scope.isOptional)
    return html`<div class="choice fixed">${tickIcon}<span class="choice-words">${title}</span></div>`;
  const id = `scope_${index}`;
  return choice({
    type: 'checkbox',
    id,
    name: 'scope',
    value: scope.name,
    checked: ticked?.includes(scope.name) ?? true,
    title,
  });
}

/** One row: most people leave it as it is. */
function ends(context: PageContext, { given, lasts, idleSeconds }: Consent): Html {
  const { text, now } = context;
  const words = text.consent;
  const before = given?.endsAt == null ? words.replacesOpen : words.replacesEnd(moment(context, given.endsAt));
  const options = LASTS.map((each) => {
    const end = endOf(each, now);
    const label = end === null ? words.lasting[each] : words.lastingUntil(words.lasting[each], text.moments.date(end));
    return html`<option value="${each}"${attributes({ selected: each === lasts })}>${label}</option>`;
  });
  return html`<div class="lasting"><label for="lasts">${words.lasts}</label>
<select id="lasts" name="lasts" aria-describedby="lasts-hint">${options}</select>
<p class="hint" id="lasts-hint">${given ? before : words.endsUnused(period(text, idleSeconds))}</p></div>`;
}

/** Links to the application's own policy and terms, which this service has not checked. */
function promises({ consent: words }: Text, { policyUrl, termsUrl }: Consent['application']): Html | null {
  const links = [linkNamed(policyUrl, words.policy), linkNamed(termsUrl, words.terms)].filter((link) => link !== null);
  if (links.length === 0) return null;
  return html`<p class="hint">${words.promises} ${links.map((link, index) => html`${index > 0 && ' · '}${link}`)}</p>`;
}
