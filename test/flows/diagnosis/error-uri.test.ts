/** Proves the address that explains an error: what its short trace names, who is led on, and what it gives away. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, createApplication, createUser, signedIn } from '../../support/actors.ts';
import type { Browser, Page } from '../../support/browser-like.ts';
import { anotherDeveloper, diagnosisStage, requestsPath, strangersBrowser, traceOf } from '../../support/diagnosis.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { authorizeParams, callback, codeFields, obtainCode, obtainTokens, refreshFields } from '../../support/grant.ts';
import { formTo, links, text } from '../../support/html.ts';
import { type Answer, json } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { inEveryEncoding, token } from '../../support/token-client.ts';

const on = eachDatabase(diagnosisStage);
const TRACED = /^\/errors\/[a-z_]+\/[a-z2-7]{8}$/;

/** The path of the address, checked for its form. */
function explained(address: unknown, base: string): string {
  const path = String(address).slice(base.length);
  assert.ok(String(address).startsWith(base) && TRACED.test(path), String(address));
  return path;
}

const uriOf = (answer: Answer, base: string) => explained(json(answer).error_uri, base);

async function shown(browser: Browser, path: string): Promise<Page> {
  const page = await browser.follow(await browser.get(path));
  assert.equal(page.status, 200, page.body);
  return page;
}

test(
  'the owner who follows error_uri reads the diagnosis of the newest request with this mistake',
  on(async ({ service, browser, quill }) => {
    const fields = { ...codeFields(quill, 'x'), redirect_uri: 'https://app.example.com/cb/newest' };
    const first = await token(service.url, fields);
    const second = await token(service.url, fields);

    const page = await shown(browser, uriOf(first, service.url));

    assert.equal(uriOf(first, service.url), uriOf(second, service.url));
    assert.equal(page.path, requestsPath(quill, `/${traceOf(second)}`));
    assert.match(text(page.body), /Check that failed code_unknown/);
    assert.ok(page.body.includes(uriOf(first, service.url).slice(-8)), 'the page names the trace');
  }),
);

test(
  'the owner who follows the error_uri of several causes reads their list, each with its own reason',
  on(async ({ service, browser, ada }) => {
    const twin = await createApplication(service, { owner: ada, name: 'Twin' });
    const other = await createApplication(service, { owner: ada, name: 'Other' });
    const used = await obtainCode(browser, twin);
    assert.equal((await token(service.url, codeFields(twin, used))).status, 200);
    const foreign = await obtainCode(browser, other);

    const replayed = await token(service.url, codeFields(twin, used));
    const strange = await token(service.url, codeFields(twin, foreign));
    const page = await shown(browser, uriOf(replayed, service.url));

    assert.equal(uriOf(replayed, service.url), uriOf(strange, service.url));
    assert.ok(page.path.startsWith(`${requestsPath(twin)}?q=`), page.path);
    const words = text(page.body);
    assert.match(words, /2 requests got the same answer for 2 different reasons/);
    assert.match(words, /issued to another application/);
    assert.match(words, /exchanged before/);
    const address = String(json(strange).error_uri);
    for (const typed of [address, address.slice(-8)]) {
      const found = await browser.get(`/search?words=${encodeURIComponent(typed)}`);
      assert.ok(links(found.body).includes(page.path), typed);
    }
  }),
);

test(
  'lists of refused requests tell the finding of each, and what was found in another way is another line',
  on(async ({ service, ada }) => {
    const owner = await signedIn(service, ada);
    const hasty = await createApplication(service, { owner: ada, name: 'Hasty' });
    const { access, refresh } = await obtainTokens({ service, browser: owner, quill: hasty });
    await token(service.url, refreshFields(hasty, access));
    await token(service.url, refreshFields(hasty, refresh.slice(0, -5)));

    const lists = [requestsPath(hasty), `/oauth/applications/${hasty.client_id}`];
    for (const list of lists) {
      const words = text((await owner.get(list)).body);
      assert.match(words, /refresh_token was cut\./, list);
      assert.match(words, /refresh_token is an access token\./, list);
    }
    assert.match(text((await owner.get('/')).body), /Hasty .*2 refused/);
  }),
);

test(
  'the page of invalid_client leads its signed-in owner to the refused requests, and tells others nothing',
  on(async ({ service, ada }) => {
    const wrong = await createApplication(service, { owner: ada, name: 'Forgetful' });
    const answer = await token(service.url, { ...codeFields(wrong, 'x'), client_secret: 'wrong' });
    const path = String(json(answer).error_uri).slice(service.url.length);
    const [owner, other] = [await signedIn(service, ada), await anotherDeveloper(service)];

    const page = await shown(owner, path);
    const [elsewhere, nobody] = [await shown(other, path), await shown(strangersBrowser(service), path)];

    assert.match(text(page.body), /Forgetful · 1 refused: /);
    const link = links(page.body).find((each) => each === requestsPath(wrong, `/${traceOf(answer)}`));
    assert.match(text((await shown(owner, link ?? '')).body), /client_secret_wrong/);
    assert.match(text(elsewhere.body), /None of your applications was refused like this in the last hour/);
    for (const { body } of [elsewhere, nobody]) assert.doesNotMatch(body, /Forgetful|client_secret_wrong/);
    assert.match(text(nobody.body), /signed in, sees here/);
  }),
);

