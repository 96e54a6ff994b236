/** Proves the list of an application's requests over HTTP: answered and refused, folded, filtered, of every instance. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK, createApplication, createUser, signedIn } from '../../support/actors.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase, everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  authorizeParams,
  CHALLENGE,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  tokensOf,
  usualStage,
  VERIFIER,
  whoami,
} from '../../support/grant.ts';
import { formTo, links, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';
import { startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);

test(
  'every request is listed, newest first, with a way to the tokens it was about or to the reason of its refusal',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const first = await obtainTokens(stage);
    await whoami(service, first.access);
    const next = tokensOf(await refresh(stage, first.refresh));
    await refresh(stage, 'nonsense');
    await whoami(service, next.access);

    const page = await browser.get(`${applicationPath(quill)}/activity`);

    const words = text(page.body);
    const order = [
      'Asked who the user is',
      'invalid_grant',
      'Tokens refreshed',
      'Asked who the user is',
      'Code exchanged for tokens',
      'A user authorized the application: code sent',
    ];
    let from = words.indexOf('Outcome');
    for (const what of order) {
      const found = words.indexOf(what, from);
      assert.ok(found >= from, `${what} after ${from} in ${words}`);
      from = found + 1;
    }
    assert.ok(links(page.body).some((link) => /\/families\/\d+$/.test(link)));
    assert.ok(links(page.body).some((link) => /\/requests\/[0-9a-f]{16}$/.test(link)));
    assert.doesNotMatch(page.body, new RegExp(`${first.access}|${next.access}|${next.refresh}`));
    assert.match(page.headers['content-security-policy'] ?? '', /connect-src 'self'/);
  }),
);

test(
  'the list is filtered by outcome and endpoint, and other people see none of it',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const path = `${applicationPath(quill)}/activity`;
    await whoami(service, (await obtainTokens(stage)).access);
    await token(service.url, {
      grant_type: 'password',
      client_id: quill.client_id,
      client_secret: quill.client_secret,
    });

    const answered = text((await browser.get(`${path}?outcome=answered&endpoint=token`)).body);
    const refused = text((await browser.get(`${path}?outcome=refused`)).body);
    const stranger = await signedIn(service, await createUser(service));

    assert.match(answered, /Code exchanged for tokens/);
    assert.doesNotMatch(answered, /Asked who the user is|unsupported_grant_type/);
    assert.match(refused, /unsupported_grant_type/);
    assert.doesNotMatch(refused, /Code exchanged/);
    assert.equal((await stranger.get(path)).status, 404);
    assert.equal((await browser.get(`${path}?before=x&outcome=y&endpoint=z`)).status, 200);
  }),
);

test(
  'many requests that are alike stand in one line with their number',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const { access } = await obtainTokens(stage);
    for (let count = 0; count < 9; count += 1) await whoami(service, access);

    const words = text((await browser.get(`${applicationPath(quill)}/activity?endpoint=whoami`)).body);

    assert.match(words, /Asked who the user is ×9/);
  }),
);

test(
  'the list names the cause that the page of the request has as its heading, also where it is in the address',
  on(async ({ service, ada, browser }) => {
    const quill = await createApplication(service, { owner: ada });
    await browser.get(
      `/oauth/authorize?${new URLSearchParams({ ...authorizeParams(quill), redirect_uri: `${CALLBACK}/` })}`,
    );
    const code = await obtainCode(browser, quill);
    await token(service.url, { ...codeFields(quill, code), redirect_uri: CALLBACK.toUpperCase() });

    const list = (await browser.get(`${applicationPath(quill)}/activity?outcome=refused`)).body;

    const causes = [
      'The redirect_uri differs in upper and lower case',
      'The redirect_uri has an extra trailing slash',
    ] as const;
    const shown = links(list).filter((link) => /\/requests\/[0-9a-f]{16}$/.test(link));
    assert.equal(shown.length, causes.length);
    for (const [index, cause] of causes.entries()) {
      assert.ok(text(list).includes(`${cause}.`), cause);
      const page = await browser.get(shown[index] ?? '');
      assert.match(page.body, /<h2 class="cause">/);
      assert.ok(text(page.body).includes(cause), cause);
    }
  }),
);

test('what another instance answered is listed too, at the latest once that instance has stopped', () =>
  everyEngine(async (engine) => {
    const first = await startService({ database: engine });
    const stage = await usualStage(first);
    const second = await startService({ database: engine, sharedWith: first });
    await whoami(second, (await obtainTokens(stage)).access);
    await second.stop();

    const words = text((await stage.browser.get(`${applicationPath(stage.quill)}/activity`)).body);

    assert.match(words, /Asked who the user is/);
    await first.stop();
  }));

test(
  'what a public application sends comes from its users, and is listed without their addresses, also later',
  on(async ({ service, ada, browser, quill }) => {
    const callback = 'https://spa.example/cb';
    const spa = await createApplication(service, { owner: ada, isPublic: true, redirectUris: [callback] });
    const addresses = async (application: { client_id: string }) => {
      const pages = ['', '/activity', '/activity/events'].map((tab) => browser.get(applicationPath(application) + tab));
      return (await Promise.all(pages)).map(({ body }) => /127\.0\.0\.1(?!:)/.test(text(body)));
    };
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256', redirect_uri: callback };
    const code = await obtainCode(browser, spa, pkce);
    const fields = { grant_type: 'authorization_code', client_id: spa.client_id, redirect_uri: callback, code };
    const { access } = tokensOf(await token(service.url, { ...fields, code_verifier: VERIFIER }));
    await whoami(service, access);
    await token(service.url, { grant_type: 'refresh_token', client_id: spa.client_id, refresh_token: 'x' });
    const own = await obtainTokens({ service, browser, quill });

    await eventually('one that keeps a secret is told, from the second after it was made on', async () => {
      await whoami(service, own.access);
      return (await addresses(quill))[1] === true;
    });
    assert.deepEqual(await addresses(spa), [false, false, false]);
    const page = await browser.get(`${applicationPath(spa)}/edit`);
    await browser.submit(page, formTo(page.body, applicationPath(spa)), { set: { type: 'web' } });
    assert.deepEqual((await addresses(spa)).slice(0, 2), [false, false]);
  }),
);

test(
  'both lists of applications tell how many requests failed within a day, as a link to them; cancelling is no failure',
  onMovedClock(async (clocked) => {
    const [ada, root] = [await clocked.createUser('ada'), await clocked.createUser('root', true)];
    const [quill, calm] = [
      await clocked.createApplication(ada),
      await clocked.createApplication(ada, { name: 'Calm' }),
    ];
    const fail = () => token(clocked.url, { ...codeFields(quill, 'x'), client_secret: 'wrong' });
    await fail();
    clocked.pass(86_401);
    const again = await clocked.signedIn(ada);
    const admins = await clocked.signedIn(root);
    for (const count of [1, 2])
      await again.authorize(authorizeParams(quill, { redirect_uri: `https://no.example/${count}` }));
    await again.deny(await again.authorize(authorizeParams(calm, { prompt: 'consent' })));

    for (const page of [await again.get('/oauth/applications'), await admins.get('/admin/applications')]) {
      const refused = [...page.body.matchAll(/href="([^"]+)\/activity\?outcome=refused">(\d+)/g)];
      assert.deepEqual(
        refused.map(([, path, count]) => [path, count]),
        [[applicationPath(quill), '2']],
      );
      assert.match(text(page.body), /Refused in 24 hours/);
    }
  }),
);
