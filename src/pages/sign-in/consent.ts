/** The consent page: which application asks, for which permissions, and how long access lasts. */

import { endOf, LASTS, type Lasts } from '../../protocol/authorize/consent-terms.ts';
import type { Access } from '../../protocol/authorize/scope-groups.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { authorizedPath } from '../account/authorized-applications.ts';
import { destinationWords } from '../applications/redirects.ts';
import { decisionFrame, type PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { choice, choiceGroup } from '../parts/field.ts';
import { postForm, problemNotice } from '../parts/form.ts';
import { keyhole, tickIcon } from '../parts/icon.ts';
import { distance, moment, period } from '../parts/moment.ts';
import { linkNamed, named, webLink } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { permissionGroups, permissionWords, type ShownScope } from '../parts/permissions.ts';
import { emblem, identicon } from '../parts/picture.ts';
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
  };
  readonly owner: { readonly id: number; readonly nickname: string };
  /** The e-mail address of the account that decides, because nicknames are easily confused. */
  readonly email: string | null;
  readonly scopes: readonly ScopeRequest[];
  /** The access it has already; null for none. */
  readonly given: { readonly endsAt: number | null } | null;
  /** How many codes within an hour caused this question; null where a loop is not the reason to ask. */
  readonly loopingAfter: number | null;
  /** The initial choice. */
  readonly lasts: Lasts;
  /** Where the answer goes; the page describes it in words. */
  readonly redirectUri: string;
  /** After which time unused access ends. */
  readonly idleSeconds: number;
  /** The request, to be posted again; the page's own fields are left out. */
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** The local path of this request, for "not you?". */
  readonly returnTo: string;
  /** True when the form was just sent without any permission. */
  readonly wasEmpty: boolean;
}

const OWN_FIELDS: ReadonlySet<string> = new Set(['scope', 'lasts', 'decision', 'form_token']);

export function consentPage(context: PageContext, consent: Consent): Html {
  const { application, owner } = consent;
  const words = context.text.consent;
  const name = named(application.name);
  return decisionFrame(context, {
    title: words.title(application.name),
    body: html`${meeting(context, application)}
<h1 class="centred">${words.heading(name)}</h1>
<p class="centred quiet-text">${words.by(html`<a href="/users/${owner.id}">${named(owner.nickname)}</a>`)}${application.homepageUrl !== '' && html` · ${webLink(application.homepageUrl)}`}</p>
${application.description !== '' && html`<p class="said">${named(application.description)}</p>`}
${application.isNamesake && notice('warning', words.namesake(named(owner.nickname)))}
${decidingAccount(context, consent)}
${consent.loopingAfter !== null && notice('warning', words.looping(name, context.text.moments.numeral(consent.loopingAfter)))}
${consent.wasEmpty && problemNotice(words.tickOne)}
${postForm(context, {
  action: ENDPOINT_PATHS.authorize,
  class: 'stack',
  hidden: consent.hidden.filter(([field]) => !OWN_FIELDS.has(field)),
  body: html`${NO_DEFAULT}
${permissions(context.text, consent)}
${ends(context, consent)}
${facts(context, consent)}
<div class="actions pair">${button({ weight: 'secondary', label: words.deny, name: 'decision', value: 'deny' })}
${button({ weight: 'primary', label: html`<span class="clamp">${words.approve(html`<bdi>${application.name}</bdi>`)}</span>`, name: 'decision', value: 'approve' })}</div>`,
})}`,
  });
}

/**
 * Enter in a checkbox presses the first button of a form, which would decide by accident. This one sends nothing: the
 * method `dialog` outside of a dialog does nothing (HTML, "submit a form element"). A disabled button would not do:
 * Chromium passes over it to the next.
 */
const NO_DEFAULT = html`<button type="submit" class="unseen" formmethod="dialog" aria-hidden="true" tabindex="-1"></button>`;

/** The application and this service side by side, each with its name. */
function meeting({ serviceName, logoPath }: PageContext, application: Consent['application']): Html {
  const mark =
    logoPath === null ? keyhole : html`<img class="keyhole" src="${logoPath}" alt="" width="56" height="56">`;
  return html`<div class="meeting"><div class="meeting-side">${emblem(application, 'large')}<span class="meeting-name">${named(application.name)}</span></div>
<span class="meeting-line" aria-hidden="true"></span>
<div class="meeting-side">${mark}<span class="meeting-name"><bdi>${serviceName}</bdi></span></div></div>`;
}

