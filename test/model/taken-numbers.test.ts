/** Another instance took the record's number: what a refusal has to write is written all the same. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../src/storage/sql.ts';
import {
  authorize,
  closeReal,
  createTemplate,
  exchangeCode,
  openReal,
  type Real,
  refresh,
  TERMS,
  type Template,
  use,
} from './real.ts';

let template: Template;

before(async () => {
  template = await createTemplate();
});

after(() => template.remove());

/** The next number that the world gives out is one that an event has already. */
async function takeNextNumber(real: Real): Promise<void> {
  const rows = await real.world.database.read<{ id: number }>(sql`select max(id) as "id" from events`);
  const { nextId } = real.world;
  let isFirst = true;
  real.world = {
    ...real.world,
    nextId: () => {
      const id = isFirst ? (rows[0]?.id ?? 0) : nextId();
      isFirst = false;
      return id;
    },
  };
}

async function countEvents(real: Real, kind: string): Promise<number> {
  const rows = await real.world.database.read<{ count: number }>(
    sql`select count(*) as "count" from events where kind = ${kind}`,
  );
  return rows[0]?.count ?? 0;
}

async function withFamily(body: (real: Real) => Promise<void>): Promise<void> {
  const real = await openReal(template);
  try {
    await authorize(real, 0, 0);
    assert.equal(await exchangeCode(real, { which: 0, client: 0 }, true), 'ok');
    await body(real);
  } finally {
    await closeReal(real);
  }
}

test('a replayed code ends its family even when the event’s number was taken', () =>
  withFamily(async (real) => {
    await takeNextNumber(real);

    assert.equal(await exchangeCode(real, { which: 0, client: 0 }, true), 'invalid_grant');

    assert.equal(await use(real, 0), 'invalid_token');
    assert.equal(await countEvents(real, 'code.replayed'), 1);
  }));

test('a stolen refresh token ends its family even when the event’s number was taken', () =>
  withFamily(async (real) => {
    await refresh(real, { which: 0, client: 0 });
    await use(real, 1);
    real.now += TERMS.leewaySeconds;
    await takeNextNumber(real);

    assert.equal(await refresh(real, { which: 0, client: 0 }), 'invalid_grant');

    assert.equal(await use(real, 1), 'invalid_token');
    assert.equal(await countEvents(real, 'token.reuse_detected'), 1);
  }));

test('refused codes and refresh tokens are written down even when the event’s number was taken', () =>
  withFamily(async (real) => {
    await takeNextNumber(real);
    await exchangeCode(real, { which: 0, client: 1 }, true);
    await takeNextNumber(real);
    await refresh(real, { which: 0, client: 1 });

    assert.equal(await countEvents(real, 'code.refused'), 1);
    assert.equal(await countEvents(real, 'token.refused'), 1);
  }));
