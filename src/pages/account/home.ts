/** The home page of an account: what needs a look, how its applications do, and which apps have access to it. */

import { waitingPath } from '../admin/applications.ts';
import { requestPath, requestsPath } from '../applications/activity/requests.ts';
import { causeSentence, type ListedRefusal } from '../applications/cause-words.ts';
import { applicationPath } from '../applications/frame.ts';
import { firstTokenPath } from '../applications/overview.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { tickIcon } from '../parts/icon.ts';
import { moment } from '../parts/moment.ts';
import { nameBeside, named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { type Emblem, emblem } from '../parts/picture.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { webhooksPath } from '../webhooks/frame.ts';
import { authorizedPath } from './authorized-applications.ts';

interface OwnApplication {
  readonly clientId: string;
  readonly name: string;
  readonly logoPath: string | null;
  readonly userCount: number;
  readonly tokens: number;
  readonly refused: number;
  /** The commonest cause of the refusals, by its newest request. */
  readonly cause: ListedRefusal | null;
  readonly isSuspended: boolean;
  readonly hadToken: boolean;
}

export interface Home {
  /** The newest applications that this account has registered. */
  readonly applications: readonly OwnApplication[];
  readonly hasMoreApplications: boolean;
  /** What stands in the way of others who would use one. */
  readonly troubled: readonly {
    readonly clientId: string;
    readonly name: string;
    readonly trouble: 'suspended' | 'waiting' | 'declined';
  }[];
  /** Tokens or codes that were used twice within the last day. */
  readonly reuses: readonly { readonly clientId: string; readonly name: string; readonly traceId: string }[];
  readonly endingSecrets: readonly {
    readonly clientId: string;
    readonly name: string;
    readonly suffix: string;
    readonly endsAt: number;
  }[];
  /** The apps that were given access last. */
  readonly access: readonly (Emblem & { readonly name: string; readonly scopes: number })[];
  readonly hasMoreAccess: boolean;
  /** What other accounts want to give away. */
  readonly offers: readonly { readonly name: string; readonly owner: string }[];
  /** What others have accepted lately, each with the nickname of its owner now; null for an account that exists no more. */
  readonly given: readonly { readonly name: string; readonly owner: string | null }[];
  /** Applications of all developers that wait for an administrator; none for anybody else. */
  readonly toApprove: number;
  /** Webhooks that the service has switched off, because their addresses did not take events. */
  readonly switchedOff: readonly {
    readonly id: number;
    readonly url: string;
    /** Null for one of the whole service, of which administrators are told. */
    readonly application: { readonly clientId: string; readonly name: string } | null;
  }[];
}

/** Who has never registered an application reads about apps with access first, and of development last. */
export function homePage(context: PageContext, home: Home): Html {
  const words = context.text.home;
  const isDeveloper = home.applications.length > 0;
  return workspaceFrame(context, {
    title: words.title,
    navItem: 'home',
    heading: html`<h1>${words.greeting(named(context.account?.nickname ?? ''))}</h1>`,
    body: html`${alarms(context, home)}
${isDeveloper && html`${own(context, home)}${access(context, home)}`}
${!isDeveloper && (home.access.length > 0 ? html`${access(context, home)}${context.account?.mayRegister === true && beginnings(context)}` : newcomer(context))}
${context.account?.isAdmin === true && html`<p class="soft">${words.administer(html`<a href="/admin">${words.openAdministration}</a>`)}</p>`}`,
  });
}

const TROUBLES = ['suspended', 'declined', 'waiting'] as const;

/** What happened without the owner doing anything, the worst first. */
function alarms(context: PageContext, home: Home): Html {
  const { troubled, reuses, endingSecrets, offers, given, toApprove, switchedOff } = home;
  const words = context.text.home;
  const worstFirst = troubled.toSorted((one, other) => TROUBLES.indexOf(one.trouble) - TROUBLES.indexOf(other.trouble));
  return html`${worstFirst.map(({ clientId, name, trouble }) => {
    const link = html`<a href="${applicationPath(clientId)}">${named(name)}</a>`;
    if (trouble === 'suspended') return notice('warning', words.suspended(link));
    return notice(trouble === 'declined' ? 'warning' : 'info', context.text.approval.home[trouble](link));
  })}
${reuses.map(({ clientId, name, traceId }) =>
  notice('warning', words.reused(named(name), html`<a href="${requestPath(clientId, traceId)}">${words.why}</a>`)),
)}
${switchedOff.map(({ id, url, application }) => {
  const link = html`<a href="${webhooksPath(application)}/${id}"><code dir="ltr">${URL.parse(url)?.host ?? url}</code></a>`;
  return notice(
    'warning',
    application ? words.webhookOff(link, named(application.name)) : words.serviceWebhookOff(link),
  );
})}
${endingSecrets.map(({ clientId, name, suffix, endsAt }) => {
  const secret = html`<a href="${applicationPath(clientId)}/credentials"><code>••••${suffix}</code></a>`;
  return notice('warning', words.secretEnds(secret, named(name), moment(context, endsAt)));
})}
${offers.length > 0 && notice('info', html`<p>${offers.length === 1 && offers[0] ? words.offeredOne(named(offers[0].owner), named(offers[0].name)) : words.offered(offers.length)}</p>${buttonLink('/oauth/applications#offers', 'secondary', words.seeOffers)}`)}
${given.map(({ name, owner }) => notice('info', words.given(owner === null ? null : named(owner), named(name))))}
${toApprove > 0 && notice('info', html`<p>${words.toApprove(toApprove)}</p>${buttonLink(waitingPath, 'secondary', words.seeToApprove)}`)}`;
}

function own(context: PageContext, { applications, hasMoreApplications }: Home): Html {
  const { text } = context;
  const words = text.home;
  const unfinished = applications.find(({ hadToken, isSuspended }) => !hadToken && !isSuspended);
  const isFirstRun = !hasMoreApplications && applications.every(({ hadToken }) => !hadToken);
  return html`<section class="section"><div class="section-top"><h2>${words.build}</h2>
${context.account?.mayRegister === true && html`<div class="actions">${buttonLink('/oauth/applications/new', 'secondary', words.register)}</div>`}</div>
${isFirstRun && unfinished && checklist(text, unfinished)}
${table({
  caption: words.build,
  columns: [
    { title: words.application },
    { title: words.users, isNumber: true },
    { title: words.tokens, isNumber: true },
    { title: words.refused },
  ],
  rows: applications.map((application) => row(text, application)),
})}
${hasMoreApplications && html`<p><a href="/oauth/applications">${words.allApplications}</a></p>`}</section>`;
}

function row(text: Text, application: OwnApplication): readonly Child[] {
  const { clientId, name, userCount, tokens, refused, cause } = application;
  const { numeral } = text.moments;
  return [
    nameBeside(emblem(application), html`<a href="${applicationPath(clientId)}">${named(name)}</a>`, null),
    numeral(userCount),
    numeral(tokens),
    cause === null
      ? text.home.nothingRefused
      : html`<a href="${requestsPath(clientId)}">${text.home.refusedCount(refused)}</a> · <a class="sentence" href="${requestPath(clientId, cause.traceId)}">${causeSentence(text, cause)}</a>`,
  ];
}

/** Ticks for what is done, and one button for what comes next. */
function checklist(text: Text, { clientId, name }: OwnApplication): Html {
  const { checklist: words } = text.home;
  return html`<div class="panel checklist"><h3>${words.title}</h3>
<ol class="plain"><li class="is-done">${tickIcon}<span>${words.account}<span class="unseen"> ${words.done}</span></span></li>
<li class="is-done">${tickIcon}<span>${words.registered(named(name))}<span class="unseen"> ${words.done}</span></span></li>
<li><span class="open-tick" aria-hidden="true"></span><span>${words.token}</span></li></ol>
<div class="actions">${buttonLink(firstTokenPath(clientId), 'primary', words.next)}</div></div>`;
}

function access({ text }: PageContext, home: Home): Html {
  const words = text.home;
  const rows = home.access.map(
    (app) =>
      html`<li>${nameBeside(emblem(app), html`<a href="${authorizedPath(app.clientId)}">${named(app.name)}</a>`, words.permissions(app.scopes))}</li>`,
  );
  return html`<section class="section"><div class="section-top"><h2>${words.use}</h2>
${home.access.length > 0 && html`<div class="actions">${buttonLink('/oauth/authorized_applications', 'secondary', home.hasMoreAccess ? words.reviewAll : words.review)}</div>`}</div>
${home.access.length === 0 ? html`<p>${words.noAccess}</p>` : html`<ul class="plain access-list">${rows}</ul>`}</section>`;
}

/** Neither an app with access nor an application: what this place is for, and the first steps of either kind. */
function newcomer({ text, serviceName, account }: PageContext): Html {
  const words = text.home;
  const { newcomer: own, checklist: steps } = words;
  const open = html`<span class="open-tick" aria-hidden="true"></span>`;
  return html`<section class="section newcomer"><p class="lead">${own.lead(named(serviceName))}</p>
<ul class="plain promise-cards">${words.promises.map(({ title, text: promise }) => html`<li>${tickIcon}<div><h2>${title}</h2><p>${promise}</p></div></li>`)}</ul></section>
<div class="first-steps"><section class="panel"><h2>${words.use}</h2><p>${words.noAccess} ${own.apps}</p>
<div class="actions">${buttonLink('/account', 'secondary', own.profile)}</div></section>
${
  account?.mayRegister === true &&
  html`<section class="panel checklist"><h2>${own.build}</h2>
<ol class="plain"><li class="is-done">${tickIcon}<span>${steps.account}<span class="unseen"> ${steps.done}</span></span></li>
<li>${open}<span>${own.register}</span></li>
<li>${open}<span>${steps.token}</span></li></ol>
<div class="actions">${buttonLink('/oauth/applications/new', 'primary', words.register)}${buttonLink('/docs', 'quiet', words.readDocs)}</div></section>`
}</div>`;
}

function beginnings({ text }: PageContext): Html {
  const words = text.home;
  return html`<section class="section"><h2>${words.forDevelopers}</h2><p>${words.forDevelopersText}</p>
<div class="actions">${buttonLink('/oauth/applications/new', 'secondary', words.register)}${buttonLink('/docs', 'quiet', words.readDocs)}</div></section>`;
}
