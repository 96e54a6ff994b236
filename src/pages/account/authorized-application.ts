/** One application with access to the account: each permission with its last use, its devices, its removal. */

import { endOf, LASTS, lastsAgain } from '../../protocol/authorize/consent-terms.ts';
import type { Access } from '../../protocol/authorize/scope-groups.ts';
import type { Source } from '../../protocol/event.ts';
import type { History } from '../../protocol/tokens/family-history.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { askFirst } from '../parts/confirmation.ts';
import { familyEndWords, familyState, familyTimeline } from '../parts/family.ts';
import { select } from '../parts/find.ts';
import { postForm } from '../parts/form.ts';
import { ago, moment } from '../parts/moment.ts';
import { linkNamed, named, saidInFull, webLink } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { permissionGroups, permissionWords, type ShownScope } from '../parts/permissions.ts';
import { emblem } from '../parts/picture.ts';
import { deviceWords, sourceSuffix } from '../parts/source.ts';
import type { Text } from '../text/en.ts';
import { scopeWords } from '../text/texts.ts';
import { AUTHORIZED_PATH, authorizedPath, removeOne } from './authorized-applications.ts';

interface GrantedScope extends ShownScope {
  readonly isRequired: boolean;
  /** Null when it was never used. */
  readonly usedAt: number | null;
}

export interface GivenAccess {
  /** The API that it is allowed for; null for none in particular. */
  readonly resource: { readonly publicId: string; readonly name: string } | null;
  readonly since: number;
  /** When what is allowed, or for how long, was chosen last. */
  readonly chosenAt: number;
  readonly endsAt: number | null;
  /** The device on which access was given. */
  readonly source: Source;
  readonly lastUse: { readonly at: number; readonly source: Source } | null;
  readonly scopes: readonly GrantedScope[];
}

interface Device {
  readonly id: number;
  readonly history: History;
}

interface AuthorizedApplicationView {
  readonly clientId: string;
  readonly name: string;
  readonly logoPath: string | null;
  readonly homepageUrl: string;
  readonly policyUrl: string;
  readonly termsUrl: string;
  readonly owner: { readonly id: number; readonly nickname: string };
  /** Why an administrator has suspended it; null while it is not. */
  readonly suspendedBecause: string | null;
  /** One for each API, and one for none in particular; empty when it has no access now. */
  readonly accesses: readonly GivenAccess[];
  /** Newest first, including those that ended. */
  readonly devices: readonly Device[];
}

const UNUSED_SECONDS = 90 * 86_400;

export function authorizedApplicationPage(context: PageContext, view: AuthorizedApplicationView): Html {
  const { text } = context;
  const words = text.accessDetails;
  const { accesses, owner, suspendedBecause } = view;
  const hasAccess = accesses.length > 0;
  return workspaceFrame(context, {
    title: view.name,
    navItem: 'authorized',
    heading: html`<div class="subject">${emblem(view, 'large')}<div><h1>${named(view.name)}</h1>
<p class="subject-line">${text.authorized.by(html`<a href="/users/${owner.id}">${named(owner.nickname)}</a>`)}${links(text, view).map((link) => html` · ${link}`)}</p></div></div>`,
    lead: hasAccess ? words.lead : null,
    body: html`<p><a href="${AUTHORIZED_PATH}">${words.back}</a></p>
${hasAccess && suspendedBecause !== null && notice('warning', text.suspension.forUser(saidInFull(suspendedBecause)))}
${hasAccess ? accesses.map((access) => given(context, view, access)) : withoutAccess(context, view)}
${(hasAccess || view.devices.length > 0) && devices(context, view.devices)}
${hasAccess && html`<section class="section danger-zone"><h2>${words.removal}</h2><p>${text.authorized.explained(named(view.name))}</p>${removeOne(context, view)}</section>`}`,
  });
}

/** Links to the application's own pages, as far as it names them. */
function links({ consent }: Text, { homepageUrl, policyUrl, termsUrl }: AuthorizedApplicationView): readonly Html[] {
  const home = homepageUrl === '' ? null : webLink(homepageUrl);
  const promised = [linkNamed(policyUrl, consent.policy), linkNamed(termsUrl, consent.terms)];
  return [home, ...promised].filter((link) => link !== null);
}

function withoutAccess({ text }: PageContext, { name, devices: past }: AuthorizedApplicationView): Html {
  const words = text.accessDetails;
  return notice(
    'info',
    html`<p><strong>${words.noAccess(named(name))}</strong></p><p>${past.length > 0 ? words.noAccessNext : words.noAccessKnown}</p>`,
  );
}

