/** Proves that no form of the service can be sent from elsewhere, and that looking changes nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { type Browser, filled, openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertAlive, authorizeParams, obtainTokens, type Stage, usualStage } from '../../support/grant.ts';
import { type Form, forms, links } from '../../support/html.ts';
import { proves } from '../../support/proves.ts';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const tokens = await obtainTokens(stage);
  await signedIn(service, stage.ada);
  return { ...stage, tokens };
});

/** Every page with a form that a signed-in user can reach. */
function pages({ quill }: Stage): string[] {
  const application = `/oauth/applications/${encodeURIComponent(quill.client_id)}`;
  return [
    ...['/account', '/account/sessions', '/account/delete', '/oauth/authorized_applications', '/oauth/applications'],
    ...['/oauth/applications/new', application, `${application}/edit`, `${application}/delete`],
    ...['/credentials', '/permissions', '/settings'].map((tab) => application + tab),
    `/oauth/authorize?${new URLSearchParams(authorizeParams(quill, { prompt: 'consent' }))}`,
  ];
}

async function postForms(browser: Browser, paths: string[]): Promise<Form[]> {
  const found = new Map<string, Form>();
  for (const path of paths) {
    const page = await browser.follow(await browser.get(path));
    assert.equal(page.status, 200, path);
    for (const form of forms(page.body))
      if (form.method === 'post') found.set(form.action || path, { ...form, action: form.action || path });
  }
  return [...found.values()];
}

const namedButton = (form: Form) => {
  const button = form.buttons.find(({ name }) => name !== '');
  return button ? { button } : {};
};
const sent = (form: Form) => filled(form, namedButton(form));
const withoutHidden = (form: Form) =>
  sent(form).filter(([name]) => !form.fields.some((field) => field.type === 'hidden' && field.name === name));

test(
  'every page carries form tokens and seals of its own, so that a compressed answer tells nothing about them',
  on(async ({ browser, quill }) => {
    const consent = `/oauth/authorize?${new URLSearchParams(authorizeParams(quill, { prompt: 'consent' }))}`;
    const halves = async (path: string) => {
      const { body } = await browser.get(path);
      const seals = [...body.matchAll(/name="(?:form_token|seal)" value="([\w-]{86})"/g)].map(([, text = '']) => text);
      return [...new Set(seals.flatMap((text) => [text.slice(0, 43), text.slice(43)]))];
    };

    const account = [...(await halves('/account')), ...(await halves('/account'))];
    const deciding = [...(await halves(consent)), ...(await halves(consent))];

    assert.ok(account.length >= 4 && deciding.length >= 8, 'a token on one page, a token and a seal on the other');
    const all = [...account, ...deciding];
    assert.equal(new Set(all).size, all.length, 'no half of one stands on two pages');
  }),
);

test(
  'the form of an older page stays good while newer pages are open',
  on(async ({ service }) => {
    const user = await createUser(service);
    const own = await signedIn(service, user);
    const older = await own.get('/account/sessions');
    await own.get('/account/sessions');
    const form = forms(older.body).find(({ action }) => action === '/sign-out');
    assert.ok(form);

    assert.equal((await own.submit(older, form)).status, 303);
  }),
);

proves(
  'RFC 6749 §10.12',
  'The authorization server MUST implement CSRF protection for its authorization endpoint and ensure that a malicious client cannot obtain authorization without the awareness and explicit consent of the resource owner.',
  on(async (stage) => {
    const { service, browser, tokens } = stage;
    const all = await postForms(browser, pages(stage));
    assert.ok(all.length >= 10, `only ${all.length} forms found: ${all.map(({ action }) => action)}`);

    for (const form of all) {
      const bare = await browser.post(form.action, withoutHidden(form));
      const site = await browser.post(form.action, sent(form), {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      });
      const sibling = await browser.post(form.action, sent(form), {
        'sec-fetch-site': 'same-site',
        origin: 'https://x.127.0.0.1',
      });
      for (const [what, answer] of Object.entries({ bare, site, sibling })) {
        assert.equal(answer.status, 403, `${form.action} (${what}) answered ${answer.status}`);
        assert.equal(answer.location, undefined);
      }
    }
    await assertAlive(service, tokens.access);
    assert.equal((await browser.get('/account')).status, 200);
  }),
);

test(
  'a token of another user’s form opens nothing',
  on(async (stage) => {
    const { service, browser, ada } = stage;
    const other = await signedIn(service, await createUser(service));
    const [theirs] = await postForms(other, ['/account']);
    assert.ok(theirs);
    const borrowed = Object.fromEntries(
      theirs.fields.filter(({ type }) => type === 'hidden').map(({ name, value }) => [name, value]),
    );
    assert.ok(Object.keys(borrowed).length > 0);

    for (const form of await postForms(browser, pages(stage))) {
      const answer = await browser.post(form.action, filled(form, { set: borrowed, ...namedButton(form) }));
      assert.equal(answer.status, 403, form.action);
    }
    assert.ok((await browser.get('/account')).body.includes(ada.nickname));
  }),
);

test(
  'sign-in and sign-up cannot be sent from elsewhere either',
  on(async ({ service, ada }) => {
    for (const path of ['/sign-in', '/sign-up']) {
      const set = { nickname: ada.nickname, password: ada.password };
      const stranger = openBrowser(service.url);
      const page = await stranger.get(path);
      const form = forms(page.body).find(({ method }) => method === 'post');
      assert.ok(form);

      const blind = await openBrowser(service.url).post(path, set, {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      });
      const bare = await openBrowser(service.url).post(path, set);
      const cookieless = await openBrowser(service.url).post(path, filled(form, { set }));
      for (const answer of [blind, bare, cookieless]) assert.equal(answer.status, 403, path);
    }
  }),
);

test(
  'following every link changes nothing',
  on(async ({ service, browser, tokens, quill }) => {
    const seen = new Set<string>();
    const waiting = ['/', '/account'];
    while (waiting.length > 0 && seen.size < 200) {
      const path = waiting.pop() ?? '/';
      if (seen.has(path)) continue;
      seen.add(path);
      const page = await browser.get(path);
      assert.ok(page.status < 500, `${path}: ${page.status}`);
      for (const link of links(page.body))
        if (link.startsWith('/') && !link.startsWith('//')) waiting.push(link.split('#')[0] ?? '/');
    }

    assert.ok(seen.size > 5, [...seen].join());
    assert.equal((await browser.get('/account')).status, 200);
    assert.equal((await browser.get(`/oauth/applications/${encodeURIComponent(quill.client_id)}`)).status, 200);
    await assertAlive(service, tokens.access);
  }),
);
