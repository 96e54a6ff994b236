/** Proves who is shown the picture of a disabled person or the logo of a suspended application. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn, type User } from '../../support/actors.ts';
import {
  administeredPath,
  administeredStage,
  disable,
  lift,
  personPath,
  press,
  suspend,
} from '../../support/administration.ts';
import type { Browser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { obtainTokens } from '../../support/grant.ts';
import { text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import { png } from '../../support/png.ts';
import { applicationPath } from '../../support/portal.ts';
import type { Service } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

const on = eachDatabase(administeredStage);

const PICTURE = /\/avatars\/[\w-]{43}\.png/;
const LOGO = /\/logos\/[\w-]{43}\.png/;

interface Pictured {
  readonly person: User;
  readonly browser: Browser;
  readonly path: string;
}

async function pictured(service: Service): Promise<Pictured> {
  const person = await createUser(service);
  const browser = await signedIn(service, person);
  const page = await browser.get('/account');
  await upload(service, browser, { page, action: '/account/picture', field: 'picture', file: png() });
  const [path = 'none'] = PICTURE.exec((await browser.get('/account')).body) ?? [];
  return { person, browser, path };
}

test(
  'the picture of a disabled person is not served, and stands on no page, until the account is enabled again',
  on(async ({ service, admin }) => {
    const { person, path } = await pictured(service);
    const pages = [personPath(person), `/admin/people?words=${person.nickname}`, `/search?words=${person.nickname}`];
    assert.equal((await send(service.url + path)).status, 200);
    for (const page of pages) assert.ok((await admin.get(page)).body.includes(path), page);

    await disable(admin, person);

    const gone = await send(service.url + path);
    assert.deepEqual([gone.status, gone.headers['cache-control']], [404, 'no-store']);
    for (const page of pages) assert.doesNotMatch((await admin.get(page)).body, PICTURE, page);
    await press(admin, personPath(person), `${personPath(person)}/enable`);
    assert.equal((await send(service.url + path)).status, 200);
    await disable(admin, person);
    assert.match(text((await admin.get(personPath(person))).body), /Picture/);
    await press(admin, personPath(person), `${personPath(person)}/picture/remove`);
    assert.doesNotMatch((await admin.get(personPath(person))).body, /picture\/remove/);
  }),
);

test(
  'the logo of a suspended application is not served, and stands on no page, until the suspension is lifted',
  on(async ({ service, browser, ada, admin }) => {
    const quill = await createApplication(service, { owner: ada, name: 'Emblem' });
    await obtainTokens({ service, browser, quill });
    const settings = `${applicationPath(quill)}/settings`;
    const input = { page: await browser.get(settings), action: `${applicationPath(quill)}/logo`, field: 'logo' };
    await upload(service, browser, { ...input, file: png({ width: 40, height: 40 }) });
    const [path = 'none'] = LOGO.exec((await browser.get(settings)).body) ?? [];
    const pages = ['/oauth/applications', '/oauth/authorized_applications', '/', settings];
    assert.equal((await send(service.url + path)).status, 200);
    for (const page of pages) assert.ok((await browser.get(page)).body.includes(path), page);

    await suspend(admin, quill, 'It poses as a bank.');

    assert.equal((await send(service.url + path)).status, 404);
    for (const page of pages) assert.ok(!(await browser.get(page)).body.includes(path), page);
    assert.ok(!(await admin.get(administeredPath(quill))).body.includes(path));
    await lift(admin, quill);
    assert.equal((await send(service.url + path)).status, 200);
    await suspend(admin, quill, 'It poses as a bank.');
    await press(browser, settings, `${applicationPath(quill)}/logo/remove`);
    await lift(admin, quill);
    assert.equal((await send(service.url + path)).status, 404, 'removed by its owner meanwhile');
  }),
);

test(
  'a picture is kept by caches for an hour, and asked for again by its name',
  on(async ({ service }) => {
    const { path } = await pictured(service);

    const first = await send(service.url + path);
    const again = await send(service.url + path, { headers: { 'if-none-match': first.headers.etag ?? '' } });
    const other = await send(service.url + path, { headers: { 'if-none-match': '"other"' } });

    assert.equal(first.headers['cache-control'], 'public, max-age=3600');
    assert.deepEqual([again.status, again.body, again.headers['cache-control']], [304, '', 'public, max-age=3600']);
    assert.equal(other.status, 200);
  }),
);
