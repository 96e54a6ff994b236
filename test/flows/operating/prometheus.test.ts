/** Proves with the real Prometheus that it reads the figures, and that the shipped configuration and rules are sound. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { JOB_KINDS } from '../../../src/job-kinds.ts';
import { EVENT_KINDS } from '../../../src/protocol/event.ts';
import { spawnChild } from '../../support/children.ts';
import { serverProgram } from '../../support/debian-package.ts';
import { eventually } from '../../support/eventually.ts';
import { send } from '../../support/http-client.ts';
import { freePort } from '../../support/postgres-home.ts';
import { startService, temporaryDirectory } from '../../support/service.ts';

const shipped = join(import.meta.dirname, '..', '..', '..', 'deploy');

let prometheus = '';
let promtool = '';
before(async () => {
  prometheus = await serverProgram('prometheus');
  promtool = join(dirname(prometheus), 'promtool');
});

test('Prometheus scrapes a running service, evaluates the shipped rules, and promtool finds no fault', async () => {
  const [port, own] = [await freePort(), await freePort()];
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_METRICS_PORT: String(port) } });
  const folder = temporaryDirectory();
  cpSync(join(shipped, 'prometheus'), folder, { recursive: true });
  const configuration = join(folder, 'prometheus.yml');
  const written = readFileSync(configuration, 'utf8').replace('127.0.0.1:9464', `127.0.0.1:${port}`);
  writeFileSync(configuration, written.replaceAll('15s', '1s'));
  const words = [`--config.file=${configuration}`, `--storage.tsdb.path=${folder}/data`];
  spawnChild(prometheus, [...words, `--web.listen-address=127.0.0.1:${own}`], { cwd: folder });
  await send(`${service.url}/health/ready`);

  const query = encodeURIComponent('latchkey_http_request_duration_seconds_count{route="/health/ready"}');
  const address = `http://127.0.0.1:${own}/api/v1`;
  await eventually('Prometheus knows of the request', async () => {
    const answer = await send(`${address}/query?query=${query}`).catch(() => undefined);
    return answer?.status === 200 && JSON.parse(answer.body).data.result.length > 0;
  });

  await eventually('every rule was evaluated without a fault', async () => {
    const { body } = await send(`${address}/rules`);
    const rules: { health: string }[] = JSON.parse(body).data.groups[0].rules;
    return rules.length > 0 && rules.every(({ health }) => health === 'ok');
  });
  const seriesOf = async (expr: string): Promise<number> => {
    const { status, body } = await send(`${address}/query?query=${encodeURIComponent(expr)}`);
    assert.equal(status, 200, `${expr}: ${body}`);
    return JSON.parse(body).data.result.length;
  };
  await eventually('rates are known', async () => (await seriesOf('rate(latchkey_events_total[1m])')) > 50);
  // A service where nothing happens has no hundred lines at zero, nor a legend that nobody can read.
  for (const { title, expr } of dashboardQueries())
    assert.ok((await seriesOf(expr.replaceAll('$__rate_interval', '1m'))) <= 12, `${title}: ${expr}`);
  const { body: figures } = await send(`http://127.0.0.1:${port}/metrics`);
  const checked = spawnSync(promtool, ['check', 'metrics'], { input: figures, encoding: 'utf8' });
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  await service.stop();
});

function dashboardQueries(): { readonly title: string; readonly expr: string }[] {
  const { panels }: Dashboard = JSON.parse(readFileSync(join(shipped, 'grafana', 'latchkey.json'), 'utf8'));
  return panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

test('the shipped configuration and rules pass the check of promtool', () => {
  const words = ['check', 'config', join(shipped, 'prometheus', 'prometheus.yml')];

  assert.match(execFileSync(promtool, words, { encoding: 'utf8' }), /SUCCESS: \d+ rules found/);
});

test('the first theft of a token raises its alarm, since its series is there before', async () => {
  const port = String(await freePort());
  const service = await startService({ database: 'sqlite', env: { LATCHKEY_METRICS_PORT: port } });
  const { body } = await send(`http://127.0.0.1:${port}/metrics`);
  await service.stop();
  const file = join(temporaryDirectory(), 'tests.yml');
  const told = {
    rule_files: [join(shipped, 'prometheus', 'latchkey.rules.yml')],
    tests: [
      {
        interval: '1m',
        input_series: [{ series: 'latchkey_events_total{kind="token.reuse_detected"}', values: '0x4 1x10' }],
        promql_expr_test: [
          {
            expr: 'count(ALERTS{alertname="LatchkeyRefreshTokenReused",alertstate="firing"})',
            eval_time: '8m',
            exp_samples: [{ labels: '{}', value: 1 }],
          },
        ],
      },
    ],
  };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(told));

  assert.match(body, /^latchkey_events_total\{kind="token\.reuse_detected"\} 0$/m);
  assert.match(execFileSync(promtool, ['test', 'rules', file], { encoding: 'utf8' }), /SUCCESS/);
});

interface Alarm {
  readonly alarm: string;
  readonly series: string;
  readonly values: string;
  readonly at?: string;
  readonly beside?: readonly { readonly series: string; readonly values: string }[];
}

/** What a figure tells minute by minute, and the alarm that it raises; `0+60x20` grows by sixty, twenty times. */
const ALARMS: readonly Alarm[] = [
  { alarm: 'LatchkeyDown', series: 'up{job="latchkey"}', values: '0x20' },
  // No instance is found any more, as where the cluster is asked for them, or the job has another name.
  { alarm: 'LatchkeyDown', series: 'up{job="other"}', values: '1x20' },
  { alarm: 'LatchkeyDatabaseLost', series: 'latchkey_database_ready', values: '0x20' },
  {
    alarm: 'LatchkeyFailing',
    series: 'latchkey_http_request_duration_seconds_count{status="500"}',
    values: '0+60x20',
  },
  {
    alarm: 'LatchkeySlow',
    series: 'latchkey_http_request_duration_seconds_bucket{route="/oauth/token",le="+Inf"}',
    values: '0+60x20',
    beside: [{ series: 'latchkey_http_request_duration_seconds_bucket{route="/oauth/token",le="1"}', values: '0x20' }],
  },
  {
    alarm: 'LatchkeyAuthenticationFailing',
    series: 'latchkey_events_total{kind="application.authentication_failed"}',
    values: '0+120x25',
    at: '24m',
  },
  { alarm: 'LatchkeyLimitReached', series: 'latchkey_limited_total{limit="codes"}', values: '0+120x25', at: '24m' },
  {
    alarm: 'LatchkeySignInsFailing',
    series: 'latchkey_events_total{kind="account.sign_in_failed"}',
    values: '0+120x25',
    at: '24m',
  },
  { alarm: 'LatchkeyJobsDead', series: 'latchkey_jobs{state="dead"}', values: '1x20' },
  { alarm: 'LatchkeyShedding', series: 'latchkey_shed_requests_total{shortage="slots"}', values: '0+60x20' },
  { alarm: 'LatchkeyConnectionsRefused', series: 'latchkey_refused_connections_total{bound="all"}', values: '0+60x20' },
  { alarm: 'LatchkeyOutOfDescriptors', series: 'latchkey_out_of_descriptors_seconds_total', values: '0x15 5x5' },
  { alarm: 'LatchkeyDeliveriesWaiting', series: 'latchkey_deliveries{state="due"}', values: '1000x20' },
  { alarm: 'LatchkeyWorkersDying', series: 'latchkey_worker_restarts_total', values: '0x5 4x20' },
  { alarm: 'LatchkeyWorkersMissing', series: 'latchkey_workers{state="starting"}', values: '1x20' },
  { alarm: 'LatchkeySweepLate', series: 'latchkey_sweep_finished_timestamp_seconds', values: '60x1500', at: '25h' },
  { alarm: 'LatchkeyBackupOld', series: 'latchkey_backup_timestamp_seconds', values: '60x4500', at: '73h' },
];

