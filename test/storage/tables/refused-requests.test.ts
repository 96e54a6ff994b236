/** Proves that the log of refused requests is bounded, forgets after seven days, and never holds a secret. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database } from '../../../src/storage/database.ts';
import { createRefusalQueue } from '../../../src/storage/later/refusal-queue.ts';
import { sql } from '../../../src/storage/sql.ts';
import { insertRefused, type RefusedRow, trimRefused } from '../../../src/storage/tables/events/refused-requests.ts';
import { sweep } from '../../../src/tokens/sweep.ts';
import { onEachEngine } from '../../accounts/stage.ts';
import { type Application, CALLBACK, createApplication } from '../../support/actors.ts';
import { diagnosisStage, type Stage } from '../../support/diagnosis.ts';
import { everyEngine } from '../../support/each-database.ts';
import {
  authorizeParams,
  CHALLENGE,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  VERIFIER,
  whoami,
} from '../../support/grant.ts';
import { startService } from '../../support/service.ts';
import { basicHeader, token } from '../../support/token-client.ts';
import { ENGINES, openAt, openEmpty } from '../engines.ts';

function rowOf(id: number, clientId = 1, more: Partial<RefusedRow> = {}): RefusedRow {
  return {
    id,
    traceId: `trace ${id}`,
    shortTrace: null,
    clientId,
    isAuthentic: false,
    accountId: null,
    endpoint: 'token',
    reason: 'grant_missing',
    error: 'invalid_request',
    at: id,
    address: null,
    userAgent: null,
    facts: '',
    ...more,
  };
}

async function idsIn(database: Database): Promise<readonly number[]> {
  const rows = await database.read<{ id: number }>(sql`select id as "id" from refused_requests order by id`);
  return rows.map(({ id }) => id);
}

for (const engine of ENGINES) {
  describe(`refused requests on ${engine}`, () => {
    for (const isAuthentic of [true, false]) {
      test(`of what one application ${isAuthentic ? 'proved' : 'is said to have sent'} the newest 500 are kept`, async () => {
        const database = await openEmpty(engine);
        const queue = createRefusalQueue(database);
        await database.write([insertRefused(rowOf(5, 2)), insertRefused(rowOf(6, 1, { isAuthentic: !isAuthentic }))]);

        for (let round = 0; round < 3; round += 1) {
          for (let id = 1; id <= 400; id += 1) {
            queue.add(isAuthentic, async () => rowOf(10 + round * 400 + id, 1, { isAuthentic }));
          }
          await queue.finish();
        }

        const ids = await idsIn(database);
        assert.equal(ids.length, 502);
        assert.deepEqual(ids.slice(0, 2), [5, 6], 'another application’s stay, and those of the other kind');
        assert.equal(ids.at(-1), 1210);
        assert.equal(ids[2], 711);
      });
    }

    test('many of one reason, or from one address, push out none of another', async () => {
      const database = await openEmpty(engine);
      const queue = createRefusalQueue(database);
      const kinds = [
        { reason: 'client_secret_wrong' },
        { address: '192.0.2.1' },
        { isAuthentic: true, reason: 'code_expired' },
      ];
      await database.write(kinds.map((kind, index) => insertRefused(rowOf(1 + index, 1, kind))));

      for (let id = 10; id < 1200; id += 20) {
        const flood = Array.from({ length: 20 }, (_, index) => rowOf(id + index, 1, { isAuthentic: index % 2 === 0 }));
        await database.write(flood.map(insertRefused));
      }
      queue.wrote(1);
      await queue.finish();

      const ids = await idsIn(database);
      assert.deepEqual(ids.slice(0, 3), [1, 2, 3]);
      assert.equal(ids.length, 1000);
    });

    test('rows that batches wrote are trimmed with the next flush', async () => {
      const database = await openEmpty(engine);
      const queue = createRefusalQueue(database);
      for (let start = 0; start < 1020; start += 20) {
        await database.write(Array.from({ length: 20 }, (_, index) => insertRefused(rowOf(1 + start + index))));
      }
      queue.wrote(1);

      await queue.finish();

      assert.equal((await idsIn(database)).length, 500);
    });

    test('who waits for what was refused just now does not wait until the log is within its bounds', async () => {
      const database = await openEmpty(engine);
      const { promise: untilTold, resolve: tell } = Promise.withResolvers<void>();
      const slow: Database = {
        ...database,
        write: async (batch) => {
          if (batch.some(({ text }) => text.join('').includes('delete from refused_requests'))) await untilTold;
          return await database.write(batch);
        },
      };
      const queue = createRefusalQueue(slow);
      for (let id = 1; id <= 20; id += 1) {
        queue.add(false, async () => rowOf(id));
        await queue.flush();
        assert.equal((await idsIn(database)).length, id);
      }

      const finished = queue.finish();
      tell();
      await finished;
    });

    test('of all of them together the oldest of each kind go', async () => {
      const database = await openEmpty(engine);
      const rows = Array.from({ length: 12 }, (_, index) => rowOf(1 + index, index, { isAuthentic: index < 3 }));
      await database.write(rows.map(insertRefused));

      await database.write(trimRefused(4, 100));

      assert.deepEqual(await idsIn(database), [1, 2, 3, 9, 10, 11, 12]);
    });

    test('what waits is bounded, and a row that is there already changes nothing', async () => {
      const database = await openEmpty(engine);
      const queue = createRefusalQueue(database);
      for (let id = 1; id <= 600; id += 1) queue.add(false, async () => rowOf(Math.ceil(id / 2)));
      queue.add(true, () => Promise.reject(new Error('cannot be read')));
      queue.add(true, async () => rowOf(1001));

      await queue.finish();

      assert.equal(queue.dropped, 100);
      assert.equal((await idsIn(database)).length, 251);
    });
  });
}

test(
  'after seven days a refused request is forgotten',
  onEachEngine(async ({ world, pass }) => {
    const row = (traceId: string) => insertRefused(rowOf(world.nextId(), 1, { traceId }));
    await world.database.write([row('old')]);
    pass(7 * 86_400 + 2);
    await world.database.write([row('new')]);

    await sweep(world);

    assert.equal((await idsIn(world.database)).length, 1);
  }),
);

/** Sends everything that is secret into every place where it does not belong. */
async function spill({ service, browser, quill }: Stage, secrets: readonly string[]): Promise<void> {
  const { client_id, client_secret } = quill;
  const [first = ''] = secrets;
  const ask = (fields: Record<string, string>, headers: Record<string, string> = {}, path = '/oauth/token') =>
    token(service.url, fields, { headers, path });
  for (const secret of secrets) {
    await ask({ ...codeFields(quill, secret), redirect_uri: `${CALLBACK}?code=${secret}`, scope: secret });
    await ask({ ...codeFields(quill, first), code_verifier: secret, [secret]: secret, grant_type: secret });
    await ask({ client_id: secret, client_secret, grant_type: 'client_credentials', scope: secret });
    await ask({ client_id, client_secret: secret, grant_type: 'refresh_token', refresh_token: secret });
    await ask(
      { client_id, client_secret, grant_type: 'refresh_token', refresh_token: secret },
      { 'user-agent': secret },
    );
    await ask({ token: secret }, { authorization: basicHeader(client_id, secret) }, '/oauth/revoke');
    await ask({ token: secret }, { authorization: `Basic ${secret}` }, '/oauth/introspect');
    await browser.authorize(authorizeParams(quill, { redirect_uri: `${CALLBACK}/${secret}`, state: secret }));
    await browser.authorize(authorizeParams(quill, { scope: secret, state: secret, response_type: secret }));
    await whoami(service, secret);
    await whoami(service, '', { authorization: `Token ${secret}` });
  }
}

