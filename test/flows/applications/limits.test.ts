/** Proves the bounds of an application: how many addresses, and how many secrets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import { assertAlive, obtainTokens, tokensOf, usualStage } from '../../support/grant.ts';
import { forms } from '../../support/html.ts';
import type { Answer } from '../../support/http-client.ts';
import { addSecret, credentialsOn, credentialsPath, register } from '../../support/portal.ts';
import type { Service } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);
const GOOD = ['https://app.example.com/cb'];

function useSecret(service: Service, client: { client_id: string; client_secret: string }): Promise<Answer> {
  const { client_id, client_secret } = client;
  return token(service.url, { grant_type: 'client_credentials', client_id, client_secret });
}

test(
  'an application has up to 20 redirect URIs',
  on(async ({ browser }) => {
    const uris = Array.from({ length: 21 }, (_, index) => `https://app.example.com/${index}`);

    assert.equal((await register(browser, { name: 'Many', redirectUris: uris })).status, 422);
    assert.equal((await register(browser, { name: 'Many', redirectUris: uris.slice(1) })).status, 201);
  }),
);

test(
  'a second secret works beside the first until one of them is removed',
  on(async ({ service, browser }) => {
    const first = credentialsOn(await register(browser, { name: 'Rotating', redirectUris: GOOD }));
    const application = { ...first, redirect_uris: GOOD };
    const tokens = await obtainTokens({ service, browser, quill: application });
    const added = await addSecret(browser, application);
    const second = credentialsOn(added);

    assert.notEqual(second.client_secret, first.client_secret);
    for (const client of [first, second]) tokensOf(await useSecret(service, client));
    assert.match(added.headers['cache-control'] ?? '', /no-store/);
    const page = await browser.get(credentialsPath(application));
    assert.ok(!page.body.includes(second.client_secret), 'the second is shown once, too');
    assert.equal(
      forms(page.body).some(({ action }) => action.endsWith('/secrets')),
      false,
      'there is no third',
    );

    const remove = forms(page.body).filter(({ action }) => action.endsWith('/remove'));
    assert.equal(remove.length, 2);
    const [oldest] = remove;
    assert.ok(oldest);
    assert.equal((await browser.submit(page, oldest)).status, 303);

    const results = [(await useSecret(service, first)).status, (await useSecret(service, second)).status];
    assert.deepEqual(results.sort(), [200, 401], 'exactly one is left');
    await assertAlive(service, tokens.access);
  }),
);
