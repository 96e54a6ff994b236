/** Proves that people can take a copy of their data along, and that it holds nothing that opens anything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, PASSWORD, signedIn } from '../../support/actors.ts';
import { asksToSignIn, openBrowser } from '../../support/browser-like.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { obtainTokens, usualStage } from '../../support/grant.ts';
import { text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';

const on = eachDatabase(usualStage);

test(
  'the file has the profile, sessions, access, applications and events, and no secret of any kind',
  on(async ({ service, ada, browser, quill }) => {
    const tokens = await obtainTokens({ service, browser, quill });

    const answer = await browser.get('/account/data');

    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.headers['content-disposition'], `attachment; filename="account-${ada.id}.json"`);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const content = JSON.parse(answer.body);
    assert.deepEqual([content.profile.nickname, content.profile.email], [ada.nickname, ada.email]);
    assert.equal(content.sessions.filter((each: { is_this_one: boolean }) => each.is_this_one).length, 1);
    assert.deepEqual(content.sessions[0].proved_by, ['pwd']);
    assert.equal(content.access_given[0].client_id, quill.client_id);
    assert.deepEqual(content.applications[0].redirect_uris, quill.redirect_uris);
    assert.ok(content.events.some((event: { kind: string }) => event.kind === 'consent.given'));
    assert.equal(content.older_events, null);
    const secrets = [
      ...browser.cookies.values(),
      tokens.access,
      tokens.refresh,
      quill.client_secret,
      PASSWORD,
      'argon2',
    ];
    for (const secret of secrets) assert.ok(!answer.body.includes(secret));
    // A digest is 43 characters of base64url; the client_id is the only one that may look like it.
    assert.deepEqual([...new Set(answer.body.match(/"[\w-]{43}"/g))], [`"${quill.client_id}"`]);
  }),
);

test(
  'only the person gets the file, and the download is an event',
  on(async ({ service }) => {
    const person = await createUser(service);
    const browser = await signedIn(service, person);

    const own = JSON.parse((await browser.get('/account/data')).body);
    const page = await browser.get('/account/events');

    assert.equal(own.profile.id, person.id);
    assert.ok(own.events.every(({ kind }: { kind: string }) => kind.startsWith('account.')));
    assert.match(text(page.body), /A copy of your data was downloaded/);
    assert.ok(asksToSignIn(await openBrowser(service.url).get('/account/data')));
  }),
);

test(
  'asking for the headers alone downloads nothing and leaves no event',
  on(async ({ service }) => {
    const browser = await signedIn(service, await createUser(service));
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

    const head = await send(`${service.url}/account/data`, { method: 'HEAD', headers: { cookie } });

    assert.deepEqual([head.status, head.body], [200, '']);
    assert.doesNotMatch(text((await browser.get('/account/events')).body), /A copy of your data/);
  }),
);

test(
  'older events are another file, and a changed cursor is refused',
  on(async ({ browser }) => {
    const whole = JSON.parse((await browser.get('/account/data')).body);
    const none = JSON.parse((await browser.get('/account/data?before=1')).body);

    assert.ok(whole.events.length > 0);
    assert.deepEqual(none.events, []);
    for (const cursor of ['x', '-1', '1.5', '%00']) {
      assert.equal((await browser.get(`/account/data?before=${cursor}`)).status, 400, cursor);
    }
  }),
);

test(
  'the page says that the password is asked for only after a while, as it is',
  onMovedClock(async (clocked) => {
    const browser = await clocked.signedIn(await clocked.createUser('Ada'));
    const page = await browser.get('/account/privacy');

    assert.match(text(page.body), /Your password is asked for if you have not entered it in the last few minutes\./);
    assert.equal((await browser.get('/account/data')).status, 200);
    clocked.pass(600);
    assert.match((await browser.get('/account/data')).location ?? '', /^\/confirm\?/);
  }),
);