test('what is shed, refused, piled up or not done for days raises its alarm, and what goes on as usual raises none', () => {
  const file = join(temporaryDirectory(), 'tests.yml');
  const firing = (alarm: string) => `count(ALERTS{alertname="${alarm}",alertstate="firing"})`;
  const usual = [
    ['up{job="latchkey"}', '1x20'],
    ['latchkey_shed_requests_total{shortage="slots"}', '3x20'],
    ['latchkey_shed_requests_total{shortage="database"}', '0+60x20'],
    ['latchkey_refused_connections_total{bound="network"}', '7x20'],
    ['latchkey_out_of_descriptors_seconds_total', '0x20'],
    ['latchkey_worker_restarts_total', '0x5 1x20'],
    ['latchkey_workers{state="serving"}', '2x20'],
    ['latchkey_workers{state="starting"}', '0x5 1x3 0x20'],
    ['latchkey_deliveries{state="due"}', '40x20'],
    ['latchkey_deliveries{state="later"}', '1000x20'],
    ['latchkey_sweep_finished_timestamp_seconds', '0+60x20'],
    ['latchkey_backup_timestamp_seconds', '0x20'],
  ];
  const told = {
    rule_files: [join(shipped, 'prometheus', 'latchkey.rules.yml')],
    tests: [
      ...ALARMS.map(({ alarm, series, values, at = '19m', beside = [] }) => ({
        interval: '1m',
        input_series: [{ series, values }, ...beside],
        promql_expr_test: [{ expr: firing(alarm), eval_time: at, exp_samples: [{ labels: '{}', value: 1 }] }],
      })),
      {
        interval: '1m',
        input_series: usual.map(([series, values]) => ({ series, values })),
        promql_expr_test: [{ expr: 'ALERTS{alertstate="firing"}', eval_time: '19m', exp_samples: [] }],
      },
    ],
  };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(told));

  assert.match(execFileSync(promtool, ['test', 'rules', file], { encoding: 'utf8' }), /SUCCESS/);
});

