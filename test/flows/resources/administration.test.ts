/** Proves the pages for APIs: an administrator registers, changes, rotates and deletes one; nobody else sees them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertRefused } from '../../support/grant.ts';
import { formTo, text } from '../../support/html.ts';
import { ask, RESOURCE_SCOPES } from '../../support/resources.ts';
import type { Service } from '../../support/service.ts';

const PATH = '/admin/resources';
const IDENTIFIER = 'https://pages.example/api';

async function stageOf(service: Service) {
  const root = await createUser(service, { admin: true });
  return { service, root, browser: await signedIn(service, root) };
}

const on = eachDatabase(stageOf, { LATCHKEY_SCOPES: RESOURCE_SCOPES });

const shown = (body: string, name: string) =>
  new RegExp(`id="${name}"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*id="${name}"`).exec(body)?.slice(1).find(Boolean) ??
  new RegExp(`id="${name}"[^>]*>([^<]+)<`).exec(body)?.[1] ??
  '';

test(
  'an administrator registers an API, sees its secret once, changes it, rotates the secret and deletes it',
  on(async ({ service, browser }) => {
    const form = await browser.get(`${PATH}/new`);
    const fields = { identifier: IDENTIFIER, name: 'Pages', scope: 'notes:read' };
    const refused = await browser.submit(form, formTo(form.body, PATH), {
      set: { ...fields, identifier: 'pages', seconds: '5' },
    });
    const made = await browser.submit(form, formTo(form.body, PATH), { set: fields });
    const credentials = {
      identifier: IDENTIFIER,
      client_id: shown(made.body, 'client_id'),
      client_secret: shown(made.body, 'client_secret'),
    };
    const one = `${PATH}/${credentials.client_id}`;

    assert.deepEqual([refused.status, made.status], [422, 201]);
    assert.match(text(refused.body), /An identifier is an absolute URI.*Enter a whole number of seconds/s);
    assert.equal((await ask(service, credentials, 'x')).status, 200);
    const page = await browser.get(one);
    assert.equal(page.body.includes(credentials.client_secret), false);

    const saved = await browser.submit(page, formTo(page.body, one), { set: { name: 'Renamed' } });
    assert.match(page.body, /<h3>Rotate secret<\/h3>/);
    assert.match(text(page.body), /Save settings/);
    const rotated = await browser.submit(page, formTo(page.body, `${one}/rotate`), { set: { overlap: 'now' } });
    const next = { ...credentials, client_secret: shown(rotated.body, 'client_secret') };
    assert.deepEqual([saved.status, rotated.status], [303, 201]);
    assertRefused(await ask(service, credentials, 'x'), 401, 'invalid_client');
    assert.equal((await ask(service, next, 'x')).status, 200);

    const asked = await browser.get(`${one}/delete`);
    const wrong = await browser.submit(asked, formTo(asked.body, `${one}/delete`), { set: { confirm_name: 'Pages' } });
    const gone = await browser.submit(asked, formTo(asked.body, `${one}/delete`), { set: { confirm_name: 'Renamed' } });
    assert.deepEqual([wrong.status, gone.status], [422, 303]);
    assertRefused(await ask(service, next, 'x'), 401, 'invalid_client');
    assert.equal((await browser.get(one)).status, 404);
  }),
);

test(
  'for everybody else there are no such pages',
  on(async ({ service }) => {
    const ada = await signedIn(service, await createUser(service));

    for (const path of [PATH, `${PATH}/new`, `${PATH}/latchkey-api-x`]) assert.equal((await ada.get(path)).status, 404);
  }),
);
