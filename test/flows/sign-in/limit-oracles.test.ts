/** Proves that the limits on sign-ins tell nobody which names exist, nor which of them are one account's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import type { Service } from '../../support/service.ts';

const MOST = 3;
const on = eachDatabase(async (service) => ({ service, ada: await createUser(service) }), {
  LATCHKEY_DANGER_NO_RATE_LIMITS: 'false',
  LATCHKEY_SIGN_INS_PER_ACCOUNT: String(MOST),
  LATCHKEY_SIGN_INS_PER_NETWORK: '1000',
});

async function statusOf({ url }: Service, nickname: string, password = 'wrong wrong wrong'): Promise<number> {
  return (await openBrowser(url).signIn({ nickname, password })).status;
}

async function statusesOf(service: Service, names: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const name of names) statuses.push(await statusOf(service, name));
  return statuses;
}

test(
  'a nickname with too many tries does not tell which e-mail address belongs to it, and guessing is over',
  on(async ({ service }) => {
    const user = await createUser(service);
    const stranger = `x${user.email}`;
    for (let tries = 0; tries < MOST; tries += 1) await statusOf(service, user.nickname);

    const own = await statusesOf(service, new Array(MOST + 1).fill(user.email));
    const other = await statusesOf(service, new Array(MOST + 1).fill(stranger));

    assert.deepEqual(own, [422, 422, 422, 429]);
    assert.deepEqual(other, own);
  }),
);

test(
  'under another of its names the right password is refused like a wrong one, until an operator unlocks it',
  on(async ({ service }) => {
    const user = await createUser(service);
    for (let tries = 0; tries < MOST; tries += 1) await statusOf(service, user.nickname);

    assert.equal(await statusOf(service, user.email, user.password), 422);
    assert.equal((await service.cliHere(['users', 'enable', user.nickname])).code, 0);
    assert.equal(await statusOf(service, user.nickname, user.password), 303);
  }),
);

test(
  'every spelling of a name is one name, whether an account has it or not',
  on(async ({ service, ada }) => {
    const spellings = (email: string) => [email, email.toUpperCase(), email.replace('@', ' @'), ` ${email}`, email];

    const known = await statusesOf(service, spellings(ada.email));
    const unknown = await statusesOf(service, spellings(`x${ada.email}`));

    assert.deepEqual(known, [422, 422, 422, 429, 429]);
    assert.deepEqual(unknown, known);
  }),
);