/** Figures that may have risen before anybody read them. */
const AT_ONCE = [
  { alarm: 'LatchkeySetupLinkPrinted', series: 'latchkey_events_total', kind: 'setup.link_printed' },
  { alarm: 'LatchkeyRefreshTokenReused', series: 'latchkey_events_total', kind: 'token.reuse_detected' },
  { alarm: 'LatchkeyCodeReplayed', series: 'latchkey_events_total', kind: 'code.replayed' },
  { alarm: 'LatchkeySecretLeaked', series: 'latchkey_events_total', kind: 'application.secret_leaked' },
  { alarm: 'LatchkeyLogLost', series: 'latchkey_log_lines_dropped_total', kind: '' },
  { alarm: 'LatchkeyOutOfDescriptors', series: 'latchkey_out_of_descriptors_seconds_total', kind: '' },
];

test('what was counted before the first scrape raises its alarm, again after a restart, and none of a process that is old', () => {
  const file = join(temporaryDirectory(), 'tests.yml');
  const labels = 'job="latchkey",instance="one"';
  const tests = AT_ONCE.map(({ alarm, series, kind }) => {
    const firing = `count(ALERTS{alertname="${alarm}",alertstate="firing"})`;
    const raised = [{ labels: '{}', value: 1 }];
    return {
      interval: '1m',
      input_series: [
        { series: `${series}{${labels}${kind === '' ? '' : `,kind="${kind}"`}}`, values: '1x200' },
        // Began with the first scrape, and again after two hours: the count of the new process is 1 at once, too.
        { series: `process_start_time_seconds{${labels}}`, values: '0x119 7200x81' },
      ],
      promql_expr_test: [
        { expr: firing, eval_time: '2m', exp_samples: raised },
        { expr: firing, eval_time: '119m', exp_samples: [] },
        { expr: firing, eval_time: '122m', exp_samples: raised },
        { expr: firing, eval_time: '190m', exp_samples: [] },
      ],
    };
  });
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [join(shipped, 'prometheus', 'latchkey.rules.yml')], tests }));

  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

