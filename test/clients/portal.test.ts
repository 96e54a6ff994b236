/** Proves the pages of the portal: registering, seeing, changing, secrets, deleting, and taking access back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticateClient } from '../../src/clients/authenticate.ts';
import { post } from '../../src/clients/authentication/post.ts';
import { findClient } from '../../src/clients/find.ts';
import { countClientsOf } from '../../src/storage/tables/clients/list.ts';
import { findLiveConsent } from '../../src/storage/tables/tokens/consents.ts';
import { createPerson, onEachEngine, type Stage } from '../accounts/stage.ts';
import { formTo, text } from '../support/html.ts';
import { allow, atDesk, type Desk, registered, use, type Visit } from './stage.ts';

const FIELDS: readonly (readonly [string, string])[] = [
  ['name', 'Quill'],
  ['redirect_uri', ' https://app.example.com/cb '],
  ['redirect_uri', ''],
  ['redirect_uri', 'com.example.app:/cb'],
  ['scope', 'profile'],
  ['confidential', 'yes'],
  ['send_iss', 'yes'],
];
const LATE_SECONDS = 301;

/** Ada with her application Quill, Bob who may not see it, and Root who may. */
async function cast(stage: Stage) {
  const [ada, bob] = [await createPerson(stage), await createPerson(stage, 'Bob')];
  await createPerson(stage, 'Root', true);
  const quill = await registered(stage, ada.id);
  return { ada, bob, quill, path: `/oauth/applications/${encodeURIComponent(quill.publicId)}` };
}

function idShownBy(page: Visit): string {
  return /<code id="client_id"[^>]*>([^<]+)</.exec(page.body)?.[1] ?? '';
}

function secretShownBy(page: Visit): string {
  return /lks_[A-Za-z0-9_-]{60}/.exec(page.body)?.[0] ?? '';
}

test(
  'registering shows the secret in that very answer, once, and it works',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const desk = await atDesk(stage, 'Ada');

    const page = await desk.post('/oauth/applications', FIELDS);

    assert.equal(page.status, 201);
    const [clientId, secret] = [idShownBy(page), secretShownBy(page)];
    assert.ok((await authenticateClient({ method: post, clientId, secret }, stage.world)).ok);
    const client = await findClient(clientId, stage.world);
    assert.deepEqual(client?.redirectUris, ['https://app.example.com/cb', 'com.example.app:/cb']);
    const later = await desk.get(`/oauth/applications/${clientId}/credentials`);
    assert.equal(later.status, 200);
    assert.ok(!later.body.includes(secret) && later.body.includes(secret.slice(-4)));
    assert.ok((await desk.get('/oauth/applications')).body.includes('Quill'));
  }),
);

test(
  'the same form sent again, by a reload or a double click, leads to the one application it made',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const desk = await atDesk(stage, 'Ada');

    const first = await desk.post('/oauth/applications', FIELDS);
    const again = await desk.post('/oauth/applications', FIELDS);
    const changed = await desk.post('/oauth/applications', [...FIELDS, ['description', 'Another']]);

    assert.equal(again.status, 303);
    assert.equal(again.location, `/oauth/applications/${idShownBy(first)}/credentials?done=secret_shown`);
    assert.equal(changed.status, 201);
    assert.equal(await countClientsOf(stage.world.database, ada.id), 2);
  }),
);

test(
  'a form without the page’s token registers nothing',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const desk = await atDesk(stage, 'Ada');

    const page = await desk.post('/oauth/applications', FIELDS, 'forged');

    assert.equal(page.status, 403);
    assert.equal(await countClientsOf(stage.world.database, ada.id), 0);
  }),
);

test(
  'fields beside those of the form change nothing: no owner, no id, no secret, no date',
  onEachEngine(async (stage) => {
    const [ada, bob] = [await createPerson(stage), await createPerson(stage, 'Bob')];
    const desk = await atDesk(stage, 'Ada');
    const planted: [string, string][] = ['owner_id', 'ownerId', 'id', 'created_at', 'trusted'].map((name) => [
      name,
      String(bob.id),
    ]);

    const page = await desk.post('/oauth/applications', [
      ...FIELDS,
      ...planted,
      ['client_id', 'chosen'],
      ['client_secret', 'chosen'],
      ['publicId', 'chosen'],
    ]);

    const client = await findClient(idShownBy(page), stage.world);
    assert.equal(client?.ownerId, ada.id);
    assert.equal(client?.createdAt, stage.world.now());
    assert.match(client?.publicId ?? '', /^[A-Za-z0-9_-]{43}$/);
    assert.match(secretShownBy(page), /^lks_/);
    assert.equal(await findClient('chosen', stage.world), undefined);
  }),
);