function decidingAccount(context: PageContext, { email, returnTo }: Consent): Html {
  const { text, account } = context;
  return html`<div class="deciding">${identicon(`user:${account?.id}`, 'person')}<div class="deciding-words"><p>${text.consent.signedInAs(named(account?.nickname ?? ''))}${
    email !== null && html` <span class="soft">${named(email)}</span>`
  }</p>
${postForm(context, {
  action: '/sign-out',
  hidden: [['return_to', returnTo]],
  body: html`<button class="as-link" type="submit">${text.consent.notYou}</button>`,
})}</div></div>`;
}

function permissions(text: Text, consent: Consent): Html {
  const words = text.consent;
  const { scopes, given } = consent;
  const fresh = given ? scopes.filter((scope) => !scope.isGranted).length : 0;
  const body = permissionGroups(text, scopes, (scope, index) => permission(text, consent, scope, index));
  const [only] = scopes;
  return html`<fieldset class="group"><legend>${words.able}</legend>
${fresh > 0 && html`<p class="hint">${words.more(fresh)}</p>`}
${scopes.length === 1 && only !== undefined && html`<input type="hidden" name="scope" value="${only.name}">`}
${body}
<p class="hint">${scopes.some((scope) => scope.isOptional) ? words.untick : words.noPassword}</p></fieldset>`;
}

/** The only permission (SPEC D10) and required ones cannot be unticked, so they have no checkbox. */
function permission(
  text: Text,
  { given, scopes, wasEmpty }: Consent,
  scope: ScopeRequest & { readonly access: Access | null },
  index: number,
): Html {
  const isRequired = !scope.isOptional && scopes.length > 1;
  const history = given && (scope.isGranted ? text.access.before : text.access.fresh);
  const title = html`${permissionWords(text, scope)}${isRequired && html` <span class="chip">${text.access.required}</span>`}${
    history && html` <span class="chip${!scope.isGranted && ' accent'}">${history}</span>`
  }`;
  if (!scope.isOptional)
    return html`<div class="choice fixed">${tickIcon}<span class="choice-words">${title}</span></div>`;
  const id = `scope_${index}`;
  return choice({ type: 'checkbox', id, name: 'scope', value: scope.name, checked: !wasEmpty, title });
}

function ends(context: PageContext, { given, lasts, idleSeconds }: Consent): Html {
  const words = context.text.consent;
  const before = given?.endsAt == null ? words.replacesOpen : words.replacesEnd(moment(context, given.endsAt));
  const explained = (each: Lasts): Html | string => {
    const end = endOf(each, context.now);
    return end === null ? words.endsUnused(period(context.text, idleSeconds)) : words.endsOn(moment(context, end));
  };
  return choiceGroup(context.text, {
    id: 'lasts',
    legend: words.lasts,
    hint: given ? before : null,
    choices: LASTS.map((each) =>
      choice({
        type: 'radio',
        id: `lasts_${each}`,
        name: 'lasts',
        value: each,
        checked: each === lasts,
        title: words.lasting[each],
        text: explained(each),
      }),
    ),
  });
}

function facts({ text, now }: PageContext, { application, redirectUri }: Consent): Html {
  const { createdAt, userCount, clientId } = application;
  const words = text.consent;
  const destination = destinationWords(text, redirectUri);
  const place = (label: string) => html`<a href="${authorizedPath(clientId)}">${label}</a>`;
  const age = now - createdAt < 86_400 ? words.underADay : distance(text, createdAt, now);
  return html`<dl class="facts small">
<div><dt>${destination.label}</dt><dd>${destination.isAddress ? html`<code dir="ltr">${destination.text}</code>` : destination.text}</dd></div>
${promises(text, application)}
<div><dt>${words.checked}</dt><dd>${words.byNobody(age, words.people(userCount))}</dd></div>
<div><dt>${words.remove}</dt><dd>${words.removeWhere(place)}</dd></div>
</dl>`;
}

/** Links to the application's own policy and terms, which this service has not checked. */
function promises({ consent: words }: Text, { policyUrl, termsUrl }: Consent['application']): Html | null {
  const links = [linkNamed(policyUrl, words.policy), linkNamed(termsUrl, words.terms)].filter((link) => link !== null);
  if (links.length === 0) return null;
  return html`<div><dt>${words.promises}</dt><dd>${links.map((link, index) => html`${index > 0 && ' · '}${link}`)}</dd></div>`;
}
