/** Proves that strings which somebody found in the wrong place are ended at once, and that their sender learns nothing. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import {
  formatSecret,
  formatToken,
  RANDOM_BYTES,
  SECRET_RANDOM_BYTES,
} from '../../../src/protocol/tokens/token-string.ts';
import { createApplication } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  codeFields,
  introspect,
  obtainCode,
  obtainTokens,
  refresh,
  type Stage,
  tokensOf,
  usualStage,
} from '../../support/grant.ts';
import { type Answer, json, send } from '../../support/http-client.ts';
import { addSecret, credentialsOn } from '../../support/portal.ts';
import { createResource } from '../../support/resources.ts';
import { comparable, token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);
const limited = eachDatabase(usualStage, {
  LATCHKEY_DANGER_NO_RATE_LIMITS: 'false',
  LATCHKEY_LEAK_REPORTS_PER_NETWORK: '2',
});

function reportLeak({ service }: Pick<Stage, 'service'>, body: string, type = 'text/plain'): Promise<Answer> {
  const headers = { 'user-agent': 'Finder', 'content-type': type };
  return send(`${service.url}/oauth/leaked`, { method: 'POST', headers, body });
}

async function eventsOf({ service }: Stage, kind: string): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await service.cliHere(['events', '--json', '--kind', kind]);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

function machineToken({ service }: Stage, client: { client_id: string; client_secret: string }): Promise<Answer> {
  const { client_id, client_secret } = client;
  return token(service.url, { grant_type: 'client_credentials', client_id, client_secret });
}

test(
  'a leaked access or refresh token is dead at once with all that came from its code, and nothing else is',
  on(async (stage) => {
    const [byAccess, byRefresh, other] = [
      await obtainTokens(stage),
      await obtainTokens(stage),
      await obtainTokens(stage),
    ];

    const answer = await reportLeak(stage, `GET /x?access_token=${byAccess.access}&y HTTP/1.1\n${byRefresh.refresh}\n`);

    assert.equal(answer.status, 200);
    assert.deepEqual(json(answer), {});
    for (const { access, refresh: renewal } of [byAccess, byRefresh]) {
      await assertDead(stage.service, access);
      assertRefused(await refresh(stage, renewal), 400, 'invalid_grant');
    }
    await assertAlive(stage.service, other.access);
  }),
);

test(
  'the user and the owner of the application are told of a leak, and of nobody who reported it',
  on(async (stage) => {
    const { access } = await obtainTokens(stage);
    const before = (await eventsOf(stage, 'token.leaked')).length;

    await reportLeak(stage, access);
    await reportLeak(stage, access);

    const events = await eventsOf(stage, 'token.leaked');
    assert.equal(events.length, before + 1, 'one event, however often it is reported');
    assert.equal(events[0]?.address ?? null, null);
    const mine = await stage.browser.get('/account/events');
    assert.match(mine.body, /was found where others could read it, so its access to your account was ended/);
    const owners = await stage.browser.get(`/oauth/applications/${stage.quill.client_id}/activity/events`);
    assert.match(owners.body, /Token reported as leaked; every token of that authorization was revoked/);
    const russian = await stage.browser.get('/account/events', { 'accept-language': 'ru' });
    assert.match(russian.body, /найден там, где его могли прочесть посторонние/);
  }),
);

test(
  'a leaked client secret ends with the tokens of the application itself; its other secret and its users stay',
  on(async (stage) => {
    const { service, ada } = stage;
    const quill = await createApplication(service, { owner: ada });
    const users = await obtainTokens({ ...stage, quill });
    const own = String(json(await machineToken(stage, quill)).access_token);
    const second = { ...quill, ...credentialsOn(await addSecret(stage.browser, quill)) };

    const answer = await reportLeak(stage, JSON.stringify([{ token: quill.client_secret, url: 'https://x' }]));

    assert.equal(answer.status, 200);
    assertRefused(await machineToken(stage, quill), 401, 'invalid_client');
    await assertDead(service, own);
    assert.equal((await machineToken(stage, second)).status, 200);
    await assertAlive(service, users.access);
    const events = await eventsOf(stage, 'application.secret_leaked');
    assert.equal(events.length, 1);
    const page = await stage.browser.get(`/oauth/applications/${quill.client_id}/activity/events`);
    assert.match(page.body, /Secret reported as leaked/);
    assert.equal((await stage.browser.get(`/oauth/applications/${quill.client_id}/credentials`)).status, 200);
  }),
);

test(
  'a leaked code cannot be exchanged any more, and one that was exchanged ends nothing',
  on(async (stage) => {
    const { service, quill, browser } = stage;
    const [open, used] = [await obtainCode(browser, quill), await obtainCode(browser, quill)];
    const tokens = tokensOf(await token(service.url, codeFields(quill, used)));

    await reportLeak(stage, `${open} ${used}`);

    assertRefused(await token(service.url, codeFields(quill, open)), 400, 'invalid_grant');
    await assertAlive(service, tokens.access);
    assert.equal((await eventsOf(stage, 'code.leaked')).length, 1);
  }),
);

test(
  'an access token that was replaced does nothing any more, and its leak ends nothing',
  on(async (stage) => {
    const old = await obtainTokens(stage);
    const renewed = tokensOf(await refresh(stage, old.refresh));
    await assertAlive(stage.service, renewed.access);

    await reportLeak(stage, old.access);

    await assertAlive(stage.service, renewed.access);
  }),
);

test(
  'a replaced refresh token that leaked ends what came from it, as its use would',
  on(async (stage) => {
    const old = await obtainTokens(stage);
    const renewed = tokensOf(await refresh(stage, old.refresh));

    await reportLeak(stage, old.refresh);

    await assertDead(stage.service, renewed.access);
  }),
);

test(
  'whatever was sent gets the same answer, byte for byte, and not before the same time has passed',
  on(async (stage) => {
    const live = await obtainTokens(stage);
    const bodies = [
      '',
      'nothing of yours',
      '\0\xff\xfe{"a":',
      formatToken('access', 4_611_686_018_427, randomBytes(RANDOM_BYTES)),
      formatSecret(randomBytes(SECRET_RANDOM_BYTES)),
      live.access,
      live.access,
      'lka_'.repeat(15_000),
    ];

    const answers: Answer[] = [];
    for (const body of bodies) {
      const began = performance.now();
      answers.push(await reportLeak(stage, body));
      assert.ok(performance.now() - began >= 195, 'the answer leaves at the end of a round');
    }
    const unlike = await reportLeak(stage, 'token=x', 'application/x-www-form-urlencoded');

    for (const answer of [...answers, unlike]) assert.deepEqual(comparable(answer), comparable(answers[0] ?? unlike));
    assert.equal(answers[0]?.body, '{}');
  }),
);

test(
  'reports of a network are limited, whatever they carry, and the first that is refused is an event',
  limited(async (stage) => {
    const { access } = await obtainTokens(stage);
    for (const body of ['nothing', 'nothing']) assert.equal((await reportLeak(stage, body)).status, 200);

    const refused = [await reportLeak(stage, access), await reportLeak(stage, 'nothing')];

    for (const answer of refused) {
      assert.equal(answer.status, 429);
      assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    }
    await assertAlive(stage.service, access);
    const events = await eventsOf(stage, 'limit.reached');
    assert.equal(events.filter(({ detail }) => detail === 'reports of leaked strings').length, 1);
  }),
);

test(
  'a report that is too large is refused, and nothing of it is kept in the log',
  on(async (stage) => {
    const { access } = await obtainTokens(stage);

    const large = await reportLeak(stage, access.padEnd(70_000, '.'));
    await reportLeak(stage, access);

    assert.equal(large.status, 413);
    assert.equal(stage.service.stderr().includes(access), false);
    await assertDead(stage.service, access);
  }),
);

test(
  'a leaked secret of an API is ended at once, and its other one is not',
  on(async (stage) => {
    const { service, quill } = stage;
    const wish = { identifier: 'https://leaky.example/api', name: 'Leaky', scope: 'profile' };
    const { client_id, client_secret } = await createResource(service, wish);
    const rotated = await service.cli(['resources', 'rotate', '--identifier', wish.identifier, '--json']);
    const next = String(JSON.parse(rotated.stdout).client_secret);
    const { access } = await obtainTokens(stage);
    const ask = async (secret: string) =>
      (await introspect({ service, quill: { ...quill, client_id, client_secret: secret } }, access)).status;
    assert.deepEqual([await ask(client_secret), await ask(next)], [200, 200]);

    await reportLeak(stage, `LATCHKEY_SECRET="${client_secret}"`);

    assert.deepEqual([await ask(client_secret), await ask(next)], [401, 200]);
    const [event] = await eventsOf(stage, 'resource.secret_leaked');
    assert.equal(event?.detail, `${wish.identifier}; ${client_secret.slice(-4)}`);
  }),
);
