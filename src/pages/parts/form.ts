/** Forms that post: each carries the hidden form token, and its faults are listed above it with links. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { attributes, type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { faultWords } from '../text/texts.ts';
import { focused } from './field.ts';
import { named } from './name.ts';
import { notice } from './notice.ts';

interface PostForm {
  readonly action: string;
  readonly body: Child;
  readonly class?: string;
  readonly id?: string;
  readonly hidden?: readonly (readonly [name: string, value: string])[];
}

/** The browser's own validation is off, so that faults read the same everywhere and stay beside their field. */
export function postForm(context: { readonly formToken: () => string }, form: PostForm): Html {
  return html`<form method="post"${attributes({ action: form.action, class: form.class, id: form.id })} novalidate>
<input type="hidden" name="form_token" value="${context.formToken()}">
${(form.hidden ?? []).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${form.body}
</form>`;
}

/** Carries what the fields said when the form was shown, so that saving it undoes nothing that was changed since. */
export const SHOWN_FIELD = 'shown';

export interface Shown {
  /** A digest of what each field said. */
  readonly digests: string;
  /** The fields that were changed here and elsewhere, with what they say now: nothing was saved because of them. */
  readonly overtaken: readonly { readonly field: string; readonly now: readonly string[] }[];
}

/** How a field is called on the page, and where it stands. Its values are shown as they are unless `says` puts them into words. */
export interface ShownField {
  readonly id: string;
  readonly label: Child;
  readonly says?: (values: readonly string[]) => Child;
}

interface MergedForm extends PostForm {
  /** Missing where the form makes something new. */
  readonly shown: Shown | undefined;
  /** By the names of the fields. */
  readonly fields: Readonly<Record<string, ShownField>>;
}

/** A form that changes what is there: told above it where somebody else was faster. */
export function mergedForm(
  context: { readonly formToken: () => string; readonly text: Text },
  { shown, fields, ...form }: MergedForm,
): Html {
  if (!shown) return postForm(context, form);
  const hidden = [...(form.hidden ?? []), [SHOWN_FIELD, shown.digests] as const];
  return html`${overtakenNotice(context.text, shown, fields)}${postForm(context, { ...form, hidden })}`;
}

function overtakenNotice({ parts }: Text, { overtaken }: Shown, fields: MergedForm['fields']): Html | null {
  if (overtaken.length === 0) return null;
  const lines = overtaken.map(({ field, now }) => {
    const { id = field, label = field, says } = fields[field] ?? {};
    const plain = now.length === 0 ? parts.overtaken.empty : plainly(now);
    return html`<li>${parts.overtaken.now(html`<a href="#${id}">${label}</a>`, says ? says(now) : plain)}</li>`;
  });
  return problemNotice(
    html`<h2 class="notice-title">${parts.overtaken.title}</h2><ul>${lines}</ul><p>${parts.overtaken.whatToDo}</p>`,
  );
}

function plainly(values: readonly string[]): Html {
  return html`${values.map((value, index) => html`${index > 0 && ', '}${named(value)}`)}`;
}

/** The faults of a form by field name. */
export type Faults<Field extends string> = { readonly [Name in Field]?: FieldFault | undefined };

/**
 * Each fault with the id of the field it belongs to, in the order of the page. A single fault has no summary: it is told
 * beside its field, which then has the focus.
 */
export function faultSummary(
  text: Text,
  faults: readonly (readonly [id: string, fault: FieldFault | null | undefined])[],
): Html | null {
  const links = faults.flatMap(([id, fault]) =>
    fault ? [html`<li><a href="#${id}">${faultWords(text, fault)}</a></li>`] : [],
  );
  if (links.length < 2) return null;
  const title = text.parts.faults(links.length);
  return problemNotice(html`<h2 class="notice-title">${title}</h2><ul>${links}</ul>`);
}

/** A page that comes back with a problem begins there: screen readers seldom announce an alert of a new page. */
export function problemNotice(problem: Child): Html {
  return notice('problem', problem, focused);
}