test('no secret is in the log, wherever it was sent', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const stage = await diagnosisStage(service);
    const { browser, quill } = stage;
    const tokens = await obtainTokens(stage);
    const proof = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    const codes = [await obtainCode(browser, quill), await obtainCode(browser, quill, proof)];
    const imported = await importedApplication(stage);
    const secrets = [tokens.access, tokens.refresh, ...codes, quill.client_secret, imported.client_secret, VERIFIER];

    await spill(stage, secrets);
    await spill({ ...stage, quill: imported }, [imported.client_secret]);
    await refresh(stage, tokens.refresh);
    await service.stop();

    const database = await openAt(service.databaseUrl);
    const rows = await database.read<Record<string, unknown>>(sql`select * from refused_requests`);
    const kept = JSON.stringify(rows);
    assert.ok(rows.length > 50, `${rows.length} rows`);
    for (const secret of secrets) {
      assert.ok(!kept.includes(secret), `${secret.slice(0, 8)} is kept`);
      assert.ok(!kept.includes(secret.slice(0, 20)), `the beginning of ${secret.slice(0, 8)} is kept`);
    }
  }));

/** Its secret has no prefix that would give it away. */
async function importedApplication({ service, ada }: Stage): Promise<Application> {
  const clientSecret = 'f00dfeedf00dfeedf00dfeedf00dfeedf00dfeedf00dfeedf00dfeedf00dfeed';
  return createApplication(service, { owner: ada, name: 'Imported', clientId: 'imported', clientSecret });
}
