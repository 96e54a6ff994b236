/** Proves how the token endpoint reads a request: media types, duplicates, limits, methods, one meaning for all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertRefused,
  codeFields,
  obtainCode,
  obtainTokens,
  refreshFields,
  tokensOf,
  usualStage,
} from '../../support/grant.ts';
import { json, send } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { comparable, ENCODINGS, type Fields, inEveryEncoding, token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };

test(
  'the token answer has exactly its six fields, whatever the encoding of the request',
  on(async ({ service, browser, quill }) => {
    const before = Math.floor(Date.now() / 1000);
    const answer = await inEveryEncoding(async (encoding) =>
      token(service.url, codeFields(quill, await obtainCode(browser, quill, { scope: 'email profile' })), { encoding }),
    );

    assert.equal(answer.status, 200);
    const { access_token, refresh_token, created_at, scope, ...rest } = json(answer);
    assert.deepEqual(Object.keys(json(answer)), [
      'access_token',
      'token_type',
      'expires_in',
      'refresh_token',
      'scope',
      'created_at',
    ]);
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 86400 });
    assert.deepEqual(String(scope).split(' ').sort(), ['email', 'profile']);
    assert.ok(typeof created_at === 'number' && created_at >= before && created_at <= before + 5);
    for (const value of [access_token, refresh_token]) assert.match(String(value), /^[A-Za-z0-9_-]{32,}$/);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers.pragma, 'no-cache');
  }),
);

proves(
  'RFC 6749 §5.1',
  'The authorization server MUST include the HTTP "Cache-Control" response header field with a value of "no-store" in any response containing tokens, as well as the "Pragma" response header field with a value of "no-cache".',
  on(async (stage) => {
    const { refresh } = await obtainTokens(stage);

    const answer = await inEveryEncoding((encoding) =>
      token(stage.service.url, refreshFields(stage.quill, refresh), { encoding }),
    );

    assert.equal(answer.status, 200);
    assert.deepEqual([answer.headers['cache-control'], answer.headers.pragma], ['no-store', 'no-cache']);
  }),
);

/** Requests of an authenticated client that are wrong in themselves. */
const refused: [sentence: string, change: Fields, error: string][] = [
  ['a request without a grant type is invalid', { grant_type: '' }, 'invalid_request'],
  ['an unknown grant type is unsupported', { grant_type: 'foo' }, 'unsupported_grant_type'],
  [
    'the password grant is not offered',
    { grant_type: 'password', username: 'ada', password: 'x' },
    'unsupported_grant_type',
  ],
  ['a grant type with a line break is invalid', { grant_type: 'authorization_code\n' }, 'invalid_request'],
  [
    'a code exchange without a code is invalid',
    { grant_type: 'authorization_code', redirect_uri: 'https://app.example.com/cb' },
    'invalid_request',
  ],
  [
    'a code exchange with an empty code is invalid',
    { grant_type: 'authorization_code', code: '', redirect_uri: 'https://app.example.com/cb' },
    'invalid_request',
  ],
  [
    'a code exchange without a redirect URI is invalid',
    { grant_type: 'authorization_code', code: 'x' },
    'invalid_request',
  ],
  [
    'an unknown code is an invalid grant',
    { grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://app.example.com/cb' },
    'invalid_grant',
  ],
  ['a refresh without a refresh token is invalid', { grant_type: 'refresh_token' }, 'invalid_request'],
  [
    'an unknown refresh token is an invalid grant',
    { grant_type: 'refresh_token', refresh_token: 'x' },
    'invalid_grant',
  ],
  [
    'a list in the place of a code counts as no code',
    { grant_type: 'authorization_code', 'code[]': 'x', 'code[$gt]': '', redirect_uri: 'https://app.example.com/cb' },
    'invalid_request',
  ],
  ['a NUL in a value is invalid', { grant_type: 'refresh_token', refresh_token: 'x\u0000' }, 'invalid_request'],
  [
    'a control character in a value is invalid',
    { grant_type: 'refresh_token', refresh_token: 'x\u0007y' },
    'invalid_request',
  ],
  [
    'a control character beyond ASCII, in a parameter that nobody knows, is invalid',
    { grant_type: 'refresh_token', refresh_token: 'x', foo: 'a\u0085' },
    'invalid_request',
  ],
];

for (const [sentence, change, error] of refused) {
  test(
    `${sentence}: ${error}, the same in every encoding`,
    on(async ({ service, quill }) => {
      const fields = { client_id: quill.client_id, client_secret: quill.client_secret, ...change };

      const answer = await inEveryEncoding((encoding) => token(service.url, fields, { encoding }));

      assertRefused(answer, 400, error);
      assert.equal(json(answer).state, undefined);
    }),
  );
}

proves(
  'RFC 6749 §3.2',
  'Request and response parameters MUST NOT be included more than once.',
  on(async ({ service, browser, quill }) => {
    const good = Object.entries(codeFields(quill, await obtainCode(browser, quill)));
    for (const pair of good) {
      const answer = await inEveryEncoding((encoding) => token(service.url, [...good, pair], { encoding }));

      assertRefused(answer, 400, 'invalid_request');
    }
    tokensOf(await token(service.url, good));
  }),
);

proves(
  'RFC 6749 §3.2',
  'The authorization server MUST ignore unrecognized request parameters.',
  on(async ({ service, browser, quill }) => {
    const strange = { foo: 'bar', Code: 'x', __proto__x: 'y', constructor: 'z', scope: 'openid', state: 's' };

    const answer = await inEveryEncoding(async (encoding) =>
      token(service.url, { ...codeFields(quill, await obtainCode(browser, quill)), ...strange }, { encoding }),
    );

    assert.equal(tokensOf(answer).scope, 'profile');
  }),
);

const sendJson = (url: string, members: readonly string[], path = '/oauth/token') =>
  send(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Token-client' },
    body: `{${members.join(',')}}`,
  });
