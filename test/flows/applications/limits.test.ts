/** Proves the bounds of the developer's pages: addresses per application, applications per developer, secrets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertAlive, assertRefused, obtainTokens, tokensOf, usualStage } from '../../support/grant.ts';
import { forms, formTo } from '../../support/html.ts';
import type { Answer } from '../../support/http-client.ts';
import { addSecret, credentialsOn, credentialsPath, edit, register } from '../../support/portal.ts';
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
  'a developer has up to 50 applications',
  on(async ({ service }) => {
    const browser = await signedIn(service, await createUser(service));
    const statuses: number[] = [];
    for (let index = 0; index < 51; index += 1) {
      statuses.push((await register(browser, { name: `Number ${index}`, redirectUris: GOOD })).status);
    }

    assert.deepEqual(new Set(statuses.slice(0, 50)), new Set([201]));
    assert.ok((statuses[50] ?? 0) >= 400 && (statuses[50] ?? 0) < 500, `the 51st answered ${statuses[50]}`);
  }),
);

test(
  'the bound holds against many registrations at once',
  on(async ({ service }) => {
    const browser = await signedIn(service, await createUser(service));
    const form = formTo((await browser.get('/oauth/applications/new')).body, '/oauth/applications');
    const page = await browser.get('/account');
    const send = () => browser.submit(page, form, { set: { name: 'Flood', redirect_uri: GOOD[0] ?? '' } });

    const answers = await Promise.all(Array.from({ length: 60 }, send));

    assert.ok(answers.filter(({ status }) => status === 201).length <= 50);
    assert.ok(
      answers.every(({ status }) => status < 500),
      'nothing breaks',
    );
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

test(
  'two rotations at once leave no more than two secrets',
  on(async ({ browser }) => {
    const application = {
      ...credentialsOn(await register(browser, { name: 'Racing', redirectUris: GOOD })),
      redirect_uris: GOOD,
    };
    const page = await browser.get(credentialsPath(application));
    const form = formTo(page.body, /\/secrets$/);

    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.submit(page, form)));

    assert.ok(answers.every(({ status }) => status < 500));
    const after = await browser.get(credentialsPath(application));
    assert.equal(forms(after.body).filter(({ action }) => action.endsWith('/remove')).length, 2);
  }),
);

test(
  'a confidential application that becomes public loses its secrets, and gets a new one on the way back',
  on(async ({ service, browser }) => {
    const first = credentialsOn(await register(browser, { name: 'Shifting', redirectUris: GOOD }));
    const application = { ...first, redirect_uris: GOOD };

    await edit(browser, application, { set: { confidential: 'no' } });

    assertRefused(await useSecret(service, first), 401, 'invalid_client');
    await edit(browser, application, { set: { confidential: 'yes' } });
    assertRefused(await useSecret(service, first), 401, 'invalid_client');
  }),
);
