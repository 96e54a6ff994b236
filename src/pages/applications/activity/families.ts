/** The token families of an application for its developer: what happened, without the user's identity. */
import type { History } from '../../../protocol/tokens/family-history.ts';
import type { PageContext } from '../../frame.ts';
import { type Html, html } from '../../html.ts';
import { askFirst } from '../../parts/confirmation.ts';
import { familyEndWords, familyState, familyTimeline } from '../../parts/family.ts';
import { findForm } from '../../parts/find.ts';
import { ago, moment } from '../../parts/moment.ts';
import { emptyState } from '../../parts/notice.ts';
import { deviceWords } from '../../parts/source.ts';
import { table } from '../../parts/table.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from '../frame.ts';

interface TokenFamily {
  readonly id: number;
  /** Null where it is no longer known. */
  readonly scope: string | null;
  readonly history: History;
}

interface TokenFamilies {
  readonly application: ApplicationSubject;
  readonly families: readonly TokenFamily[];
  /** What was sought; empty for all. */
  readonly typed: string;
}

export function tokenFamiliesPage(context: PageContext, { application, families, typed }: TokenFamilies): Html {
  const { text } = context;
  const words = text.tokenFamilies;
  const form = findForm(text, {
    path: familiesPath(application.clientId),
    label: words.sought,
    hint: words.soughtHint,
    typed,
  });
  const find = html`<details class="rules"${typed !== '' && html` open`}><summary>${words.find}</summary>${form}</details>`;
  const none = typed === '' ? { title: words.emptyTitle, text: words.emptyText } : words.nothingFound;
  const body =
    families.length === 0
      ? html`${typed !== '' && find}${emptyState(none)}`
      : html`<p>${words.lead}</p>
${find}
${table({
  caption: words.caption,
  columns: [{ title: words.started }, { title: words.lastUsed }, { title: words.state }, { title: words.family }],
  rows: families.map((family) => familyRow(context, application.clientId, family)),
})}
<p class="hint">${words.recent}</p>`;
  return applicationFrame(context, application, { tab: 'activity', view: 'families', body });
}

function familyRow(context: PageContext, clientId: string, { id, history }: TokenFamily): readonly Html[] {
  const { text } = context;
  const { lastUse, startedAt } = history;
  return [
    html`<a href="${familyPath(clientId, id)}">${startedAt === null ? text.families.sinceUnknown : moment(context, startedAt)}</a>`,
    lastUse === null
      ? html`${text.parts.never}`
      : html`${ago(context, lastUse.at)}${lastUse.source.userAgent !== null && html` · <bdi>${deviceWords(text, lastUse.source.userAgent)}</bdi>`}`,
    html`${familyState(text, history, 'developer')}${history.end && html` ${text.tokenFamilies.brief[history.end.because]}`}`,
    html`<span class="mono whole quiet-text">${id}</span>`,
  ];
}

interface TokenFamilyView extends TokenFamily {
  readonly application: ApplicationSubject;
  /** True when there are more than are shown. */
  readonly hasMore: boolean;
}

export function tokenFamilyPage(context: PageContext, view: TokenFamilyView): Html {
  const { text } = context;
  const words = text.tokenFamilies;
  const { history, scope, application } = view;
  const body = html`<p><a href="${familiesPath(application.clientId)}">${words.back}</a></p>
<section class="section"><h2>${words.heading(html`<span class="mono">${view.id}</span>`)}</h2>
<dl class="facts wide">
<div><dt>${words.started}</dt><dd>${history.startedAt === null ? text.parts.none : moment(context, history.startedAt)}</dd></div>
<div><dt>${words.state}</dt><dd>${familyState(text, history, 'developer')} ${familyEndWords(text, history, 'developer')}</dd></div>
${scope !== null && html`<div><dt>${words.scope}</dt><dd><code>${scope === '' ? text.parts.none : scope}</code></dd></div>`}
</dl></section>
<section class="section"><h2>${words.timeline}</h2>
<p>${words.timelineLead}</p>
${familyTimeline(context, history, 'developer')}
${view.hasMore && html`<p class="hint">${text.families.older}</p>`}</section>
${isRevocable(view) && revocation(context, view)}`;
  return applicationFrame(context, application, { tab: 'activity', view: 'families', body });
}

/** One that only rests while the application is suspended would come back. */
function isRevocable({ scope, history }: TokenFamily): boolean {
  return scope !== null && (history.end === null || history.end.because === 'suspended');
}

function revocation(context: PageContext, { id, application }: TokenFamilyView): Html {
  const words = context.text.tokenFamilies;
  return html`<section class="section danger-zone"><h2>${words.revocation}</h2><p>${words.revocationText}</p>
${askFirst(context, {
  id: 'revoke-family',
  label: words.revocationSubmit,
  title: words.revocationTitle(html`<span class="mono">${id}</span>`),
  lost: words.revocationAsk,
  action: `${familyPath(application.clientId, id)}/revoke`,
  submit: words.revocationSubmit,
})}</section>`;
}

export function familiesPath(clientId: string): string {
  return `${applicationPath(clientId)}/families`;
}

export function familyPath(clientId: string, id: number): string {
  return `${familiesPath(clientId)}/${id}`;
}
