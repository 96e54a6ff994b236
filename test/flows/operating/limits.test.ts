/** Proves the rate limits: attempts are counted before anything costly, and a normal client never meets them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { type Browser, openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { codeFields, obtainTokens, tokensOf, usualStage, whoami } from '../../support/grant.ts';
import { formTo } from '../../support/html.ts';
import { type Answer, json } from '../../support/http-client.ts';
import { token } from '../../support/token-client.ts';

const ON = { LATCHKEY_DANGER_NO_RATE_LIMITS: 'false' };
const shipped = eachDatabase(usualStage, ON);
const tight = eachDatabase(usualStage, {
  ...ON,
  LATCHKEY_SIGN_INS_PER_ACCOUNT: '3',
  LATCHKEY_SIGN_INS_PER_NETWORK: '1000',
  LATCHKEY_FAILURES_PER_NETWORK: '1000',
  LATCHKEY_TOKEN_REQUESTS_PER_CLIENT: '5',
});
const suspicious = eachDatabase(usualStage, {
  ...ON,
  LATCHKEY_FAILURES_PER_NETWORK: '5',
  LATCHKEY_SIGN_INS_PER_NETWORK: '6',
});

function assertTooMany(answer: Answer): void {
  assert.equal(answer.status, 429, `${answer.status} ${answer.body.slice(0, 200)}`);
  assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
}

test(
  'sign-ins are limited per account, whichever way the account is named',
  tight(async ({ service }) => {
    const user = await createUser(service);
    const names = [user.nickname, user.email, user.nickname.toUpperCase()];
    for (const nickname of names) await openBrowser(service.url).signIn({ nickname, password: 'wrong wrong wrong' });

    const answer = await openBrowser(service.url).signIn(user);

    // Answered like a wrong password: too many requests for one name would tell that the other is the same account's.
    assert.equal(answer.status, 422);
    const limited = await openBrowser(service.url).signIn(user);
    assertTooMany(limited);
    assert.match(limited.headers['content-type'] ?? '', /^text\/html/);
  }),
);

async function changeEmail(browser: Browser, password: string): Promise<Answer> {
  const page = await browser.get('/account/email');
  const form = formTo(page.body, '/account/email');
  return browser.submit(page, form, { set: { email: `${randomUUID()}@example.org`, current_password: password } });
}

test(
  'whoever guesses the password in one session does not keep its owner, in another, from changing it',
  tight(async ({ service }) => {
    const user = await createUser(service);
    const [thief, owner] = [await signedIn(service, user), await signedIn(service, user)];
    for (let index = 0; index < 3; index += 1)
      assert.equal((await changeEmail(thief, 'wrong wrong wrong')).status, 422);
    assertTooMany(await changeEmail(thief, user.password));

    assert.equal((await changeEmail(owner, user.password)).status, 303);
    const page = await owner.get('/account/password');
    const set = { current_password: user.password, new_password: 'seven quiet otters by the mill' };
    const changed = await owner.submit(page, formTo(page.body, '/account/password'), { set });

    assert.equal(changed.location, '/account/password?done=password_changed');
    assert.equal((await thief.get('/account')).status, 303, 'the session of the thief has ended');
  }),
);

test(
  'all sessions of an account together guess its password so often; then the first try of each is looked at alone',
  tight(async ({ service }) => {
    const user = await createUser(service);
    for (let index = 0; index < 10; index += 1) {
      const browser = await signedIn(service, user);
      for (let tries = 0; tries < 3; tries += 1) await changeEmail(browser, 'wrong wrong wrong');
    }
    const [guessing, owner] = [await signedIn(service, user), await signedIn(service, user)];

    assert.equal((await changeEmail(guessing, 'wrong wrong wrong')).status, 422);
    assertTooMany(await changeEmail(guessing, user.password));
    assert.equal((await changeEmail(owner, user.password)).status, 303);
  }),
);

test(
  'the profile can be saved so often in an hour: its answer tells whether a nickname is taken',
  shipped(async ({ service }) => {
    const [user, other] = [await createUser(service), await createUser(service)];
    const browser = await signedIn(service, user);
    const page = await browser.get('/account');
    const form = formTo(page.body, '/account');
    const save = (nickname: string) => browser.submit(page, form, { set: { nickname, shown: '' } });

    for (let index = 0; index < 15; index += 1) {
      assert.equal((await save(other.nickname)).status, 422);
      assert.equal((await save(`${user.nickname}${index}`)).status, 303);
    }

    assertTooMany(await save(other.nickname));
    assertTooMany(await save(`${user.nickname}free`));
    assert.equal((await browser.get('/account')).status, 200);
  }),
);

test(
  'one account under attack does not lock another out',
  tight(async ({ service }) => {
    const [victim, other] = [await createUser(service), await createUser(service)];
    for (let index = 0; index < 5; index += 1) {
      await openBrowser(service.url).signIn({ nickname: victim.nickname, password: 'wrong wrong wrong' });
    }

    assert.ok(await signedIn(service, other));
  }),
);

test(
  'successful token requests are limited per client and grant, with a JSON answer',
  tight(async ({ service, quill }) => {
    const fields = { grant_type: 'client_credentials', client_id: quill.client_id, client_secret: quill.client_secret };
    for (let index = 0; index < 5; index += 1) tokensOf(await token(service.url, fields));

    const answer = await token(service.url, fields);

    assertTooMany(answer);
    assert.ok(json(answer).error);
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
    const other = await token(service.url, { ...fields, grant_type: 'refresh_token', refresh_token: 'x' });
    assert.equal(other.status, 400, 'another grant has a count of its own');
  }),
);

test(
  'failures are limited per network, and right credentials keep working afterwards',
  suspicious(async (stage) => {
    const { service, quill } = stage;
    const { access } = await obtainTokens(stage);
    const wrong = { ...codeFields(quill, 'x'), client_secret: 'wrong' };
    const answers = [];
    for (let index = 0; index < 8; index += 1) answers.push(await token(service.url, wrong));

    const last = answers.at(-1);
    assert.ok(last);
    assertTooMany(last);
    assert.ok(json(last).error);
    assert.equal((await whoami(service, access)).status, 200, 'a valid token is not hindered');
  }),
);

test(
  'wrong secrets from a shared address never lock out the client that has the right one',
  shipped(async ({ service, ada }) => {
    const [victim, native] = await Promise.all([
      createApplication(service, { owner: ada, name: 'Victim' }),
      createApplication(service, { owner: ada, name: 'Native', isPublic: true, redirectUris: ['com.example.app:/cb'] }),
    ]);
    const asking = (client: { client_id: string }, client_secret?: string) =>
      token(service.url, {
        ...{ grant_type: 'refresh_token', refresh_token: 'x', client_id: client.client_id },
        ...(client_secret === undefined ? {} : { client_secret }),
      });
    const wrong: number[] = [];
    for (let index = 0; index < 25; index += 1) {
      wrong.push((await asking(victim, 'wrong')).status);
      await asking(native, 'a public client has none');
    }

    assert.deepEqual([...new Set(wrong.slice(0, 20))], [401]);
    assert.deepEqual([...new Set(wrong.slice(20))], [429]);
    // The refresh token is invented: 400 says that the client has been let in.
    assert.equal((await asking(victim, victim.client_secret)).status, 400);
    assert.equal((await asking(native)).status, 400);
    assertTooMany(await asking(victim, 'wrong'));
  }),
);

test(
  'a forged X-Forwarded-For gives nobody a fresh count',
  suspicious(async ({ service, quill }) => {
    const wrong = { ...codeFields(quill, 'x'), client_secret: 'wrong' };
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` };
      statuses.push((await token(service.url, wrong, { headers })).status);
    }

    assert.equal(statuses.at(-1), 429, statuses.join());
  }),
);

test(
  'the shipped limits do not hinder a page load, a busy client or a clumsy user',
  shipped(async (stage) => {
    const { service, ada, quill } = stage;
    const { access } = await obtainTokens(stage);
    const fields = { grant_type: 'client_credentials', client_id: quill.client_id, client_secret: quill.client_secret };
    const answers = await Promise.all([
      ...Array.from({ length: 200 }, () => whoami(service, access)),
      ...Array.from({ length: 100 }, () => token(service.url, fields)),
      ...Array.from({ length: 50 }, () => openBrowser(service.url).get('/sign-in')),
    ]);

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    for (let index = 0; index < 4; index += 1) {
      await openBrowser(service.url).signIn({ nickname: ada.nickname, password: 'wrong wrong wrong' });
    }
    await signedIn(service, ada);
  }),
);
