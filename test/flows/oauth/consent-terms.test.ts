/** Proves the terms of a consent: what may be left out, when it ends, and that a looping application is noticed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Application } from '../../support/actors.ts';
import { type Browser, filled, type Page } from '../../support/browser-like.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { newestDiagnosis } from '../../support/diagnosis.ts';
import { agree, authorizeParams, callback, codeFields, refreshFields, tokensOf } from '../../support/grant.ts';
import { formWith, hasField, text } from '../../support/html.ts';
import { json, send } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { token } from '../../support/token-client.ts';

const DAY = 86_400;
const ALL = { scope: 'profile email' };

async function cast(clocked: Clocked, input: Parameters<Clocked['createApplication']>[1] = {}) {
  const [ada, bob] = [await clocked.createUser('ada'), await clocked.createUser('bob')];
  const quill = await clocked.createApplication(ada, input);
  return { ada, bob, quill, browser: await clocked.signedIn(bob) };
}

async function exchange({ url }: Clocked, application: Application, page: Page) {
  return token(url, codeFields(application, callback(page).get('code') ?? ''));
}

/** Consents on the page with this choice of end. */
async function consentFor(browser: Browser, application: Application, lasts: string): Promise<Page> {
  const page = await browser.authorize(authorizeParams(application, { ...ALL, prompt: 'consent' }));
  return browser.approve(page, { set: { lasts } });
}

function whoami({ url }: Clocked, access: string) {
  return send(`${url}/api/users/whoami`, { headers: { authorization: `Bearer ${access}` } });
}

const isAsked = (page: Page): boolean => page.body.includes('name="decision"');

test(
  'the consent page says who asks, who answers, what for, how long, where it leads and where it ends',
  onMovedClock(async (clocked) => {
    const { quill, browser } = await cast(clocked, { scopes: ['profile', 'email', 'applications'] });

    const page = await browser.authorize(authorizeParams(quill, { scope: 'profile email applications' }));

    const words = text(page.body);
    const said = ['Quill', 'Latchkey', 'bob', 'bob@example.org', 'Not you?', 'ada', 'app.example.com', 'Not verified'];
    const terms = ['can change', 'No users yet', 'Created today', '120 days', 'Until I remove it', 'Authorize Quill'];
    for (const word of [...said, ...terms]) assert.ok(words.includes(word), `${word} is missing`);
    assert.ok(page.body.includes(`/oauth/authorized_applications/${quill.client_id}"`), 'where to remove it');
    const form = formWith(page.body, 'decision');
    const choices = form.fields.filter(({ name }) => name === 'lasts');
    assert.deepEqual(
      choices.map(({ value, type }) => [value, type]),
      [['until_removed', 'select']],
    );
  }),
);

test(
  'a required permission has no box and is granted, an optional one only when it is ticked',
  onMovedClock(async (clocked) => {
    const { quill, browser } = await cast(clocked, { required: ['profile'] });
    const page = await browser.authorize(authorizeParams(quill, ALL));

    const boxes = formWith(page.body, 'decision').fields.filter(({ name }) => name === 'scope');
    const answer = await browser.approve(page, { untick: ['email'] });

    assert.deepEqual(
      boxes.map(({ value, type }) => [value, type]),
      [['email', 'checkbox']],
    );
    assert.ok(text(page.body).includes('required'));
    assert.equal(tokensOf(await exchange(clocked, quill, answer)).scope, 'profile');
  }),
);

test(
  'nothing ticked where nothing is required is told on the page, with the choice of end kept',
  onMovedClock(async (clocked) => {
    const { quill, browser } = await cast(clocked);
    const page = await browser.authorize(authorizeParams(quill, ALL));

    const answer = await browser.approve(page, { untick: ['profile', 'email'], set: { lasts: 'month' } });

    assert.equal(answer.status, 422);
    const kept = formWith(answer.body, 'decision').fields.find(({ name }) => name === 'lasts');
    assert.equal(kept?.value, 'month');
  }),
);

test(
  'a choice of end that the page does not offer is refused, and a form without one means until it is removed',
  onMovedClock(async (clocked) => {
    const { bob, quill, browser } = await cast(clocked);
    const page = await browser.authorize(authorizeParams(quill, ALL));
    const form = formWith(page.body, 'decision');
    const approve = { button: { name: 'decision', value: 'approve' } };

    const invented = await browser.approve(page, { set: { lasts: 'for ever' } });
    const without = filled(form, approve).filter(([name]) => name !== 'lasts');
    const old = await browser.post('/oauth/authorize', without);

    assert.equal(invented.status, 400);
    assert.ok(hasField(form, 'lasts'));
    assert.equal(json(await exchange(clocked, quill, old)).expires_in, DAY);
    clocked.pass(40 * DAY);
    const again = await (await clocked.signedIn(bob)).authorize(authorizeParams(quill, ALL));
    assert.ok(callback(again).get('code'), 'the consent is still remembered');
  }),
);

