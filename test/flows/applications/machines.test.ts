/** Proves over HTTP that the pages of an application lead to a first token that it can get. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, signedIn } from '../../support/actors.ts';
import { administeredStage, suspend } from '../../support/administration.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { text } from '../../support/html.ts';
import { applicationPath, credentialsOn, register } from '../../support/portal.ts';

const on = eachDatabase(administeredStage);

test(
  'the owner of a machine is led to its command on every page, and read nothing of users to ask',
  on(async ({ service, ada }) => {
    const browser = await signedIn(service, ada);

    const made = await register(browser, { name: 'Nightly', set: { type: 'machine' } });
    const path = applicationPath(credentialsOn(made));

    assert.match(text(made.body), /Nightly can now get tokens of its own/);
    for (const page of [made, await browser.get(`${path}/test`), await browser.get(`${path}/users`)]) {
      assert.match(page.body, new RegExp(`class="button primary" href="${path}/connect#commands"`));
      assert.doesNotMatch(text(page.body), /ask users for access|authorizes this application|Continue to consent/);
    }
    const permissions = await browser.get(`${path}/permissions`);
    assert.match(text(permissions.body), /It asks no user/);
    assert.doesNotMatch(permissions.body, /name="required"/);
    assert.match((await browser.get(`${path}/connect`)).body, /id="commands"/);
  }),
);

test(
  'a suspended application without a token is not sent to get one',
  on(async ({ service, ada, admin }) => {
    const application = await createApplication(service, { owner: ada });
    const browser = await signedIn(service, ada);
    const path = applicationPath(application);
    assert.match(text((await browser.get(path)).body), /Get your first token/);

    await suspend(admin, application, 'It sends spam.');

    const page = text((await browser.get(path)).body);
    assert.match(page, /It sends spam/);
    assert.doesNotMatch(page, /Get your first token/);
  }),
);
