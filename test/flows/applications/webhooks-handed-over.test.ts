/** Proves that whoever accepts an application learns nothing of where its former owner had events sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { press } from '../../support/administration.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { usualStage } from '../../support/grant.ts';
import { formTo, text } from '../../support/html.ts';
import { isGenuine, openReceiver } from '../../webhooks/receiver.ts';

const on = eachDatabase(usualStage, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });

test(
  'of a webhook the new owner sees the host, not the path or what was answered, and the former secret signs nothing more',
  on(async ({ service, browser, quill }) => {
    const heir = await createUser(service);
    const heirs = await signedIn(service, heir);
    const receiver = await openReceiver();
    const path = `/oauth/applications/${quill.client_id}`;
    const page = await browser.get(`${path}/webhooks/new`);
    const hidden = new URL('/hooks/of-the-former-owner?key=its-password', receiver.url).href;
    const made = await browser.submit(page, formTo(page.body, `${path}/webhooks`), { set: { url: hidden } });
    const [formerSecret = ''] = /whsec_[A-Za-z0-9+/=]+/.exec(made.body) ?? [];
    const [hook = ''] =
      /\/oauth\/applications\/[^/"]+\/webhooks\/\d+/.exec((await browser.get(`${path}/webhooks`)).body) ?? [];
    await eventually('it is written down', async () => (await browser.get(hook)).body.includes('delivered'));
    const [delivery = ''] = /\/[^"]+\/deliveries\/[\d.]+/.exec((await browser.get(hook)).body) ?? [];
    assert.ok((await browser.get(delivery)).body.includes('thanks'));

    await press(browser, `${path}/settings`, `${path}/transfer`, { nickname: heir.nickname });
    assert.equal((await press(heirs, '/oauth/applications', `${path}/transfer/accept`)).status, 303);

    const shown = await heirs.get(hook);
    assert.ok(shown.body.includes(new URL('/', receiver.url).href));
    assert.ok(text(shown.body).includes('given to another account'));
    for (const each of [`${path}/webhooks`, hook, delivery]) {
      const { status, body } = await heirs.get(each);
      assert.equal(status, 200, each);
      for (const secret of ['of-the-former-owner', 'its-password', 'thanks']) assert.ok(!body.includes(secret), each);
    }
    await press(heirs, hook, `${hook}/switch`);
    await press(heirs, hook, `${hook}/test`);
    await eventually('the test', async () => receiver.got.some(({ type }) => type === 'webhook.test'));
    const tested = receiver.got.find(({ type }) => type === 'webhook.test');
    assert.ok(tested && !isGenuine(tested, formerSecret));
  }),
);