function given(context: PageContext, view: AuthorizedApplicationView, access: GivenAccess): Html {
  const { text } = context;
  const words = text.accessDetails;
  const { lastUse, resource } = access;
  return html`${resource !== null && html`<h2>${words.forApi(named(resource.name))}</h2>`}<dl class="facts">
<div><dt>${words.given}</dt><dd>${moment(context, access.since)}${sourceSuffix(text, access.source)}</dd></div>
<div><dt>${words.ends}</dt><dd>${access.endsAt === null ? words.noEnd : moment(context, access.endsAt)}${changeEnd(context, view, access)}</dd></div>
<div><dt>${words.lastUsed}</dt><dd>${lastUse === null ? text.parts.never : html`${ago(context, lastUse.at)}${sourceSuffix(text, lastUse.source)}`}</dd></div>
</dl>
<section class="section"><h2>${words.permissions}</h2>
<p>${words.permissionsLead}</p>
<div class="group">${permissionGroups(text, access.scopes, (scope) => permission(context, view, access, scope))}</div></section>`;
}

/** Counted from now, with the choices of the consent page. */
function changeEnd(
  context: PageContext,
  { clientId }: AuthorizedApplicationView,
  { resource, endsAt, chosenAt }: GivenAccess,
): Html {
  const { text, now } = context;
  const words = text.accessDetails;
  const id = `lasts-${resource?.publicId ?? 'all'}`;
  const options = LASTS.map((value) => {
    const end = endOf(value, now);
    return { value, label: end === null ? words.untilRemoved : words.until(text.moments.dateTime(end)) };
  });
  return html`<details class="change-end"><summary>${words.changeEnd}</summary>
${postForm(context, {
  action: `${authorizedPath(clientId)}/ends`,
  class: 'find',
  ...(resource === null ? {} : { hidden: [['resource', resource.publicId] as const] }),
  body: html`${select({ id, name: 'lasts', label: words.newEnd, options, chosen: lastsAgain({ endsAt, chosenAt }) })}
<div class="actions">${button({ weight: 'secondary', label: words.saveEnd })}</div>`,
})}</details>`;
}

function permission(
  context: PageContext,
  view: AuthorizedApplicationView,
  access: GivenAccess,
  scope: GrantedScope & { readonly access: Access | null },
): Html {
  const { text, now } = context;
  const words = text.accessDetails;
  const since = scope.usedAt ?? access.since;
  const isOnly = access.scopes.length === 1;
  const fixed = isOnly ? words.onlyExplained : scope.isRequired ? words.requiredExplained : null;
  const use = scope.usedAt === null ? words.neverUsed : words.used(ago(context, scope.usedAt));
  return html`<div class="choice permission"><div class="choice-words"><span class="choice-title">${permissionWords(text, scope)}${
    scope.isRequired && html` <span class="chip">${text.access.required}</span>`
  }</span>
<span class="choice-text">${use}${now - since >= UNUSED_SECONDS && html` · ${words.unusedLong}`}</span>
${fixed !== null && html`<span class="choice-text">${fixed}</span>`}</div>
${fixed === null && takeBack(context, view, access, scope)}</div>`;
}

function takeBack(
  context: PageContext,
  { clientId, name }: AuthorizedApplicationView,
  { resource }: GivenAccess,
  scope: GrantedScope,
): Html {
  const { text } = context;
  const words = text.accessDetails;
  const which = words.ofPermission(scopeWords(text, scope));
  return askFirst(context, {
    id: `take-back-${resource === null ? '' : `${resource.publicId}-`}${scope.name}`,
    label: words.removePermission,
    about: which,
    title: words.removeTitle(scopeWords(text, scope)),
    lost: words.removeAsk(named(name)),
    action: `${authorizedPath(clientId)}/scopes/remove`,
    hidden: [['scope', scope.name], ...(resource === null ? [] : [['resource', resource.publicId] as const])],
    submit: words.removePermission,
  });
}

function devices(context: PageContext, all: readonly Device[]): Html {
  const words = context.text.families;
  return html`<section class="section"><h2>${words.title}</h2>
<p>${words.lead}</p>
${all.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="plain cards">${all.map((device, index) => deviceCard(context, device, index === 0))}</ul>`}</section>`;
}

/** The newest one is open, because it is the most likely subject of a question; its timeline begins with why it ended. */
function deviceCard(context: PageContext, { history }: Device, isOpen: boolean): Html {
  const { text } = context;
  const words = text.families;
  const { lastUse, startedAt } = history;
  const userAgent = lastUse?.source.userAgent ?? history.entries.at(-1)?.source.userAgent ?? null;
  const device = userAgent === null ? text.sessions.unknownBrowser : deviceWords(text, userAgent);
  return html`<li class="panel"><article><div class="panel-top"><h3><bdi class="name">${device}</bdi> ${familyState(text, history, 'user')}</h3></div>
<p class="subject-line">${startedAt === null ? words.sinceUnknown : words.since(moment(context, startedAt))}${lastUse && html` · ${words.lastUsed} ${ago(context, lastUse.at)}${sourceSuffix(text, { userAgent: null, address: lastUse.source.address })}`}</p>
${history.end && !isOpen && html`<p>${familyEndWords(text, history, 'user')}</p>`}
<details class="more"${isOpen && html` open`}><summary>${words.timeline}</summary>${familyTimeline(context, history, 'user')}</details></article></li>`;
}
