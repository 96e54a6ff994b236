/** What a siege by those who mean harm has to leave to everybody else, and whether it did. */
import { mostMsForARequest } from '../../support/processor.ts';
import type { Violation } from '../checking/checker.ts';
import type { Overgrown } from '../checking/growth-check.ts';
import type { AttackNews } from '../environment/attackers.ts';
import type { Impact } from '../environment/open-load.ts';
import type { Engine } from '../environment/place.ts';
import { createBar, percentile, round, sumUp, timesOf, totalOf, undisturbedTimesOf } from '../measured.ts';
import type { Outcome } from '../scenario.ts';

/** What is asked for (issue 11). */
const LEAST_SERVED = 0.8;
const P99 = 0.99;
const MOST_TIMES_P99 = 3;
const MOST_MEGABYTES = 350;
/** Collecting garbage takes a turn too; so much more is no chance. */
const STALL = 5;

export interface Siege {
  readonly engine: Engine;
  readonly quiet: Impact;
  readonly during: Impact;
  readonly news: AttackNews;
  readonly megabytes: number;
  readonly grown: Overgrown;
  readonly stalls: { readonly quiet: number; readonly during: number; readonly asCounted: number };
  readonly isUp: boolean;
  readonly stderr: string;
}

type Bar = ReturnType<typeof createBar>;

export function judgeSiege(siege: Siege): Outcome {
  const { engine, during, news, megabytes, grown, stalls } = siege;
  const bar = createBar();
  const stall = stalls.during / mostMsForARequest();
  const violations = violationsOf(siege);
  if (stall > STALL)
    violations.push({
      kind: 'unexpected answer',
      where: `${engine}, event loop`,
      says: `a turn of ${round(stalls.during)} ms`,
    });
  bar.below(`${engine}: longest turn of the event loop`, stall, 1, ' times 20 ms');
  bar.missed.push(...grown.unbounded.map((says) => `${engine}: ${says}`));
  const kinds = [...siege.quiet.kinds.keys()].map((kind) => judgeKind(siege, kind, bar));
  bar.below(`${engine}: memory`, megabytes, MOST_MEGABYTES, ' MB');
  const figures = {
    [engine]: `${kinds.join('; ')}; longest turn ${round(stalls.quiet)} → ${round(stalls.during)} ms (with what other guests of the host took, ${round(stalls.asCounted)}); ${round(megabytes)} MB`,
    [`${engine}, attacks`]: Object.entries(news.statuses)
      .toSorted()
      .map(([what, count]) => `${what} × ${count}`)
      .join(', '),
  };
  return sumUp({ ...totalOf(during), bite: news.sent, leastBite: 1, violations, figures, missed: bar.missed });
}

function violationsOf({ engine, during, grown, isUp, stderr }: Siege): Violation[] {
  const violations: Violation[] = [...during.kinds].flatMap(([kind, { wrong }]) =>
    // A 429 for somebody who did nothing wrong is an answer that is missing, not a wrong one.
    wrong
      .filter((says) => !says.startsWith('429') && !says.startsWith('503'))
      .map((says): Violation => ({ kind: 'unexpected answer', where: `${engine}, ${kind}`, says })),
  );
  if (!isUp)
    violations.push({ kind: 'unexpected answer', where: engine, says: `the service ended: ${stderr.slice(-300)}` });
  for (const says of grown.beyond) violations.push({ kind: 'unexpected answer', where: `${engine}, tables`, says });
  return violations;
}

/**
 * A busy machine is one from which the host takes: what a siege is compared with, a quiet one, has nothing taken. So the
 * requests beside which other guests took processor time are told, and not judged.
 */
function judgeKind({ engine, quiet, during }: Siege, kind: string, bar: Bar): string {
  const [sent, served] = [during.kinds.get(kind)?.sent ?? 0, during.kinds.get(kind)?.served ?? 0];
  const share = served / Math.max(1, sent);
  if (sent > 0 && share < LEAST_SERVED)
    bar.missed.push(`${engine}: ${kind} answered ${round(share * 100)} %, asked for 80 %`);
  const judged = undisturbedTimesOf(during, kind);
  const calm = percentile(undisturbedTimesOf(quiet, kind), P99);
  const beside = percentile(judged, P99);
  bar.below(`${engine}: p99 of ${kind}`, beside / Math.max(1, calm), MOST_TIMES_P99, ' times that of the quiet');
  const asCounted = percentile(timesOf(during, kind), P99);
  const disturbed = 1 - judged.length / Math.max(1, served);
  return (
    `${kind} ${round(share * 100)} %, p99 ${round(calm)} → ${round(beside)} ms ` +
    `(with the ${round(disturbed * 100)} % beside which other guests of the host took time, ${round(asCounted)})`
  );
}
