/** The overview of one application: registration, endpoints, the first token, figures, recent events. */

import { previewRedirect } from '../../protocol/clients/redirect-preview.ts';
import { MOST_COUNTED } from '../../protocol/counting.ts';
import type { Source } from '../../protocol/event.ts';
import { type FirstTokenValues, snippetsFor } from '../docs/snippets/first-token.ts';
import { endpointsOf } from '../docs/snippets/values.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { bars } from '../parts/bars.ts';
import { buttonLink } from '../parts/button.ts';
import { codeBlock, copyField, downloadLink } from '../parts/copy.ts';
import { developerEntry, type EventRecord } from '../parts/event-entry.ts';
import { infoIcon } from '../parts/icon.ts';
import { ago } from '../parts/moment.ts';
import { webLink } from '../parts/name.ts';
import { sourceSuffix } from '../parts/source.ts';
import { timeline } from '../parts/timeline.ts';
import type { Text } from '../text/en.ts';
import { envFile, jsonFile } from './client-file.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from './frame.ts';
import { previewWords } from './redirects.ts';

interface Application extends FirstTokenValues, ApplicationSubject {
  readonly homepageUrl: string;
  readonly policyUrl: string;
  readonly termsUrl: string;
  readonly sendsIssuer: boolean;
  /** Token requests a minute for each grant; null where nothing is limited. */
  readonly tokenLimit: number | null;
  /** When and from where a token was last used, as far as that is stored; null when none ever was. */
  readonly lastUse: { readonly at: number; readonly source: Source } | null;
  /** When it last received a token; null when it never did. */
  readonly lastTokenAt: number | null;
}

/** One day, oldest first. */
export interface DayFigures {
  readonly at: number;
  /** Null where there are too many to count them. */
  readonly people: number | null;
  readonly arrived: number;
  readonly left: number;
  readonly tokens: number;
  readonly errors: number;
}

interface ApplicationView {
  readonly application: Application;
  readonly days: readonly DayFigures[];
  /** The newest events of this application; empty when there are none. */
  readonly events: readonly EventRecord[];
}

export function applicationPage(context: PageContext, { application, days, events }: ApplicationView): Html {
  const { text } = context;
  const words = text.application;
  const body = html`${application.lastTokenAt === null && nextStep(text, application)}
${identity(text, application)}
${figures(context, application, days)}
${registration(context, application)}
${firstToken(text, application)}
${events.length > 0 && html`<section class="section"><h2>${words.events}</h2>${happenings(context, events)}</section>`}`;
  return applicationFrame(context, application, { tab: 'overview', body });
}

/** The next step until there is a token; a machine requests its own with one command. */
function nextStep({ application: words }: Text, { clientId, kind }: Application): Html {
  const [sentence, path] =
    kind === 'machine' ? [words.nextCommand, '#commands'] : [words.nextWalk, `${applicationPath(clientId)}/test`];
  return html`<div class="notice" id="first-token">${infoIcon}<div class="notice-body"><p>${sentence}</p>${buttonLink(path, 'primary', words.next)}</div></div>`;
}

function identity(text: Text, application: Application): Html {
  const words = text.application;
  const { endpoints } = text;
  return html`<section class="section"><h2>${words.identity}</h2>
<div class="copy-list">${copyField(text, { id: 'client_id', label: 'client_id', value: application.clientId, what: 'client_id' })}
${endpointsOf(application.baseUrl).map(({ name, url }) =>
  copyField(text, {
    id: `endpoint-${name}`,
    label: endpoints[name],
    value: url,
    what: endpoints.addressOf(endpoints[name]),
  }),
)}</div>
<p class="hint">${words.files}</p>
<div class="actions">${downloadLink({ fileName: 'client.json', type: 'application/json', text: jsonFile(application, null), label: words.downloadJson })}
${downloadLink({ fileName: 'client.env', type: 'text/plain', text: envFile(application, null), label: words.downloadEnv })}</div></section>`;
}

