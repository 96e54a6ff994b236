/** Proves over HTTP which changes of an application need the password again: by what changes, whatever form sent it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClient } from '../../../src/clients/find.ts';
import { FROM_THE_NEWEST, readEvents } from '../../../src/storage/tables/events/events.ts';
import { filled } from '../../support/browser-like.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { formTo, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';

const AN_HOUR = 3600;
const ALL = { kinds: null, accountId: null, clientId: null, since: 0 };

async function cast(clocked: Clocked) {
  const ada = await clocked.createUser('Ada');
  const quill = await clocked.createApplication(ada, { scopes: ['profile', 'email'] });
  const browser = await clocked.signedIn(ada);
  const path = applicationPath(quill);
  const edit = formTo((await browser.get(`${path}/edit`)).body, path);
  const permissions = formTo((await browser.get(`${path}/permissions`)).body, `${path}/permissions`);
  clocked.pass(AN_HOUR);
  const stored = () => findClient(quill.client_id, clocked.world);
  return { ada, quill, browser, path, stored, fields: filled(edit, {}), required: filled(permissions, {}) };
}

test(
  'redirect URIs, scopes, the type and required scopes are not changed without a recent password',
  onMovedClock(async (clocked) => {
    const { browser, path, stored, fields, required } = await cast(clocked);
    const before = await stored();
    const without = (name: string) => fields.filter(([field]) => field !== name);

    const answers = [
      await browser.post(path, [...fields, ['redirect_uri', 'https://evil.example/cb']]),
      await browser.post(path, [...without('redirect_uri'), ['redirect_uri', 'https://evil.example/cb']]),
      await browser.post(path, [...fields, ['scope', 'applications']]),
      await browser.post(path, [...without('scope'), ['scope', 'profile']]),
      await browser.post(path, [...without('type'), ['type', 'spa']]),
      await browser.post(`${path}/permissions`, [...required, ['required', 'email']]),
    ];

    for (const { status, body } of answers) {
      assert.equal(status, 403);
      assert.match(text(body), /Confirm it’s you/);
    }
    assert.deepEqual(await stored(), before);
  }),
);

test(
  'a new description needs no password, and the same addresses and scopes in another order are no change',
  onMovedClock(async (clocked) => {
    const { browser, path, stored, fields } = await cast(clocked);
    const described = fields.map(([name, value]): [string, string] =>
      name === 'description' ? [name, 'Notes that stay.'] : [name, value],
    );

    const saved = await browser.post(path, described.toReversed());

    assert.match(saved.location ?? '', /done=application_saved/);
    assert.equal((await stored())?.description, 'Notes that stay.');
  }),
);

test(
  'the owner finds an event when an administrator has changed the redirect URIs',
  onMovedClock(async (clocked) => {
    const { ada, path } = await cast(clocked);
    const root = await clocked.createUser('Root', true);
    const admin = await clocked.signedIn(root);
    const form = formTo((await admin.get(`${path}/edit`)).body, path);

    const saved = await admin.post(path, [...filled(form, {}), ['redirect_uri', 'https://app.example.com/other']]);

    assert.match(saved.location ?? '', /done=application_saved/);
    const events = await readEvents(clocked.world.database, ALL, { below: FROM_THE_NEWEST, most: 50 });
    const changed = events.find(({ kind }) => kind === 'application.changed');
    assert.equal(changed?.accountId, ada.id);
    assert.equal(changed?.detail, `redirect_uri; by administrator ${root.id}`);
  }),
);
