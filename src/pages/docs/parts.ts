/** A gallery of every part that pages are made of, for developers; its texts are those of other pages. */
import { SHIPPED_SCOPES } from '../../config/scope-catalogue.ts';
import { compareTexts } from '../../protocol/difference.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { bars } from '../parts/bars.ts';
import { button, buttonLink } from '../parts/button.ts';
import { askFirst, confirmation } from '../parts/confirmation.ts';
import { codeBlock, codeTabs, copyField, downloadLink } from '../parts/copy.ts';
import { difference } from '../parts/difference.ts';
import { choice, choiceGroup, field, textArea } from '../parts/field.ts';
import { findForm } from '../parts/find.ts';
import { faultSummary } from '../parts/form.ts';
import { ago, day, moment } from '../parts/moment.ts';
import { nameBeside, named, webLink } from '../parts/name.ts';
import { emptyState, notice } from '../parts/notice.ts';
import { permissionGroups, permissionWords } from '../parts/permissions.ts';
import { emblem, identicon, portrait } from '../parts/picture.ts';
import { pager, table } from '../parts/table.ts';
import { tabs } from '../parts/tabs.ts';
import { timeline } from '../parts/timeline.ts';

const PARTS_PATH = '/docs/parts';

/** Samples without words, which need no translation. */
const NAME = '№ 7';
const ADDRESS = 'https://203.0.113.9/7';
const FAULT: FieldFault = { reason: 'name_missing' };
const NOWHERE = { address: '203.0.113.9', userAgent: null };

export function docsPartsPage(context: PageContext): Html {
  const { parts } = context.text.docs;
  return workspaceFrame(context, {
    title: parts.title,
    lead: parts.lead,
    navItem: 'docs',
    body: html`${telling(context)}${asking(context)}${listing(context)}${code(context)}${deciding(context)}`,
  });
}

/** Titled with the names of the functions in the source. */
function part(name: string, ...samples: readonly Child[]): Html {
  return html`<section class="section"><h2><code>${name}</code></h2>${samples.map((sample) => html`<div class="stack">${sample}</div>`)}</section>`;
}

function telling(context: PageContext): Html {
  const { text, now } = context;
  const kinds = ['info', 'done', 'warning', 'problem'] as const;
  const tones = ['calm', 'attention', 'alarm'] as const;
  const entries = tones.map((tone) => ({
    tone,
    what: html`<code>${tone}</code>`,
    advice: null,
    at: now - 7200,
    source: NOWHERE,
  }));
  const { applications: words } = text;
  return html`${part('notice', ...kinds.map((kind) => notice(kind, text.done.application_saved)))}
${part('emptyState', emptyState({ title: words.emptyTitle, text: words.emptyText, action: buttonLink(PARTS_PATH, 'primary', words.register) }))}
${part('timeline', timeline(context, entries))}
${part('moment, ago, day', html`<p>${moment(context, now - 7200)} · ${ago(context, now - 7200)} · ${day(context, now)}</p>`)}
${part('named, webLink, nameBeside', html`<p>${named('7'.repeat(255))} · ${webLink(ADDRESS)}</p>`, nameBeside(identicon('user:7', 'person'), named(NAME), ADDRESS))}
${part('identicon, emblem, portrait', html`<p>${portrait({ id: 8, picturePath: null }, 'large')} ${emblem({ clientId: NAME, logoPath: null }, 'large')}</p>`)}
${part('bars', bars({ label: text.people.people, values: [0, 3, 5, 2, 9, 4, 12], size: 'large' }))}`;
}

