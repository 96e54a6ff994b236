/** The secrets of one application: the list, rotation with a chosen overlap, removal. */
import { OVERLAP_NAMES, type Overlap, overlapSeconds } from '../../protocol/clients/secret-overlap.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { askFirst } from '../parts/confirmation.ts';
import { copyField } from '../parts/copy.ts';
import { choice, choiceGroup } from '../parts/field.ts';
import { postForm } from '../parts/form.ts';
import { ago, moment } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { table } from '../parts/table.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from './frame.ts';

interface SecretRecord {
  /** The last segment of the address that removes it; never the secret. */
  readonly id: string;
  /** The last characters, which tell secrets apart. */
  readonly suffix: string;
  readonly createdAt: number;
  /** Who created it, possibly a former owner who still knows it. Null where that is not known. */
  readonly addedBy: string | null;
  readonly lastUsedAt: number | null;
  /** Null for one that stays until it is removed. */
  readonly endsAt: number | null;
}

interface CredentialsView {
  readonly application: ApplicationSubject & { readonly isConfidential: boolean };
  readonly secrets: readonly SecretRecord[];
  /** False at the limit of secrets. */
  readonly mayAddSecret: boolean;
}

/** The initial choice: long enough for most deployments, short enough not to be forgotten. */
const USUAL: Overlap = 'day';

export function credentialsPage(context: PageContext, view: CredentialsView): Html {
  const { text } = context;
  const { application } = view;
  const body = html`<section class="section">
${copyField(text, { id: 'client_id', label: 'client_id', value: application.clientId, what: 'client_id' })}
<h2>${text.credentials.title}</h2>
${application.isConfidential ? secrets(context, view) : notice('info', text.credentials.publicExplained)}
</section>
${application.isConfidential && view.secrets.length > 0 && rotation(context, view)}`;
  return applicationFrame(context, application, { tab: 'credentials', body });
}

function secrets(context: PageContext, view: CredentialsView): Html {
  const { text } = context;
  const words = text.credentials;
  if (view.secrets.length === 0)
    return html`${notice('warning', words.noSecret)}${addSecret(context, view, words.addFirst)}`;
  const path = secretsPath(view);
  return table({
    caption: words.title,
    columns: [
      { title: words.secret },
      { title: words.created },
      { title: words.lastUsed },
      { title: words.ends },
      { title: text.parts.actions, isActions: true },
    ],
    rows: view.secrets.map((secret) => [
      html`<code>••••${secret.suffix}</code>`,
      html`${moment(context, secret.createdAt)}${secret.addedBy !== null && html` ${words.addedBy(named(secret.addedBy))}`}`,
      secret.lastUsedAt === null ? text.parts.never : ago(context, secret.lastUsedAt),
      secret.endsAt === null
        ? words.noEnd
        : html`<span>${moment(context, secret.endsAt)} (${ago(context, secret.endsAt)})</span>`,
      stays(view, secret)
        ? html`<span class="soft">${view.secrets.length === 1 ? words.only : words.onlyLasting}</span>`
        : removeSecret(context, path, secret),
    ]),
  });
}

/** Whether it is the last one without an end, which is never removed: the application would be left without any. */
function stays({ secrets }: CredentialsView, { id }: SecretRecord): boolean {
  return !secrets.some((other) => other.id !== id && other.endsAt === null);
}

function removeSecret(context: PageContext, path: string, secret: SecretRecord): Html {
  const words = context.text.credentials;
  const lost =
    secret.lastUsedAt === null
      ? words.neverUsed
      : html`${words.usedLast(ago(context, secret.lastUsedAt))} ${words.lockedOut}`;
  return askFirst(context, {
    id: `remove-secret-${secret.id}`,
    label: words.remove,
    about: words.removeWhich(secret.suffix),
    title: words.removeTitle(html`<code>••••${secret.suffix}</code>`),
    lost,
    action: `${path}/${encodeURIComponent(secret.id)}/remove`,
    submit: words.removeSecret,
  });
}

function rotation(context: PageContext, view: CredentialsView): Html {
  const words = context.text.credentials;
  // With two there is room for a third only where both end.
  const overlaps = view.mayAddSecret ? OVERLAP_NAMES : OVERLAP_NAMES.filter((name) => overlapSeconds(name) === 0);
  return html`<section class="section"><h2>${words.rotation}</h2><p>${view.mayAddSecret ? words.rotationLead : words.rotateBoth}</p>
${postForm(context, {
  action: `${secretsPath(view)}/rotate`,
  class: 'stack narrow',
  body: html`${choiceGroup(context.text, {
    id: 'overlap',
    legend: view.mayAddSecret ? words.overlap : words.overlapBoth,
    choices: overlaps.map((overlap) =>
      overlapChoice(context, overlap, view.mayAddSecret ? { chosen: USUAL } : { chosen: overlap, said: words.endBoth }),
    ),
  })}
<div class="actions">${button({ weight: 'primary', label: view.mayAddSecret ? words.rotate : words.rotateAll })}</div>`,
})}</section>
${view.mayAddSecret && secondSecret(context, view)}`;
}

function secondSecret(context: PageContext, view: CredentialsView): Html {
  const words = context.text.credentials;
  return html`<section class="section"><h2>${words.orAdd}</h2><p>${words.orAddText}</p>${addSecret(context, view, words.addSecond)}</section>`;
}

/** Says the exact time, because "one day" alone does not say from when. */
function overlapChoice(
  context: PageContext,
  overlap: Overlap,
  { chosen, said }: { readonly chosen: Overlap; readonly said?: { readonly title: string; readonly text: string } },
): Html {
  const words = context.text.credentials;
  const { title, text: explanation } = said ?? words.overlaps[overlap];
  const seconds = overlapSeconds(overlap);
  return choice({
    type: 'radio',
    id: `overlap_${overlap}`,
    name: 'overlap',
    value: overlap,
    checked: overlap === chosen,
    title,
    text: seconds === 0 ? explanation : html`${words.endsOn(moment(context, context.now + seconds))} ${explanation}`,
  });
}

function addSecret(context: PageContext, view: CredentialsView, label: string): Html {
  return html`<div class="actions">${postForm(context, { action: secretsPath(view), body: button({ weight: 'secondary', label }) })}</div>`;
}

function secretsPath({ application }: CredentialsView): string {
  return `${applicationPath(application.clientId)}/secrets`;
}
