/** One application as its developer sees it: credentials, addresses, what to try first, what happened, how it ends. */
import { applicationPath, typeChip } from './applications.ts';
import { developerEntry } from './developer-words.ts';
import { deskFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { button, buttonLink } from './parts/button.ts';
import { askInPlace } from './parts/confirmation.ts';
import { codeBlock, copyField } from './parts/copy.ts';
import { postForm } from './parts/form.ts';
import { identicon } from './parts/identicon.ts';
import { ago, counted, day, moment } from './parts/moment.ts';
import { named, webLink } from './parts/name.ts';
import { notice } from './parts/notice.ts';
import { table } from './parts/table.ts';
import { timeline } from './parts/timeline.ts';
import { endpointsOf, type SnippetSubject, snippetsFor } from './snippets.ts';
import type { EventRecord } from './words.ts';

export interface Application extends SnippetSubject {
  readonly description: string;
  readonly homepageUrl: string;
  readonly sendsIssuer: boolean;
  readonly userCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface SecretRecord {
  /** The last segment of the address that removes it; never the secret. */
  readonly id: string;
  /** The last characters, which tell secrets apart. */
  readonly suffix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export interface ApplicationView {
  readonly application: Application;
  readonly secrets: readonly SecretRecord[];
  /** False once as many secrets exist as may. */
  readonly mayAddSecret: boolean;
  /** The newest events of this application; empty when there are none. */
  readonly events: readonly EventRecord[];
}

export function applicationPage(shell: Shell, view: ApplicationView): Html {
  const { application } = view;
  const path = applicationPath(application.clientId);
  return deskFrame(shell, {
    title: application.name,
    place: 'applications',
    heading: html`<div class="subject">${identicon(application.clientId, 'application', 'large')}<div><h1>${named(application.name)}</h1>
<p class="subject-line">${typeChip(application.isConfidential)} ${counted(application.userCount, 'user')} · created ${day(application.createdAt, shell.now)} · changed ${ago(application.updatedAt, shell.now)}</p></div></div>`,
    lead: application.description !== '' && named(application.description),
    actions: buttonLink(`${path}/edit`, 'secondary', 'Edit application'),
    body: html`${credentials(shell, view)}
${registration(application)}
${firstToken(application)}
${endpoints(application.baseUrl)}
${view.events.length > 0 && html`<section class="section"><h2>Recent events</h2>${timeline(view.events.map(developerEntry), shell.now)}</section>`}
<section class="section danger-zone"><h2>Delete application</h2>
<p>${application.userCount === 0 ? 'No user has given it access.' : `Ends the access of ${counted(application.userCount, 'user')} at once.`} There is a page to confirm it before anything happens.</p>
<div class="actions">${buttonLink(`${path}/delete`, 'danger', 'Delete application')}</div></section>`,
  });
}

function credentials(shell: Shell, view: ApplicationView): Html {
  const { clientId, isConfidential } = view.application;
  return html`<section class="section"><h2>Credentials</h2>
${copyField({ id: 'client_id', label: 'client_id', value: clientId, what: 'client_id' })}
${
  isConfidential
    ? html`<h3>Secrets</h3>${secrets(shell, view)}`
    : notice(
        'info',
        html`A public application has no secret. It proves itself with PKCE: send <code>code_challenge</code> (S256), then <code>code_verifier</code>.`,
      )
}</section>`;
}

function secrets(shell: Shell, view: ApplicationView): Html {
  const path = `${applicationPath(view.application.clientId)}/secrets`;
  const add = postForm(shell, {
    action: path,
    body: button({ weight: 'secondary', label: view.secrets.length === 0 ? 'Add secret' : 'Add second secret' }),
  });
  return html`${
    view.secrets.length === 0
      ? notice('warning', 'There is no secret, so this application cannot authenticate. Add one.')
      : table({
          caption: 'Secrets',
          columns: [
            { title: 'Secret' },
            { title: 'Created' },
            { title: 'Last used' },
            { title: 'Actions', isActions: true },
          ],
          rows: view.secrets.map((secret) => [
            html`<code>••••${secret.suffix}</code>`,
            moment(secret.createdAt, shell.now),
            secret.lastUsedAt === null ? 'never' : ago(secret.lastUsedAt, shell.now),
            removeSecret(shell, path, secret),
          ]),
        })
  }
<p class="hint">To change the secret without an outage: add a second one, deploy it, wait until the old one is no longer used, remove the old one. Both work until then.</p>
${view.mayAddSecret && html`<div class="actions">${add}</div>`}`;
}

function removeSecret(shell: Shell, path: string, secret: SecretRecord): Html {
  return askInPlace(
    html`Remove<span class="unseen"> secret ending in ${secret.suffix}</span>`,
    postForm(shell, {
      action: `${path}/${encodeURIComponent(secret.id)}/remove`,
      body: html`<p>${secret.lastUsedAt === null ? 'It was never used.' : html`It was last used ${ago(secret.lastUsedAt, shell.now)}.`} Whoever still uses it is locked out at once.</p>
${button({ weight: 'danger', label: 'Remove secret', about: `ending in ${secret.suffix}` })}`,
    }),
  );
}

function registration(application: Application): Html {
  return html`<section class="section"><h2>Registration</h2>
<dl class="facts wide">
<div><dt>Redirect URIs</dt><dd><ul class="plain">${application.redirectUris.map((uri) => html`<li><code dir="ltr">${uri}</code></li>`)}</ul></dd></div>
<div><dt>Scopes</dt><dd>${application.scopes.length === 0 ? 'none' : application.scopes.map((scope) => html`<code class="chip">${scope}</code> `)}</dd></div>
<div><dt>Homepage</dt><dd>${application.homepageUrl === '' ? 'none' : webLink(application.homepageUrl)}</dd></div>
<div><dt><code>iss</code> in the callback</dt><dd>${application.sendsIssuer ? html`sent: <code>${application.baseUrl}</code>` : 'not sent'}</dd></div>
</dl></section>`;
}

function firstToken(application: Application): Html {
  return html`<section class="section"><h2>Your first token</h2>
<p>Ready to paste into a shell, with the values of this application. ${
    application.isConfidential && html`Put your secret in the place of <code>YOUR_CLIENT_SECRET</code>.`
  }</p>
${snippetsFor(application).map((snippet) => codeBlock({ id: snippet.id, title: snippet.title, text: snippet.text, what: snippet.what }))}</section>`;
}

function endpoints(baseUrl: string): Html {
  return html`<section class="section"><h2>Endpoints</h2>
<div class="copy-list">${endpointsOf(baseUrl).map((endpoint) =>
    copyField({ id: endpoint.id, label: endpoint.label, value: endpoint.url, what: `${endpoint.label} address` }),
  )}</div></section>`;
}
