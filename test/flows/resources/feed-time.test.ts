/** Proves what the times of the revocation feed mean: all that had ended by then was told, and no more is claimed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR_ACTS } from '../../../src/resources/act.ts';
import { changeDetails, createResource, termsOf } from '../../../src/resources/manage.ts';
import type { Database } from '../../../src/storage/database.ts';
import { listenersOf } from '../../../src/tokens/feed-listeners.ts';
import type { World } from '../../../src/world.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eventually, secondsPass } from '../../support/eventually.ts';

const DETAILS = { name: 'Notes', scopes: ['profile', 'email'], seconds: null, isPlain: false };
const IDENTIFIER = 'https://notes.example/';

const nameOf = (text: string) => /^event: (.*)$/m.exec(text)?.[1];

test(
  'a heartbeat speaks of the moment at which the feed was read, however long it took to be sent',
  onMovedClock(async ({ world, pass }) => {
    const made = await createResource(world, { identifier: IDENTIFIER, details: DETAILS }, OPERATOR_ACTS);
    assert.ok(made.ok);
    const { resource } = made.value;
    const written: string[] = [];
    const readAt: number[] = [];
    const slow = async () => {
      readAt.push(world.now());
      pass(60);
      return resource;
    };

    const place = listenersOf(world.database, world).offerPlace(resource);
    const write = (text: string) => written.push(text) > 0;
    const joined = place?.join({ write, end: () => {}, prove: slow, since: undefined });
    const beat = () => written.find((text) => text.includes('event: alive'));
    await eventually('a heartbeat', () => beat() !== undefined);
    joined?.leave();

    const { at } = JSON.parse(/^data: (.*)$/m.exec(beat() ?? '')?.[1] ?? '{}');
    assert.ok(at <= (readAt[0] ?? 0), `${at} is later than ${readAt[0]}`);
  }),
);

/** A world in which the reading of what ended can be held up. */
function heldUp(world: World) {
  let gate: Promise<void> | undefined;
  let waiting = 0;
  const list: Database['list'] = async (statement) => {
    if (gate && /from endings\s+where place >/.test(statement.text.join('?'))) {
      waiting += 1;
      await gate;
    }
    return await world.database.list(statement);
  };
  return {
    world: { ...world, database: { ...world.database, list } },
    isWaiting: () => waiting > 0,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = undefined;
        resolve();
      };
    },
  };
}

test(
  'a listener that comes back during a long look hears no heartbeat before it was told what it missed',
  onMovedClock(async (clocked) => {
    const made = await createResource(clocked.world, { identifier: IDENTIFIER, details: DETAILS }, OPERATOR_ACTS);
    assert.ok(made.ok);
    const { resource } = made.value;
    const { world, hold, isWaiting } = heldUp(clocked.world);
    const join = (since: string | undefined) => {
      const written: string[] = [];
      const joined = listenersOf(world.database, world)
        .offerPlace(resource)
        ?.join({ write: (text) => written.push(text) > 0, end: () => {}, prove: async () => resource, since });
      return { written, leave: () => joined?.leave() };
    };
    const first = join(undefined);
    await eventually('the first one is welcomed', () => first.written.length > 0);
    const since = /^id: (\d+)$/m.exec(first.written[0] ?? '')?.[1];
    assert.ok(since);

    const release = hold();
    const narrower = { publicId: resource.publicId, details: { ...termsOf(resource), scopes: ['profile'] } };
    assert.ok((await changeDetails(clocked.world, narrower, OPERATOR_ACTS)).ok);
    await eventually('a look that takes long', isWaiting);
    const second = join(since);
    await secondsPass(2);
    release();
    await eventually('a heartbeat', () => second.written.some((text) => nameOf(text) === 'alive'));
    for (const { leave } of [first, second]) leave();

    assert.deepEqual(second.written.slice(0, 3).map(nameOf), ['ready', 'reset', 'alive']);
  }),
);
