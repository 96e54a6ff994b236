/** A token that comes again and again is not judged anew each time, and dies at the moment at which it would have died. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { formatToken, parseToken, RANDOM_BYTES } from '../../../src/protocol/tokens/token-string.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { sql } from '../../../src/storage/sql.ts';
import { createAdmittedTokens, MOST_ADMITTED } from '../../../src/tokens/admitted.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  introspect,
  obtainTokens,
  refresh,
  revoke,
  usualStage,
  whoami,
} from '../../support/grant.ts';
import { json } from '../../support/http-client.ts';

const on = eachDatabase(usualStage);
/** The row is remembered from its second reading on, and what was judged of it from the next. */
const OFTEN = 5;

async function askOften(service: Parameters<typeof assertAlive>[0], access: string): Promise<void> {
  for (let time = 0; time < OFTEN; time += 1) await assertAlive(service, access);
}

async function stageOf(clocked: Clocked) {
  const ada = await clocked.createUser('ada');
  const quill = await clocked.createApplication(ada, { scopes: ['profile', 'email', 'offline_access'] });
  // What these helpers use of a service is its address.
  return { service: { ...clocked } as never, browser: await clocked.signedIn(ada), quill, ada };
}

test(
  'a token that was admitted often is refused from the moment at which it is revoked',
  on(async (stage) => {
    const { access } = await obtainTokens(stage);
    await askOften(stage.service, access);
    assert.equal(json(await introspect(stage, access)).active, true);

    assert.equal((await revoke(stage, access)).status, 200);

    await assertDead(stage.service, access);
    assert.deepEqual(json(await introspect(stage, access)), { active: false });
  }),
);

test(
  'a string with the number of an admitted token and another secret is no token',
  on(async (stage) => {
    const { access } = await obtainTokens(stage);
    await askOften(stage.service, access);
    const number = parseToken('access', access);
    assert.ok(number !== undefined);

    const invented = formatToken('access', number, randomBytes(RANDOM_BYTES));

    for (let time = 0; time < OFTEN; time += 1) await assertDead(stage.service, invented);
    assert.deepEqual(json(await introspect(stage, invented)), { active: false });
    await assertAlive(stage.service, access);
  }),
);

test(
  'an admitted token ends in the second in which it expires, also within one minute',
  onMovedClock(async (clocked) => {
    const stage = await stageOf(clocked);
    // So that it expires in the middle of a minute, in which it was admitted before.
    clocked.pass((90 - (clocked.world.now() % 60)) % 60);
    const { access } = await obtainTokens(stage, { scope: 'profile' });
    clocked.pass(86_400 - 20);
    await askOften(stage.service, access);
    assert.equal(json(await introspect(stage, access)).active, true);

    clocked.pass(20);

    await assertDead(stage.service, access);
    assert.deepEqual(json(await introspect(stage, access)), { active: false });
  }),
);

test(
  'an admitted token is refused once its successor was used, and tells what the account is now',
  onMovedClock(async (clocked) => {
    const stage = await stageOf(clocked);
    const { access, refresh: first } = await obtainTokens(stage, { scope: 'profile offline_access' });
    await askOften(stage.service, access);
    await clocked.world.database.write([sql`update accounts set name = ${'Ada King'} where id = ${stage.ada.id}`]);
    assert.equal(json(await whoami(stage.service, access)).name, 'Ada King');

    const successor = String(json(await refresh(stage, first)).access_token);
    await askOften(stage.service, successor);

    await assertDead(stage.service, access);
  }),
);

test(
  'an admitted token is refused as soon as another process has ended its account',
  on(async (stage) => {
    const { access } = await obtainTokens(stage);
    const address = stage.service.databaseUrl;
    const other = await openDatabase(address, 1);
    for (let round = 0; round < 10; round += 1) {
      await askOften(stage.service, access);
      await other.write([sql`update accounts set disabled_at = ${1} where id = ${stage.ada.id}`]);
      await assertDead(stage.service, access);
      await other.write([sql`update accounts set disabled_at = null where id = ${stage.ada.id}`]);
    }
    await other.close();
    await assertAlive(stage.service, access);
  }),
);

test(
  'the last use of a token that is admitted again and again is noted in every minute',
  onMovedClock(async (clocked) => {
    const stage = await stageOf(clocked);
    const { access } = await obtainTokens(stage, { scope: 'profile' });
    const seen: unknown[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      await askOften(stage.service, access);
      await clocked.flush();
      seen.push(...(await clocked.world.database.read<object>(sql`select used_at as "usedAt" from uses`)));
      clocked.pass(60);
    }
    const times = seen.map((row) => Number(Object(row).usedAt));
    assert.equal(times.length, 3);
    assert.ok(
      times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0) + 60),
      times.join(' '),
    );
  }),
);

test('of admitted tokens none is left after a minute, also where nobody asks any more, and no more are kept than fit', ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const tokens = createAdmittedTokens<string>();
  const admitted = { decision: 'yes', record: {}, statement: sql`select 1`, liveUntil: 1_000 };
  for (let index = 0; index <= MOST_ADMITTED; index += 1) tokens.note(`Bearer ${index}`, admitted);
  assert.equal(tokens.find('Bearer 0', 30), admitted);
  assert.equal(tokens.find(`Bearer ${MOST_ADMITTED}`, 30), undefined);

  assert.equal(tokens.find('Bearer 0', 60), undefined, 'the next minute begins anew');
  tokens.note('Bearer 0', admitted);
  assert.equal(tokens.find('Bearer 0', 60), admitted);
  mock.timers.tick(60_000);
  assert.equal(tokens.find('Bearer 0', 60), undefined);
});

test('a token that is sent with more blanks than one is not kept, which would make room for thousands of long spellings', () => {
  const tokens = createAdmittedTokens<string>();
  const admitted = { decision: 'yes', record: {}, statement: sql`select 1`, liveUntil: 1_000 };
  const access = formatToken('access', 1, randomBytes(RANDOM_BYTES));

  for (const blanks of [1, 2, 20_000]) tokens.note(`Bearer${' '.repeat(blanks)}${access}`, admitted);

  assert.equal(tokens.find(`Bearer ${access}`, 30), admitted);
  assert.equal(tokens.find(`Bearer  ${access}`, 30), undefined);
  assert.equal(tokens.find(`Bearer${' '.repeat(20_000)}${access}`, 30), undefined);
});
