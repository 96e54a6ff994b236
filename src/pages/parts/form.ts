/** Forms that post: each carries the hidden form token, and its faults are listed above it with links. */
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { attributes, type Child, type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { faultWords } from '../text/texts.ts';
import { focused } from './field.ts';
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
