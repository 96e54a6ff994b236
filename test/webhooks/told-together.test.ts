/** Proves that events which reach the database together are told as if each had come alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report } from '../../src/events/report.ts';
import type { EventKind } from '../../src/protocol/event.ts';
import { sql } from '../../src/storage/sql.ts';
import { changeDetails, createWebhook, removeWebhook, switchWebhook } from '../../src/webhooks/manage.ts';
import type { World } from '../../src/world.ts';
import { openStage, worldOn } from '../jobs/stage.ts';
import { addressOf, beforeMigration, openAt } from '../storage/engines.ts';
import { everyEngine } from '../support/each-database.ts';

const NOBODY = { id: null, source: { address: null, userAgent: null } };
const ALLOW = { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' };

interface Told {
  readonly detail: string;
  readonly subject: string;
  readonly noted: number;
  readonly eventId: number;
}

async function hook(world: World, groups: string[]): Promise<number> {
  const made = await createWebhook(world, { scope: null, details: { url: 'http://127.0.0.1:9/', groups } }, NOBODY);
  assert.ok(made.ok, JSON.stringify(made));
  return made.value.webhook.id;
}

function happened(world: World, clientId: number, detail: string, kind: EventKind = 'token.refreshed') {
  return report(world, NOBODY.source, kind, { clientId, accountId: 7, detail });
}

function told(world: World, webhookId: number): Promise<readonly Told[]> {
  return world.database.list<Told>(sql`select detail, subject, noted, event_id as "eventId" from deliveries
    where webhook_id = ${webhookId} order by noted, id`);
}

test('each of many events that are written at once is told to every webhook that wants it, once', () =>
  everyEngine(async (engine) => {
    const { first: world } = await openStage(engine, ALLOW);
    const [ofTokens, ofAll, off] = [
      await hook(world, ['token']),
      await hook(world, ['application', 'token']),
      await hook(world, ['token']),
    ];
    await switchWebhook(world, { scope: null, id: off, to: 'off' }, NOBODY);
    const numbers = Array.from({ length: 100 }, (_, number) => number);

    // All in one turn, so that a database which puts batches together does.
    await Promise.all(
      numbers.map((n) =>
        world.database.write([happened(world, n % 5, `${n}`, n % 2 ? 'token.refreshed' : 'application.changed')]),
      ),
    );

    const odd = numbers.filter((n) => n % 2).map(String);
    const [tokens, all] = [await told(world, ofTokens), await told(world, ofAll)];
    const detailsOf = (list: readonly Told[]) => list.map(({ detail }) => detail).filter((each) => /^\d+$/.test(each));
    assert.deepEqual(detailsOf(tokens).toSorted(), odd.toSorted());
    assert.deepEqual(detailsOf(all).toSorted(), numbers.map(String).toSorted());
    assert.deepEqual(await told(world, off), []);
    for (const { detail, subject } of tokens) assert.equal(subject, `${Number(detail) % 5}:7`);
    assert.equal(new Set(tokens.map(({ eventId }) => eventId)).size, tokens.length);
  }));

test('events of one batch are told in the order in which the batch has them, each with a place of its own', () =>
  everyEngine(async (engine) => {
    const { first: world } = await openStage(engine, ALLOW);
    const webhookId = await hook(world, ['token']);
    const names = ['one', 'two', 'three', 'four'];

    await world.database.write(names.map((name) => happened(world, 5, name)));
    await world.database.write([happened(world, 5, 'five')]);

    const list = await told(world, webhookId);
    assert.deepEqual(
      list.map(({ detail }) => detail),
      [...names, 'five'],
    );
    assert.equal(new Set(list.map(({ noted }) => noted)).size, 5);
  }));

test('a webhook is told of the groups that it has now, whole names of groups, and of nothing once it is gone', () =>
  everyEngine(async (engine) => {
    const { first: world } = await openStage(engine, ALLOW);
    const id = await hook(world, ['token']);
    const changeTo = async (groups: string[]) => {
      const changed = await changeDetails(
        world,
        { scope: null, id, details: { url: 'http://127.0.0.1:9/', groups } },
        NOBODY,
      );
      assert.ok(changed.ok, JSON.stringify(changed));
    };
    const kinds: readonly EventKind[] = ['token.issued', 'code.issued', 'consent.given', 'account.created'];
    const kindsToldAs = async (round: string) => {
      await world.database.write(kinds.map((kind) => happened(world, 5, round, kind)));
      const rows = await world.database.list<{ kind: string }>(
        sql`select kind from deliveries where detail = ${round} order by noted, id`,
      );
      return rows.map(({ kind }) => kind);
    };

    const first = await kindsToldAs('of tokens');
    await changeTo(['consent', 'code']);
    const second = await kindsToldAs('of consents and codes');
    await removeWebhook(world, { scope: null, id }, NOBODY);
    const last = await kindsToldAs('of nothing');

    assert.deepEqual([first, second, last], [['token.issued'], ['code.issued', 'consent.given'], []]);
  }));

test('a webhook from before its groups had rows of their own goes on being told of them', async () => {
  const address = await addressOf('sqlite');
  await beforeMigration('notes-without-functions', async () => {
    const database = await openAt(address);
    await database.write([
      sql`insert into webhooks (id, client_key, slot, url, groups, secret, secret_made_at, created_at, updated_at)
        values (3, 0, 0, 'http://127.0.0.1:9/', ' consent token ', 'secret', 1, 1, 1)`,
    ]);
  });
  const world = worldOn(await openAt(address), () => 1000);

  await world.database.write([happened(world, 5, 'one'), happened(world, 5, 'two', 'account.created')]);

  const deliveries = await told(world, 3);
  assert.deepEqual(
    deliveries.map(({ detail }) => detail),
    ['one'],
  );
});
