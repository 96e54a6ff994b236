/** One API that tokens are for: what it is, its secrets and their rotation, its settings, its end. */
import { GENTLE_OVERLAPS } from '../../protocol/clients/secret-overlap.ts';
import { MOST_COUNTED } from '../../protocol/counting.ts';
import { adminFrame } from '../admin/admin-frame.ts';
import { replaceNow } from '../applications/credentials.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { confirmation } from '../parts/confirmation.ts';
import { copyField } from '../parts/copy.ts';
import { choice, choiceGroup } from '../parts/field.ts';
import { type Faults, mergedForm, postForm } from '../parts/form.ts';
import { warningIcon } from '../parts/icon.ts';
import { ago, moment } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import { table } from '../parts/table.ts';
import { type ChangedResourceForm, resourceFaults, resourceFields } from './form.ts';
import { protectHint, RESOURCES_PATH, resourcePath } from './list.ts';

interface ResourceView {
  readonly clientId: string;
  readonly identifier: string;
  readonly name: string;
  readonly isConfigured: boolean;
  /** Counted up to MOST_COUNTED. */
  readonly peopleCount: number;
  readonly metadataUrl: string;
  readonly secrets: readonly {
    readonly suffix: string;
    readonly createdAt: number;
    readonly lastUsedAt: number | null;
    readonly endsAt: number | null;
  }[];
  readonly form: ChangedResourceForm;
}

export function resourcePage(context: PageContext, view: ResourceView): Html {
  const { text } = context;
  const words = text.resourcePage;
  const path = resourcePath(view.clientId);
  return adminFrame(context, 'resources', {
    title: view.name,
    heading: html`<h1>${named(view.name)}</h1>`,
    body: html`${!view.isConfigured && resourceFaults(text, view.form, false)}
<dl class="facts wide">
<div><dt>${words.identifier}</dt><dd><code dir="ltr">${view.identifier}</code></dd></div>
<div><dt>${words.metadata}</dt><dd><code dir="ltr">${view.metadataUrl}</code></dd></div>
<div><dt>${words.people}</dt><dd>${text.moments.upTo(view.peopleCount, MOST_COUNTED)}</dd></div>
</dl>
${credentials(context, view, path)}
<section class="section"><h2>${words.settings}</h2>
${view.isConfigured ? notice('info', words.configured(html`<code>LATCHKEY_RESOURCES</code>`)) : settings(context, view, path)}</section>
${!view.isConfigured && html`<section class="section danger-zone"><h2>${words.remove}</h2><p>${words.removeExplained}</p><div class="actions">${buttonLink(`${path}/delete`, 'danger', words.remove)}</div></section>`}
<p><a href="${RESOURCES_PATH}">${words.back}</a></p>`,
  });
}

function settings(context: PageContext, view: ResourceView, path: string): Html {
  const { resourceForm: words, parts } = context.text;
  return mergedForm(context, {
    action: path,
    class: 'stack narrow',
    shown: view.form.shown,
    fields: {
      name: { id: 'name', label: words.name },
      scope: { id: 'scopes', label: words.scopes },
      seconds: { id: 'seconds', label: words.seconds },
      plain: { id: 'plain', label: words.plain, says: (values) => parts.overtaken.isTicked(values.length > 0) },
    },
    body: html`${resourceFields(context.text, view.form)}
<div class="actions">${button({ weight: 'primary', label: context.text.resourcePage.save })}</div>`,
  });
}

function credentials(context: PageContext, view: ResourceView, path: string): Html {
  const { text } = context;
  const words = text.resourcePage;
  const action = `${path}/rotate`;
  // With two there is room for a third only where both end.
  const isFull = view.secrets.length > 1;
  return html`<section class="section"><h2>${words.credentials}</h2><p>${words.credentialsLead}</p>
${protectHint(context)}
${copyField(text, { id: 'client_id', label: 'client_id', value: view.clientId, what: 'client_id' })}
${view.secrets.length === 0 ? notice('warning', words.noSecret) : html`${secrets(context, view)}<h3>${text.credentials.rotate}</h3>`}
${isFull ? html`<p>${text.credentials.rotateBoth}</p>` : rotation(context, view, action)}
${view.secrets.length > 0 && replaceNow(context, { action, secrets: view.secrets })}</section>`;
}

/** The first secret has none before it that could go on working. */
function rotation(context: PageContext, view: ResourceView, action: string): Html {
  const { text } = context;
  return postForm(context, {
    action,
    class: 'stack narrow',
    body: html`${
      view.secrets.length > 0 &&
      choiceGroup(text, {
        id: 'overlap',
        legend: text.credentials.overlap,
        choices: GENTLE_OVERLAPS.map((overlap) =>
          choice({
            type: 'radio',
            id: `overlap_${overlap}`,
            name: 'overlap',
            value: overlap,
            checked: overlap === 'day',
            title: text.credentials.overlaps[overlap].title,
            text: text.credentials.overlaps[overlap].text,
          }),
        ),
      })
    }
<div class="actions">${button({ weight: 'secondary', label: view.secrets.length === 0 ? text.resourcePage.makeSecret : text.credentials.rotate })}</div>`,
  });
}

function secrets(context: PageContext, view: ResourceView): Html {
  const { text } = context;
  const words = text.credentials;
  return table({
    caption: words.title,
    columns: [{ title: words.secret }, { title: words.created }, { title: words.lastUsed }, { title: words.ends }],
    rows: view.secrets.map(({ suffix, createdAt, lastUsedAt, endsAt }) => [
      html`<code>••••${suffix}</code>`,
      moment(context, createdAt),
      lastUsedAt === null ? text.parts.never : ago(context, lastUsedAt),
      endsAt === null ? words.noEnd : moment(context, endsAt),
    ]),
  });
}

interface NewResourceSecret {
  readonly clientId: string;
  readonly name: string;
  readonly secret: string;
}

/** The secret is in this very answer and nowhere else. */
export function newResourceSecretPage(context: PageContext, { clientId, name, secret }: NewResourceSecret): Html {
  const { text } = context;
  return adminFrame(context, 'resources', {
    title: text.resourcePage.secretTitle,
    lead: text.resourcePage.secretLead(named(name)),
    body: html`<div class="once narrow">
<p class="once-title">${warningIcon}<strong>${text.newSecret.once}</strong></p>
${copyField(text, { id: 'client_id', label: 'client_id', value: clientId, what: 'client_id' })}
${copyField(text, { id: 'client_secret', label: 'client_secret', value: secret, what: 'client_secret' })}
<div class="actions">${buttonLink(resourcePath(clientId), 'primary', text.resourcePage.goOn)}</div>
</div>`,
  });
}

interface ResourceDeletion {
  readonly clientId: string;
  readonly name: string;
  /** Counted up to MOST_COUNTED. */
  readonly peopleCount: number;
  readonly typed: string;
  readonly faults: Faults<'confirm_name'>;
}

export function resourceDeletionPage(context: PageContext, page: ResourceDeletion): Html {
  const words = context.text.resourceDeletion;
  const path = resourcePath(page.clientId);
  return adminFrame(context, 'resources', {
    title: words.title(page.name),
    heading: html`<h1>${words.heading(named(page.name))}</h1>`,
    lead: words.lead,
    body: confirmation(context, {
      action: `${path}/delete`,
      losses: [words.peopleLost(page.peopleCount), words.tokensLost],
      name: page.name,
      fieldName: 'confirm_name',
      typed: page.typed,
      fault: page.faults.confirm_name,
      label: words.submit,
      backPath: path,
      backLabel: words.back,
    }),
  });
}
