/** Proves the acts of the developer's portal over HTTP: kinds, rotation, logos, transfers, revocation, figures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { administeredPath, personPath, suspend } from '../../support/administration.ts';
import { type Browser, openBrowser } from '../../support/browser-like.ts';
import { eachDatabase, everyEngine } from '../../support/each-database.ts';
import { authorizeParams, obtainTokens, tokensOf, usualStage } from '../../support/grant.ts';
import { formTo, hasField, links, text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import { png } from '../../support/png.ts';
import { applicationPath, credentialsOn, credentialsPath, register } from '../../support/portal.ts';
import { startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';
import { upload } from '../../support/upload.ts';

const on = eachDatabase(usualStage);
const GOOD = ['https://app.example.com/cb'];

function useSecret(url: string, { client_id, client_secret }: { client_id: string; client_secret: string }) {
  return token(url, { grant_type: 'client_credentials', client_id, client_secret });
}

test(
  'a machine is registered without a redirect URI and gets a token for itself',
  on(async ({ service, browser }) => {
    const page = await register(browser, { name: 'Robot', redirectUris: [], set: { type: 'machine' } });

    assert.equal(page.status, 201, text(page.body));
    tokensOf(await useSecret(service.url, credentialsOn(page)));
  }),
);

test(
  'a single-page application is registered without a secret',
  on(async ({ browser }) => {
    const page = await register(browser, { name: 'Page', redirectUris: GOOD, set: { type: 'spa' } });

    assert.equal(page.status, 303);
    const shown = text((await browser.get(`${page.location?.split('?')[0]}/settings`)).body);
    for (const word of ['Single-page application', 'public']) assert.ok(shown.includes(word), word);
  }),
);

test(
  'redirect URIs can be checked before anything is registered: what each matches, and which two are near',
  on(async ({ browser }) => {
    const uris = [...GOOD, 'https://app.example.com/cb/', 'http://127.0.0.1/cb', 'http://bad.example/cb'];

    const page = await register(browser, { name: 'Unsaved', redirectUris: uris, set: { step: 'check' } });

    assert.equal(page.status, 200);
    const words = text(page.body);
    assert.match(words, /Matches exactly this address and no other/);
    assert.match(words, /The same as redirect URI 1, except for the slash at the end/);
    assert.match(words, /127\.0\.0\.1: any port \/cb with any port/);
    assert.match(words, /Plain http is allowed for/);
    assert.ok(!text((await browser.get('/oauth/applications')).body).includes('Unsaved'));
  }),
);

test(
  'a rotated secret is shown once with the end of the old one, and both work until then',
  on(async ({ service, browser }) => {
    const first = credentialsOn(await register(browser, { name: 'Turning', redirectUris: GOOD }));
    const page = await browser.get(credentialsPath(first));
    const form = formTo(page.body, /\/secrets\/rotate$/);
    assert.ok(hasField(form, 'overlap'));

    const rotated = await browser.submit(page, form, { set: { overlap: 'week' } });

    assert.equal(rotated.status, 201);
    assert.match(text(rotated.body), /The old secret works until \d+ \w+ 20\d\d, \d\d:\d\d UTC ?, which is in 7 days/);
    for (const client of [first, credentialsOn(rotated)]) tokensOf(await useSecret(service.url, client));
    const after = text((await browser.get(credentialsPath(first))).body);
    assert.match(after, /There are two secrets\. A new one can replace both now/);
  }),
);

test(
  'a logo is drawn anew and shown from this service alone, until it is removed',
  on(async ({ service, browser, quill }) => {
    const action = `${applicationPath(quill)}/logo`;
    const page = await browser.get(`${applicationPath(quill)}/settings`);

    const saved = await upload(service, browser, { page, action, field: 'logo', file: png() });

    assert.equal(saved.location, `${applicationPath(quill)}/settings?done=logo_saved`, saved.body);
    const [, path = ''] = /src="(\/logos\/[^"]+)"/.exec((await browser.get('/oauth/applications')).body) ?? [];
    const picture = await send(service.url + path);
    assert.equal(picture.status, 200);
    assert.equal(picture.headers['content-type'], 'image/png');
    assert.equal(picture.headers['x-content-type-options'], 'nosniff');
    assert.equal(picture.headers['cache-control'], 'public, max-age=3600');
    assert.match(picture.headers['content-security-policy'] ?? '', /default-src 'none'/);

    const settings = await browser.get(`${applicationPath(quill)}/settings`);
    await browser.submit(settings, formTo(settings.body, /\/logo\/remove$/));
    assert.equal((await send(service.url + path)).status, 404);
  }),
);

test(
  'an uploaded logo stands beside the application wherever it is named with a picture, until it is suspended',
  on(async ({ service, ada, browser }) => {
    const quill = await createApplication(service, { owner: ada, name: 'Lantern' });
    const admin = await signedIn(service, await createUser(service, { admin: true }));
    const page = await browser.get(`${applicationPath(quill)}/settings`);
    await upload(service, browser, { page, action: `${applicationPath(quill)}/logo`, field: 'logo', file: png() });
    await obtainTokens({ service, browser, quill });
    const back = encodeURIComponent(`/oauth/authorize?${new URLSearchParams(authorizeParams(quill))}`);
    const places = [
      [browser, '/'],
      [browser, `/search?words=Lantern`],
      [openBrowser(service.url), `/sign-in?return_to=${back}`],
      [admin, `/search?words=Lantern`],
      ...['newest', 'oldest', 'name'].map((order) => [admin, `/admin/applications?q=Lantern&sort=${order}`] as const),
      [admin, personPath(ada)],
    ] as const;
    const logosOn = async (who: Browser, path: string) =>
      (await who.get(path)).body.match(/<img class="identicon application[^>]*src="\/logos\//g)?.length ?? 0;

    // The home page names it twice: as an own application, and among the apps with access; so does the person's page.
    for (const [who, path] of places)
      assert.equal(await logosOn(who, path), path === '/' || path === personPath(ada) ? 2 : 1, path);
    await suspend(admin, quill, 'Spam.');
    for (const [who, path] of places) assert.equal(await logosOn(who, path), 0, path);
  }),
);

test(
  'what is no logo is refused with the reason, and a forged or foreign upload changes nothing',
  on(async ({ service, browser, quill }) => {
    const action = `${applicationPath(quill)}/logo`;
    const page = await browser.get(`${applicationPath(quill)}/settings`);
    const input = { page, action, field: 'logo' };

    const gif = await upload(service, browser, { ...input, file: Buffer.from('GIF89a') });
    const forged = await upload(service, browser, { ...input, file: png(), token: 'forged' });
    const large = await upload(service, browser, { ...input, file: Buffer.alloc(400_000) });
    const plain = await browser.submit(page, formTo(page.body, action));

    assert.equal(gif.status, 422);
    assert.match(text(gif.body), /This is not a PNG file\. Open the picture in any editor and save it as PNG\./);
    assert.deepEqual([forged.status, large.status, plain.status], [403, 413, 403]);
    assert.match(text(large.body), /The limit is 260 KiB/);
    assert.ok(!(await browser.get(applicationPath(quill))).body.includes('/logos/'));
  }),
);

test(
  'a declined offer leaves everything as it was, and a wrong nickname is told beside the field',
  on(async ({ service, browser, quill }) => {
    const bob = await createUser(service);
    const theirs = await signedIn(service, bob);
    const offer = async (nickname: string) => {
      const page = await browser.get(`${applicationPath(quill)}/settings`);
      return browser.submit(page, formTo(page.body, /\/transfer$/), { set: { nickname } });
    };

    const wrong = await offer('nobody-at-all');
    await offer(bob.nickname);
    const list = await theirs.get('/oauth/applications');
    await theirs.submit(list, formTo(list.body, /\/transfer\/decline$/));

    assert.equal(wrong.status, 422);
    assert.match(wrong.body, /id="nickname-fault"/);
    assert.equal((await browser.get(applicationPath(quill))).status, 200);
    assert.ok(!(await theirs.get('/oauth/applications')).body.includes('/transfer/accept'));
  }),
);

test(
  'an administrator finds everybody’s applications with their owners; nobody else does',
  on(async ({ service, browser, ada, quill }) => {
    const root = await signedIn(service, await createUser(service, { admin: true }));

    const all = await root.get(`/admin/applications?q=${quill.client_id}`);

    assert.ok(text(all.body).includes(ada.nickname));
    assert.ok(links(all.body).includes(administeredPath(quill)));
    assert.ok(links((await root.get('/oauth/applications')).body).includes('/admin/applications'));
    const led = await root.get('/oauth/applications?owner=all&q=Qu+ill');
    assert.deepEqual([led.status, led.location], [303, '/admin/applications?q=Qu+ill']);
    const own = await browser.get('/oauth/applications?owner=all');
    assert.equal(own.status, 200);
    assert.ok(!links(own.body).includes('/admin/applications'));
    assert.equal((await browser.get('/admin/applications')).status, 404);
  }),
);

test('the figures and the last token are written at the latest when the service stops', () =>
  everyEngine(async (engine) => {
    const first = await startService({ database: engine });
    const stage = await usualStage(first);
    await obtainTokens(stage);
    await useSecret(first.url, { ...stage.quill, client_secret: 'wrong' });
    await first.stop();
    const service = await startService({ database: engine, sharedWith: first });
    const browser = await signedIn(service, stage.ada);

    const page = text((await browser.get(`${applicationPath(stage.quill)}/users`)).body);
    const list = text((await browser.get('/oauth/applications')).body);

    assert.match(page, /Users now 1/);
    assert.match(page, /\d+ \w+ 20\d\d 1 1 0 1 1/, 'today: one user, new, one token, one refusal');
    assert.match(list, /just now|seconds ago|minutes? ago/);
    await service.stop();
  }));

test(
  'the summary of a refused registration lists faults in the order of the page',
  on(async ({ browser }) => {
    const page = await browser.get('/oauth/applications/new');
    const set = {
      name: '',
      description: 'x'.repeat(5000),
      homepage_url: 'javascript:x',
      redirect_uri: 'http://a.example/',
    };

    const { body } = await browser.submit(page, formTo(page.body, '/oauth/applications'), { set });

    const listed = [...body.matchAll(/<li><a href="#(\w+)">/g)].map(([, id = '']) => id);
    assert.ok(listed.length >= 4, listed.join());
    const places = listed.map((id) => body.indexOf(` id="${id}"`));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
      listed.join(),
    );
  }),
);
