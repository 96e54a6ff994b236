/** Proves that figures of several processes are joined as one service would count them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACT_LIMITS } from '../src/clients/act-limits.ts';
import { joinFigures, onlyCounts, printFigures, readFigures } from '../src/metrics/joined.ts';
import { createMetrics } from '../src/metrics.ts';
import { LIMIT_LABELS, limitLabel } from '../src/protocol/limit-labels.ts';
import { readProject } from './support/source-files.ts';

async function figuresOf(requests: number, ready: number) {
  const metrics = createMetrics();
  for (let count = 0; count < requests; count += 1) {
    metrics.requestsOf({ route: '/a "b"', method: 'GET', status: 200 }).observe(0.002);
    metrics.countGrant('refresh_token');
  }
  metrics.addSource({
    name: 'latchkey_database_ready',
    help: 'Whether it answers.',
    type: 'gauge',
    read: () => [{ value: ready }],
  });
  return await metrics.print();
}

test('what was printed is read and printed again as it was', async () => {
  const text = await figuresOf(3, 1);

  assert.equal(printFigures(readFigures(text)), text);
});

test('counts are added, the worst state counts, and what has ended leaves its counts behind', async () => {
  const [one, two, ended] = [await figuresOf(3, 1), await figuresOf(4, 0), await figuresOf(5, 0)];

  const all = printFigures(joinFigures([readFigures(one), readFigures(two), onlyCounts(readFigures(ended))]));

  assert.match(all, /^latchkey_grants_total\{grant_type="refresh_token"\} 12$/m);
  assert.match(all, /^latchkey_http_request_duration_seconds_bucket\{route="\/a \\"b\\"".*le="\+Inf"\} 12$/m);
  assert.match(all, /^latchkey_database_ready 0$/m);
  assert.equal(all.match(/# TYPE latchkey_grants_total counter/g)?.length, 1);
});

test('workers that come and go cannot make the figures by application grow without end', () => {
  const worker = (name: string) =>
    readFigures(
      [
        '# HELP latchkey_client_requests_total x',
        '# TYPE latchkey_client_requests_total counter',
        ...Array.from(
          { length: 12_000 },
          (_, index) => `latchkey_client_requests_total{client_id="${name}${index}"} 1`,
        ),
      ].join('\n'),
    );

  const joined = joinFigures([worker('a'), worker('b'), worker('a')]).get('latchkey_client_requests_total');

  assert.equal(joined?.series.size, 20_000);
  assert.equal(joined.series.get('latchkey_client_requests_total{client_id="a11999"}'), 2);
});

test('what every worker asks of the one database is told once, not as a sum', async () => {
  const names = ['deliveries', 'deliveries_oldest_seconds', 'webhooks_failing', 'live_tokens', 'jobs'];
  const times = ['sweep_finished_timestamp_seconds', 'sweep_duration_seconds', 'backup_timestamp_seconds'];
  const told = async (value: number) => {
    const metrics = createMetrics();
    for (const name of [...names, ...times])
      metrics.addSource({ name: `latchkey_${name}`, help: 'x', type: 'gauge', read: () => [{ value }] });
    return readFigures(await metrics.print());
  };

  const all = printFigures(joinFigures([await told(7), await told(5)]));

  for (const name of [...names, ...times]) assert.match(all, new RegExp(`^latchkey_${name} 7$`, 'm'));
});

test('every limit that can refuse a request has a name in the figures, which never tells whom it refused', () => {
  const source = readProject().filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts'));
  const called = source.flatMap(({ text }) => [
    ...text.matchAll(/(?:counters\.spend|\bspend)\(\s*(?:world, )?`((?:portal\/)?[a-z-]+)[:/]/g),
    ...text.matchAll(/\{ name: `((?:portal\/)?[a-z-]+)[:/]/g),
  ]);
  const counters = new Set(called.map(([, counter = '']) => counter));

  assert.ok(counters.size > 10, [...counters].join());
  for (const counter of [...counters, 'sign-in-name', 'sign-in-network', 'client', 'confirmation', 'listeners'])
    if (counter !== 'portal') assert.notEqual(limitLabel(`${counter}/ada@example.org/192.0.2.1`), 'other', counter);
  for (const act of Object.keys(ACT_LIMITS)) assert.notEqual(limitLabel(`portal/${act}/17`), 'other', act);
  assert.equal(limitLabel('toString/17'), 'other');
  assert.equal(new Set(LIMIT_LABELS).size, LIMIT_LABELS.length);
});
