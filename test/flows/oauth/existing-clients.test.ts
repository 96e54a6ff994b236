/** Proves what existing client programs force, one line of the specification's part 3 after the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  agree,
  authorizeParams,
  callback,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  refreshFields,
  tokensOf,
  usualStage,
  whoami,
} from '../../support/grant.ts';
import { json, send } from '../../support/http-client.ts';
import { ENCODINGS, token } from '../../support/token-client.ts';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const redirectUris = [
    'myapp://oauth',
    'https://app.example.com/cb?provider=latchkey',
    'https://blank.html',
    'http://localhost/callback',
  ];
  return { ...stage, odd: await createApplication(service, { owner: stage.ada, noIss: true, redirectUris }) };
});

test(
  '1. the token endpoint is called as multipart, urlencoded, JSON, and as a query string with an empty body',
  on(async ({ service, browser, quill }) => {
    for (const encoding of ENCODINGS) {
      tokensOf(await token(service.url, codeFields(quill, await obtainCode(browser, quill)), { encoding }));
    }
    const query = new URLSearchParams(codeFields(quill, await obtainCode(browser, quill)));
    tokensOf(await send(`${service.url}/oauth/token?${query}`, { method: 'POST' }));
  }),
);

test(
  '2. numbers are numbers, the token type goes into the header as it is, and scopes part at a blank',
  on(async ({ service, browser, quill }) => {
    const code = await obtainCode(browser, quill, { scope: 'profile email' });
    const body = json(await token(service.url, codeFields(quill, code)));

    assert.deepEqual([typeof body.expires_in, typeof body.created_at], ['number', 'number']);
    assert.deepEqual(String(body.scope).split(' ').sort(), ['email', 'profile']);
    const authorization = `${body.token_type} ${body.access_token}`;
    assert.equal((await send(`${service.url}/api/users/whoami`, { headers: { authorization } })).status, 200);
  }),
);

test(
  '3. a client that fails with Basic retries the same code with body credentials, and succeeds',
  on(async ({ service, browser, quill }) => {
    const { client_id, client_secret, ...rest } = codeFields(quill, await obtainCode(browser, quill));
    const swapped = { id: String(client_id), secret: encodeURIComponent(`${client_secret}?`) };

    assert.equal((await token(service.url, rest, { basic: swapped })).status, 401);

    tokensOf(await token(service.url, { ...rest, client_id: String(client_id), client_secret: String(client_secret) }));
  }),
);

test(
  '4. a redirect URI in quotes and a session-wide Bearer header come along on refresh',
  on(async (stage) => {
    const { service, quill } = stage;
    const tokens = await obtainTokens(stage);
    const fields = { ...refreshFields(quill, tokens.refresh), redirect_uri: '"https://app.example.com/cb"' };

    tokensOf(
      await token(service.url, fields, {
        encoding: 'multipart',
        headers: { authorization: `Bearer ${tokens.access}` },
      }),
    );
  }),
);

test(
  '5. custom schemes, registered queries, a bare host and loopback with a random port are called back',
  on(async ({ service, browser, odd }) => {
    for (const uri of [...odd.redirect_uris.slice(0, 3), 'http://localhost:49152/callback']) {
      const page = await agree(browser, authorizeParams(odd, { redirect_uri: uri }));
      assert.ok(page.location?.startsWith(uri), String(page.location));
      const code = page.location?.split('code=')[1]?.split('&')[0] ?? '';

      tokensOf(await token(service.url, { ...codeFields(odd, code), redirect_uri: uri }));
    }
  }),
);

test(
  '6. the out-of-band page’s path ends in the bare code',
  on(async ({ service, browser, ada: owner }) => {
    const redirect = 'urn:ietf:wg:oauth:2.0:oob';
    const application = await createApplication(service, { owner, redirectUris: [redirect] });

    const page = await agree(browser, authorizeParams(application));

    const code =
      String(page.location ?? page.path)
        .split('/')
        .at(-1) ?? '';
    tokensOf(await token(service.url, { ...codeFields(application, code), redirect_uri: redirect }));
  }),
);

test(
  '7. a dead token is 401, an early refresh is welcome, and so are two at once',
  on(async (stage) => {
    assert.equal((await whoami(stage.service, 'dead')).status, 401);
    const tokens = await obtainTokens(stage);

    const answers = await Promise.all([refresh(stage, tokens.refresh), refresh(stage, tokens.refresh)]);

    for (const answer of answers) assert.equal((await whoami(stage.service, tokensOf(answer).access)).status, 200);
  }),
);

test(
  '8. browser front ends call the token endpoint and whoami from another origin',
  on(async ({ service, browser, quill }) => {
    const headers = { origin: 'https://spa.example' };
    const answer = await token(service.url, codeFields(quill, await obtainCode(browser, quill)), {
      encoding: 'json',
      headers,
    });
    const me = await whoami(service, tokensOf(answer).access, headers);

    for (const each of [answer, me]) assert.equal(each.headers['access-control-allow-origin'], '*');
  }),
);

test(
  '9. imported ids and secrets of 43 URL-safe characters and of 64 hex digits pass through the whole flow',
  on(async ({ service, browser, ada: owner }) => {
    const hex = 'fedcba9876543210'.repeat(4);
    const safe = `-_${'Aa0'.repeat(13)}Zz`;
    for (const [clientId, clientSecret] of [
      [hex, safe],
      [safe, hex],
    ] as [string, string][]) {
      const application = await createApplication(service, { owner, clientId, clientSecret });
      const page = await agree(browser, authorizeParams(application));

      assert.deepEqual([...callback(page).keys()], ['code', 'state']);
      tokensOf(
        await token(service.url, codeFields(application, callback(page).get('code') ?? ''), { encoding: 'multipart' }),
      );
    }
  }),
);