/** Three numbers, each with a chart of the month; the users tab lists the single days. */
function figures(context: PageContext, application: Application, days: readonly DayFigures[]): Html {
  const { text } = context;
  const words = text.application;
  const [from, to] = spanOf(text, days);
  const total = (what: 'tokens' | 'errors') => days.reduce((sum, each) => sum + each[what], 0);
  const { numeral, upTo } = text.moments;
  const figure = (title: string, count: string, label: string, values: readonly number[]) =>
    html`<div class="figure"><dt>${title}</dt><dd><span class="figure-number">${count}</span>${bars({ label, values, size: 'small' })}</dd></div>`;
  return html`<section class="section"><h2>${words.figures}</h2>
<dl class="figures">
${figure(
  words.figureUsers,
  upTo(application.userCount, MOST_COUNTED),
  isCounted(days) ? text.people.chart(from, to) : text.people.arrivalsChart(from, to),
  days.map((each) => each.people ?? each.arrived),
)}
${figure(
  words.figureTokens,
  numeral(total('tokens')),
  text.people.usesChart(from, to),
  days.map((each) => each.tokens),
)}
${figure(
  words.figureErrors,
  numeral(total('errors')),
  text.people.errorsChart(from, to),
  days.map((each) => each.errors),
)}
</dl></section>`;
}

/** False where there were too many people to count them on each day. */
export function isCounted(days: readonly DayFigures[]): boolean {
  return days.every(({ people }) => people !== null);
}

/** The first and the last of them, as dates. */
export function spanOf({ moments }: Text, days: readonly DayFigures[]): readonly [string, string] {
  return [moments.date(days[0]?.at ?? 0), moments.date(days.at(-1)?.at ?? 0)];
}

function registration(context: PageContext, application: Application): Html {
  const { text } = context;
  const words = text.application;
  const { none, never } = text.parts;
  const { lastUse, lastTokenAt } = application;
  return html`<section class="section"><h2>${words.registration}</h2>
<dl class="facts wide">
<div><dt>${words.type}</dt><dd>${text.kinds[application.kind].title} (${application.isConfidential ? words.confidential : words.public})</dd></div>
<div><dt>${words.redirectUris}</dt><dd>${redirects(text, application)}</dd></div>
<div><dt>${words.scopes}</dt><dd>${application.scopes.length === 0 ? none : application.scopes.map((scope) => html`<code class="chip">${scope}</code> `)}</dd></div>
<div><dt>${words.homepage}</dt><dd>${application.homepageUrl === '' ? none : webLink(application.homepageUrl)}</dd></div>
<div><dt>${text.applicationForm.policy}</dt><dd>${application.policyUrl === '' ? none : webLink(application.policyUrl)}</dd></div>
<div><dt>${text.applicationForm.terms}</dt><dd>${application.termsUrl === '' ? none : webLink(application.termsUrl)}</dd></div>
<div><dt>${words.issuer}</dt><dd>${application.sendsIssuer ? words.issuerSent(html`<code>${application.baseUrl}</code>`) : words.issuerNotSent}</dd></div>
<div><dt>${words.limit}</dt><dd>${application.tokenLimit === null ? words.noLimit : words.limitText(text.moments.numeral(application.tokenLimit))}</dd></div>
<div><dt>${words.lastToken}</dt><dd>${lastTokenAt === null ? never : ago(context, lastTokenAt)}</dd></div>
<div><dt>${words.lastUse}</dt><dd>${lastUse === null ? never : html`${ago(context, lastUse.at)}${sourceSuffix(text, lastUse.source)}`}</dd></div>
</dl></section>`;
}

function redirects(text: Text, { redirectUris }: Application): Html | string {
  if (redirectUris.length === 0) return text.application.noRedirects;
  return html`<ul class="plain">${redirectUris.map(
    (uri) =>
      html`<li><code dir="ltr">${uri}</code><span class="hint">${previewWords(text, previewRedirect(uri))}</span></li>`,
  )}</ul>`;
}

function firstToken(text: Text, application: Application): Html {
  const words = text.application;
  return html`<section class="section" id="commands"><h2>${words.firstToken}</h2>
<p>${words.firstTokenLead} ${application.isConfidential && words.putSecret(html`<code>YOUR_CLIENT_SECRET</code>`)}</p>
${snippetsFor(application).map(({ id, name, text: commands }) => codeBlock(text, { id, text: commands, ...text.snippets[name] }))}</section>`;
}

function happenings(context: PageContext, events: readonly EventRecord[]): Html {
  return timeline(
    context,
    events.map((event) => developerEntry(context.text, event)),
  );
}

/** Where the first token is explained. */
export function firstTokenPath(clientId: string): string {
  return `${applicationPath(clientId)}#first-token`;
}
