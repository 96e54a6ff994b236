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
    assert.match((await browser.get('/nowhere', RUSSIAN)).body, /Здесь ничего нет/);
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
