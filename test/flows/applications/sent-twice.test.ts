/** Proves over HTTP that a form which makes a secret makes one, however often it is sent, and that nobody is misled about it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, signedIn } from '../../support/actors.ts';
import { type AdminStage, administeredStage } from '../../support/administration.ts';
import type { Browser, Filling, Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formTo, text } from '../../support/html.ts';
import { applicationPath, credentialsOn } from '../../support/portal.ts';

const on = eachDatabase(administeredStage, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });

const SHOWN_BEFORE = /The secret was shown once, in the first answer\. If you do not have it, rotate the secret below/;

/** Presses the button of one page twice, at the same moment and once more later. */
async function pressTwice(browser: Browser, [page, action]: [string, string | RegExp], filling: Filling = {}) {
  const opened = await browser.get(page);
  const form = formTo(opened.body, action);
  const both = await Promise.all([browser.submit(opened, form, filling), browser.submit(opened, form, filling)]);
  const later = await browser.submit(opened, form, filling);
  const shown = both.filter(({ status }) => status < 300);
  const repeated = [...both.filter(({ status }) => status >= 300), later];
  assert.equal(shown.length, 1, both.map(({ status }) => status).join());
  const led = await Promise.all(repeated.map((answer) => browser.follow(answer)));
  for (const each of led) {
    assert.equal(each.status, 200);
    assert.match(text(each.body), SHOWN_BEFORE);
    assert.match(each.body, /class="notice warning"/);
  }
  return { first: shown[0] as Page, led: led[0] as Page };
}

async function deskOf({ service, ada }: AdminStage) {
  const own = await createApplication(service, { owner: ada });
  return { browser: await signedIn(service, ada), own, path: applicationPath(own) };
}

test(
  'a secret that is rotated twice by one form is rotated once, and its repetition says that it was shown',
  on(async (stage) => {
    const { browser, path } = await deskOf(stage);
    const rotate: [string, string] = [`${path}/credentials`, `${path}/secrets/rotate`];

    const gentle = await pressTwice(browser, rotate, { set: { overlap: 'day' } });
    assert.equal(gentle.led.body.match(/<code>••••/g)?.length, 5, 'two rows, and the questions before one or both go');
    const both = await pressTwice(browser, rotate);

    const { client_secret } = credentialsOn(both.first);
    assert.match(both.led.body, new RegExp(`••••${client_secret.slice(-4)}`));
    assert.notEqual(client_secret, credentialsOn(gentle.first).client_secret);
  }),
);

test(
  'a second secret is added once by one form',
  on(async (stage) => {
    const { browser, path } = await deskOf(stage);
    const { led } = await pressTwice(browser, [`${path}/credentials`, `${path}/secrets`]);
    assert.match(text(led.body), /There are two secrets\. A new one can replace both now/);
  }),
);

test(
  'an application that is registered twice by one form is led to where its secret can be rotated',
  on(async (stage) => {
    const { browser } = await deskOf(stage);
    const set = { name: 'Twice', redirect_uri: 'https://app.example.com/cb' };
    const { first, led } = await pressTwice(browser, ['/oauth/applications/new', '/oauth/applications'], { set });
    assert.equal(led.path.startsWith(`${applicationPath(credentialsOn(first))}/credentials`), true);
  }),
);

test(
  'a webhook is made once by one form, and its secret rotated once',
  on(async (stage) => {
    const { browser, path } = await deskOf(stage);
    const set = { url: 'http://127.0.0.1:9/hook' };

    const { led } = await pressTwice(browser, [`${path}/webhooks/new`, `${path}/webhooks`], { set });
    const one = led.path.split('?')[0] ?? '';
    await pressTwice(browser, [one, `${one}/rotate`]);

    const list = await browser.get(`${path}/webhooks`);
    assert.equal(new Set(list.body.match(/\/webhooks\/\d+/g)).size, 1);
  }),
);

test(
  'an API is registered once by one form, and its secret rotated once',
  on(async ({ admin }) => {
    const set = { identifier: 'https://twice.example/api', name: 'Twice', scope: 'profile' };

    const { led } = await pressTwice(admin, ['/admin/resources/new', '/admin/resources'], { set });
    const one = led.path.split('?')[0] ?? '';
    await pressTwice(admin, [one, `${one}/rotate`], { set: { overlap: 'now' } });
  }),
);