test(
  'a stranger and another developer read the same page, whether there was such a request or not',
  on(async ({ service, quill }) => {
    const refused = await token(service.url, { ...codeFields(quill, 'x'), scope: 'strange' });
    const path = uriOf(refused, service.url);
    const invented = path.replace(/.{8}$/, 'aaaaaaaa');

    for (const visitor of [strangersBrowser(service), await anotherDeveloper(service)]) {
      const page = await visitor.get(path);
      assert.equal(page.status, 200);
      assert.match(text(page.body), /The error invalid_grant/);
      const other = (await visitor.get(invented)).body.replaceAll('aaaaaaaa', path.slice(-8));
      // Each page has a form token of its own where somebody is signed in.
      const plain = (body: string) => body.replace(/name="form_token" value="[^"]+"/g, '');
      assert.equal(plain(page.body), plain(other));
      assert.ok(!page.body.includes(quill.client_id));
    }
  }),
);

test(
  'an address that was made up is a page about the error, or a general one, and never more',
  on(async ({ service, browser }) => {
    for (const path of [
      'invalid_grant/x',
      'invalid_grant/ABCDEFGH',
      'invalid_grant/%3Cb%3E',
      'invalid_scope/aaaaaaaa',
    ]) {
      const page = await browser.get(`/errors/${path}`);
      assert.equal(page.status, 200, path);
      assert.match(text(page.body), /The error invalid_(grant|scope)/);
      assert.doesNotMatch(page.body, /<b>/);
    }
    const unknown = await strangersBrowser(service).get('/errors/%3Cscript%3E/aaaaaaaa');
    assert.match(text(unknown.body), /An error link/);
    assert.doesNotMatch(unknown.body, /<script>/);
  }),
);

test(
  'a stranger who signs in comes back to the address and is led on',
  on(async ({ service, quill, ada }) => {
    const refused = await token(service.url, { ...codeFields(quill, 'x'), scope: 'return' });
    const stranger = strangersBrowser(service);
    const page = await stranger.get(uriOf(refused, service.url));

    const form = await stranger.get(links(page.body).find((link) => link.startsWith('/sign-in')) ?? '');
    const { nickname, password } = ada;
    const signed = await stranger.submit(form, formTo(form.body, '/sign-in'), { set: { nickname, password } });
    const led = await stranger.follow(signed);

    assert.equal(led.path, requestsPath(quill, `/${traceOf(refused)}`));
  }),
);

test(
  'an administrator is led on to requests of every application',
  on(async ({ service, sister }) => {
    const admin = await signedIn(service, await createUser(service, { admin: true }));
    const refused = await token(service.url, codeFields(sister, 'x'));

    const page = await shown(admin, uriOf(refused, service.url));

    assert.equal(page.path, requestsPath(sister, `/${traceOf(refused)}`));
  }),
);

test(
  'which check failed does not show: codes that are invented, used, and of another application have one answer',
  on(async ({ service, browser, quill, sister }) => {
    const used = await obtainCode(browser, quill);
    assert.equal((await token(service.url, codeFields(quill, used))).status, 200);
    const foreign = await obtainCode(browser, sister);
    const fresh = await obtainCode(browser, quill);
    const forged = `${fresh.slice(0, -12)}AAAAAAAAAAAA`;

    const bodies = new Set<string>();
    for (const code of ['x', used, foreign, forged]) {
      const { body } = await token(service.url, codeFields(quill, code));
      bodies.add(body);
    }

    assert.equal(bodies.size, 1, [...bodies].join('\n'));
  }),
);

test(
  'the same mistake is answered byte for byte alike in every encoding, and other mistakes have other traces',
  on(async ({ service, quill, phone, sister }) => {
    const paths = new Set<string>();
    const ask = async (fields: Record<string, string>, path?: string) => {
      const answer = await inEveryEncoding((encoding) =>
        token(service.url, fields, { encoding, ...(path && { path }) }),
      );
      paths.add(uriOf(answer, service.url));
    };
    const { client_id, client_secret } = quill;

    await ask(codeFields(quill, 'x'));
    await ask({ ...codeFields(quill, 'x'), redirect_uri: 'https://other.example/' });
    await ask({ ...codeFields(quill, 'x'), code_verifier: 'y'.repeat(43) });
    await ask(codeFields(sister, 'x'));
    await ask(refreshFields(quill, 'x'));
    await ask({ grant_type: 'password', client_id, client_secret });
    await ask({ client_id, client_secret });
    await ask({ grant_type: 'client_credentials', client_id, client_secret, scope: 'nonsense' });
    await ask({ client_id, client_secret }, '/oauth/revoke');
    await ask({ client_id, client_secret }, '/oauth/introspect');
    await ask({ grant_type: 'client_credentials', client_id: phone.client_id });

    assert.equal(paths.size, 11);
  }),
);

