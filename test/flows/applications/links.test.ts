/** Proves an application's links to its privacy policy and its terms, and its last use among many users. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filled } from '../../support/browser-like.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { authorizeParams, codeFields, obtainCode, tokensOf, usualStage } from '../../support/grant.ts';
import { forms, formTo, hasField, links, text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import { applicationPath, edit } from '../../support/portal.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);
const POLICY = 'https://quill.example/privacy?a=1&b="2"';
const TERMS = 'https://quill.example/terms';
/** As the address is kept and shown. */
const KEPT = 'https://quill.example/privacy?a=1&b=%222%22';

test(
  'policy and terms are asked for on the edit page, shown to whoever decides, and part of the files',
  on(async ({ browser, quill }) => {
    const saved = await edit(browser, quill, { set: { policy_url: POLICY, terms_url: TERMS } });
    const consent = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
    const connect = await browser.get(`${applicationPath(quill)}/connect`);

    assert.equal(saved.status, 303, text(saved.body));
    for (const address of [KEPT, TERMS]) assert.ok(links(consent.body).includes(address), address);
    for (const link of consent.body.match(/<a [^>]*quill\.example[^>]*>/g) ?? []) {
      assert.match(link, /rel="noopener noreferrer nofollow"/);
    }
    assert.match(text(consent.body), /The developer’s privacy policy · terms/);
    const file = links(connect.body).find((link) => link.startsWith('data:application/json'));
    const { policy_uri, tos_uri } = JSON.parse(decodeURIComponent(file?.split(',')[1] ?? '{}'));
    assert.deepEqual({ policy_uri, tos_uri }, { policy_uri: KEPT, tos_uri: TERMS });

    await browser.approve(consent);
    const given = await browser.get(`/oauth/authorized_applications/${quill.client_id}`);
    assert.ok(links(given.body).includes(TERMS));
  }),
);

test(
  'without them nothing is said of them, and a form that does not know them leaves them as they are',
  on(async ({ browser, quill }) => {
    await edit(browser, quill, { set: { policy_url: '', terms_url: TERMS } });
    const only = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
    assert.match(text(only.body), /The developer’s terms/);

    const page = await browser.get(`${applicationPath(quill)}/edit`);
    const form = forms(page.body).find((each) => hasField(each, 'policy_url')) ?? assert.fail();
    const old = { ...form, fields: form.fields.filter(({ name }) => name !== 'policy_url' && name !== 'terms_url') };
    assert.equal((await browser.submit(page, old, { set: { name: 'Quill' } })).status, 303);
    assert.ok(links((await browser.get(`${applicationPath(quill)}/settings`)).body).includes(TERMS));

    await edit(browser, quill, { set: { terms_url: '' } });
    const none = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
    assert.doesNotMatch(text(none.body), /The developer’s/);
  }),
);

test(
  'only https addresses are taken, each fault stands beside its field, and the new form asks for none of them',
  on(async ({ browser, quill }) => {
    for (const [address, sentence] of [
      ['http://quill.example/privacy', /starts with https/],
      ['javascript:alert(1)', /starts with https:\/\/ or http/],
      ['https://ada:secret@quill.example/', /user name or password/],
      [`https://quill.example/${'x'.repeat(2048)}`, /2.048 characters/],
    ] as const) {
      const refused = await edit(browser, quill, { set: { policy_url: address } });
      assert.equal(refused.status, 422, address);
      assert.match(text(refused.body), sentence);
      assert.match(refused.body, /id="policy_url"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="policy_url"/);
    }
    const fresh = await browser.get('/oauth/applications/new');
    assert.ok(!forms(fresh.body).some((form) => hasField(form, 'policy_url')));
    const form = formTo(fresh.body, '/oauth/applications');
    const more: [string, string][] = [
      ['redirect_uri', 'https://other.example/cb'],
      ['policy_url', 'http://other.example/'],
    ];
    const refused = await browser.post('/oauth/applications', [...filled(form, { set: { name: 'Other' } }), ...more]);
    assert.equal(refused.status, 422, 'what a script sends is judged all the same, and shown');
    assert.match(refused.body, /name="policy_url"/);
  }),
);

test(
  'the last use of an application is that of any of its users, not of those who came last',
  onMovedClock(async (clocked) => {
    const owner = await clocked.createUser('Ada');
    const [desk, quill] = [await clocked.signedIn(owner), await clocked.createApplication(owner)];
    const tokensFor = async (nickname: string) => {
      const browser = await clocked.signedIn(await clocked.createUser(nickname));
      const code = await obtainCode(browser, quill);
      return tokensOf(await token(clocked.url, codeFields(quill, code)));
    };
    const early = await tokensFor('Early');
    const late = await tokensFor('Late');
    const use = (access: string, agent: string) =>
      send(`${clocked.url}/api/users/whoami`, { headers: { authorization: `Bearer ${access}`, 'user-agent': agent } });

    await use(late.access, 'Late/1');
    clocked.pass(120);
    await use(early.access, 'Early/7');
    await clocked.flush();

    const page = text((await desk.get(applicationPath(quill))).body);
    assert.match(page, /Last used just now · Early 7 · 127\.0\.0\.1/);
  }),
);