test(
  'a faulty form comes back with what was typed, and each fault beside its field',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const desk = await atDesk(stage, 'Ada');

    const page = await desk.post('/oauth/applications', [
      ['name', ''],
      ['redirect_uri', 'https://good.example/cb'],
      ['redirect_uri', 'http://bad.example/cb#x'],
      ['scope', 'profile'],
    ]);

    assert.equal(page.status, 422);
    for (const kept of ['https://good.example/cb', 'http://bad.example/cb#x']) assert.ok(page.body.includes(kept));
    assert.match(page.body, /id="redirect_uri_2-fault"/);
    assert.doesNotMatch(page.body, /id="redirect_uri_1-fault"/);
    assert.match(text(page.body), /Enter a name\./);
    assert.match(text(page.body), /may not contain a fragment.*Plain http is allowed for/);
  }),
);

test(
  'somebody else’s application gets the same page as one that does not exist, whatever is tried',
  onEachEngine(async (stage) => {
    const { path, quill } = await cast(stage);
    const desk = await atDesk(stage, 'Bob');
    const gets = ['', '/edit', '/delete', '/credentials', '/permissions', '/users', '/settings'];
    const posts = [
      ...['', '/delete', '/secrets', '/secrets/rotate', '/secrets/1/remove', '/permissions'],
      ...['/logo', '/logo/remove', '/tokens/revoke', '/families/1/revoke', '/transfer', '/transfer/withdraw'],
    ];
    const nobody = '/oauth/applications/nobody';

    // Each page masks the token of its forms anew.
    const unmasked = <Answer extends { readonly body: string }>(answer: Answer) => ({
      ...answer,
      body: answer.body.replace(/(name="form_token" value=")[^"]*/g, '$1'),
    });
    for (const end of gets)
      assert.deepEqual(unmasked(await desk.get(path + end)), unmasked(await desk.get(nobody + end)), end);
    for (const end of posts) {
      const fields = [...FIELDS, ['confirm_name', 'Quill']] as const;
      const answers = [await desk.post(path + end, fields), await desk.post(nobody + end, fields)].map(unmasked);
      assert.deepEqual(answers[0], answers[1], end);
    }

    assert.equal((await desk.get(path)).status, 404);
    assert.ok(!(await desk.get('/oauth/applications?owner=all')).body.includes(quill.publicId));
    assert.equal((await findClient(quill.publicId, stage.world))?.redirectUris.length, 1);
  }),
);

test(
  'an administrator sees and changes every application',
  onEachEngine(async (stage) => {
    const { path, quill, ada } = await cast(stage);
    const desk = await atDesk(stage, 'Root');

    assert.ok((await desk.get('/admin/applications')).body.includes(quill.publicId));
    assert.ok(!(await desk.get('/oauth/applications')).body.includes(path));
    assert.equal((await desk.get(`${path}/edit`)).status, 200);
    const saved = await desk.post(path, [...FIELDS, ['name', 'ignored second name']]);

    assert.deepEqual([saved.status, saved.location], [303, `${path}?done=application_saved`]);
    const client = await findClient(quill.publicId, stage.world);
    assert.deepEqual([client?.ownerId, client?.redirectUris.length], [ada.id, 2]);
  }),
);

test(
  'secrets are added and removed only soon after the password was typed',
  onEachEngine(async (stage) => {
    const { path } = await cast(stage);
    const desk = await atDesk(stage, 'Ada');
    stage.pass(LATE_SECONDS);

    const late = await desk.post(`${path}/secrets`, {});

    assert.ok(late.status === 403 && late.body.includes('name="confirming"'));
    assert.match((await desk.get(`${path}/delete`)).location ?? '', /^\/confirm/);
    const changed = await desk.post(path, [...FIELDS.slice(0, 5), ['confidential', 'no']]);
    assert.ok(changed.status === 403 && changed.body.includes('name="confirming"'));
    assert.equal((await stage.events('application.secret_added')).length, 0);
  }),
);

