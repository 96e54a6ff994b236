/** Proves over HTTP a few sentences that once said something else than what happened. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { User } from '../support/actors.ts';
import { administeredPath, suspend } from '../support/administration.ts';
import { type Clocked, startClocked } from '../support/clocked.ts';
import { forms, formTo, text } from '../support/html.ts';
import { addSecret, applicationPath, credentialsPath } from '../support/portal.ts';

let clocked: Clocked;
let root: User;

before(async () => {
  clocked = await startClocked('sqlite');
  root = await clocked.createUser('root', true);
});

test('the question before a secret that was never used is removed locks nobody out', async () => {
  const quill = await clocked.createApplication(root);
  const browser = await clocked.signedIn(root);
  await addSecret(browser, quill);

  const words = text((await browser.get(credentialsPath(quill))).body);

  assert.match(words, /It was never used, so nobody is locked out\./);
  assert.doesNotMatch(words, /Whoever still uses it is locked out at once/);
});

test('a reason without a stop gets one before the next sentence, and one with a stop no other', async () => {
  for (const [reason, said] of [
    ['It sends spam', '“It sends spam.” Its tokens'],
    ['Does it send spam?', '“Does it send spam?” Its tokens'],
  ] as const) {
    const quill = await clocked.createApplication(root);
    const browser = await clocked.signedIn(root);
    await suspend(browser, quill, reason);

    const words = text((await browser.get(applicationPath(quill))).body);

    assert.ok(words.replaceAll(/\s+(?=”)|(?<=“)\s+/g, '').includes(said), words);
  }
});

test('the notice after a mark is set says which, and the current session is used now', async () => {
  const quill = await clocked.createApplication(root);
  const browser = await clocked.signedIn(root);
  const page = await browser.get(administeredPath(quill));
  const form = forms(page.body).find(({ fields }) => fields.some(({ value }) => value === 'verified'));
  assert.ok(form && formTo(page.body, form.action));

  const marked = await browser.follow(await browser.submit(page, form));
  clocked.pass(57);

  assert.match(text(marked.body), /Application marked as verified\./);
  assert.match(text((await browser.get('/account/sessions')).body), /this one.*\bnow\b/);
});