const membersOf = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
const STRANGE = ['"x":5', '"y":true', '"z":null', '"__proto__":{"code":["a"]}', '"constructor":[1]', '"Code":{}'];

test(
  'unknown members of a JSON request are ignored whatever they hold, and null leaves a parameter out',
  on(async ({ service, browser, quill }) => {
    const code = membersOf(codeFields(quill, await obtainCode(browser, quill)));
    const answer = await sendJson(service.url, [...code, ...STRANGE, '"scope":null', '"code_verifier":null']);
    const asked = [...membersOf(quillOf(quill)), ...STRANGE, `"token":"${tokensOf(answer).access}"`];
    const described = await sendJson(
      service.url,
      [...asked, '"token_type_hint":null', '"code":5'],
      '/oauth/introspect',
    );
    const revoked = await sendJson(service.url, [...asked, '"token_type_hint":null'], '/oauth/revoke');

    assert.equal(tokensOf(answer).scope, 'profile');
    assert.deepEqual([described.status, json(described).active, revoked.status], [200, true, 200]);
  }),
);

test(
  'members of a JSON request that the endpoint knows are strings, and none comes twice',
  on(async ({ service, quill }) => {
    const known = [...membersOf(quillOf(quill)), '"grant_type":"refresh_token"'];
    for (const value of ['5', 'true', '{}', '["x"]']) {
      const answer = await sendJson(service.url, [...known, `"refresh_token":${value}`]);

      assertRefused(answer, 400, 'invalid_request');
      assert.equal(json(answer).error_description, 'The parameter refresh_token is not a JSON string.');
    }
    for (const pair of [['"x":5', '"x":6'], ['"scope":null', '"scope":"profile"'], ['"refresh_token":null']])
      assertRefused(await sendJson(service.url, [...known, ...pair]), 400, 'invalid_request');
  }),
);

function quillOf({ client_id, client_secret }: { client_id: string; client_secret: string }): Record<string, string> {
  return { client_id, client_secret };
}

proves(
  'RFC 6749 §3.2',
  'The client MUST use the HTTP "POST" method when making access token requests.',
  on(async ({ service }) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await send(`${service.url}/oauth/token`, { method });

      assert.equal(answer.status, 405, method);
      assert.match(answer.headers.allow ?? '', /POST/);
      assert.equal(answer.location, undefined);
    }
  }),
);

test(
  'a query string counts when the body is empty, and only then',
  on(async ({ service, browser, quill }) => {
    const query = async () => new URLSearchParams(codeFields(quill, await obtainCode(browser, quill)));
    const empty = await send(`${service.url}/oauth/token?${await query()}`, { method: 'POST', body: '' });
    const typed = await send(`${service.url}/oauth/token?${await query()}`, {
      method: 'POST',
      headers: URLENCODED,
      body: '',
    });
    const { grant_type: grant = '', ...rest } = codeFields(quill, await obtainCode(browser, quill));
    const mixed = await token(
      service.url,
      { grant_type: grant },
      { path: `/oauth/token?${new URLSearchParams(rest)}` },
    );

    tokensOf(empty);
    tokensOf(typed);
    assert.ok(mixed.status === 400 || mixed.status === 401, `${mixed.status} ${mixed.body}`);
  }),
);

