/** Proves that no network, and no network of networks, can keep others from having their passwords checked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, type User } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formWith } from '../../support/html.ts';
import { hashAtFullCost } from '../../support/quick-hashing.ts';
import type { Service } from '../../support/service.ts';

// Hashes that take no time make no queue.
hashAtFullCost();

const on = eachDatabase(async (service) => ({ service, ada: await createUser(service) }), {
  LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
});

/** More at once than are hashed within a second, again and again. */
const CROWD = 60;
const HONEST_TRIES = 3;

async function signInFrom({ url }: Service, address: string, who: Pick<User, 'nickname' | 'password'>) {
  const browser = openBrowser(url);
  const headers = { 'x-forwarded-for': address };
  const page = await browser.get('/sign-in', headers);
  const set = { nickname: who.nickname, password: who.password };
  return (await browser.submit(page, formWith(page.body, 'nickname', 'password'), { set, headers })).status;
}

/** On a machine that has other work, a hash may take so long that even one is refused for now; three in a row are not. */
async function signInPatiently(service: Service, user: User): Promise<number> {
  for (let again = 0; again < 2; again += 1) {
    const status = await signInFrom(service, '198.51.100.7', user);
    if (status !== 503) return status;
  }
  return await signInFrom(service, '198.51.100.7', user);
}

/** What is answered to the honest user while wrong passwords come from these addresses without a pause. */
async function statusesBeside(service: Service, user: User, addresses: readonly string[]) {
  const wrong = { nickname: 'somebody', password: 'wrong wrong wrong' };
  const crowd = { statuses: new Set<number>(), isOver: false };
  const attackers = Array.from({ length: CROWD }, async (_, index) => {
    do {
      crowd.statuses.add(await signInFrom(service, addresses[index % addresses.length] ?? '', wrong));
    } while (!crowd.isOver);
  });
  const honest: number[] = [];
  for (let tries = 0; tries < HONEST_TRIES; tries += 1) {
    honest.push(await signInPatiently(service, user));
  }
  crowd.isOver = true;
  await Promise.all(attackers);
  return { honest, crowd: [...crowd.statuses].toSorted() };
}

test(
  'one network that sends passwords without a pause is refused, and the sign-ins of others go on',
  on(async ({ service, ada }) => {
    const { honest, crowd } = await statusesBeside(service, ada, ['203.0.113.9']);

    assert.deepEqual(honest, new Array(HONEST_TRIES).fill(303));
    assert.deepEqual(crowd, [422, 503]);
  }),
);

test(
  'whoever owns many networks next to each other has the share of one',
  on(async ({ service, ada }) => {
    const owned = Array.from({ length: CROWD }, (_, index) => `2001:db8:1:${index.toString(16)}::1`);

    const { honest, crowd } = await statusesBeside(service, ada, owned);

    assert.deepEqual(honest, new Array(HONEST_TRIES).fill(303));
    assert.deepEqual(crowd, [422, 503]);
  }),
);