test(
  'whoever could not prove to be the application gets the address without a trace, whatever the reason',
  on(async ({ service, quill, phone }) => {
    const { client_id } = quill;
    const grant_type = 'client_credentials';
    const asked: readonly (readonly [Record<string, string>, string])[] = [
      [{ grant_type, client_id, client_secret: 'wrong' }, 'invalid_client'],
      [{ grant_type, client_id: 'nobody', client_secret: 'wrong' }, 'invalid_client'],
      [{ grant_type, client_id }, 'invalid_client'],
      [{ grant_type }, 'invalid_client'],
      [{ ...codeFields(phone, 'x'), client_secret: 'unexpected' }, 'invalid_client'],
    ];
    for (const [fields, error] of asked) {
      assert.equal(json(await token(service.url, fields)).error_uri, `${service.url}/errors/${error}`);
    }
    const twice: [string, string][] = [...Object.entries(codeFields(quill, 'x')), ['code', 'y']];
    assert.equal(json(await token(service.url, twice)).error_uri, `${service.url}/errors/invalid_request`);
    const { client_id: id } = phone;
    const asking = await token(service.url, { client_id: id, token: 'x' }, { path: '/oauth/introspect' });
    assert.equal(json(asking).error_uri, `${service.url}/errors/invalid_client`);
  }),
);

proves(
  'RFC 6749 §4.1.2.1',
  'An error redirect may carry error_uri, a page with information about the error.',
  on(async ({ service, browser, ada }) => {
    const own = await createApplication(service, { owner: ada, name: 'Errant' });

    const refused = await browser.authorize(authorizeParams(own, { response_type: 'token' }));
    const denied = await browser.deny(await browser.authorize(authorizeParams(own)));
    const silent = await browser.authorize(authorizeParams(own, { prompt: 'none' }));

    for (const [answer, error] of [
      [refused, 'unsupported_response_type'],
      [denied, 'access_denied'],
      [silent, 'consent_required'],
    ] as const) {
      const path = explained(callback(answer).get('error_uri'), service.url);
      assert.ok(path.startsWith(`/errors/${error}/`), path);
      assert.match(text((await strangersBrowser(service).get(path)).body), new RegExp(`The error ${error}`));
      await assertLed(browser, path, own);
    }
  }),
);

async function assertLed(browser: Browser, path: string, application: Application): Promise<void> {
  const page = await shown(browser, path);
  assert.ok(page.path.startsWith(requestsPath(application, '/')), page.path);
}

test(
  'the page of an untrusted request leads from its trace to the explanation, and its owner to the diagnosis',
  on(async ({ service, browser, quill }) => {
    const params = authorizeParams(quill, { redirect_uri: 'https://elsewhere.example/' });
    const page = await browser.authorize(params);

    const trace = links(page.body).find((link) => /^\/errors\/[0-9a-f]{16}$/.test(link));

    assert.equal(page.status, 400);
    assert.ok(trace);
    assert.match(text((await shown(browser, trace)).body), /redirect_uri_unregistered/);
    const stranger = await shown(strangersBrowser(service), trace);
    assert.doesNotMatch(stranger.body, /elsewhere|redirect_uri_unregistered/);
  }),
);

test(
  'the list of refused requests is searched by X-Request-Id and by error_uri, as they were copied',
  on(async ({ service, browser, sister, quill }) => {
    const fields = { ...codeFields(sister, 'x'), scope: 'sought' };
    const refused = [await token(service.url, fields), await token(service.url, fields)];
    await token(service.url, codeFields(sister, 'y'));
    const [first] = refused;
    assert.ok(first);
    const find = (application: Application, q: string) =>
      browser.get(`${requestsPath(application)}?q=${encodeURIComponent(q)}`);
    const tracesOn = (page: Page) =>
      links(page.body).flatMap((link) => /\/requests\/([0-9a-f]{16})$/.exec(link)?.[1] ?? []);

    const exact = await find(sister, ` ${traceOf(first)} `);
    const alike = await find(sister, String(json(first).error_uri));

    assert.equal(exact.location, requestsPath(sister, `/${traceOf(first)}`));
    assert.deepEqual(tracesOn(alike), refused.map(traceOf).reverse());
    assert.match((await shown(browser, exact.location ?? '')).body, /Others with this mistake/);
    for (const nothing of ['<b>', '0123456789abcdef', 'x'.repeat(300), 'aaaaaaaa']) {
      const page = await find(sister, nothing);
      assert.deepEqual([page.status, tracesOn(page)], [200, []], nothing);
      assert.match(text(page.body), /No matches\./);
    }
    assert.deepEqual(tracesOn(await find(quill, traceOf(first))), [], 'of another application');
  }),
);
