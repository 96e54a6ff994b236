/** Proves sign-up: what makes an account, which passwords are refused and why, and one account per person. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createUser, PASSWORD } from '../../support/actors.ts';
import { openBrowser, type Page } from '../../support/browser-like.ts';
import { eachDatabase, everyEngine } from '../../support/each-database.ts';
import { formTo, hasField, text } from '../../support/html.ts';
import { type Service, startService } from '../../support/service.ts';

const on = eachDatabase(async (service) => ({ service, ada: await createUser(service) }));
const newName = () => `new${randomBytes(4).toString('hex')}`;

async function signUp(
  service: Service,
  set: Record<string, string>,
): Promise<{ page: Page; browser: ReturnType<typeof openBrowser> }> {
  const browser = openBrowser(service.url);
  const asked = await browser.get('/sign-up');
  const form = formTo(asked.body, '/sign-up');
  for (const name of Object.keys(set)) assert.ok(hasField(form, name), `the form has no ${name}`);
  return { browser, page: await browser.submit(asked, form, { set }) };
}

test(
  'a visitor who signs up is signed in',
  on(async ({ service }) => {
    const nickname = newName();

    const { browser, page } = await signUp(service, { nickname, email: `${nickname}@example.org`, password: PASSWORD });

    assert.equal(page.status, 303, page.body);
    assert.ok((await browser.get('/account')).body.includes(nickname));
  }),
);

test(
  'weak passwords are refused with a reason beside the field',
  on(async ({ service }) => {
    const nickname = newName();
    for (const password of ['short', 'eleven char', `${nickname}${nickname}`, 'passwordpassword', 'aaaaaaaaaaaaaaaa']) {
      const { page } = await signUp(service, { nickname, email: `${nickname}@example.org`, password });

      assert.ok(page.status === 422 || page.status === 400, `${password}: ${page.status}`);
      assert.match(page.body, /aria-invalid="true"|role="alert"/);
      assert.ok(!page.body.includes(`value="${password}"`), 'the password does not come back');
    }
  }),
);

test(
  'taken names are told together with a weak password, each beside its field',
  on(async ({ service, ada }) => {
    const { page } = await signUp(service, {
      nickname: ada.nickname.toUpperCase(),
      email: ada.email,
      password: 'short',
    });
    const { page: half } = await signUp(service, { nickname: ada.nickname, email: 'nowhere', password: 'short' });

    assert.equal(page.status, 422);
    for (const name of ['nickname', 'email', 'password']) {
      assert.ok(page.body.includes(`id="${name}-fault"`) && half.body.includes(`id="${name}-fault"`), name);
    }
    assert.match(half.body, /one that looks like it, is taken/);
  }),
);

test(
  'long passwords in any script are taken whole',
  on(async ({ service }) => {
    const nickname = newName();
    const password = `ключ 鍵 🔑 ${'x'.repeat(60)}`;
    await signUp(service, { nickname, email: `${nickname}@example.org`, password });

    const cut = await openBrowser(service.url).signIn({ nickname, password: password.slice(0, -1) });
    const whole = await openBrowser(service.url).signIn({ nickname, password });
    const decomposed = await openBrowser(service.url).signIn({ nickname, password: password.normalize('NFD') });

    assert.notEqual(cut.status, 303);
    assert.equal(whole.status, 303);
    assert.equal(decomposed.status, 303);
  }),
);

test(
  'odd nicknames and addresses are refused',
  on(async ({ service }) => {
    const odd = ['', ' ', 'a\u202eb', 'a\u0000b', 'x'.repeat(300), 'a@b.example'];
    for (const nickname of odd) {
      const { page } = await signUp(service, { nickname, email: `${newName()}@example.org`, password: PASSWORD });
      assert.ok(page.status === 422 || page.status === 400, `${JSON.stringify(nickname)}: ${page.status}`);
    }
    for (const email of ['', 'x', 'x@', '@x', 'a b@example.org', 'a@example.org\r\nBcc: x']) {
      const { page } = await signUp(service, { nickname: newName(), email, password: PASSWORD });
      assert.ok(page.status === 422 || page.status === 400, `${JSON.stringify(email)}: ${page.status}`);
    }
  }),
);

test(
  'fields that the form does not have are not read',
  on(async ({ service }) => {
    const nickname = newName();
    const browser = openBrowser(service.url);
    const asked = await browser.get('/sign-up');
    const form = formTo(asked.body, '/sign-up');
    const extra = { id: '1', admin: '1', role: 'admin', email_verified: 'true', password_hash: 'x' };

    await browser.submit(asked, form, {
      set: { nickname, email: `${nickname}@example.org`, password: PASSWORD, ...extra },
    });

    const listed = await service.cliHere(['users', 'list', '--json']);
    const user = parseList(listed.stdout).find((each) => each.nickname === nickname);
    assert.ok(user);
    assert.ok(!user.admin && !user.admin_since && !user.administrator, JSON.stringify(user));
    assert.notEqual(user.id, 1);
  }),
);

function parseList(output: string): Record<string, unknown>[] {
  const text = output.trim();
  return text.startsWith('[') ? JSON.parse(text) : text.split('\n').map((line) => JSON.parse(line));
}

test('where sign-up is closed, visitors cannot create accounts, and are told who makes them', () =>
  everyEngine(async (engine) => {
    const service = await startService({
      database: engine,
      env: { LATCHKEY_SIGN_UP: 'closed', LATCHKEY_CONTACT: 'help@example.org' },
    });

    const page = await openBrowser(service.url).get('/sign-up');
    const posted = await openBrowser(service.url).post('/sign-up', {
      nickname: 'x',
      email: 'x@example.org',
      password: PASSWORD,
    });

    await createUser(service, { admin: true });
    const home = text((await openBrowser(service.url).get('/')).body);
    assert.match(home, /Sign in and register your application\./);
    assert.doesNotMatch(home, /Create an account/);
    for (const answer of [page, posted]) {
      assert.equal(answer.status, 403);
      assert.match(text(answer.body), /Only an administrator can create accounts here\..* help@example\.org/);
      assert.doesNotMatch(answer.body, /name="password"/);
    }
    await service.stop();
  }));

test('forms that create no account are counted too, before what was typed is looked at', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine, env: { LATCHKEY_DANGER_NO_RATE_LIMITS: '0' } });
    const ada = await createUser(service);
    const stranger = openBrowser(service.url);
    const shown = await stranger.get('/sign-up');
    const form = formTo(shown.body, '/sign-up');

    const statuses = new Set<number>();
    let told = 0;
    for (let tries = 0; tries < 61; tries += 1) {
      const page = await stranger.submit(shown, form, { set: { nickname: ada.nickname, password: 'short' } });
      statuses.add(page.status);
      if (page.body.includes('id="nickname-fault"')) told += 1;
    }

    assert.deepEqual([...statuses], [422, 429]);
    assert.equal(told, 20, 'taken names are told as often as accounts may be made, and no more');
    assert.equal((await openBrowser(service.url).get('/sign-up')).status, 200);
    await service.stop();
  }));
