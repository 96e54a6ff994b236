/** Proves that a client secret in an address is not read, works on where it belongs, and that its owner is told once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  agree,
  assertRefused,
  authorizeParams,
  callback,
  codeFields,
  type Stage,
  tokensOf,
  usualStage,
} from '../../support/grant.ts';
import { send } from '../../support/http-client.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);
const limited = eachDatabase(usualStage, { LATCHKEY_DANGER_NO_RATE_LIMITS: 'false' });

async function exposuresOf({ service }: Stage): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await service.cliHere(['events', '--json', '--kind', 'application.secret_exposed']);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

test(
  'an authorization request that carries the secret is answered without it, and the owner is told once, of no user',
  limited(async (stage) => {
    const { browser, quill, service, ada } = stage;
    const exposing = authorizeParams(quill, { client_secret: quill.client_secret });

    const stranger = await send(`${service.url}/oauth/authorize?${new URLSearchParams(exposing)}`);
    const consent = await browser.authorize(exposing);
    const back = await browser.approve(consent);
    const again = await agree(browser, exposing);

    assert.match(stranger.body, /type="password"/);
    for (const { body } of [stranger, consent]) {
      assert.equal(body.includes(quill.client_secret), false, 'nothing of it in the page');
    }
    assert.equal(callback(again).has('error'), false);
    assert.equal((await token(service.url, codeFields(quill, callback(back).get('code') ?? ''))).status, 200);
    const [event, ...more] = await exposuresOf(stage);
    assert.equal(more.length, 0, 'once, however often it is sent');
    assert.equal(event?.client_id, quill.client_id);
    assert.equal(event?.account_id, ada.id);
    assert.equal(event?.detail, quill.client_secret.slice(-4));
    assert.deepEqual([event?.address, event?.user_agent], [null, null]);
    const own = await browser.get('/account/events');
    assert.match(own.body, /was sent in a web address, where others may read it/);
    assert.match(own.body, /only where it asks for tokens, in the body or in a header; then rotate it/);
    const russian = await browser.get(`/oauth/applications/${quill.client_id}/activity/events`, {
      'accept-language': 'ru',
    });
    assert.match(russian.body, /Секрет отправлен в веб-адресе/);
    assert.equal(`${service.stdout()}${service.stderr()}`.includes(quill.client_secret), false, 'nor in the log');
  }),
);

test(
  'endpoints of clients do not read a secret in their address, and its owner is told',
  on(async (stage) => {
    const { service, quill, browser, ada } = stage;
    const inAddress = (path: string, { client_id, client_secret }: typeof quill, body: string) =>
      send(`${service.url}${path}?${new URLSearchParams({ client_id, client_secret })}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Program' },
        body,
      });
    const others = await Promise.all([1, 2].map((n) => createApplication(service, { owner: ada, name: `Other ${n}` })));
    const [second, third] = others as [typeof quill, typeof quill];

    const granted = await inAddress('/oauth/token', quill, 'grant_type=client_credentials');
    const revoked = await inAddress('/oauth/revoke', second, 'token=x');
    const introspected = await inAddress('/oauth/introspect', third, 'token=x');

    for (const answer of [granted, revoked, introspected]) assertRefused(answer, 401, 'invalid_client');
    const exposed = new Set((await exposuresOf(stage)).map((event) => event.client_id));
    assert.deepEqual([...exposed].sort(), [quill, second, third].map(({ client_id }) => client_id).sort());
    const code = callback(await agree(browser, authorizeParams(quill))).get('code') ?? '';
    tokensOf(await token(service.url, codeFields(quill, code)));
  }),
);

test(
  'what is no live secret of an application is no exposure, whoever sends it',
  on(async (stage) => {
    const { browser, quill, service } = stage;
    const before = await exposuresOf(stage);

    for (const client_secret of ['', 'x', `${quill.client_secret}x`, quill.client_id, 'lks_'.padEnd(64, 'A')]) {
      const back = await agree(browser, authorizeParams(quill, { client_secret }));
      assert.ok(callback(back).get('code'), client_secret);
    }
    const doubled = await send(`${service.url}/oauth/authorize?client_secret=a&client_secret=b&client_id=%`);

    assert.equal(doubled.status, 400);
    assert.deepEqual(await exposuresOf(stage), before);
  }),
);
