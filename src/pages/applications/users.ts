/** How many people use one application, and how that changed in the last month: numbers, never names. */

import { MOST_COUNTED } from '../../protocol/counting.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { bars } from '../parts/bars.ts';
import { buttonLink } from '../parts/button.ts';
import { emptyState } from '../parts/notice.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { type ApplicationSubject, applicationFrame, applicationPath, wayToFirstToken } from './frame.ts';

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

interface UsersView {
  readonly application: ApplicationSubject;
  readonly days: readonly DayFigures[];
}

export function usersPage(context: PageContext, view: UsersView): Html {
  return applicationFrame(context, view.application, {
    tab: 'overview',
    body: html`<p><a href="${applicationPath(view.application.clientId)}">${context.text.people.back}</a></p>
${isUntouched(view) ? untouched(context, view) : figures(context, view)}`,
  });
}

function isUntouched({ application, days }: UsersView): boolean {
  return (
    application.userCount === 0 &&
    days.every((each) => each.people === 0 && each.left + each.tokens + each.errors === 0)
  );
}

function untouched({ text }: PageContext, { application }: UsersView): Html {
  const words = text.people;
  return emptyState({
    title: words.emptyTitle,
    text: application.kind === 'machine' ? words.emptyMachine : words.emptyText,
    action: buttonLink(wayToFirstToken(application), 'primary', words.emptyAction),
  });
}

function figures(context: PageContext, view: UsersView): Html {
  const { text } = context;
  const words = text.people;
  const { days } = view;
  const [from, to] = spanOf(text, days);
  return html`<section class="section"><h2>${words.now}</h2>
<p class="figure-number large">${text.moments.upTo(view.application.userCount, MOST_COUNTED)}</p>
<p class="hint">${words.explained} ${words.private}</p></section>
<section class="section"><h2>${words.trend}</h2>
${peopleChart(context, days)}
<h3>${words.uses}</h3>${chart(context, words.usesChart(from, to), days, 'tokens')}
<h3>${words.errors}</h3>${chart(context, words.errorsChart(from, to), days, 'errors')}
<details class="rules"><summary>${words.table}</summary>${dayTable(context, days)}</details></section>`;
}

/** Where there are too many people to count them, those who came are shown. */
function peopleChart(context: PageContext, days: readonly DayFigures[]): Html {
  const words = context.text.people;
  const span = spanOf(context.text, days);
  return isCounted(days)
    ? html`<h3>${words.people}</h3>${chart(context, words.chart(...span), days, 'people')}`
    : html`<h3>${words.arrivals}</h3>${chart(context, words.arrivalsChart(...span), days, 'arrived')}`;
}

/** False where there were too many people to count them on each day. */
export function isCounted(days: readonly DayFigures[]): boolean {
  return days.every(({ people }) => people !== null);
}

/** The first and the last of them, as dates. */
export function spanOf({ moments }: Text, days: readonly DayFigures[]): readonly [string, string] {
  return [moments.date(days[0]?.at ?? 0), moments.date(days.at(-1)?.at ?? 0)];
}

type Measure = 'people' | 'arrived' | 'tokens' | 'errors';

function chart({ text }: PageContext, label: string, days: readonly DayFigures[], what: Measure): Html {
  const values = days.map((each) => each[what] ?? 0);
  const [from, to] = spanOf(text, days);
  return html`<figure class="chart${what === 'errors' && ' bad'}">${bars({ label, values, size: 'large' })}
<figcaption><span>${from}</span><span>${text.people.most(text.moments.numeral(Math.max(...values)))}</span><span>${to}</span></figcaption></figure>`;
}

function dayTable({ text }: PageContext, days: readonly DayFigures[]): Html {
  const words = text.people;
  const { date, numeral, upTo } = text.moments;
  return table({
    caption: words.trend,
    columns: [
      { title: words.day },
      { title: words.people, isNumber: true },
      { title: words.arrived, isNumber: true },
      { title: words.left, isNumber: true },
      { title: words.uses, isNumber: true },
      { title: words.errors, isNumber: true },
    ],
    rows: days
      .toReversed()
      .map((each) => [
        date(each.at),
        each.people === null ? upTo(MOST_COUNTED, MOST_COUNTED) : numeral(each.people),
        numeral(each.arrived),
        numeral(each.left),
        numeral(each.tokens),
        numeral(each.errors),
      ]),
  });
}
