/** The families of tokens of an application, as its developer sees them: what happened, and nothing about whom. */
import type { History } from '../protocol/family-history.ts';
import { applicationPath } from './application-frame.ts';
import { deviceWords } from './device-words.ts';
import { deskFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { familyEndWords, familyState, familyTimeline } from './parts/family.ts';
import { ago, moment } from './parts/moment.ts';
import { named } from './parts/name.ts';
import { emptyState } from './parts/notice.ts';
import { table } from './parts/table.ts';

export interface TokenFamily {
  readonly id: number;
  /** Null once nobody knows any more. */
  readonly scope: string | null;
  readonly history: History;
}

export interface TokenFamilies {
  readonly clientId: string;
  readonly name: string;
  readonly families: readonly TokenFamily[];
}

export function tokenFamiliesPage(shell: Shell, page: TokenFamilies): Html {
  const { text } = shell;
  const words = text.tokenFamilies;
  return deskFrame(shell, {
    title: words.title,
    place: 'applications',
    lead: words.lead,
    body: html`${
      page.families.length === 0
        ? emptyState({ title: words.emptyTitle, text: words.emptyText })
        : html`${table({
            caption: words.caption,
            columns: [
              { title: words.family },
              { title: words.started },
              { title: words.lastUsed },
              { title: words.state },
            ],
            rows: page.families.map((family) => familyRow(shell, page.clientId, family)),
          })}
<p class="hint">${words.recent}</p>`
    }
<p><a href="${applicationPath(page.clientId)}">${named(page.name)}</a></p>`,
  });
}

function familyRow(shell: Shell, clientId: string, { id, history }: TokenFamily): readonly Html[] {
  const { text } = shell;
  const { lastUse, startedAt } = history;
  return [
    html`<a class="mono" href="${familyPath(clientId, id)}">${id}</a>`,
    startedAt === null ? html`${text.parts.none}` : moment(shell, startedAt),
    lastUse === null
      ? html`${text.parts.never}`
      : html`${ago(shell, lastUse.at)}${lastUse.source.userAgent !== null && html` · <bdi>${deviceWords(text, lastUse.source.userAgent)}</bdi>`}`,
    html`${familyState(text, history, 'developer')}${history.end && html` <span class="soft">${familyEndWords(text, history, 'developer')}</span>`}`,
  ];
}

export interface TokenFamilyView extends TokenFamily {
  readonly clientId: string;
  /** True when there is more than is shown. */
  readonly hasMore: boolean;
}

export function tokenFamilyPage(shell: Shell, view: TokenFamilyView): Html {
  const { text } = shell;
  const words = text.tokenFamilies;
  const { history, scope } = view;
  return deskFrame(shell, {
    title: words.headingPlain(String(view.id)),
    heading: html`<h1>${words.heading(html`<span class="mono">${view.id}</span>`)}</h1>`,
    place: 'applications',
    lead: words.timelineLead,
    body: html`<dl class="facts wide">
<div><dt>${words.started}</dt><dd>${history.startedAt === null ? text.parts.none : moment(shell, history.startedAt)}</dd></div>
<div><dt>${words.state}</dt><dd>${familyState(text, history, 'developer')} ${familyEndWords(text, history, 'developer')}</dd></div>
${scope !== null && html`<div><dt>${words.scope}</dt><dd><code>${scope === '' ? text.parts.none : scope}</code></dd></div>`}
</dl>
<section class="section"><h2>${words.timeline}</h2>
${familyTimeline(shell, history, 'developer')}
${view.hasMore && html`<p class="hint">${text.families.older}</p>`}</section>
<p><a href="${familiesPath(view.clientId)}">${words.back}</a></p>`,
  });
}

export function familiesPath(clientId: string): string {
  return `${applicationPath(clientId)}/families`;
}

function familyPath(clientId: string, id: number): string {
  return `${familiesPath(clientId)}/${id}`;
}