test(
  'a body beyond 64 KiB is refused with 413',
  on(async ({ service, quill }) => {
    for (const encoding of ENCODINGS) {
      const answer = await token(service.url, { ...codeFields(quill, 'x'), foo: 'y'.repeat(70_000) }, { encoding });

      assert.equal(answer.status, 413, encoding);
      assert.equal(json(answer).error, 'invalid_request');
    }
  }),
);

test(
  'broken encodings of text are invalid',
  on(async ({ service, quill }) => {
    const good = `client_id=${quill.client_id}&client_secret=${quill.client_secret}&grant_type=refresh_token`;
    for (const broken of ['%ff', '%c0%af', '%ed%a0%80', '%', '%g1', '%u0041', '%00']) {
      const body = `${good}&refresh_token=x${broken}`;
      const answer = await send(`${service.url}/oauth/token`, { method: 'POST', headers: URLENCODED, body });

      assertRefused(answer, 400, 'invalid_request');
    }
  }),
);

test(
  'a body that is not what its media type says is refused without harm',
  on(async ({ service, quill }) => {
    const { body } = { body: new URLSearchParams(codeFields(quill, 'x')).toString() };
    for (const type of [
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'application/json',
      'text/plain',
      'application/xml',
    ]) {
      const answer = await send(`${service.url}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });

      assert.ok([400, 401, 415].includes(answer.status), `${type}: ${answer.status}`);
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
    }
    for (const odd of ['[]', '"x"', 'null', '{', '{"grant_type":{"a":1}}', '{"grant_type":["a"]}', '1', '']) {
      const answer = await send(`${service.url}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: odd,
      });

      assert.ok([400, 401].includes(answer.status), `${odd}: ${answer.status}`);
    }
  }),
);

test(
  'a file in a multipart body is refused',
  on(async ({ service, quill }) => {
    const parts = Object.entries(codeFields(quill, 'x')).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f.txt"\r\n\r\n${value}\r\n`,
    );
    const answer = await send(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: `${parts.join('')}--b--\r\n`,
    });

    assertRefused(answer, 400, 'invalid_request');
  }),
);

test(
  'answers are JSON whatever the client says it accepts, and echo nothing that was sent',
  on(async ({ service, quill }) => {
    const fields = { ...codeFields(quill, 'sekret-code-value'), redirect_uri: 'https://marker.example/<b>' };
    for (const accept of ['text/html', '*/*', 'application/xml']) {
      const answer = await token(service.url, fields, { headers: { accept } });

      assertRefused(answer, 400, 'invalid_grant');
      for (const sent of ['sekret-code-value', 'marker.example', quill.client_secret])
        assert.ok(!answer.body.includes(sent));
      assert.doesNotMatch(answer.body, /SQLITE|node:|at .*\.ts/);
    }
  }),
);

test(
  'method overrides and other spellings of the path are not the token endpoint',
  on(async ({ service, quill }) => {
    const fields = codeFields(quill, 'x');
    for (const path of [
      '//oauth/token',
      '/oauth//token',
      '/OAUTH/TOKEN',
      '/oauth/token/x',
      '/oauth;x/token',
      '/oauth/token;x',
    ]) {
      const answer = await token(service.url, fields, { path });
      assert.ok([400, 404].includes(answer.status), `${path}: ${answer.status}`);
      assert.notEqual(answer.body.includes('invalid_grant'), true, path);
    }
    const overridden = await send(`${service.url}/oauth/token`, { headers: { 'x-http-method-override': 'POST' } });
    assert.equal(overridden.status, 405);
  }),
);

test(
  'a semicolon is no separator, and capital letters make another name',
  on(async ({ service, quill }) => {
    const body = `client_id=${quill.client_id}&client_secret=${quill.client_secret}&Grant_Type=x&a=1;grant_type=refresh_token`;

    const answer = await send(`${service.url}/oauth/token`, { method: 'POST', headers: URLENCODED, body });

    assertRefused(answer, 400, 'invalid_request');
    assert.deepEqual(comparable(answer).status, 400);
  }),
);
