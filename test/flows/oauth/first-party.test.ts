/** Proves when an application of the service's own gets access without a question, and when it has to ask after all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, createApplication, createUser, signedIn } from '../../support/actors.ts';
import { administeredPath, administeredStage, eventsOf } from '../../support/administration.ts';
import type { Browser, Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { authorizeParams, CHALLENGE, callback } from '../../support/grant.ts';
import { forms, formTo, text } from '../../support/html.ts';
import { png } from '../../support/png.ts';
import { applicationPath, edit } from '../../support/portal.ts';
import type { Service } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

const on = eachDatabase(administeredStage);

async function mark(admin: Browser, application: Application, which: 'verified' | 'first_party'): Promise<Page> {
  const page = await admin.get(administeredPath(application));
  const form = forms(page.body).find(({ fields }) =>
    fields.some(({ name, value }) => name === 'mark' && value === which),
  );
  assert.ok(form);
  return await admin.submit(page, form);
}

const asks = (page: Page) => page.body.includes('name="decision"');

/** Somebody who has never met the application. */
async function newcomer(service: Service): Promise<Browser> {
  return await signedIn(service, await createUser(service));
}

async function ownApplication(service: Service, admin: Browser): Promise<Application> {
  const own = await createApplication(service, { owner: await createUser(service), name: 'Desk' });
  assert.equal((await mark(admin, own, 'first_party')).location, `${administeredPath(own)}?done=mark_first_party_set`);
  return own;
}

test(
  'a first-party application gets its code without a question, also silently, and stands under apps with access',
  on(async ({ service, admin }) => {
    const own = await ownApplication(service, admin);
    const [browser, silent] = [await newcomer(service), await newcomer(service)];

    assert.ok(callback(await browser.authorize(authorizeParams(own, { scope: 'profile' }))).get('code'));
    assert.ok(callback(await silent.authorize(authorizeParams(own, { prompt: 'none' }))).get('code'));

    assert.match(text((await browser.get('/oauth/authorized_applications')).body), /Desk/);
    const [event] = await eventsOf(service, 'consent.given');
    assert.ok(event);
    assert.equal((await eventsOf(service, 'application.made_first_party')).length, 1);
  }),
);

test(
  'it asks where the request wants the page, for more than was given, and after its access was removed',
  on(async ({ service, admin }) => {
    const own = await ownApplication(service, admin);
    const browser = await newcomer(service);
    assert.ok(asks(await browser.authorize(authorizeParams(own, { prompt: 'consent' }))));
    callback(await browser.authorize(authorizeParams(own, { scope: 'profile' })));

    assert.ok(asks(await browser.authorize(authorizeParams(own, { scope: 'profile email' }))));
    const list = await browser.get('/oauth/authorized_applications');
    await browser.submit(list, formTo(list.body, /\/revoke$/));

    const page = await browser.authorize(authorizeParams(own, { scope: 'profile' }));
    assert.ok(asks(page));
    assert.match(text(page.body), /Verified by/);
  }),
);

test(
  'a public application on loopback or with a scheme of its own asks, whatever its mark',
  on(async ({ service, admin }) => {
    const owner = await createUser(service);
    for (const uri of ['http://127.0.0.1/cb', 'com.example.desk:/cb']) {
      const own = await createApplication(service, { owner, isPublic: true, redirectUris: [uri] });
      await mark(admin, own, 'first_party');
      const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256', redirect_uri: uri };

      assert.ok(asks(await (await newcomer(service)).authorize(authorizeParams(own, pkce))), uri);
    }
  }),
);

test(
  'both marks end when its owner changes what was vouched for, and stay when an administrator does',
  on(async ({ service, admin }) => {
    const owner = await createUser(service);
    const own = await createApplication(service, { owner, name: 'Marked' });
    await mark(admin, own, 'first_party');
    await mark(admin, own, 'verified');
    const editTo = async (browser: Browser, set: Record<string, string>) => {
      const page = await browser.get(`${applicationPath(own)}/edit`);
      return await browser.submit(page, formTo(page.body, applicationPath(own)), { set });
    };
    const isMarked = async () => /chip good/.test((await admin.get(administeredPath(own))).body);

    const browser = await signedIn(service, owner);
    await editTo(browser, { description: 'Another description' });
    assert.ok(await isMarked());
    await editTo(admin, { name: 'Marked as before' });
    assert.ok(await isMarked());
    await editTo(browser, { name: 'Something else' });
    assert.ok(!(await isMarked()));
    assert.ok(asks(await (await newcomer(service)).authorize(authorizeParams(own))));
  }),
);

test(
  'both marks end when its owner adds a permission that it may ask for, or another picture',
  on(async ({ service, admin }) => {
    const owner = await createUser(service);
    const own = await createApplication(service, { owner, name: 'Grows', scope: 'profile email' });
    const browser = await signedIn(service, owner);
    const isMarked = async () => /chip good/.test((await admin.get(administeredPath(own))).body);
    await mark(admin, own, 'first_party');

    await edit(browser, own, { scopes: ['profile'] });
    assert.ok(await isMarked());
    await edit(browser, own, { scopes: ['profile', 'applications'] });
    assert.ok(!(await isMarked()));
    assert.ok(asks(await (await newcomer(service)).authorize(authorizeParams(own, { scope: 'applications' }))));

    await mark(admin, own, 'verified');
    const page = await browser.get(`${applicationPath(own)}/settings`);
    await upload(service, browser, { page, action: `${applicationPath(own)}/logo`, field: 'logo', file: png() });
    assert.ok(!(await isMarked()));
  }),
);

test(
  'nobody vouches for what was put in the place of what was looked at',
  on(async ({ service, admin }) => {
    const owner = await createUser(service);
    const own = await createApplication(service, { owner, name: 'Harmless' });
    const page = await admin.get(administeredPath(own));
    const seen = forms(page.body).find(({ fields }) => fields.some(({ value }) => value === 'first_party'));
    const browser = await signedIn(service, owner);
    const editing = await browser.get(`${applicationPath(own)}/edit`);
    await browser.submit(editing, formTo(editing.body, applicationPath(own)), { set: { name: 'Harmful' } });
    assert.ok(seen);

    const refused = await admin.submit(page, seen);

    assert.equal(refused.location, `${administeredPath(own)}?done=changed_meanwhile`);
    assert.ok(asks(await (await newcomer(service)).authorize(authorizeParams(own))));
  }),
);
