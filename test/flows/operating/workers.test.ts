/** Proves that several workers behind one address behave as one service: races, limits, figures, log and setup link. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  assertDead,
  assertRefused,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  revoke,
  tokensOf,
  usualStage,
  whoami,
} from '../../support/grant.ts';
import { text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import { freePort } from '../../support/postgres-home.ts';
import type { Service } from '../../support/service.ts';
import { startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

const ENV = {
  LATCHKEY_WORKERS: '2',
  LATCHKEY_ACCESS_LOG: 'true',
  LATCHKEY_REFRESH_LEEWAY_SECONDS: '0',
  LATCHKEY_FAILURES_PER_NETWORK: '40',
  LATCHKEY_DANGER_NO_RATE_LIMITS: 'false',
};

const together = eachDatabase(usualStage, ENV);

/** How many requests each worker has answered at this path, as the log has them. */
function answeredBy(service: Service, route: string): ReadonlyMap<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const line of service
    .stderr()
    .split('\n')
    .filter((each) => each.startsWith('{'))) {
    const fields = JSON.parse(line);
    if (fields.route === route) counts.set(fields.worker, (counts.get(fields.worker) ?? 0) + 1);
  }
  return counts;
}

/** Waits until the log has lines of both. */
async function assertBothAnswered(service: Service, route: string): Promise<void> {
  await eventually(`both workers answer at ${route}`, () => answeredBy(service, route).size === 2);
  assert.deepEqual([...answeredBy(service, route).keys()].sort(), [1, 2]);
}

const several = <T>(count: number, act: () => Promise<T>) => Promise.all(Array.from({ length: count }, act));

test(
  'the settings that administrators see are those of the whole service, not the share of the worker that answers',
  together(async ({ service }) => {
    const admin = await signedIn(service, await createUser(service, { admin: true }));

    const { body } = await admin.get('/admin/settings');
    const rows = [...body.matchAll(/<tr\b[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => text(row));
    const rowOf = (name: string) => rows.find((row) => row.startsWith(`${name} `)) ?? '';

    assert.match(rowOf('requestsAtOnce'), / 512 LATCHKEY_/);
    assert.match(rowOf('connectionsAtOnce'), / 10000 LATCHKEY_/);
    assert.match(rowOf('databasePool'), / 10 LATCHKEY_/);
  }),
);

test(
  'of simultaneous exchanges of one code over both workers exactly one succeeds',
  together(async ({ service, browser, quill }) => {
    for (let round = 0; round < 3; round += 1) {
      const fields = codeFields(quill, await obtainCode(browser, quill));

      const answers = await several(40, () => token(service.url, fields));

      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    }
    await assertBothAnswered(service, '/oauth/token');
  }),
);

test(
  'simultaneous refreshes over both workers succeed, and a replay after the successor was used ends the family everywhere',
  together(async (stage) => {
    const { service } = stage;
    const old = await obtainTokens(stage);
    const answers = await several(20, () => refresh(stage, old.refresh));
    const pairs = answers.map(tokensOf);
    // Without leeway, one that comes in the next second ends those before it that nobody has used.
    const uses = await Promise.all(pairs.map(({ access }) => whoami(service, access)));
    assert.ok(
      uses.some(({ status }) => status === 200),
      'none of the successors can be used',
    );

    const replays = await several(20, () => refresh(stage, old.refresh));

    for (const answer of replays) assertRefused(answer, 400, 'invalid_grant');
    const ended = await Promise.all(pairs.map(({ access }) => whoami(service, access)));
    assert.deepEqual(new Set(ended.map(({ status }) => status)), new Set([401]));
  }),
);

test(
  'a token that is revoked at one worker is dead at both, however often both have answered for it before',
  together(async (stage) => {
    const { service } = stage;
    const { access } = await obtainTokens(stage);
    for (const { status } of await several(60, () => whoami(service, access))) assert.equal(status, 200);

    assert.equal((await revoke(stage, access)).status, 200);

    for (const { status } of await several(60, () => whoami(service, access))) assert.equal(status, 401);
    await assertDead(service, access);
    await assertBothAnswered(service, '/api/users/whoami');
  }),
);

test(
  'guesses of one network are let through as often as the limit says, not once more for each worker',
  together(async ({ service, quill }) => {
    const guess = (round: number) =>
      token(service.url, { grant_type: 'client_credentials', client_id: `nobody-${round}`, client_secret: 'guessed' });

    const answers = await Promise.all(Array.from({ length: 200 }, (_, round) => guess(round)));

    const judged = answers.filter(({ status }) => status === 401).length;
    assert.ok(judged <= 40, `${judged} guesses were let through`);
    assert.ok(judged >= 30, `only ${judged} guesses were let through`);
    assert.equal(answers.filter(({ status }) => status === 429).length, 200 - judged);
    const { client_id, client_secret } = quill;
    const honest = await token(service.url, { grant_type: 'client_credentials', client_id, client_secret });
    assert.equal(honest.status, 200, 'what succeeds is not slowed down');
  }),
);

test(
  'a limit that an administrator raises or lowers holds from the next request on, at each worker of each instance',
  together(async ({ service, ada }) => {
    const { client_id, client_secret } = await createApplication(service, { owner: ada, name: 'Robot' });
    const beside = await startService({ database: service.engine, env: ENV, sharedWith: service });
    const allow = async (requests: number) => {
      const change = ['applications', 'update', client_id, '--limit', `token_requests=${requests}`];
      assert.equal((await service.cliHere(change)).code, 0);
    };
    const served = async ({ url }: Service) => {
      const fields = { grant_type: 'client_credentials', client_id, client_secret };
      const answers = await several(40, () => token(url, fields));
      return answers.filter(({ status }) => status === 200).length;
    };

    for (const instance of [service, beside]) {
      await allow(5);
      const few = await served(instance);
      assert.ok(few > 0 && few <= 5, `${few} of 5`);
      await allow(60_000);
      assert.equal(await served(instance), 40, 'raised');
      await allow(2);
      assert.equal(await served(instance), 0, 'lowered');
    }
    assert.equal(await beside.stop(), 0);
  }),
);

test('the service has one address, one setup link and one page of figures, which adds up what its workers counted', async () => {
  const port = String(await freePort());
  const env = { LATCHKEY_WORKERS: '2', LATCHKEY_ACCESS_LOG: 'true', LATCHKEY_METRICS_PORT: port };
  const service = await startService({ database: 'sqlite', env });
  const linksIn = () => service.stdout().match(/http:\S+\/setup\/\S+/g) ?? [];
  await eventually('the setup link is printed', () => linksIn().length > 0);

  for (let round = 0; round < 3; round += 1) await several(40, () => send(`${service.url}/health/live`));
  const figures = (await send(`http://127.0.0.1:${port}/metrics`)).body;

  assert.equal(linksIn().length, 1);
  assert.equal((await send(String(linksIn()[0]))).status, 200, 'whichever worker is asked');
  assert.equal(service.stdout().match(/listening on/g)?.length, 1);
  await assertBothAnswered(service, '/health/live');
  assert.match(figures, /^latchkey_http_request_duration_seconds_count\{route="\/health\/live".*\} 120$/m);
  assert.match(figures, /^latchkey_workers\{state="serving"\} 2$/m);
  assert.match(figures, /^latchkey_database_ready 1$/m);
  assert.equal(await service.stop(), 0);
});