test(
  'a second secret is shown once and works beside the first; a third is refused with the reason',
  onEachEngine(async (stage) => {
    const { path, quill } = await cast(stage);
    const desk = await atDesk(stage, 'Ada');

    const second = await desk.post(`${path}/secrets`, {});
    const [, token] = /name="form_token" value="([^"]+)"/.exec((await desk.get(`${path}/credentials`)).body) ?? [];
    const third = await desk.post(`${path}/secrets`, {}, token);

    assert.equal(second.status, 201);
    for (const secret of [quill.secret, secretShownBy(second)]) {
      assert.ok((await authenticateClient({ method: post, clientId: quill.publicId, secret }, stage.world)).ok);
    }
    assert.equal(third.status, 409);
    assert.match(text(third.body), /at most two secrets/);
    const { action } = formTo((await desk.get(`${path}/credentials`)).body, /\/secrets\/\d+\/remove$/);
    assert.equal((await desk.post(action, {})).location, `${path}/credentials?done=secret_removed`);
    const old = { method: post, clientId: quill.publicId, secret: quill.secret } as const;
    assert.equal((await authenticateClient(old, stage.world)).ok, false);
    assert.equal((await desk.post(action, {})).status, 303);
  }),
);

test(
  'the only secret has no button that removes it, and the page that refuses to leads back to credentials',
  onEachEngine(async (stage) => {
    const { path } = await cast(stage);
    const desk = await atDesk(stage, 'Ada');
    const removals = /\/secrets\/(\d+)\/remove"/g;

    const alone = await desk.get(`${path}/credentials`);
    await desk.post(`${path}/secrets`, {});
    const [first, second] = [...(await desk.get(`${path}/credentials`)).body.matchAll(removals)].map(([, id]) => id);
    await desk.post(`${path}/secrets/${first}/remove`, {});
    const refused = await desk.post(`${path}/secrets/${second}/remove`, {});

    assert.doesNotMatch(alone.body, removals);
    assert.match(text(alone.body), /To remove it, add another secret first\./);
    assert.equal(refused.status, 409);
    assert.match(text(refused.body), /the only secret/);
    assert.match(refused.body, new RegExp(`<a class="button primary" href="${path}/credentials">Back to credentials<`));
  }),
);

test(
  'deleting asks for the typed name and says how many people are affected',
  onEachEngine(async (stage) => {
    const { path, quill, bob } = await cast(stage);
    await allow(stage, { accountId: bob.id, clientId: quill.id });
    const desk = await atDesk(stage, 'Ada');

    const page = await desk.get(`${path}/delete`);
    const wrong = await desk.post(`${path}/delete`, { confirm_name: 'quill' });

    assert.match(text(page.body), /1 user/);
    assert.equal(wrong.status, 422);
    assert.ok(await findClient(quill.publicId, stage.world));
    const right = await desk.post(`${path}/delete`, { confirm_name: ' Quill ' });
    assert.equal(right.location, '/oauth/applications?done=application_deleted');
    assert.equal((await desk.get(path)).status, 404);
  }),
);

async function consentOf(stage: Stage, accountId: number, clientId: number) {
  return await findLiveConsent(stage.world.database, { accountId: accountId, clientId: clientId, resourceId: null });
}

test(
  'the authorised applications are listed with their last use, and revoked one by one or all at once',
  onEachEngine(async (stage) => {
    const { ada, bob, quill } = await cast(stage);
    const others = [
      await registered(stage, ada.id, { name: 'Other' }),
      await registered(stage, ada.id, { name: 'Third' }),
    ];
    const { familyId } = await allow(stage, { accountId: bob.id, clientId: quill.id }, 'profile email');
    for (const { id } of others) await allow(stage, { accountId: bob.id, clientId: id });
    await allow(stage, { accountId: ada.id, clientId: quill.id });
    await use(stage, { familyId, clientId: quill.id }, { address: '203.0.113.9', userAgent: 'Inkwell/2.0' });
    const desk: Desk = await atDesk(stage, 'Bob');

    const page = await desk.get('/oauth/authorized_applications');

    for (const shown of ['Quill', 'Other', 'Third', '203.0.113.9', 'Inkwell', 'Ada', 'email address']) {
      assert.ok(text(page.body).includes(shown), shown);
    }
    const { action } = formTo(page.body, new RegExp(`${quill.publicId}/revoke$`));
    assert.equal((await desk.post(action, {})).location, '/oauth/authorized_applications?done=access_removed');
    assert.equal(await consentOf(stage, bob.id, quill.id), undefined);
    assert.ok(await consentOf(stage, ada.id, quill.id));
    await desk.post('/oauth/authorized_applications/revoke_all', {});
    for (const { id } of others) assert.equal(await consentOf(stage, bob.id, id), undefined);
    assert.ok(
      text((await desk.get('/oauth/authorized_applications')).body).includes('No apps have access to your account'),
    );
  }),
);
