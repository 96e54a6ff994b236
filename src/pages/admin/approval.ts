/** What administrators decide about an application that waits for approval: yes, or no with a reason. */
import type { ChangedField } from '../../protocol/clients/approval.ts';
import type { ClientKind } from '../../protocol/clients/kind.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { textArea } from '../parts/field.ts';
import { postForm } from '../parts/form.ts';
import { moment } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import type { Text } from '../text/en.ts';
import { administeredPath } from './admin-frame.ts';

/** What it said of itself. */
interface Former extends Readonly<Record<Exclude<ChangedField, 'owner' | 'logo' | 'redirect_uri' | 'type'>, string>> {
  readonly type: ClientKind;
}

interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface WaitingApplication {
  readonly clientId: string;
  /** The version that is shown: the decision is about this very one. */
  readonly updatedAt: number;
  readonly waitingSince: number | null;
  readonly waitingFor: 'new' | 'changed' | null;
  readonly declinedBecause: string | null;
  /** What is not as it was approved; null for a new one. */
  readonly since: {
    /** What they were; null where that is not known. */
    readonly former: Former | null;
    readonly fields: readonly ChangedField[];
    readonly redirectUris: Difference;
    readonly scopes: Difference;
  } | null;
  /** The uploaded one; null where the drawn picture stands in for it. */
  readonly logoPath: string | null;
  readonly judging: { readonly typed: string; readonly fault?: FieldFault | undefined };
}

/** One that was declined can still be approved; declining needs a reason. */
export function approvalSection(context: PageContext, application: WaitingApplication): Html | null {
  const { waitingSince, waitingFor, declinedBecause, judging } = application;
  if (waitingSince === null) return null;
  const { text } = context;
  const words = text.approval.judging;
  const isNew = waitingFor === 'new';
  const at = moment(context, waitingSince);
  const title = isNew ? words.waitsNew(at) : words.waitsChanged(at);
  const decide = (decision: 'approve' | 'decline', body: Html) =>
    postForm(context, {
      action: `${administeredPath(application.clientId)}/approval`,
      class: 'stack narrow',
      hidden: [
        ['decision', decision],
        ['seen', String(application.updatedAt)],
      ],
      body,
    });
  return html`<section class="section" id="approval"><h2>${declinedBecause === null ? title : words.declined}</h2>
${declinedBecause !== null && notice('warning', html`<p><strong>${words.because}:</strong> ${named(declinedBecause)}</p>`)}
<p>${isNew ? words.explainedNew : words.explainedChanged}</p>
${changes(context, application)}
${decide('approve', html`<div class="actions">${button({ weight: 'primary', label: words.approve })}</div>`)}
${
  declinedBecause === null &&
  decide(
    'decline',
    html`${textArea(text, { id: 'reason', name: 'reason', label: words.reason, hint: words.reasonHint, value: judging.typed, required: true, fault: judging.fault })}
<div class="actions">${button({ weight: 'secondary', label: words.decline })}</div>`,
  )
}</section>`;
}

/** What it says now stands below, beside everything else that the consent page shows. */
function changes({ text }: PageContext, { since }: WaitingApplication): Html | null {
  if (since === null) return null;
  const words = text.approval.judging;
  const all = (label: (names: Html) => Html, names: readonly string[]) =>
    names.length > 0 &&
    html`<li>${label(html`${names.map((name, index) => html`${index > 0 && ', '}<code dir="ltr">${name}</code>`)}`)}</li>`;
  const lines = [
    ...since.fields.map((field) => html`<li>${words.fields[field]}${formerly(text, field, since.former)}</li>`),
    all(words.addedRedirects, since.redirectUris.added),
    all(words.removedRedirects, since.redirectUris.removed),
    all(words.addedScopes, since.scopes.added),
    all(words.removedScopes, since.scopes.removed),
  ];
  // Events are kept for a while only.
  if (lines.every((line) => line === false)) return null;
  return html`<h3>${words.changed}</h3>
<ul class="plain">${lines}</ul>
<p class="hint">${since.former === null ? words.formerUnknown : words.nowBelow}</p>`;
}

function formerly(text: Text, field: ChangedField, former: Former | null): Html | null {
  if (former === null || field === 'owner' || field === 'logo' || field === 'redirect_uri') return null;
  const words = text.approval.judging;
  if (field === 'type') return words.formerly(html`${text.kinds[former.type].title}`);
  const was = former[field];
  if (was === '') return html`${words.formerlyEmpty}`;
  return words.formerly(field === 'name' || field === 'description' ? named(was) : html`<code dir="ltr">${was}</code>`);
}
