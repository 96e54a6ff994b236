/** The permissions of one application: what each scope allows, and whether a user can leave it out. */

import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { mergedForm, type Shown } from '../parts/form.ts';
import { table } from '../parts/table.ts';
import { scopeWords } from '../text/texts.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from './frame.ts';

interface ScopeRecord {
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
}

interface PermissionsView {
  readonly application: ApplicationSubject;
  /** Those it may request, and which of them are required. */
  readonly asked: readonly (ScopeRecord & { readonly isRequired: boolean })[];
  /** The other scopes of the service. */
  readonly others: readonly ScopeRecord[];
  readonly shown: Shown;
}

export function permissionsPage(context: PageContext, view: PermissionsView): Html {
  const words = context.text.permissions;
  const path = applicationPath(view.application.clientId);
  const edit = (label: string) => html`<a href="${path}/edit#scope">${label}</a>`;
  const isMachine = view.application.kind === 'machine';
  const body = html`<section class="section"><h2>${words.title}</h2><p>${isMachine ? words.machineLead : words.lead}</p>
${
  isMachine
    ? granted(context, view)
    : mergedForm(context, {
        shown: view.shown,
        fields: { required: { id: 'required_1', label: words.required } },
        action: `${path}/permissions`,
        class: 'stack',
        body: html`${asked(context, view)}
<div class="actions">${button({ weight: 'primary', label: words.save })}</div>`,
      })
}</section>
<section class="section"><h2>${words.others}</h2>
<p>${view.others.length === 0 ? words.none : words.change(edit)}</p>
${view.others.length > 0 && html`<dl class="facts">${view.others.map((scope) => html`<div><dt>${name(context, scope)}</dt><dd>${scopeWords(context.text, scope)}</dd></div>`)}</dl>`}
</section>`;
  return applicationFrame(context, view.application, { tab: 'settings', view: 'permissions', body });
}

/** It asks nobody, so that nobody could leave a scope out. */
function granted(context: PageContext, view: PermissionsView): Html {
  const { text } = context;
  const words = text.permissions;
  return table({
    caption: words.caption,
    columns: [{ title: words.scope }, { title: words.meaning }],
    rows: view.asked.map((scope) => [name(context, scope), scopeWords(text, scope)]),
  });
}

function asked(context: PageContext, view: PermissionsView): Html {
  const { text } = context;
  const words = text.permissions;
  return table({
    caption: words.caption,
    columns: [{ title: words.scope }, { title: words.allows }, { title: words.required }],
    rows: view.asked.map((scope, index) => [
      name(context, scope),
      scopeWords(text, scope),
      html`<label class="tick-box" for="required_${index + 1}"><input type="checkbox" id="required_${index + 1}" name="required" value="${scope.name}"${scope.isRequired && html` checked`}><span class="unseen">${words.required}${words.which(scope.name)}</span></label>`,
    ]),
  });
}

function name({ text }: PageContext, scope: ScopeRecord): Html {
  return html`<code>${scope.name}</code>${scope.isDefault && html` <span class="chip">${text.permissions.isDefault}</span>`}`;
}