test(
  'somebody who is asked again finds the end chosen before, also after it has passed, and never a longer one',
  onMovedClock(async (clocked) => {
    const { bob, quill, browser } = await cast(clocked);
    const preselected = ({ body }: Page) =>
      formWith(body, 'decision').fields.find(({ name }) => name === 'lasts')?.value;
    const ask = (visitor: Browser) => visitor.authorize(authorizeParams(quill, { ...ALL, prompt: 'consent' }));
    assert.equal(preselected(await ask(browser)), 'until_removed');

    await consentFor(browser, quill, 'day');
    assert.equal(preselected(await ask(browser)), 'day');
    await browser.approve(await ask(browser));
    clocked.pass(DAY + 1);
    const next = await clocked.signedIn(bob);
    assert.ok(!text((await next.get('/oauth/authorized_applications')).body).includes('Quill'), 'it has ended');

    assert.equal(preselected(await ask(next)), 'day');
    await consentFor(next, quill, 'month');
    assert.equal(preselected(await ask(next)), 'month');
  }),
);

proves(
  'RFC 6749 §5.1',
  'expires_in: The lifetime in seconds of the access token: one that the user’s choice of end cuts short says so.',
  onMovedClock(async (clocked) => {
    const { quill, browser } = await cast(clocked);
    const answer = await consentFor(browser, quill, 'day');
    clocked.pass(300);

    const { expires_in } = json(await exchange(clocked, quill, answer));

    assert.ok(Number(expires_in) <= DAY - 300 && Number(expires_in) > DAY - 360, String(expires_in));
  }),
);

test(
  'at the chosen end tokens die, nothing can be refreshed, and the application has to ask again',
  onMovedClock(async (clocked) => {
    const { bob, quill, browser } = await cast(clocked);
    const tokens = tokensOf(await exchange(clocked, quill, await consentFor(browser, quill, 'month')));
    clocked.pass(30 * DAY - 60);
    const late = tokensOf(await token(clocked.url, refreshFields(quill, tokens.refresh)));
    assert.equal((await whoami(clocked, late.access)).status, 200);

    clocked.pass(61);

    assert.equal((await whoami(clocked, late.access)).status, 401);
    assert.equal(json(await token(clocked.url, refreshFields(quill, late.refresh))).error, 'invalid_grant');
    const fresh = await clocked.signedIn(bob);
    assert.ok(!text((await fresh.get('/oauth/authorized_applications')).body).includes('Quill'));
    const page = await fresh.authorize(authorizeParams(quill, ALL));
    assert.ok(isAsked(page));
    const again = tokensOf(await exchange(clocked, quill, await fresh.approve(page)));
    assert.equal((await whoami(clocked, again.access)).status, 200);
    assert.equal((await whoami(clocked, late.access)).status, 401);
  }),
);

test(
  'an end chosen later ends everything the application has, and a longer one wakes nothing',
  onMovedClock(async (clocked) => {
    const { bob, quill, browser } = await cast(clocked);
    const open = tokensOf(await exchange(clocked, quill, await consentFor(browser, quill, 'until_removed')));
    const short = tokensOf(await exchange(clocked, quill, await consentFor(browser, quill, 'day')));
    await consentFor(browser, quill, 'month');
    clocked.pass(DAY + 1);

    const [kept, ended] = await Promise.all(
      [open, short].map(({ refresh }) => token(clocked.url, refreshFields(quill, refresh))),
    );

    assert.equal(kept?.status, 200);
    assert.equal(ended?.status, 400);
    clocked.pass(30 * DAY);
    assert.equal((await token(clocked.url, refreshFields(quill, tokensOf(kept ?? ended).refresh))).status, 400);
    await agree(await clocked.signedIn(bob), authorizeParams(quill, ALL));
    assert.equal((await token(clocked.url, refreshFields(quill, tokensOf(kept ?? ended).refresh))).status, 400);
  }),
);

test(
  'what is new since the last consent is marked',
  onMovedClock(async (clocked) => {
    const { quill, browser } = await cast(clocked);
    await agree(browser, authorizeParams(quill, { scope: 'profile' }));

    const words = text((await browser.authorize(authorizeParams(quill, ALL))).body);

    assert.match(words, /asks for 1 more permission/);
    assert.match(words, /profile.*email.*new/);
    assert.doesNotMatch(words, /allowed before/);
  }),
);

test(
  'an application that comes back more than ten times an hour is put to the user again, with the reason',
  onMovedClock(async (clocked) => {
    const { ada, bob, quill, browser } = await cast(clocked);
    await agree(browser, authorizeParams(quill, ALL));
    for (let count = 2; count <= 10; count += 1) {
      assert.ok(callback(await browser.authorize(authorizeParams(quill, ALL))).get('code'), `request ${count}`);
    }

    const page = await browser.authorize(authorizeParams(quill, ALL));

    assert.ok(isAsked(page));
    assert.match(text(page.body), /more than 10 times within an hour/);
    const silent = await browser.authorize(authorizeParams(quill, { ...ALL, prompt: 'none' }));
    assert.equal(callback(silent).get('error'), 'consent_required');
    assert.match(callback(silent).get('error_description') ?? '', /10 codes for the user within an hour/);
    const owner = await clocked.signedIn(ada);
    assert.match(await newestDiagnosis({ browser: owner }, quill), /has had its codes for this user in this hour/);
    assert.ok(callback(await browser.approve(page)).get('code'));
    clocked.pass(3601);
    const later = await (await clocked.signedIn(bob)).authorize(authorizeParams(quill, ALL));
    assert.ok(callback(later).get('code'));
  }),
);
