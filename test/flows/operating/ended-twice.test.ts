/** Proves that a form which ends something, sent twice, says by its second answer what the first one said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { type AdminStage, administeredStage, personPath } from '../../support/administration.ts';
import { type Browser, openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formTo, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';
import { createResource } from '../../support/resources.ts';

const on = eachDatabase(administeredStage, { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' });

/** Sends one form twice, each time with the cookies from before. */
async function sendTwice(
  { service }: AdminStage,
  browser: Browser,
  [page, action]: readonly [page: string, action: string | RegExp],
  set: Record<string, string> = {},
): Promise<{ readonly answers: readonly Page[]; readonly second: Browser }> {
  const opened = await browser.get(page);
  assert.equal(opened.status, 200, `${page} ${text(opened.body)}`);
  const copies = [openBrowser(service.url), openBrowser(service.url)] as const;
  for (const copy of copies) for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  const answers: Page[] = [];
  for (const copy of copies) answers.push(await copy.submit(opened, formTo(opened.body, action), { set }));
  return { answers, second: copies[1] };
}

async function saysTheSame(
  stage: AdminStage,
  browser: Browser,
  form: readonly [string, string | RegExp],
  set: Record<string, string>,
  done: string,
): Promise<void> {
  const { answers } = await sendTwice(stage, browser, form, set);
  for (const { location, body } of answers) assert.ok(location?.endsWith(`?done=${done}`), `${location} ${text(body)}`);
  assert.equal(answers[0]?.location, answers[1]?.location);
}

test(
  'an application, a webhook, an API and an account of somebody else are deleted once, and said to be by both answers',
  on(async (stage) => {
    const { service, ada, browser, admin } = stage;
    const path = applicationPath(await createApplication(service, { owner: ada, name: 'Quill' }));
    const made = await browser.get(`${path}/webhooks/new`);
    const set = { url: 'http://127.0.0.1:9/hook', group: 'application' };
    await browser.submit(made, formTo(made.body, `${path}/webhooks`), { set });
    const hook = new RegExp(`${path}/webhooks/\\d+`).exec((await browser.get(`${path}/webhooks`)).body)?.[0] ?? '';
    await saysTheSame(stage, browser, [hook, `${hook}/delete`], {}, 'webhook_deleted');
    await saysTheSame(
      stage,
      browser,
      [`${path}/delete`, `${path}/delete`],
      { confirm_name: 'Quill' },
      'application_deleted',
    );

    const wish = { identifier: `https://${ada.nickname}.example/api`, name: 'Ended', scope: 'profile' };
    const api = `/admin/resources/${(await createResource(service, wish)).client_id}/delete`;
    await saysTheSame(stage, admin, [api, api], { confirm_name: 'Ended' }, 'resource_deleted');
    const bob = await createUser(service);
    const person = `${personPath(bob)}/delete`;
    await saysTheSame(stage, admin, [person, person], { confirm_nickname: bob.nickname }, 'person_deleted');
  }),
);

test(
  'what was deleted is said to be to nobody who could not have deleted it, and only in answer to a form',
  on(async (stage) => {
    const { service, ada, browser } = stage;
    const quill = await createApplication(service, { owner: ada, name: 'Quill' });
    const action = `${applicationPath(quill)}/delete`;
    const stranger = await signedIn(service, await createUser(service));
    await sendTwice(stage, browser, [action, action], { confirm_name: 'Quill' });
    const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec((await stranger.get('/account')).body) ?? [];

    assert.equal((await stranger.post(action, { form_token, confirm_name: 'Quill' })).status, 404);
    assert.equal((await browser.post(action, { form_token: '', confirm_name: 'Quill' })).status, 404);
    assert.equal((await browser.get(action)).status, 404);
  }),
);

test(
  'an account that its owner deletes by a form that is sent twice is said to be deleted, not to have been signed out',
  on(async (stage) => {
    const eve = await createUser(stage.service);
    const browser = await signedIn(stage.service, eve);
    const set = { confirm_nickname: eve.nickname, password: eve.password };

    const { answers, second } = await sendTwice(stage, browser, ['/account/delete', '/account/delete'], set);

    assert.deepEqual(
      answers.map(({ location }) => location),
      ['/?done=account_deleted', '/?done=account_deleted'],
    );
    assert.match(text((await second.get('/?done=account_deleted')).body), /Account deleted/);
  }),
);

test(
  'a deletion that comes after the session ended, and whose account is there, is not said to be done',
  on(async (stage) => {
    const eve = await createUser(stage.service);
    const browser = await signedIn(stage.service, eve);
    const opened = await browser.get('/account/delete');
    const late = openBrowser(stage.service.url);
    for (const [name, value] of browser.cookies) late.cookies.set(name, value);
    await browser.submit(opened, formTo(opened.body, '/sign-out'));

    for (const confirm_nickname of [eve.nickname, `${eve.nickname}mistyped`]) {
      const set = { confirm_nickname, password: eve.password };
      const answer = await late.submit(opened, formTo(opened.body, '/account/delete'), { set });

      assert.match(answer.location ?? '', /^\/sign-in\?return_to=\/account\/delete&done=not_saved$/);
    }
  }),
);

test(
  'an offer that is accepted or declined twice is so by both answers',
  on(async (stage) => {
    const { service, ada, browser } = stage;
    const bob = await createUser(service);
    const bobs = await signedIn(service, bob);
    for (const [act, done] of [
      ['decline', 'transfer_declined'],
      ['accept', 'transfer_accepted'],
    ] as const) {
      const quill = await createApplication(service, { owner: ada });
      const path = applicationPath(quill);
      const page = await browser.get(`${path}/settings`);
      await browser.submit(page, formTo(page.body, `${path}/transfer`), { set: { nickname: bob.nickname } });

      await saysTheSame(stage, bobs, ['/oauth/applications', `${path}/transfer/${act}`], {}, done);
    }
  }),
);
