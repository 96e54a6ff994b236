/** The first page of administration: how many there are of everything, today beside the last thirty days, what fails, and
 * how the service itself is. */
import type { EventKind } from '../../protocol/event.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { bars } from '../parts/bars.ts';
import { day } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { adminFrame, administeredPath, eventsPath } from './admin-frame.ts';
import { waitingPath } from './applications.ts';
import { type ServiceFacts, serviceFacts } from './service-facts.ts';

interface DayFigures {
  /** Days since the epoch, in UTC. */
  readonly day: number;
  readonly signIns: number;
  readonly failedSignIns: number;
  readonly newAccounts: number;
  readonly tokens: number;
  readonly refusals: number;
  /** Codes and refresh tokens that were used twice. */
  readonly alarms: number;
}

interface TodayPage {
  readonly totals: {
    readonly people: number;
    readonly administrators: number;
    readonly disabled: number;
    readonly applications: number;
    readonly suspended: number;
    readonly waiting: number;
  };
  readonly liveSessions: number;
  /** The oldest first, today last. */
  readonly days: readonly DayFigures[];
  readonly failing: readonly {
    readonly clientId: string;
    readonly name: string;
    readonly refusals: number;
    readonly tokens: number;
  }[];
  readonly service: ServiceFacts;
  /** Counting stops here: a figure of this size means at least as many. */
  readonly most: number;
}

export function todayPage(context: PageContext, page: TodayPage): Html {
  const words = context.text.today;
  return adminFrame(context, 'home', {
    title: words.title,
    lead: words.lead(day(context, context.now)),
    body: html`${totals(context, page)}
${trends(context, page)}
${failing(context, page)}
${serviceFacts(context, page.service)}`,
  });
}

function totals(context: PageContext, { totals: all, liveSessions, most }: TodayPage): Html {
  const { today: words, moments } = context.text;
  const figure = (label: string, count: number, path: string | null) =>
    html`<div class="figure"><dt>${path === null ? label : html`<a href="${path}">${label}</a>`}</dt><dd><span class="figure-number">${moments.upTo(count, most)}</span></dd></div>`;
  return html`<section class="section"><h2 class="unseen">${words.totals}</h2>
<dl class="figures slim">
${figure(words.people, all.people, '/admin/people')}
${figure(words.administrators, all.administrators, '/admin/people?filter=administrators')}
${figure(words.disabled, all.disabled, '/admin/people?filter=disabled')}
${figure(words.applications, all.applications, '/admin/applications')}
${figure(words.suspended, all.suspended, '/admin/applications?filter=suspended')}
${figure(words.waiting, all.waiting, waitingPath)}
${figure(words.liveSessions, liveSessions, null)}
</dl></section>`;
}

type Measure = Exclude<keyof DayFigures, 'day'>;

/** Where a figure leads to: the list of what it counts, or those of several kinds of events. */
type AlarmKind = Extract<EventKind, 'code.replayed' | 'token.reuse_detected'>;
type Way = string | readonly AlarmKind[] | null;

const TRENDS: readonly (readonly [measure: Measure, way: Way, tone: 'plain' | 'warm' | 'bad'])[] = [
  ['signIns', eventsPath({ kind: 'account.signed_in' }), 'plain'],
  ['tokens', null, 'plain'],
  ['newAccounts', '/admin/people', 'plain'],
  ['failedSignIns', eventsPath({ kind: 'account.sign_in_failed' }), 'warm'],
  ['refusals', '#failing', 'warm'],
  ['alarms', ['code.replayed', 'token.reuse_detected'], 'bad'],
];

/** Each figure of today above the days that led to it; the same figures as one table for everybody who reads tables. */
function trends(context: PageContext, { days, most }: TodayPage): Html {
  const { text } = context;
  const words = text.today;
  const { numeral, upTo, date } = text.moments;
  const span = [date((days[0]?.day ?? 0) * 86_400), date((days.at(-1)?.day ?? 0) * 86_400)] as const;
  const cards = TRENDS.map(([measure, way, tone]) => {
    const values = days.map((each) => each[measure]);
    const title = words.measures[measure];
    return html`<li class="trend ${tone}"><h3>${typeof way === 'string' ? html`<a href="${way}">${title}</a>` : title}</h3>
<p class="trend-now"><span class="figure-number">${upTo(values.at(-1) ?? 0, most)}</span> <span class="quiet-text">${words.yesterday(numeral(values.at(-2) ?? 0))}${Array.isArray(way) && kindLinks(text, way)}</span></p>
${bars({ label: words.chart(title, ...span), values, size: 'large' })}
<p class="trend-foot"><span>${span[0]}</span><span>${words.peak(numeral(Math.max(...values)))}</span></p></li>`;
  });
  return html`<section class="section"><h2>${words.todayAndMonth}</h2>
<ul class="trends">${cards}</ul>
<p class="hint">${words.late}</p>
<details class="rules"><summary>${words.table}</summary>${dayTable(context, days)}</details></section>`;
}

/** One list for each kind that a figure counts. */
function kindLinks({ eventLog }: Text, kinds: readonly AlarmKind[]): Html {
  const groups = { 'code.replayed': eventLog.groups.code, 'token.reuse_detected': eventLog.groups.token };
  return html`${kinds.map((kind) => html` · <a href="${eventsPath({ kind })}">${groups[kind]}</a>`)}`;
}

function dayTable({ text }: PageContext, days: readonly DayFigures[]): Html {
  const words = text.today;
  const { numeral, date } = text.moments;
  return table({
    caption: words.todayAndMonth,
    columns: [{ title: words.day }, ...TRENDS.map(([measure]) => ({ title: words.measures[measure], isNumber: true }))],
    rows: days
      .toReversed()
      .map((each): readonly Child[] => [date(each.day * 86_400), ...TRENDS.map(([measure]) => numeral(each[measure]))]),
  });
}

function failing(context: PageContext, page: TodayPage): Html {
  const { today: words, moments } = context.text;
  const rows = page.failing.map(({ clientId, name, refusals, tokens }) => [
    html`<a href="${administeredPath(clientId)}">${named(name)}</a>`,
    html`<a href="/oauth/applications/${encodeURIComponent(clientId)}/requests">${moments.numeral(refusals)}<span class="unseen"> ${words.whyRefused}</span></a>`,
    moments.numeral(tokens),
  ]);
  return html`<section class="section" id="failing"><h2>${words.failing}</h2>
${
  rows.length === 0
    ? html`<p>${words.nothingFails}</p>`
    : table({
        caption: words.failing,
        columns: [
          { title: words.application },
          { title: words.measures.refusals, isNumber: true },
          { title: words.measures.tokens, isNumber: true },
        ],
        rows,
      })
}</section>`;
}
