/** Proves the customer's specification itself, S1 to S9, step by step as it tells them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  callback,
  codeFields,
  INVALID_TOKEN,
  obtainCode,
  refreshFields,
  tokensOf,
  whoami,
} from '../../support/grant.ts';
import { json } from '../../support/http-client.ts';
import { credentialsOn, register } from '../../support/portal.ts';
import { token } from '../../support/token-client.ts';

const CALLBACK = 'https://client.example/callback';
const multipart = { encoding: 'multipart', headers: { 'user-agent': 'My application' } } as const;

const on = eachDatabase(async (service) => {
  const [developer, user] = await Promise.all([createUser(service), createUser(service)]);
  const page = await register(await signedIn(service, developer), { name: 'My application', redirectUris: [CALLBACK] });
  const application = { ...credentialsOn(page), redirect_uris: [CALLBACK] };
  return { service, user, browser: await signedIn(service, user), application, page };
});

test(
  'S1: a developer creates an application on /oauth/applications and gets its client_id and client_secret',
  on(async ({ page, application }) => {
    assert.equal(page.status, 201);
    assert.match(application.client_id, /^[A-Za-z0-9_-]{20,}$/);
    assert.match(application.client_secret, /^[A-Za-z0-9_-]{43,}$/);
  }),
);

test(
  'S2: the user authorizes on /oauth/authorize, with an empty scope, and the client receives a code',
  on(async ({ browser, application }) => {
    const asked = await browser.authorize({
      client_id: application.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: '',
    });
    assert.equal(asked.status, 200);

    const answer = await browser.approve(asked);

    assert.ok(answer.location?.startsWith(`${CALLBACK}?`));
    assert.ok(callback(answer).get('code'));
  }),
);

test(
  'S3, S4: a code yields an access token and a refresh token, and a refresh token yields new ones',
  on(async ({ service, browser, application }) => {
    const code = await obtainCode(browser, application);
    const first = tokensOf(await token(service.url, codeFields(application, code), multipart));

    const second = tokensOf(await token(service.url, refreshFields(application, first.refresh), multipart));

    for (const value of [first.access, first.refresh, second.access, second.refresh]) assert.ok(value);
    assert.equal(new Set([first.access, first.refresh, second.access, second.refresh]).size, 4);
  }),
);

test(
  'S5: whoami with the bearer token tells the authorizing user',
  on(async ({ service, browser, application, user }) => {
    const { access } = tokensOf(
      await token(service.url, codeFields(application, await obtainCode(browser, application)), multipart),
    );

    const answer = await whoami(service, access, { 'user-agent': 'My application' });

    assert.equal(answer.status, 200);
    const { id, nickname } = json(answer);
    assert.deepEqual({ id, nickname }, { id: user.id, nickname: user.nickname });
  }),
);

test(
  'S6: access tokens are opaque and live exactly one day',
  on(async ({ service, browser, application }) => {
    const answer = await token(service.url, codeFields(application, await obtainCode(browser, application)), multipart);
    const { client_id, client_secret } = application;

    assert.equal(json(answer).expires_in, 86_400);
    assert.doesNotMatch(tokensOf(answer).access, /\./, 'no JSON web token');
    const state = json(
      await token(
        service.url,
        { client_id, client_secret, token: tokensOf(answer).access },
        { path: '/oauth/introspect' },
      ),
    );
    assert.equal(Number(state.exp), Number(json(answer).created_at) + 86_400);
  }),
);

test(
  'S7: an invalid access token is answered with 401 and the specification’s body',
  on(async ({ service }) => {
    const answer = await whoami(service, 'nobody-issued-this');

    assert.equal(answer.status, 401);
    assert.deepEqual(json(answer), INVALID_TOKEN);
  }),
);
