/** Proves webhooks from outside, on both databases: pages, commands, whom they tell what, and a service that is killed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { administeredStage, press } from '../../support/administration.ts';
import type { Browser, Page } from '../../support/browser-like.ts';
import { eachDatabase, everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { usualStage } from '../../support/grant.ts';
import { formTo, text } from '../../support/html.ts';
import { startService } from '../../support/service.ts';
import { isGenuine, openReceiver, status } from '../../webhooks/receiver.ts';

const env = { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' };
const on = eachDatabase(administeredStage, env);

const listOf = ({ client_id }: { client_id: string }) => `/oauth/applications/${client_id}/webhooks`;
const secretIn = ({ body }: Page) => /whsec_[A-Za-z0-9+/=]+/.exec(body)?.[0] ?? '';

async function addByForm(browser: Browser, list: string, url: string): Promise<Page> {
  const page = await browser.get(`${list}/new`);
  assert.equal(page.status, 200);
  return browser.submit(page, formTo(page.body, list), { set: { url } });
}

/** The address of the webhook in the list. */
async function onlyIn(browser: Browser, list: string): Promise<string> {
  const { body } = await browser.get(list);
  return new RegExp(`${list}/\\d+`).exec(body)?.[0] ?? '';
}

test(
  'an owner adds a webhook, is shown its secret once, and sees what was sent and answered',
  on(async ({ service, ada, quill }) => {
    const receiver = await openReceiver();
    const browser = await signedIn(service, ada);
    const made = await addByForm(browser, listOf(quill), receiver.url);
    assert.equal(made.status, 201);
    const path = await onlyIn(browser, listOf(quill));
    await eventually('the event of its making', async () => receiver.got.length === 1);
    const [got] = receiver.got;
    await eventually('it is written down', async () => (await browser.get(path)).body.includes('delivered'));
    const page = await browser.get(path);
    const delivery = await browser.get(/\/[^"]+\/deliveries\/[\d.]+/.exec(page.body)?.[0] ?? '');

    assert.ok(got && isGenuine(got, secretIn(made)));
    assert.equal(got.type, 'webhook.created');
    assert.deepEqual(Object.keys(got.data).toSorted(), ['client_id', 'event_id']);
    assert.ok(!page.body.includes('whsec_') && !delivery.body.includes('whsec_'));
    assert.ok(delivery.body.includes('thanks') && delivery.body.includes(got.id));
    assert.ok(!service.stderr().includes('whsec_'));
    const tested = await press(browser, path, `${path}/test`);
    assert.match(tested.location ?? '', /done=webhook_tested/);
    await eventually('the test', async () => receiver.got.some(({ type }) => type === 'webhook.test'));
    await press(browser, path, `${path}/delete`);
    assert.equal((await browser.get(path)).status, 404);
  }),
);

test(
  'the empty lists of webhooks and of APIs have their next step inside, and only there',
  on(async ({ service, ada, admin }) => {
    const browser = await signedIn(service, ada);
    const list = listOf(await createApplication(service, { owner: ada, name: 'Empty' }));
    for (const [page, next] of [
      [await browser.get(list), `${list}/new`],
      [await admin.get('/admin/resources'), '/admin/resources/new'],
    ] as const) {
      const [, inside = ''] = /<div class="empty-action">(.*?)<\/div>/s.exec(page.body) ?? [];
      assert.ok(inside.includes(`href="${next}"`), page.body);
      assert.equal(page.body.split(`href="${next}"`).length, 2);
    }
  }),
);

test(
  'a delivery that nobody answered says why it failed, and does not call that an answer',
  on(async ({ service, ada, quill }) => {
    const browser = await signedIn(service, ada);
    await addByForm(browser, listOf(quill), 'http://127.0.0.1:1/');
    const path = await onlyIn(browser, listOf(quill));
    const delivery = async () => {
      const { body } = await browser.get(path);
      return text((await browser.get(/\/[^"]+\/deliveries\/[\d.]+/.exec(body)?.[0] ?? '')).body);
    };
    await eventually('the first attempt', async () => (await delivery()).includes('Attempts 1'));
    assert.match(await delivery(), /Answer none .*Why it failed \S+/);
    assert.doesNotMatch(await delivery(), /first kilobyte/);
    // So do the lists, on the page and of the command, which also says when it is tried again.
    assert.match(text((await browser.get(path)).body), /waiting none unreachable: 127\.0\.0\.1:1: ECONNREFUSED/);
    const { stdout } = await service.cliHere(['webhooks', 'deliveries', path.split('/').at(-1) ?? '']);
    assert.match(stdout, / {2}20\d\d-\S+Z {2}20\d\d-\S+Z {2}unreachable: 127\.0\.0\.1:1: ECONNREFUSED$/m);
    await press(browser, path, `${path}/delete`);
  }),
);

test(
  'a webhook and its deliveries do not exist for others, and an address inside the network is refused',
  on(async ({ service, ada, admin }) => {
    const own = await createApplication(service, { owner: ada, name: 'Inkwell' });
    const receiver = await openReceiver((response) => response.end('<script>alert(1)</script>'));
    const browser = await signedIn(service, ada);
    assert.equal((await addByForm(browser, listOf(own), receiver.url)).status, 201);
    const path = await onlyIn(browser, listOf(own));
    await eventually('delivered', async () => (await browser.get(path)).body.includes('delivered'));
    const delivery = /\/[^"]+\/deliveries\/[\d.]+/.exec((await browser.get(path)).body)?.[0] ?? '';
    const stranger = await signedIn(service, await createUser(service));
    const theirs = await createApplication(service, { owner: await createUser(service), name: 'Blotter' });

    for (const address of [listOf(own), path, delivery]) assert.equal((await stranger.get(address)).status, 404);
    const elsewhere = path.replace(own.client_id, theirs.client_id);
    for (const address of [elsewhere, path.replace(listOf(own), '/admin/webhooks')])
      assert.equal((await admin.get(address)).status, 404, address);
    assert.ok((await browser.get(delivery)).body.includes('&lt;script&gt;'));
    for (const url of [
      'https://10.0.0.1/',
      'https://[::ffff:10.0.0.1]/',
      'HTTPS://169.254.169.254/',
      'http://example.org/',
      'https://2130706689.0x0a000001/',
      'ftp://example.org/',
      'https://a:b@example.org/',
    ])
      assert.equal((await addByForm(browser, listOf(own), url)).status, 422, url);
  }),
);

test(
  'the operator has every event told with its account, and rotates, tries, switches and deletes the webhook by command',
  on(async ({ service, ada, quill }) => {
    const receiver = await openReceiver();
    const cli = async (...words: string[]) => {
      const { code, stdout, stderr } = await service.cliHere(['webhooks', ...words, '--json']);
      assert.equal(code, 0, stderr);
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    };
    const [made] = await cli('create', '--url', receiver.url, '--group', 'account', '--group', 'application');
    await signedIn(service, ada);
    await eventually('the sign-in', async () => receiver.got.some(({ type }) => type === 'account.signed_in'));
    const got = receiver.got.find(({ type }) => type === 'account.signed_in');
    assert.ok(got && isGenuine(got, made.secret));
    assert.deepEqual(Object.keys(got.data).toSorted(), ['account_id', 'event_id']);
    const id = String(made.id);
    const [rotated] = await cli('rotate', id);
    await cli('test', id);
    await eventually('the test', async () => receiver.got.some(({ type }) => type === 'webhook.test'));
    const tested = receiver.got.find(({ type }) => type === 'webhook.test');
    assert.ok(tested && isGenuine(tested, made.secret) && isGenuine(tested, rotated.secret));
    assert.equal((await cli('off', id))[0].state, 'off');
    assert.equal((await cli('on', id))[0].state, 'on');
    assert.equal((await cli('update', id, '--group', 'limit'))[0].groups.join(), 'limit');
    assert.ok((await cli('deliveries', id)).every((one) => one.answer === 'thanks' || one.state === 'waiting'));
    assert.ok(!JSON.stringify(await cli('list')).includes('whsec_'));
    await cli('delete', id);
    const wrong = await service.cliHere([
      'webhooks',
      'create',
      '--url',
      'https://10.0.0.1',
      '--group',
      'x',
      '--client-id',
      quill.client_id,
    ]);
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.stderr,
      /private network.*no such group .*: x\. Choose from application, consent, .*webhook\.$/ms,
    );
    const { stdout } = await service.cliHere(['webhooks', 'create', '--help']);
    assert.match(stdout, /--group GROUP .*account, .*setup; of an application application, consent/);
  }),
);

test(
  'a fifth rotation within a day is refused in words by page and command',
  on(async ({ service, ada, quill }) => {
    const browser = await signedIn(service, ada);
    await addByForm(browser, listOf(quill), (await openReceiver()).url);
    const path = await onlyIn(browser, listOf(quill));
    const id = path.split('/').at(-1) ?? '';
    const rotate = () => service.cliHere(['webhooks', 'rotate', id]);
    for (let time = 1; time <= 4; time += 1) assert.equal((await rotate()).code, 0);

    const refused = await rotate();
    assert.deepEqual([refused.code, /rotated four times within a day/.test(refused.stderr)], [1, true]);
    const pressed = await press(browser, path, `${path}/rotate`);
    assert.match((await browser.get(pressed.location ?? '')).body, /rotated four times within a day/);
    await press(browser, path, `${path}/delete`);
  }),
);

test(
  'an owner whose address is gone reads of it at home, and a new owner of the application is not told to the old address',
  on(async ({ service, ada }) => {
    const own = await createApplication(service, { owner: ada, name: 'Nib' });
    const receiver = await openReceiver(status(410));
    const browser = await signedIn(service, ada);
    await addByForm(browser, listOf(own), receiver.url);
    const path = await onlyIn(browser, listOf(own));
    await eventually(
      'it is off',
      async () =>
        (await browser.get(path)).body.includes(`${path}/switch`) && (await browser.get('/')).body.includes(path),
    );
    receiver.answer = status(200);
    await press(browser, path, `${path}/switch`);
    await eventually('what was kept', async () => (await browser.get(path)).body.includes('delivered'));
    const heir = await createUser(service);
    const settings = `/oauth/applications/${own.client_id}/settings`;
    await press(browser, settings, settings.replace('settings', 'transfer'), { nickname: heir.nickname });
    const heirs = await signedIn(service, heir);
    await press(heirs, '/oauth/applications', settings.replace('settings', 'transfer/accept'));

    assert.equal((await browser.get(path)).status, 404);
    assert.match((await heirs.get(path)).body, /given to another account/);
    assert.ok(receiver.got.every(({ type }) => type !== 'application.transfer_accepted'));
  }),
);

test('a service that is killed while it delivers repeats it under the same id after its return, and loses nothing', () =>
  everyEngine(async (engine) => {
    const first = await startService({ database: engine, env });
    const { ada } = await usualStage(first);
    const receiver = await openReceiver(() => {});
    const args = ['webhooks', 'create', '--url', receiver.url, '--group', 'account', '--json'];
    assert.equal((await first.cliHere(args)).code, 0);
    await signedIn(first, ada);
    await eventually('an attempt is under way', async () => receiver.got.length === 1);
    await first.kill();
    receiver.answer = status(200);
    await startService({ database: engine, env, sharedWith: first });
    await eventually('the repetition', async () => receiver.got.length > 1);

    assert.equal(receiver.got[1]?.id, receiver.got[0]?.id);
    assert.equal(receiver.got[1]?.body, receiver.got[0]?.body);
  }));
