/** Proves that a guard whose service is down for long holds no more after a thousand connections than after one. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createGuard } from '../../packages/guard/src/guard.ts';

const LONGEST_PAUSE_MS = 5_000;
const TRIES = 1_000;

test('a guard that tries to reach its service again and again leaves nothing behind of each try', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  // The signal of the guard's own end is the first of those under which each connection is made.
  const endings = new Set<AbortSignal>();
  const { any } = AbortSignal;
  t.mock.method(AbortSignal, 'any', (signals: AbortSignal[]) => {
    if (signals[0]) endings.add(signals[0]);
    return any.call(AbortSignal, signals);
  });
  let tries = 0;
  const guard = createGuard({
    issuer: 'https://auth.example.org',
    resource: 'https://api.example.org',
    clientId: 'api',
    clientSecret: 'secret',
    onFault: () => {},
    fetch: async () => {
      tries += 1;
      throw new TypeError('fetch failed');
    },
  });
  while (tries < TRIES) {
    await turn();
    t.mock.timers.tick(LONGEST_PAUSE_MS);
  }

  assert.equal(endings.size, 1);
  for (const ending of endings) assert.ok(getEventListeners(ending, 'abort').length <= 1);
  guard.close();
  for (const ending of endings) assert.equal(getEventListeners(ending, 'abort').length, 0);
});
