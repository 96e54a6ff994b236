/** Proves that `prompt=login` always asks for the password once, however it is spelt, and never leads in a circle. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { asksToSignIn, type Browser, openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { agree, authorizeParams, CHALLENGE, callback, usualStage } from '../../support/grant.ts';
import { formTo, formWith } from '../../support/html.ts';
import type { Service } from '../../support/service.ts';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const native = await createApplication(service, {
    owner: stage.ada,
    isPublic: true,
    redirectUris: ['com.example.app:/cb'],
  });
  return { ...stage, native };
});

/** A user of one's own, so that neither a consent nor a session of another test counts. */
async function newcomer(service: Service) {
  const user = await createUser(service);
  return { user, browser: await signedIn(service, user) };
}

function asksForPassword(page: Page): boolean {
  return page.body.includes('action="/confirm"') && page.body.includes('name="password"');
}

async function confirm(browser: Browser, page: Page, password: string): Promise<Page> {
  return browser.follow(await browser.submit(page, formTo(page.body, '/confirm'), { set: { password } }));
}

/** The address of a request whose prompt is spelt as it is written here. */
function addressOf(params: Record<string, string>, prompt: string): string {
  return `/oauth/authorize?${new URLSearchParams(params)}&${prompt}`;
}

for (const prompt of [
  'prompt=login',
  'prompt=%6cogin',
  'prompt=login+consent',
  'prompt=consent%20login',
  'prom%70t=logi%6E',
  'prompt=+login',
]) {
  test(
    `within minutes of a sign-in, ${prompt} asks for the password once and then for consent`,
    on(async ({ service, quill }) => {
      const { user, browser } = await newcomer(service);
      const params = authorizeParams(quill, { state: 'a b+c&d' });

      const asked = await browser.follow(await browser.get(addressOf(params, prompt)));
      assert.ok(asksForPassword(asked), `${asked.status} ${asked.location}`);
      const consent = await confirm(browser, asked, user.password);
      assert.match(consent.body, /name="decision"/);
      const answer = callback(await browser.approve(consent));

      assert.ok(answer.get('code'));
      assert.equal(answer.get('state'), 'a b+c&d');
    }),
  );
}

test(
  'a request with prompt=login that was remembered yields a code right after the password, and no page between',
  on(async ({ service, quill }) => {
    const { user, browser } = await newcomer(service);
    await agree(browser, authorizeParams(quill));

    const asked = await browser.authorize(authorizeParams(quill, { prompt: 'login' }));
    assert.ok(asksForPassword(asked));
    const answered = await confirm(browser, asked, user.password);

    assert.ok(callback(answered).get('code'), String(answered.location));
  }),
);

test(
  'prompt=login with consent asks for both, though the application was allowed before',
  on(async ({ service, quill }) => {
    const { user, browser } = await newcomer(service);
    await agree(browser, authorizeParams(quill));

    const asked = await browser.authorize(authorizeParams(quill, { prompt: 'login consent' }));
    assert.ok(asksForPassword(asked));

    assert.match((await confirm(browser, asked, user.password)).body, /name="decision"/);
  }),
);

test(
  'the same address sent again asks again, after a code and after a denial',
  on(async ({ service, quill }) => {
    const { user, browser } = await newcomer(service);
    const params = authorizeParams(quill, { prompt: 'login' });

    for (const decide of [browser.deny, browser.approve]) {
      const asked = await browser.authorize(params);
      assert.ok(asksForPassword(asked), 'a decision that was made does not stand for the next one');
      await decide(await confirm(browser, asked, user.password));
    }

    assert.ok(asksForPassword(await browser.authorize(params)));
  }),
);

test(
  'the consent page of a request with prompt=login can be loaded again without another password',
  on(async ({ service, quill }) => {
    const { user, browser } = await newcomer(service);
    const params = authorizeParams(quill, { prompt: 'login' });
    await confirm(browser, await browser.authorize(params), user.password);

    const again = await browser.authorize(params);

    assert.match(again.body, /name="decision"/);
    assert.ok(callback(await browser.approve(again)).get('code'));
  }),
);

test(
  'the password typed for one request does not stand for another',
  on(async ({ service, quill, native }) => {
    const { user, browser } = await newcomer(service);
    await confirm(browser, await browser.authorize(authorizeParams(quill, { prompt: 'login' })), user.password);

    const otherState = await browser.authorize(authorizeParams(quill, { prompt: 'login', state: 'other' }));
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    const otherClient = await browser.authorize(authorizeParams(native, { prompt: 'login', ...pkce }));

    assert.ok(asksForPassword(otherState));
    assert.ok(asksForPassword(otherClient));
  }),
);

test(
  'a decision sent twice asks for the password before it is answered again',
  on(async ({ service, quill }) => {
    const { user, browser } = await newcomer(service);
    const asked = await browser.authorize(authorizeParams(quill, { prompt: 'login' }));
    const consent = await confirm(browser, asked, user.password);
    assert.ok(callback(await browser.approve(consent)).get('code'));

    const second = await browser.follow(await browser.approve(consent));

    assert.ok(asksForPassword(second), `${second.status} ${second.location}`);
  }),
);

test(
  'for somebody who is not signed in, signing in is the one time that prompt=login asks',
  on(async ({ service, quill }) => {
    const user = await createUser(service);
    const browser = openBrowser(service.url);
    const params = authorizeParams(quill, { prompt: 'login' });

    const page = await browser.authorize(params);
    assert.ok(asksToSignIn(page));
    const set = { nickname: user.nickname, password: user.password };
    const consent = await browser.follow(
      await browser.submit(page, formWith(page.body, 'nickname', 'password'), { set }),
    );

    assert.match(consent.body, /name="decision"/);
    assert.ok(callback(await browser.approve(consent)).get('code'));
    assert.ok(asksForPassword(await browser.authorize(params)));
  }),
);

test(
  'a wrong password on the way of prompt=login leads to no code',
  on(async ({ service, quill }) => {
    const { browser } = await newcomer(service);
    await agree(browser, authorizeParams(quill));
    const params = authorizeParams(quill, { prompt: 'login' });

    const refused = await confirm(browser, await browser.authorize(params), 'wrong wrong wrong');

    assert.equal(refused.status, 422);
    assert.ok(asksForPassword(await browser.authorize(params)));
  }),
);
