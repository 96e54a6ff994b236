/** Proves that programs and operators create accounts without a password, whose owners set one by a sign-in link. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formTo } from '../../support/html.ts';
import { assertOk, assertProblem, managementStage } from '../../support/management.ts';
import type { Service } from '../../support/service.ts';

const on = eachDatabase(managementStage);

/** Sets the password by the link, and answers the status of a sign-in with it. */
async function enterBy(service: Service, url: string, nickname: string): Promise<number> {
  const link = new URL(url).pathname;
  const browser = openBrowser(service.url);
  const page = await browser.get(link);
  const entered = await browser.submit(page, formTo(page.body, link), { set: { password: PASSWORD } });
  assert.equal(entered.location, '/');
  return (await openBrowser(service.url).signIn({ nickname, password: PASSWORD })).status;
}

test(
  'an account is made by the API without a password, nobody gets in, and its owner sets one by a link',
  on(async ({ service, all }) => {
    const body = { nickname: 'Passwordless', email: 'passwordless@example.org', email_verified: true };
    const headers = { 'idempotency-key': 'passwordless' };

    const made = assertOk(await all('POST', '/people', { body, headers }), 201);
    const repeated = assertOk(await all('POST', '/people', { body, headers }), 201);

    assert.deepEqual(repeated.body, made.body);
    for (const password of ['', 'null', 'undefined', PASSWORD]) {
      assert.equal((await openBrowser(service.url).signIn({ nickname: 'Passwordless', password })).status, 422);
    }
    const { url } = assertOk(await all('POST', `/people/${made.body.id}/sign-in-link`), 201).body;
    assert.equal(await enterBy(service, url, 'Passwordless'), 303);
    for (const password of ['', null]) {
      const refused = await all('POST', '/people', { body: { ...body, password } });
      assertProblem(refused, 422, 'invalid');
      assert.equal(refused.body.errors[0].pointer, '/password');
    }
  }),
);

test(
  'commands make accounts without a password, one and many, and say how their owners get in',
  on(async ({ service }) => {
    const who = ['--nickname', 'linked', '--email', 'linked@example.org'];
    const made = await service.cliHere(['users', 'create', ...who, '--no-password']);
    const lines = [
      { nickname: 'linked2' },
      { nickname: 'linked3', password: PASSWORD },
      { nickname: 'x', password: null },
    ];
    const input = lines.map((line) => JSON.stringify({ ...line, email: `${line.nickname}@example.org` })).join('\n');
    const many = await service.cliHere(['users', 'create-many'], input);
    const both = await service.cliHere(['users', 'create', ...who, '--no-password', '--password-stdin'], PASSWORD);

    assert.match(
      made.stdout,
      /^Created linked with the number (\d+)\. It has no password: latchkey users sign-in-link \1 /,
    );
    assert.match(many.stdout, /3: not done: x password must be a text; leave it out for an account without one\./);
    assert.match(many.stderr, /2 done, 1 not/);
    assert.equal(both.code, 2);
    assert.match(both.stderr, /--password-stdin and --no-password do not go together/);
    for (const nickname of ['linked', 'linked2']) {
      const link = await service.cliHere(['users', 'sign-in-link', nickname, '--json']);
      assert.equal(await enterBy(service, JSON.parse(link.stdout).url, nickname), 303);
    }
  }),
);