function asking({ text }: PageContext): Html {
  const words = text.applicationForm;
  const one = (id: string) => ({ id, name: id, label: words.name, hint: words.nameHint, value: NAME });
  const row = (type: 'checkbox' | 'radio', value: 'web' | 'native') =>
    choice({
      type,
      id: `part_${type}_${value}`,
      name: `part_${type}`,
      value,
      checked: value === 'web',
      title: text.kinds[value].title,
      text: text.kinds[value].text,
    });
  const weights = ['primary', 'secondary', 'danger', 'quiet'] as const;
  const buttons = weights.map((weight) => button({ weight, label: text.parts.cancel }));
  return html`${part('button, buttonLink', html`<div class="actions">${buttons}${buttonLink(PARTS_PATH, 'secondary', text.parts.cancel)}<button class="button primary" type="button" disabled>${text.parts.cancel}</button></div>`)}
${part('field, textArea', field(text, one('part_field')), field(text, { ...one('part_wrong'), fault: FAULT }), textArea(text, { ...one('part_area'), optional: true }))}
${part(
  'faultSummary',
  faultSummary(text, [
    ['part_field', FAULT],
    ['part_wrong', FAULT],
  ]),
)}
${part('choice, choiceGroup', ...(['checkbox', 'radio'] as const).map((type) => choiceGroup(text, { id: `part_${type}`, legend: words.type, hint: words.typeHint, choices: [row(type, 'web'), row(type, 'native')] })))}
${part('findForm', findForm(text, { path: PARTS_PATH, label: words.name, hint: words.nameHint, typed: NAME }))}`;
}

function listing({ text }: PageContext): Html {
  const words = text.applications;
  const scopes = Object.entries(SHIPPED_SCOPES).map(([name, scope]) => ({ name, ...scope }));
  const rows = [1, 20, 10_000].map((count) => [named(NAME), text.moments.numeral(count)]);
  const columns = [{ title: words.name }, { title: words.users, isNumber: true }];
  return html`${part('table, pager', table({ caption: words.title, columns, rows }), pager(text, { previous: PARTS_PATH, next: PARTS_PATH }))}
${part(
  'tabs',
  tabs({
    label: words.title,
    tabs: [true, false].map((isCurrent) => ({ path: PARTS_PATH, title: words.title, isCurrent })),
  }),
)}
${part(
  'permissionGroups',
  permissionGroups(text, scopes, (scope) => html`<div class="choice fixed">${permissionWords(text, scope)}</div>`),
)}
${part(
  'chip',
  html`<p>${['', ' accent', ' good', ' warm', ' bad'].map((tone) => html`<span class="chip${tone}">${words.type}</span> `)}</p>`,
)}`;
}

function code({ text }: PageContext): Html {
  const words = text.requests;
  const lines = { text: `curl ${ADDRESS}`, what: text.docs.request };
  return html`${part('copyField', copyField(text, { id: 'part_copy', label: 'client_id', value: NAME, what: 'client_id' }))}
${part('codeBlock', codeBlock(text, { id: 'part_code', title: text.docs.request, ...lines }))}
${part(
  'codeTabs',
  codeTabs(text, {
    id: 'part_tabs',
    legend: text.docs.languages(text.docs.request),
    what: lines.what,
    tabs: ['curl', 'Python'].map((label) => ({ label, text: lines.text })),
  }),
)}
${part('downloadLink', html`<div class=\"actions\">${downloadLink({ fileName: 'part.txt', type: 'text/plain', text: lines.text, label: text.newSecret.download })}</div>`)}
${part(
  'difference',
  difference({
    receivedLabel: words.comparisons.redirect_uri.received,
    expectedLabel: words.comparisons.redirect_uri.expected,
    pieces: compareTexts(`${ADDRESS}/`, `${ADDRESS}0`),
    legend: words.comparisonLegend(html`<del>${words.struck}</del>`, html`<ins>${words.underlined}</ins>`),
  }),
)}`;
}

/** Sending this form has no effect: its path answers no POST. */
function deciding(context: PageContext): Html {
  const { text } = context;
  const words = text.applicationDeletion;
  const asked = confirmation(context, {
    ...{ action: PARTS_PATH, losses: [words.tokensLost, words.nameLost], name: NAME, fieldName: 'part_confirm' },
    ...{ typed: '', fault: undefined, label: words.submit, backPath: PARTS_PATH, backLabel: words.back },
  });
  return html`${part('confirmation', asked)}
${part('askFirst', askFirst(context, { id: 'part_question', label: text.authorized.remove, title: text.authorized.removeAllTitle, lost: text.authorized.removeAllAsk, action: PARTS_PATH, submit: text.authorized.removeAllSubmit }))}`;
}
