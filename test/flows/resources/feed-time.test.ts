/** Proves what the times of the revocation feed mean: all that had ended by then was told, and no more is claimed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR_ACTS } from '../../../src/resources/act.ts';
import { createResource } from '../../../src/resources/manage.ts';
import { listenersOf } from '../../../src/tokens/feed-listeners.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eventually } from '../../support/eventually.ts';

test(
  'a heartbeat speaks of the moment at which the feed was read, however long it took to be sent',
  onMovedClock(async ({ world, pass }) => {
    const details = { name: 'Notes', scopes: ['profile'], seconds: null, isPlain: false };
    const made = await createResource(world, { identifier: 'https://notes.example/', details }, OPERATOR_ACTS);
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
