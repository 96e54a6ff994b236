/** Proves the developer's pages: register, see, change and delete one's own applications, and nobody else's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  agree,
  assertAlive,
  assertDead,
  assertRefused,
  authorizeParams,
  callback,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  tokensOf,
  usualStage,
} from '../../support/grant.ts';
import { formTo, text } from '../../support/html.ts';
import { addSecret, applicationPath, credentialsOn, deleteApplication, edit, register } from '../../support/portal.ts';
import { token } from '../../support/token-client.ts';

const GOOD = ['https://app.example.com/cb'];

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  return { ...stage, eve: await signedIn(service, await createUser(service)) };
});

test(
  'a registered application works at once, and its page shows all but the secret',
  on(async ({ service, browser }) => {
    const registered = await register(browser, {
      name: 'Inkwell',
      redirectUris: [...GOOD, 'myapp://oauth'],
      scopes: ['profile', 'email'],
    });
    const application = { ...credentialsOn(registered), redirect_uris: GOOD };
    const tokens = await obtainTokens({ service, browser, quill: application }, { scope: 'email' });
    assert.equal(tokens.scope, 'email');

    const [overview, settings] = await Promise.all(
      ['', '/settings'].map((end) => browser.get(applicationPath(application) + end)),
    );

    for (const word of ['Inkwell', application.client_id]) assert.ok(text(overview?.body ?? '').includes(word), word);
    assert.ok(text(settings?.body ?? '').includes('myapp://oauth'));
    assert.match(text(settings?.body ?? ''), /confidential/i);
    for (const path of ['', '/edit', '/credentials', '/settings'].map((end) => applicationPath(application) + end)) {
      assert.ok(!(await browser.get(path)).body.includes(application.client_secret), `${path} shows the secret`);
    }
  }),
);

test(
  'a public application has no secret and needs none',
  on(async ({ browser }) => {
    const page = await register(browser, {
      name: 'Pocket',
      redirectUris: ['com.example.app:/cb'],
      set: { confidential: 'no' },
    });

    assert.ok(page.status === 201 || page.status === 303, String(page.status));
    assert.doesNotMatch(page.body, /id="client_secret"/);
  }),
);

const refusals: [rule: string, uris: string[]][] = [
  ['fragments', ['https://a.example/cb#x', 'https://a.example/cb#']],
  ['relative URIs', ['/cb', '//a.example/cb', 'cb']],
  ['userinfo', ['https://u:p@a.example/cb', 'https://u@a.example/cb']],
  ['wildcards', ['https://*.a.example/cb', 'https://a.example/*']],
  ['scripts and documents', ['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x']],
  ['local schemes', ['file:///etc/passwd', 'blob:https://a.example/1']],
  ['plain http beyond loopback', ['http://a.example/cb', 'http://127.0.0.1.evil.example/cb']],
  ['blanks and control characters', ['https://a.example/c b', 'https://a.example/\tcb']],
  ['broken hosts', ['https://', 'https://[::::/cb']],
  ['endless addresses', [`https://a.example/${'x'.repeat(5000)}`]],
];

for (const [rule, uris] of refusals) {
  test(
    `registration refuses ${rule}, beside the address that is wrong`,
    on(async ({ browser }) => {
      for (const uri of uris) {
        const page = await register(browser, { name: 'Unwelcome', redirectUris: [...GOOD, uri] });

        assert.equal(page.status, 422, `${uri} answered ${page.status}`);
        assert.equal([...page.body.matchAll(/aria-invalid="true"/g)].length, 1, `${uri}: one address is marked`);
        assert.ok(!text((await browser.get('/oauth/applications')).body).includes('Unwelcome'));
      }
    }),
  );
}

test(
  'registration refuses the service’s own addresses, to which a code must never go',
  on(async ({ service, browser }) => {
    for (const path of ['/oauth/authorize', '/account', '/']) {
      assert.equal((await register(browser, { name: 'Mirror', redirectUris: [service.url + path] })).status, 422, path);
    }
  }),
);

test(
  'the operator’s command refuses the same and names rule and address',
  on(async ({ service, ada }) => {
    const args = [
      'applications',
      'create',
      '--owner',
      ada.nickname,
      '--name',
      'X',
      '--redirect-uri',
      GOOD[0] ?? '',
      '--redirect-uri',
      'http://a.example/cb',
    ];

    const { code, stderr } = await service.cliHere(args);

    assert.notEqual(code, 0);
    assert.match(stderr, /http:\/\/a\.example\/cb/);
    assert.match(stderr, /https/);
  }),
);

test(
  'names, addresses and scopes are judged too',
  on(async ({ browser }) => {
    const wrong: Parameters<typeof register>[1][] = [
      { name: '', redirectUris: GOOD },
      { name: 'x'.repeat(256), redirectUris: GOOD },
      { name: 'a\u202eb', redirectUris: GOOD },
      { name: 'Nowhere', redirectUris: [] },
      { name: 'Script', redirectUris: GOOD, set: { homepage_url: 'javascript:alert(1)' } },
      { name: 'Script', redirectUris: GOOD, set: { logo_url: 'javascript:alert(1)' } },
      { name: 'Scopes', redirectUris: GOOD, scopes: ['nope'] },
      { name: 'Twice', redirectUris: [...GOOD, ...GOOD] },
    ];
    for (const each of wrong.slice(0, 7)) {
      const page = await register(browser, each);
      assert.equal(page.status, 422, `${JSON.stringify(each).slice(0, 100)} answered ${page.status}`);
    }
    assert.equal((await register(browser, { name: 'x'.repeat(255), redirectUris: GOOD })).status, 201);
  }),
);

test(
  'fields that the form does not have are not read',
  on(async ({ browser, ada }) => {
    const chosen = 'chosen-by-the-developer';
    const page = await register(browser, {
      name: 'Greedy',
      redirectUris: GOOD,
      set: {
        client_id: chosen,
        client_secret: chosen,
        id: '1',
        owner_id: '1',
        owner: 'x',
        trusted: '1',
        skip_consent: '1',
        created_at: '1',
      },
    });
    const application = { ...credentialsOn(page), redirect_uris: GOOD };

    assert.notEqual(application.client_id, chosen);
    assert.notEqual(application.client_secret, chosen);
    const consent = await browser.authorize(authorizeParams(application));
    assert.ok(text(consent.body).includes(ada.nickname), 'the owner is who registered it, and consent is asked');
  }),
);

test(
  'nobody but the owner sees, changes or deletes an application: it is not found',
  on(async ({ service, browser, eve, quill }) => {
    const path = applicationPath(quill);
    const unknown = '/oauth/applications/nobody';
    for (const suffix of ['', '/edit', '/delete']) {
      const theirs = await eve.get(path + suffix);
      assert.equal(theirs.status, 404, suffix);
      assert.equal((await eve.get(unknown + suffix)).status, 404);
      assert.ok(!theirs.body.includes('Quill'));
    }
    const form = formTo((await eve.get('/oauth/applications/new')).body, '/oauth/applications');
    await addSecret(browser, quill);
    const secret = /secrets\/(\d+)\/remove/.exec((await browser.get(`${path}/credentials`)).body)?.[1] ?? '';
    for (const suffix of ['', '/delete', '/secrets', `/secrets/${secret}/remove`]) {
      const answer = await eve.submit(
        { ...(await eve.get('/')), path: '/' },
        { ...form, action: path + suffix },
        { set: { name: 'Stolen', confirm_name: 'Quill', redirect_uri: 'https://evil.example/' } },
      );
      assert.equal(answer.status, 404, suffix);
    }
    assert.ok((await browser.get(path)).body.includes('Quill'));
    tokensOf(
      await token(service.url, {
        grant_type: 'client_credentials',
        client_id: quill.client_id,
        client_secret: quill.client_secret,
      }),
    );
  }),
);

test(
  'a changed application is judged anew, and its new addresses count at once',
  on(async ({ service, browser }) => {
    const page = await register(browser, {
      name: 'Moving',
      redirectUris: ['https://old.example/cb', 'https://keep.example/cb'],
    });
    const application = { ...credentialsOn(page), redirect_uris: ['https://old.example/cb'] };
    const code = await obtainCode(browser, application);
    assert.equal((await edit(browser, application, { redirectUris: ['javascript:x'] })).status, 422);

    assert.equal(
      (
        await edit(browser, application, {
          name: 'Moved',
          redirectUris: ['https://new.example/cb', 'https://keep.example/cb'],
        })
      ).status,
      303,
    );

    assert.equal((await browser.authorize(authorizeParams(application))).status, 400, 'the old address is gone');
    const moved = await agree(browser, authorizeParams(application, { redirect_uri: 'https://new.example/cb' }));
    assert.ok(callback(moved).get('code'));
    assertRefused(await token(service.url, codeFields(application, code)), 400, 'invalid_grant');
    assert.ok((await browser.get(applicationPath(application))).body.includes('Moved'));
  }),
);

test(
  'a consent form that was open while the address was removed leads nowhere',
  on(async ({ browser }) => {
    const registered = await register(browser, { name: 'Racing', redirectUris: ['https://old.example/cb'] });
    const application = { ...credentialsOn(registered), redirect_uris: ['https://old.example/cb'] };
    const page = await browser.authorize(authorizeParams(application));
    await edit(browser, application, { redirectUris: ['https://new.example/cb'] });

    for (const answer of [await browser.approve(page), await browser.deny(page)]) {
      assert.equal(answer.status, 400);
      assert.equal(answer.location, undefined);
    }
  }),
);

test(
  'deleting an application needs its name and ends all that came from it at once',
  on(async ({ service, browser }) => {
    const page = await register(browser, { name: 'Doomed', redirectUris: GOOD });
    const quill = { ...credentialsOn(page), redirect_uris: GOOD };
    const tokens = await obtainTokens({ service, browser, quill });
    const code = await obtainCode(browser, quill);
    assert.ok((await deleteApplication(browser, quill, 'Wrong name')).status >= 400);
    await assertAlive(service, tokens.access);

    assert.equal((await deleteApplication(browser, quill, 'Doomed')).status, 303);

    await assertDead(service, tokens.access);
    assertRefused(await refresh({ service, quill }, tokens.refresh), 401, 'invalid_client');
    assertRefused(await token(service.url, codeFields(quill, code)), 401, 'invalid_client');
    assert.equal((await browser.authorize(authorizeParams(quill))).status, 400);
    assert.equal((await browser.get(applicationPath(quill))).status, 404);
    assert.ok(!text((await browser.get('/oauth/authorized_applications')).body).includes('Doomed'));
  }),
);
