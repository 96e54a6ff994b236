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
import { ago, day, moment } from './parts/moment.ts';
import { named, webLink } from './parts/name.ts';
import { notice } from './parts/notice.ts';
import { table } from './parts/table.ts';
import { timeline } from './parts/timeline.ts';
import { endpointsOf, type SnippetSubject, snippetsFor } from './snippets.ts';
import type { Text } from './text/en.ts';
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
  const { text } = shell;
  const words = text.application;
  const path = applicationPath(application.clientId);
  return deskFrame(shell, {
    title: application.name,
    place: 'applications',
    heading: html`<div class="subject">${identicon(application.clientId, 'application', 'large')}<div><h1>${named(application.name)}</h1>
<p class="subject-line">${typeChip(text, application.isConfidential)} ${words.users(application.userCount)} · ${words.created(day(shell, application.createdAt))} · ${words.changed(ago(shell, application.updatedAt))}</p></div></div>`,
    lead: application.description !== '' && named(application.description),
    actions: buttonLink(`${path}/edit`, 'secondary', words.edit),
    body: html`${credentials(shell, view)}
${registration(text, application)}
${firstToken(text, application)}
${endpoints(text, application.baseUrl)}
${view.events.length > 0 && html`<section class="section"><h2>${words.events}</h2>${happenings(shell, view.events)}</section>`}
<section class="section danger-zone"><h2>${words.deletion}</h2>
<p>${words.accessEnds(application.userCount)} ${words.deletionExplained}</p>
<div class="actions">${buttonLink(`${path}/delete`, 'danger', text.applicationDeletion.submit)}</div></section>`,
  });
}

function credentials(shell: Shell, view: ApplicationView): Html {
  const { text } = shell;
  const { clientId, isConfidential } = view.application;
  return html`<section class="section"><h2>${text.application.credentials}</h2>
${copyField(text, { id: 'client_id', label: 'client_id', value: clientId, what: 'client_id' })}
${
  isConfidential
    ? html`<h3>${text.application.secrets}</h3>${secrets(shell, view)}`
    : notice('info', text.application.publicExplained)
}</section>`;
}

function secrets(shell: Shell, view: ApplicationView): Html {
  const { text } = shell;
  const words = text.application;
  const path = `${applicationPath(view.application.clientId)}/secrets`;
  const add = postForm(shell, {
    action: path,
    body: button({ weight: 'secondary', label: view.secrets.length === 0 ? words.addFirst : words.addSecond }),
  });
  return html`${
    view.secrets.length === 0
      ? notice('warning', words.noSecret)
      : table({
          caption: words.secrets,
          columns: [
            { title: words.secret },
            { title: words.secretCreated },
            { title: words.lastUsed },
            { title: text.parts.actions, isActions: true },
          ],
          rows: view.secrets.map((secret) => [
            html`<code>••••${secret.suffix}</code>`,
            moment(shell, secret.createdAt),
            secret.lastUsedAt === null ? text.parts.never : ago(shell, secret.lastUsedAt),
            removeSecret(shell, path, secret),
          ]),
        })
  }
<p class="hint">${words.rotation}</p>
${view.mayAddSecret && html`<div class="actions">${add}</div>`}`;
}

function removeSecret(shell: Shell, path: string, secret: SecretRecord): Html {
  const words = shell.text.application;
  return askInPlace(
    html`${words.remove}<span class="unseen"> ${words.removeWhich(secret.suffix)}</span>`,
    postForm(shell, {
      action: `${path}/${encodeURIComponent(secret.id)}/remove`,
      body: html`<p>${secret.lastUsedAt === null ? words.neverUsed : words.usedLast(ago(shell, secret.lastUsedAt))} ${words.lockedOut}</p>
${button({ weight: 'danger', label: words.removeSecret, about: words.endingIn(secret.suffix) })}`,
    }),
  );
}

function registration(text: Text, application: Application): Html {
  const words = text.application;
  const { none } = text.parts;
  return html`<section class="section"><h2>${words.registration}</h2>
<dl class="facts wide">
<div><dt>${words.redirectUris}</dt><dd><ul class="plain">${application.redirectUris.map((uri) => html`<li><code dir="ltr">${uri}</code></li>`)}</ul></dd></div>
<div><dt>${words.scopes}</dt><dd>${application.scopes.length === 0 ? none : application.scopes.map((scope) => html`<code class="chip">${scope}</code> `)}</dd></div>
<div><dt>${words.homepage}</dt><dd>${application.homepageUrl === '' ? none : webLink(application.homepageUrl)}</dd></div>
<div><dt>${words.issuer}</dt><dd>${application.sendsIssuer ? words.issuerSent(html`<code>${application.baseUrl}</code>`) : words.issuerNotSent}</dd></div>
</dl></section>`;
}

function firstToken(text: Text, application: Application): Html {
  const words = text.application;
  return html`<section class="section"><h2>${words.firstToken}</h2>
<p>${words.firstTokenLead} ${application.isConfidential && words.putSecret(html`<code>YOUR_CLIENT_SECRET</code>`)}</p>
${snippetsFor(application).map(({ id, name, text: commands }) => codeBlock(text, { id, text: commands, ...text.snippets[name] }))}</section>`;
}

function endpoints(text: Text, baseUrl: string): Html {
  const words = text.endpoints;
  return html`<section class="section"><h2>${text.application.endpoints}</h2>
<div class="copy-list">${endpointsOf(baseUrl).map(({ name, url }) =>
    copyField(text, {
      id: `endpoint-${name}`,
      label: words[name],
      value: url,
      what: words.addressOf(words[name]),
    }),
  )}</div></section>`;
}

function happenings(shell: Shell, events: readonly EventRecord[]): Html {
  return timeline(
    shell,
    events.map((event) => developerEntry(shell.text, event)),
  );
}
