/** Proves that a change of an application's type which deletes something is asked about, told, and logged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import type { Browser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { usualStage } from '../../support/grant.ts';
import { formTo, text } from '../../support/html.ts';
import { addSecret, applicationPath, credentialsOn, credentialsPath, edit } from '../../support/portal.ts';

const on = eachDatabase(usualStage);

async function eventsOf(browser: Browser, application: { client_id: string }): Promise<string> {
  return text((await browser.get(`${applicationPath(application)}/activity/events`)).body);
}

test(
  'an application that would lose its secrets is changed only after a page has said so',
  on(async ({ service, ada, browser }) => {
    const quill = await createApplication(service, { owner: ada });
    await addSecret(browser, quill);
    const path = applicationPath(quill);

    const asked = await edit(browser, quill, { name: 'Quill 2', set: { type: 'spa', password: 'typed to confirm' } });

    assert.equal(asked.status, 409);
    assert.match(text(asked.body), /loses its 2 secrets\./);
    assert.doesNotMatch(asked.body, /typed to confirm/, 'a password that came along is not repeated');
    assert.match(text((await browser.get(path)).body), /web/);
    const done = await browser.submit(asked, formTo(asked.body, path), { button: { name: 'step', value: 'lose' } });
    assert.match(text((await browser.get(done.location ?? '')).body), /its secrets deleted/);
    const events = await eventsOf(browser, quill);
    assert.equal([...events.matchAll(/Secret removed/g)].length, 2, events);
  }),
);

test(
  'the way back from that page keeps what was typed, and nothing was saved',
  on(async ({ service, ada, browser }) => {
    const quill = await createApplication(service, { owner: ada });
    const path = applicationPath(quill);
    const asked = await edit(browser, quill, { name: 'Quill 2', set: { type: 'native' } });

    const form = await browser.submit(asked, formTo(asked.body, path), { button: { name: 'step', value: 'back' } });

    assert.equal(form.status, 200);
    assert.match(form.body, /value="Quill 2"/);
    assert.match(form.body, /id="type_native"[^>]* checked/);
    assert.match(text((await browser.get(credentialsPath(quill))).body), /••••/);
  }),
);

test(
  'an application that becomes a machine loses its redirect URIs only after a page has said so',
  on(async ({ service, ada, browser }) => {
    const redirectUris = ['https://a.example/1', 'https://a.example/2'];
    const page = await createApplication(service, { owner: ada, isPublic: true, redirectUris });
    const path = applicationPath(page);

    const asked = await edit(browser, page, { set: { type: 'machine' } });

    assert.equal(asked.status, 409);
    assert.match(text(asked.body), /loses its 2 redirect URIs\./);
    for (const uri of redirectUris) assert.ok(text(asked.body).includes(uri));
    const made = await browser.submit(asked, formTo(asked.body, path), { button: { name: 'step', value: 'lose' } });
    assert.equal(made.status, 201);
    assert.ok(credentialsOn(made).client_secret);
    assert.match(text(made.body), /has a secret now.*Its 2 redirect URIs are removed/s);
    assert.match(await eventsOf(browser, page), /Secret added/);
  }),
);

test(
  'a change that deletes nothing is saved at once',
  on(async ({ service, ada, browser }) => {
    const quill = await createApplication(service, { owner: ada });
    const saved = await edit(browser, quill, { name: 'Quill 2' });

    assert.equal(saved.status, 303);
    assert.match(saved.location ?? '', /done=application_saved$/);
  }),
);

test(
  'whoever replaces both secrets is asked first, and told how many ended',
  on(async ({ service, ada, browser }) => {
    const quill = await createApplication(service, { owner: ada });
    await addSecret(browser, quill);
    const page = await browser.get(credentialsPath(quill));
    assert.match(text(page.body), /Replace both secrets \( ••••\S+ , ••••\S+ \) now\?/);

    const replaced = await browser.submit(page, formTo(page.body, /\/secrets\/rotate$/));

    assert.equal(replaced.status, 201);
    assert.match(text(replaced.body), /The 2 old secrets no longer work/);
  }),
);
