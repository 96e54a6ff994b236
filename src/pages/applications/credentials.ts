/** The secrets of one application: the list, rotation with a chosen overlap, removal. */
import { GENTLE_OVERLAPS, type GentleOverlap, overlapSeconds } from '../../protocol/clients/secret-overlap.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
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
const USUAL: GentleOverlap = 'day';

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
  return askFirst(context, {
    id: `remove-secret-${secret.id}`,
    label: words.remove,
    about: words.removeWhich(secret.suffix),
    title: words.removeTitle(html`<code>••••${secret.suffix}</code>`),
    lost: lostWith(context, secret),
    action: `${path}/${encodeURIComponent(secret.id)}/remove`,
    submit: words.removeSecret,
  });
}

function lostWith(context: PageContext, { lastUsedAt }: Pick<SecretRecord, 'lastUsedAt'>): Child {
  const words = context.text.credentials;
  return lastUsedAt === null ? words.neverUsed : html`${words.usedLast(ago(context, lastUsedAt))} ${words.lockedOut}`;
}

function rotation(context: PageContext, view: CredentialsView): Html {
  const words = context.text.credentials;
  const action = `${secretsPath(view)}/rotate`;
  // With two there is room for a third only where both end.
  if (!view.mayAddSecret)
    return html`<section class="section"><h2>${words.rotation}</h2><p>${words.rotateBoth}</p>${replaceNow(context, { action, secrets: view.secrets })}</section>`;
  return html`<section class="section"><h2>${words.rotation}</h2><p>${words.rotationLead}</p>
${postForm(context, {
  action,
  class: 'stack narrow',
  body: html`${choiceGroup(context.text, {
    id: 'overlap',
    legend: words.overlap,
    choices: GENTLE_OVERLAPS.map((overlap) => overlapChoice(context, overlap)),
  })}
<div class="actions">${button({ weight: 'primary', label: words.rotate })}</div>`,
})}</section>
<section class="section"><h2>${words.orEnd}</h2><p>${words.orEndText}</p>${replaceNow(context, { action, secrets: view.secrets })}</section>
${secondSecret(context, view)}`;
}

interface Replacement {
  /** Where rotations are sent to. */
  readonly action: string;
  /** Those that end, one or two. */
  readonly secrets: readonly { readonly suffix: string; readonly lastUsedAt: number | null }[];
}

/** Locks out at once whoever uses them, so it is asked first. */
export function replaceNow(context: PageContext, { action, secrets }: Replacement): Html {
  const words = context.text.credentials;
  const [only, other] = secrets;
  const isOne = only !== undefined && other === undefined;
  const label = isOne ? words.replaceNow : words.rotateAll;
  const suffixes = secrets.map(({ suffix }, index) => html`${index > 0 && ', '}<code>••••${suffix}</code>`);
  return html`<div class="actions">${askFirst(context, {
    id: 'replace-now',
    label,
    title: isOne ? words.replaceTitle(html`${suffixes}`) : words.replaceAllTitle(html`${suffixes}`),
    lost: isOne ? lostWith(context, only) : words.allLockedOut,
    action,
    hidden: [['overlap', 'now']],
    submit: label,
  })}</div>`;
}

function secondSecret(context: PageContext, view: CredentialsView): Html {
  const words = context.text.credentials;
  return html`<section class="section"><h2>${words.orAdd}</h2><p>${words.orAddText}</p>${addSecret(context, view, words.addSecond)}</section>`;
}

/** Says the exact time, because "one day" alone does not say from when. */
function overlapChoice(context: PageContext, overlap: GentleOverlap): Html {
  const words = context.text.credentials;
  const { title, text: explanation } = words.overlaps[overlap];
  return choice({
    type: 'radio',
    id: `overlap_${overlap}`,
    name: 'overlap',
    value: overlap,
    checked: overlap === USUAL,
    title,
    text: html`${words.endsOn(moment(context, context.now + overlapSeconds(overlap)))} ${explanation}`,
  });
}

function addSecret(context: PageContext, view: CredentialsView, label: string): Html {
  return html`<div class="actions">${postForm(context, { action: secretsPath(view), body: button({ weight: 'secondary', label }) })}</div>`;
}

function secretsPath({ application }: CredentialsView): string {
  return `${applicationPath(application.clientId)}/secrets`;
}
