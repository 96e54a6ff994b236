/** The page where somebody sees every application that may act for them, and takes access back. */
import type { Source } from '../protocol/event.ts';
import { deskFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { button } from './parts/button.ts';
import { askInPlace } from './parts/confirmation.ts';
import { postForm } from './parts/form.ts';
import { ago, moment } from './parts/moment.ts';
import { named, nameWithPicture, webLink } from './parts/name.ts';
import { emptyState } from './parts/notice.ts';
import { type Pager, pager } from './parts/table.ts';
import { from } from './parts/timeline.ts';

export interface AuthorizedApplication {
  readonly clientId: string;
  readonly name: string;
  readonly homepageUrl: string;
  readonly owner: { readonly id: number; readonly nickname: string };
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
  /** When access was given. */
  readonly since: number;
  readonly lastUse: { readonly at: number; readonly source: Source } | null;
}

export interface AuthorizedApplications {
  readonly applications: readonly AuthorizedApplication[];
  readonly pages: Pager;
}

export function authorizedApplicationsPage(shell: Shell, page: AuthorizedApplications): Html {
  return deskFrame(shell, {
    title: 'Authorized applications',
    place: 'authorized',
    lead: 'These applications may act for you. Removing access takes effect at once.',
    body:
      page.applications.length === 0
        ? emptyState({
            title: 'No application may act for you',
            text: 'When an application asks for access and you authorize it, it is listed here with what it may do and when it last did, and with a way to remove its access.',
          })
        : html`<ul class="plain cards">${page.applications.map((application, index) => card(shell, application, index))}</ul>
${pager(page.pages)}
${page.applications.length > 1 && removeAll(shell)}`,
  });
}

function card(shell: Shell, application: AuthorizedApplication, index: number): Html {
  const { lastUse } = application;
  return html`<li class="panel"><article aria-labelledby="application_${index + 1}">
<div class="panel-top">${nameWithPicture(
    application.clientId,
    'application',
    html`<span id="application_${index + 1}" role="heading" aria-level="2">${named(application.name)}</span>`,
    html`by <a href="/users/${application.owner.id}">${named(application.owner.nickname)}</a>${application.homepageUrl !== '' && html` · ${webLink(application.homepageUrl)}`}`,
  )}</div>
<dl class="facts">
<div><dt>May</dt><dd><ul class="plain">${application.scopes.map((scope) => html`<li>${scope.description === '' ? scope.name : scope.description}</li>`)}</ul></dd></div>
<div><dt>Since</dt><dd>${moment(application.since, shell.now)}</dd></div>
<div><dt>Last used</dt><dd>${lastUse === null ? 'never' : html`${ago(lastUse.at, shell.now)}${from(lastUse.source)}`}</dd></div>
</dl>
${removeOne(shell, application)}
</article></li>`;
}

function removeOne(shell: Shell, application: AuthorizedApplication): Html {
  return askInPlace(
    html`Remove access<span class="unseen"> of ${application.name}</span>`,
    postForm(shell, {
      action: `/oauth/authorized_applications/${encodeURIComponent(application.clientId)}/revoke`,
      body: html`<p>${named(application.name)} will no longer be able to act for you. If you want it back, it has to ask you again.</p>
${button({ weight: 'danger', label: 'Remove access', about: `of ${application.name} now` })}`,
    }),
  );
}

function removeAll(shell: Shell): Html {
  return html`<section class="section danger-zone"><h2>Remove all access</h2>
<p>Ends the access of every application at once, also of those on other pages of this list. Your account stays.</p>
${askInPlace(
  'Remove all access',
  postForm(shell, {
    action: '/oauth/authorized_applications/revoke_all',
    body: html`<p>Every application will have to ask you again.</p>
${button({ weight: 'danger', label: 'Remove access of every application' })}`,
  }),
)}</section>`;
}
