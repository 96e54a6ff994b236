/** Proves the life of the process: health, draining on a polite signal, and starting again on the same database. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { createUser, PASSWORD } from '../../support/actors.ts';
import { everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  tokensOf,
  usualStage,
} from '../../support/grant.ts';
import { send } from '../../support/http-client.ts';
import { startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

test('the service says that it lives and that it is ready, and nothing else', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });

    for (const path of ['/health/live', '/health/ready']) {
      const answer = await send(service.url + path);
      assert.equal(answer.status, 200, path);
      assert.ok(answer.body.length < 200);
      assert.match(answer.headers['cache-control'] ?? '', /no-store/);
    }
    assert.match(service.stdout(), /^latchkey listening on http:\/\/127\.0\.0\.1:\d+$/m);
    await service.stop();
  }));

test('on SIGTERM a request that has begun is answered, and then the process ends with 0', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const { hostname, port } = new URL(service.url);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '20' };
    const outgoing = request({ hostname, port, path: '/oauth/token', method: 'POST', headers });
    const answered = new Promise<number>((resolve, reject) => {
      outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode ?? 0));
      outgoing.on('error', reject);
    });
    outgoing.write('grant_type');
    await send(`${service.url}/health/live`);

    service.signal('SIGTERM');
    await eventually('draining', async () => {
      const ready = await send(`${service.url}/health/ready`).catch(() => undefined);
      return ready === undefined || ready.status === 503;
    });
    outgoing.end('=foobarxyz');

    assert.ok([400, 401].includes(await answered));
    assert.equal(await service.exited, 0);
  }));

test('what was acknowledged before the process was killed holds after the next start', () =>
  everyEngine(async (engine) => {
    const env = { LATCHKEY_REFRESH_LEEWAY_SECONDS: '0' };
    const first = await startService({ database: engine, env });
    const stage = await usualStage(first);
    const tokens = await obtainTokens(stage);
    const used = codeFields(stage.quill, await obtainCode(stage.browser, stage.quill));
    const replayed = tokensOf(await token(first.url, used));
    const rotated = await obtainTokens(stage);
    const successor = tokensOf(await refresh(stage, rotated.refresh));
    await assertAlive(first, successor.access);
    await first.kill();

    const second = await startService({ database: engine, env, sharedWith: first });
    const again = { ...stage, service: second };

    await assertAlive(second, tokens.access);
    assertRefused(await token(second.url, used), 400, 'invalid_grant');
    await assertDead(second, replayed.access);
    assertRefused(await refresh(again, rotated.refresh), 400, 'invalid_grant');
    await assertDead(second, successor.access);
    await second.stop();
  }));

test('a user created while the service runs has the name at once', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const { id, nickname } = await createUser(service, { admin: true });
    const words = ['users', 'create', '--nickname', nickname, '--email', 'other@example.org', '--password-stdin'];

    const again = await service.cliHere(words, `${PASSWORD}\n`);

    assert.equal(typeof id, 'number');
    assert.notEqual(again.code, 0);
    await service.stop();
  }));
