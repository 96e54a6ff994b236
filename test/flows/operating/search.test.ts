/** Proves that a search over the service finds what one may see, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { administeredPath, administeredStage, personPath } from '../../support/administration.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { authorizeParams } from '../../support/grant.ts';
import { text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';

const on = eachDatabase(administeredStage);
const search = (words: string) => `/search?words=${encodeURIComponent(words)}`;

test(
  'everybody finds their own applications, and administrators find everybody and everything',
  on(async ({ service, admin }) => {
    const [owner, stranger] = [await createUser(service), await createUser(service)];
    const own = await createApplication(service, { owner, name: 'Lighthouse Ledger' });
    const browser = await signedIn(service, owner);
    const other = await signedIn(service, stranger);

    assert.ok((await browser.get(search('house led'))).body.includes(applicationPath(own)));
    for (const words of ['house led', own.client_id, owner.nickname, owner.email]) {
      const { body } = await other.get(search(words));
      assert.ok(!body.includes(applicationPath(own)) && !body.includes('/admin'), words);
    }
    const found = (await admin.get(search('HOUSE LED'))).body;
    assert.ok(found.includes(administeredPath(own)));
    assert.ok((await admin.get(search(owner.nickname.slice(1)))).body.includes(personPath(owner)));
    assert.ok(!(await browser.get(search(stranger.nickname))).body.includes(`/users/${stranger.id}`));
  }),
);

test(
  'the trace of a refused request leads its owner to the diagnosis, and tells others nothing',
  on(async ({ browser, quill, service }) => {
    const refused = await browser.authorize(authorizeParams(quill, { redirect_uri: 'https://app.example.com/other' }));
    const trace = /errors\/([0-9a-f]{16})|requests\/([0-9a-f]{16})/.exec(refused.body)?.slice(1).find(Boolean) ?? '';
    assert.match(trace, /^[0-9a-f]{16}$/);

    const path = `${applicationPath(quill)}/requests/${trace}`;
    assert.ok((await browser.get(search(trace))).body.includes(path));
    const other = await signedIn(service, await createUser(service));
    assert.ok(!(await other.get(search(trace))).body.includes(path));
    assert.ok(!(await openBrowser(service.url).get(search(trace))).body.includes(path));
  }),
);

test(
  'documentation is found without an account, by words of its pages and names of errors',
  on(async ({ service }) => {
    const visitor = openBrowser(service.url);

    assert.match((await visitor.get(search('refresh'))).body, /href="\/docs\/tokens"/);
    assert.match((await visitor.get(search('STATE, THEN'))).body, /Compare <mark>|<mark>state, then<\/mark> exchange/);
    assert.match((await visitor.get(search('OpenAPI'))).body, /href="\/docs\/api"/);
    assert.match((await visitor.get(search('invalid grant'))).body, /href="\/errors\/invalid_grant"/);
    assert.match(text((await visitor.get(search('<b>zzz'))).body), /No matches/);
    assert.equal((await visitor.get('/search?words=%ff')).status < 500, true);
  }),
);

test(
  'settings are shown with their source and without secrets',
  on(async ({ admin }) => {
    const page = await admin.get('/admin/settings');

    const said = text(page.body);
    assert.match(said, /database.*environment/);
    assert.match(said, /dangerNoRateLimits/);
    const narrowed = text((await admin.get('/admin/settings?q=how+long+an+access')).body);
    assert.match(narrowed, /accessTokenSeconds\s+How long an access token lives\..*24 hours/s);
    assert.doesNotMatch(narrowed, /dangerNoRateLimits/);
    assert.match(text((await admin.get('/admin/settings?q=zzzz')).body), /No matches/);
    // What a setting does is told with an example.
    const values = page.body.replaceAll('postgres://USER:PASSWORD@HOST/NAME', '');
    assert.doesNotMatch(values, /postgres:\/\/[^:"]+:(?!\*\*\*)[^@"*]+@/);
  }),
);
