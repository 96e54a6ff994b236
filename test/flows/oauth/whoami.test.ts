/** Proves the protected resource: who the user is, and every way of not being allowed to know. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertDead, INVALID_TOKEN, obtainCode, obtainTokens, usualStage, whoami } from '../../support/grant.ts';
import { json, send } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const mailer = await createApplication(service, { owner: stage.ada, name: 'Mailer', scope: 'email' });
  return { ...stage, mailer };
});
const PATH = '/api/users/whoami';

test(
  'whoami tells exactly the promised fields of the authorizing user',
  on(async (stage) => {
    const { access } = await obtainTokens(stage, { scope: 'profile' });

    const answer = await whoami(stage.service, access);

    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    const body = json(answer);
    assert.deepEqual(Object.keys(body).sort(), [
      'avatar',
      'id',
      'image',
      'last_online_at',
      'locale',
      'name',
      'nickname',
      'url',
      'website',
    ]);
    assert.equal(body.id, stage.ada.id);
    assert.equal(body.nickname, stage.ada.nickname);
    assert.match(String(body.last_online_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
    assert.deepEqual(Object.keys(Object(body.image)), ['x160', 'x148', 'x80', 'x64', 'x48', 'x32', 'x16']);
  }),
);

test(
  'every address that whoami names exists and is the service’s own',
  on(async (stage) => {
    const body = json(await whoami(stage.service, (await obtainTokens(stage)).access));

    for (const url of [body.avatar, body.url, ...Object.values(Object(body.image))]) {
      assert.ok(String(url).startsWith(`${stage.service.url}/`), String(url));
      assert.equal((await send(String(url))).status, 200, String(url));
    }
  }),
);

test(
  'the e-mail address comes with its scope only',
  on(async (stage) => {
    const without = json(await whoami(stage.service, (await obtainTokens(stage, { scope: 'profile' })).access));
    const body = json(await whoami(stage.service, (await obtainTokens(stage, { scope: 'profile email' })).access));

    assert.equal('email' in without || 'email_verified' in without, false);
    assert.equal(body.email, stage.ada.email);
    assert.equal(typeof body.email_verified, 'boolean');
  }),
);

test(
  'the identity lookup needs no scope: whoever authorized is named, also where only e-mail was granted (S5, D11)',
  on(async ({ service, browser, mailer }) => {
    const { access } = await obtainTokens({ service, browser, quill: mailer }, { scope: 'email' });

    const answer = await whoami(service, access);

    assert.equal(answer.status, 200);
    assert.equal(typeof json(answer).email, 'string');
  }),
);

proves(
  'RFC 6750 §2.1',
  'Resource servers MUST support this method: the access token in the "Authorization" request header field with the "Bearer" scheme.',
  on(async (stage) => {
    const { access } = await obtainTokens(stage);

    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      assert.equal((await whoami(stage.service, '', { authorization: `${scheme} ${access}` })).status, 200, scheme);
    }
  }),
);

proves(
  'RFC 6750 §3',
  'If the protected resource request does not include authentication credentials, the resource server MUST include the HTTP "WWW-Authenticate" response header field.',
  on(async ({ service }) => {
    const answer = await send(service.url + PATH);

    assert.equal(answer.status, 401);
    assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer realm="[^"]+", resource_metadata="[^"]+"$/);
    assert.deepEqual(json(answer), INVALID_TOKEN);
  }),
);

test(
  'an invalid token is told in body and header alike',
  on(async ({ service }) => {
    const answer = await whoami(service, 'invalid');

    assert.equal(answer.status, 401);
    assert.deepEqual(json(answer), INVALID_TOKEN);
    assert.match(
      answer.headers['www-authenticate'] ?? '',
      /^Bearer realm="[^"]+", error="invalid_token", error_description="The access token is invalid", resource_metadata="[^"]+"$/,
    );
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-store');
  }),
);

test(
  'malformed credentials are refused without a crash',
  on(async (stage) => {
    const { access } = await obtainTokens(stage);
    const values = [
      'Bearer',
      'Bearer ',
      'Bearer a b',
      `Bearer ${access} x`,
      `Bearer "${access}"`,
      `Bearer ${access},`,
      `Token ${access}`,
      access,
      'Basic eDp5',
      `Bearer ${'a'.repeat(8000)}`,
    ];
    for (const authorization of values) {
      const answer = await whoami(stage.service, '', { authorization });

      assert.ok(answer.status === 401 || answer.status === 400, `${authorization.slice(0, 40)}: ${answer.status}`);
      assert.ok(json(answer).error);
    }
  }),
);

test(
  'a token in the query string, the body or a cookie does not count',
  on(async (stage) => {
    const { service } = stage;
    const { access } = await obtainTokens(stage);
    const query = await send(`${service.url}${PATH}?access_token=${access}`);
    const cookie = await send(service.url + PATH, { headers: { cookie: `access_token=${access}; Bearer=${access}` } });
    const body = await send(service.url + PATH, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `access_token=${access}`,
    });

    for (const answer of [query, cookie, body]) assert.ok(answer.status === 401 || answer.status === 400);
  }),
);

test(
  'the session of a browser does not open the API, and an access token opens no page',
  on(async (stage) => {
    const { service, browser } = stage;
    const { access } = await obtainTokens(stage);

    assert.equal((await browser.get(PATH)).status, 401);
    for (const name of browser.cookies.keys()) {
      const page = await send(`${service.url}/account`, { headers: { cookie: `${name}=${access}` } });
      assert.notEqual(page.status, 200);
    }
    assert.notEqual(
      (await send(`${service.url}/account`, { headers: { authorization: `Bearer ${access}` } })).status,
      200,
    );
  }),
);

test(
  'codes, refresh tokens and secrets are no access tokens',
  on(async (stage) => {
    const { refresh } = await obtainTokens(stage);
    const code = await obtainCode(stage.browser, stage.quill);

    for (const value of [refresh, code, stage.quill.client_secret]) await assertDead(stage.service, value);
  }),
);

test(
  'the answer is private, HEAD is GET without a body, and other methods are refused',
  on(async (stage) => {
    const { access } = await obtainTokens(stage);
    const headers = { authorization: `Bearer ${access}` };
    const got = await send(stage.service.url + PATH, { headers });
    const head = await send(stage.service.url + PATH, { method: 'HEAD', headers });
    const posted = await send(stage.service.url + PATH, { method: 'POST', headers });

    assert.match(got.headers['cache-control'] ?? '', /no-store|private/);
    assert.deepEqual(got.setCookies, []);
    assert.deepEqual([head.status, head.body], [200, '']);
    assert.equal(posted.status, 405);
    assert.match(posted.headers.allow ?? '', /GET/);
  }),
);

test(
  'other spellings of the path are not the resource',
  on(async (stage) => {
    const { access } = await obtainTokens(stage);
    for (const path of [
      '/api;/users/whoami',
      '/api/users/whoami/a.js',
      '/api/users/whoami;a.css',
      '//api/users/whoami',
      '/API/users/whoami',
      '/api/users/../users/whoami',
    ]) {
      const answer = await send(stage.service.url + path, { headers: { authorization: `Bearer ${access}` } });

      assert.ok(answer.status === 404 || answer.status === 400, `${path}: ${answer.status}`);
    }
  }),
);
