/** Proves who is told what about a refused request, and that the answers themselves say no more than before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import {
  anotherDeveloper,
  diagnosisStage,
  pageBehind,
  requestsPath,
  strangersBrowser,
  traceOf,
} from '../../support/diagnosis.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { codeFields, INVALID_TOKEN, obtainCode, obtainTokens, whoami } from '../../support/grant.ts';
import { formTo, links, text } from '../../support/html.ts';
import { json } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(diagnosisStage);
const NOWHERE = '0123456789abcdef';

proves(
  'RFC 6749 §5.2',
  'error_uri identifies a human-readable web page with information about the error.',
  on(async ({ service, quill }) => {
    const refused = await token(service.url, codeFields(quill, 'x'));

    const page = await pageBehind(strangersBrowser(service), refused);

    assert.deepEqual(Object.keys(json(refused)), ['error', 'error_description', 'error_uri']);
    assert.match(String(json(refused).error_uri), /\/errors\/invalid_grant\/[a-z2-7]{8}$/);
    const general = await strangersBrowser(service).get('/errors/invalid_grant');
    assert.match(text(general.body), /The error invalid_grant/);
    assert.match(text(page.body), /The error invalid_grant/);
    assert.match(text(page.body), /RFC 6749 §5\.2/);
  }),
);

test(
  'a stranger and another developer read what the error means, and nothing about this one',
  on(async ({ service, browser, quill }) => {
    const code = await obtainCode(browser, quill);
    const fields = { ...codeFields(quill, code), redirect_uri: 'https://app.example.com/cb/private' };
    const refused = await token(service.url, fields, { headers: { 'user-agent': 'Secretive/9' } });

    for (const visitor of [strangersBrowser(service), await anotherDeveloper(service)]) {
      const page = await pageBehind(visitor, refused);
      assert.match(text(page.body), /The error invalid_grant/);
      assert.doesNotMatch(page.body, /private|Secretive|127\.0\.0\.1|Quill|redirect_uri_differs/);
      assert.ok(!page.body.includes(quill.client_id));
    }
  }),
);

test(
  'the page of a stranger is the same for an unknown client and for a wrong secret',
  on(async ({ service, quill }) => {
    const stranger = strangersBrowser(service);
    const page = async (clientId: string) => {
      const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong' };
      const refused = await token(service.url, fields);
      return (await pageBehind(stranger, refused)).body.replaceAll(traceOf(refused), 'TRACE');
    };

    assert.equal(await page('nobody'), await page(quill.client_id));
  }),
);

test(
  'a trace that nobody knows, or that is none, gets a general page with the same status',
  on(async ({ service, browser }) => {
    for (const visitor of [strangersBrowser(service), browser]) {
      for (const trace of [NOWHERE, 'x', '%3Cscript%3E', 'A'.repeat(300)]) {
        const page = await visitor.get(`/errors/${trace}`);
        assert.equal(page.status, 200);
        assert.match(text(page.body), /An error link/);
        assert.doesNotMatch(page.body, /<script>|A{300}/);
      }
    }
  }),
);

test(
  'a stranger who signs in comes back, and the owner is led on to the diagnosis',
  on(async ({ service, quill, ada }) => {
    const refused = await token(service.url, codeFields(quill, 'x'));
    const stranger = strangersBrowser(service);
    const page = await pageBehind(stranger, refused);

    const signIn = links(page.body).find((link) => link.startsWith('/sign-in'));
    const form = await stranger.get(signIn ?? '');
    const { nickname, password } = ada;
    const signed = await stranger.submit(form, formTo(form.body, '/sign-in'), { set: { nickname, password } });
    const led = await stranger.follow(signed);

    assert.equal(led.path, requestsPath(quill, `/${traceOf(refused)}`));
    assert.match(text(led.body), /Check that failed code_unknown/);
  }),
);

test(
  'the pages of another developer’s application do not exist, and a trace belongs to its own application alone',
  on(async ({ service, browser, quill, sister }) => {
    const refused = await token(service.url, codeFields(quill, 'x'));
    const foreign = await anotherDeveloper(service);

    assert.equal((await foreign.get(requestsPath(quill))).status, 404);
    assert.equal((await foreign.get(requestsPath(quill, `/${traceOf(refused)}`))).status, 404);
    assert.equal((await browser.get(requestsPath(sister, `/${traceOf(refused)}`))).status, 404);
    assert.equal((await browser.get(requestsPath(quill, `/${NOWHERE}`))).status, 404);
    assert.equal((await strangersBrowser(service).get(requestsPath(quill))).status, 303);
  }),
);

test(
  'an administrator sees the diagnosis of every application',
  on(async ({ service, quill }) => {
    const admin = await signedIn(service, await createUser(service, { admin: true }));
    const refused = await token(service.url, codeFields(quill, 'x'));

    assert.match(text((await pageBehind(admin, refused)).body), /Check that failed code_unknown/);
  }),
);

test(
  'redirect URIs are added neither without the form token nor by another developer',
  on(async ({ service, browser, quill }) => {
    const path = `/oauth/applications/${quill.client_id}/redirect_uris`;
    const fields = { redirect_uri: 'https://app.example.com/cb/stolen' };
    const foreign = await anotherDeveloper(service);

    assert.equal((await browser.post(path, fields)).status, 403);
    assert.equal((await foreign.post(path, fields)).status, 404);
    assert.doesNotMatch((await browser.get(`/oauth/applications/${quill.client_id}/settings`)).body, /cb\/stolen/);
  }),
);

test(
  'the 401 of a protected endpoint stays as the specification has it, with nothing to tell causes apart',
  on(async (stage) => {
    const { refresh } = await obtainTokens(stage);

    const answer = await whoami(stage.service, refresh);

    assert.deepEqual(json(answer), INVALID_TOKEN);
    assert.doesNotMatch(answer.headers['www-authenticate'] ?? '', /error_uri|errors\//);
  }),
);

test(
  'the list is filtered by endpoint and by error, and says so where nothing is left',
  on(async ({ service, browser, sister }) => {
    const { client_id, client_secret } = sister;
    await token(service.url, codeFields(sister, 'x'));
    await token(service.url, { client_id, client_secret }, { path: '/oauth/revoke' });
    const rowsOf = (body: string) => links(body).filter((link) => /\/requests\/[0-9a-f]{16}$/.test(link)).length;

    const all = await browser.get(requestsPath(sister));
    const revocations = await browser.get(requestsPath(sister, '?endpoint=revoke'));
    const grants = await browser.get(requestsPath(sister, '?error=invalid_grant'));
    const neither = await browser.get(requestsPath(sister, '?endpoint=revoke&error=invalid_grant'));
    const nonsense = await browser.get(requestsPath(sister, '?endpoint=%27&error=%3Cb%3E&page=-1'));

    assert.deepEqual(
      [all, revocations, grants, neither, nonsense].map(({ body }) => rowsOf(body)),
      [2, 1, 1, 0, 2],
    );
    assert.match(text(neither.body), /No matches\./);
  }),
);

test(
  'an application whose requests all succeed has none that was refused in its list',
  on(async (stage) => {
    const { service, browser } = stage;
    const flawless = await createApplication(service, { owner: stage.ada, name: 'Flawless' });
    const { access } = await obtainTokens({ ...stage, quill: flawless });
    assert.equal((await whoami(service, access)).status, 200);

    const page = await browser.get(requestsPath(flawless, '?outcome=refused'));

    assert.match(text(page.body), /No matches\./);
  }),
);