test('every shipped alarm is raised by one of the tests above, and the commands that it names exist', () => {
  const rules = readFileSync(join(shipped, 'prometheus', 'latchkey.rules.yml'), 'utf8');
  const named = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const raised = new Set([...ALARMS, ...AT_ONCE].map(({ alarm }) => alarm));
  const commands = [...rules.matchAll(/\blatchkey ((?:events|jobs|webhooks|sweep|backup|users|tokens)(?: list)?)\b/g)];

  assert.deepEqual(
    named.filter((name) => !raised.has(name)),
    [],
  );
  assert.ok(commands.length >= 5);
  for (const [, words = ''] of commands) {
    const help = execFileSync(join(shipped, '..', 'bin', 'latchkey'), [...words.split(' '), '--help'], {
      encoding: 'utf8',
    });
    assert.match(help, new RegExp(`^Usage: bin/latchkey ${words}(?! WORD)`, 'm'), words);
  }
});

for (const workers of ['1', '2'])
  test(`the printed setup link is among the figures with LATCHKEY_WORKERS=${workers}`, async () => {
    const port = String(await freePort());
    const env = { LATCHKEY_METRICS_PORT: port, LATCHKEY_WORKERS: workers };
    const service = await startService({ database: 'sqlite', env });
    const { body } = await send(`http://127.0.0.1:${port}/metrics`);
    await service.stop();

    assert.match(body, /^latchkey_events_total\{kind="setup\.link_printed"\} 1$/m);
    assert.equal(body.match(/^latchkey_log_lines_dropped_total \d+$/gm)?.length, 1);
  });

test('every kind of event is in the table that operators read', () => {
  const document = readFileSync(join(shipped, '..', 'docs', 'operating.md'), 'utf8');
  const listed = new Set(
    [...document.matchAll(/^\| `(\w+\.)` \| (.+) \|$/gm)].flatMap(([, group = '', names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => group + name),
    ),
  );
  const missing = EVENT_KINDS.filter((kind) => !listed.has(kind) && !document.includes(`\`${kind}\``));

  assert.deepEqual(missing, []);
});

test('every kind of background work is in the table that operators read', () => {
  const document = readFileSync(join(shipped, '..', 'docs', 'operating.md'), 'utf8');
  const missing = JOB_KINDS.filter(({ name }) => !document.includes(`\n| \`${name}\` |`));

  assert.deepEqual(missing, []);
});

test('every figure of ours is in the table that operators read', async () => {
  const document = readFileSync(join(shipped, '..', 'docs', 'operating.md'), 'utf8');
  const port = String(await freePort());
  const env = { LATCHKEY_METRICS_PORT: port, LATCHKEY_METRICS_CLIENTS: '1', LATCHKEY_WORKERS: '2' };
  const service = await startService({ database: 'sqlite', env });
  const { body } = await send(`http://127.0.0.1:${port}/metrics`);
  await service.stop();

  const names = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  assert.deepEqual(
    names.filter((name) => !document.includes(`\`${name}\``)),
    [],
  );
  const limits = [...body.matchAll(/^latchkey_limited_total\{limit="(\w+)"\}/gm)].map(([, name = '']) => name);
  assert.ok(limits.length > 20);
  assert.deepEqual(
    limits.filter((name) => !document.includes(`\`${name}\``)),
    [],
  );
});

test('every figure that the dashboard and the rules ask for is one that the service has', async () => {
  const port = String(await freePort());
  const env = { LATCHKEY_METRICS_PORT: port, LATCHKEY_METRICS_CLIENTS: '1', LATCHKEY_WORKERS: '2' };
  const service = await startService({ database: 'sqlite', env });
  await send(`${service.url}/health/ready`);
  const { body } = await send(`http://127.0.0.1:${port}/metrics`);
  const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));

  for (const file of ['grafana/latchkey.json', 'prometheus/latchkey.rules.yml']) {
    const text = readFileSync(join(shipped, file), 'utf8');
    const asked = text.matchAll(/\b(?:latchkey|process)_[a-z_]+/g);
    const names = [...asked].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));
    // What is asked of the one database is told by every instance: a sum would grow with their number.
    assert.deepEqual(
      [...text.matchAll(/sum\b[^"\n]*latchkey_(jobs|deliveries|live_tokens|webhooks_failing)\b/g)].map(String),
      [],
    );
    assert.ok(names.length > 5);
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
  }
  await service.stop();
});
