/** Proves that events which reach the database together are told as if each had come alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { report } from '../../src/events/report.ts';
import type { EventKind } from '../../src/protocol/event.ts';
import { sql } from '../../src/storage/sql.ts';
import { createWebhook, switchWebhook } from '../../src/webhooks/manage.ts';
import type { World } from '../../src/world.ts';
import { openStage } from '../jobs/stage.ts';
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
