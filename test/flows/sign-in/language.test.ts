/** Proves which language people are spoken to in: the account's own, else the browser's, else English. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { usualStage } from '../../support/grant.ts';
import { formTo } from '../../support/html.ts';

const on = eachDatabase(usualStage);
const RUSSIAN = { 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' };

test(
  'a stranger is spoken to in the language of the browser, on pages and on errors',
  on(async ({ service }) => {
    const browser = openBrowser(service.url);

    assert.match((await browser.get('/sign-in', RUSSIAN)).body, /<html lang="ru" dir="ltr">/);
    assert.match((await browser.get('/nowhere', RUSSIAN)).body, /Страница не найдена/);
    assert.match((await browser.get('/sign-in')).body, /<html lang="en" dir="ltr">/);
  }),
);

test(
  'the language of the profile wins over the browser’s, from the next page on',
  on(async ({ service }) => {
    const browser = await signedIn(service, await createUser(service));
    const account = await browser.get('/account', { 'accept-language': 'en' });

    await browser.submit(account, formTo(account.body, '/account'), { set: { locale: 'ru' } });

    assert.match((await browser.get('/account', { 'accept-language': 'en' })).body, /Сохранить профиль/);
  }),
);

test(
  'a form that was filled in wrongly is told so in the same language',
  on(async ({ service }) => {
    const browser = openBrowser(service.url);
    const page = await browser.get('/sign-in', RUSSIAN);

    const refused = await browser.submit(page, formTo(page.body, '/sign-in'), { headers: RUSSIAN });

    assert.equal(refused.status, 422);
    assert.match(refused.body, /Введите пароль\./);
  }),
);

test(
  'a visitor chooses language and theme without script, and comes back to the page they were on',
  on(async ({ service }) => {
    const browser = openBrowser(service.url);
    const from = await browser.get('/docs');
    const way = /href="(\/look[^"]*)"/.exec(from.body)?.[1] ?? '';
    const page = await browser.get(way.replaceAll('&amp;', '&'));

    const saved = await browser.submit(page, formTo(page.body, '/look'), { set: { language: 'ru', theme: 'dark' } });

    const docs = await browser.get('/docs', { 'accept-language': 'en' });
    assert.equal(saved.status, 303);
    assert.match(docs.body, /<html lang="ru"/);
    assert.match(docs.body, /content="dark"[\s\S]*style-dark-/);
    assert.match((await browser.get('/nowhere')).body, /<html lang="ru"[\s\S]*style-dark-/, 'also on an error page');
    const sheet = /href="(\/assets\/style-dark-[^"]+)"/.exec(docs.body)?.[1] ?? '';
    assert.match((await browser.get(sheet)).body, /@media screen \{/);
  }),
);

test(
  'the language that an account chooses there is its own, in every browser',
  on(async ({ service }) => {
    const user = await createUser(service);
    const browser = await signedIn(service, user);
    const page = await browser.get('/look');

    await browser.submit(page, formTo(page.body, '/look'), { set: { language: 'ru', theme: 'auto' } });

    const elsewhere = await signedIn(service, user);
    assert.match((await elsewhere.get('/account', { 'accept-language': 'en' })).body, /<html lang="ru"/);
  }),
);

test(
  'who saves language and theme on the tab of the account stays there, and is told so once',
  on(async ({ service }) => {
    const browser = await signedIn(service, await createUser(service));
    const [, tab = ''] =
      /href="(\/look[^"]*)"[^>]*>Language and theme/.exec((await browser.get('/account')).body) ?? [];
    const page = await browser.get(tab);

    const saved = await browser.submit(page, formTo(page.body, '/look'), { set: { language: 'ru', theme: 'dark' } });

    const shown = await browser.follow(saved);
    assert.equal(shown.path.split('?')[0], '/look');
    assert.match(shown.body, /class="notice done" role="status"[\s\S]*Язык и оформление сохранены/);
    assert.doesNotMatch((await browser.get('/look?done=look_saved')).body, /оформление сохранены/);
  }),
);
