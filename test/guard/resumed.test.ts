/** Proves what a guard believes of a feed that it comes back to: nothing, until it has been told what it missed. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createGuard, type Guard } from '../../packages/guard/src/guard.ts';
import { eventually } from '../support/eventually.ts';
import { isAccepted } from './stage.ts';

const START = 1_790_000_000;
const HOUR = 3600;
const FAMILY = '7';

type Name = 'ready' | 'reset' | 'alive' | 'ended';

/** A service that tells what the test says, by a clock that the test sets, and knows every token but one as good. */
function openScripted() {
  let now = START;
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
  let connections = 0;
  const fetchScripted: typeof fetch = async (input, init) => {
    if (String(input).endsWith('/oauth/revocations')) {
      connections += 1;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          feed = controller;
        },
      });
      return new Response(body);
    }
    const token = new URLSearchParams(String(init?.body)).get('token');
    const answer = { active: token !== 'dead', client_id: 'c', exp: START + 24 * HOUR, family: FAMILY };
    return Response.json(answer, { headers: { date: new Date(now * 1000).toUTCString() } });
  };
  return {
    fetch: fetchScripted,
    connections: () => connections,
    pass(seconds: number) {
      now += seconds;
    },
    tell(name: Name, id?: number) {
      const content = JSON.stringify({ at: now, ...(name === 'ended' && { family: FAMILY }) });
      const place = id === undefined ? '' : `id: ${id}\n`;
      feed?.enqueue(new TextEncoder().encode(`event: ${name}\n${place}data: ${content}\n\n`));
    },
    cut: () => feed?.error(new Error('The connection was cut.')),
  };
}

const guards: Guard[] = [];

after(() => {
  for (const guard of guards) guard.close();
});

/** A guard that remembers a token, and has come back an hour after its feed was cut. */
async function openResumed() {
  const service = openScripted();
  const guard = createGuard({
    issuer: 'https://id.example.org',
    resource: 'https://api.example.org/',
    clientId: 'api',
    clientSecret: 'secret',
    fetch: service.fetch,
  });
  guards.push(guard);
  service.tell('ready', 1);
  await eventually('the guard remembers the token', async () => {
    await isAccepted(guard, 'good');
    return guard.state.isFeedCurrent && guard.state.tokens === 1;
  });
  service.pass(HOUR);
  // Any answer tells it what time it is.
  await isAccepted(guard, 'dead');
  assert.equal(guard.state.isFeedCurrent, false);
  service.cut();
  await eventually('a new connection', () => service.connections() > 1);
  return { service, guard };
}

/** What was told before this has been heard. */
async function heard({ service, guard }: Awaited<ReturnType<typeof openResumed>>): Promise<void> {
  service.tell('ended', 2);
  await eventually('it is heard', () => guard.state.tokens === 0);
}

test('a heartbeat that is the first word of a new connection says nothing of what ended meanwhile', async () => {
  const { service, guard } = await openResumed();

  service.tell('alive');
  service.tell('alive', 5);
  await heard({ service, guard });

  assert.equal(guard.state.isFeedCurrent, false);
});

test('a feed that goes on where it was cut is believed once a heartbeat has named its place, and no sooner', async () => {
  const { service, guard } = await openResumed();

  service.tell('ready', 1);
  service.tell('alive');
  await heard({ service, guard });
  assert.equal(guard.state.isFeedCurrent, false);

  service.tell('alive', 2);
  await eventually('the feed is current again', () => guard.state.isFeedCurrent);
});

test('a feed that begins anew is believed at once, since nothing from before is', async () => {
  const { service, guard } = await openResumed();

  service.tell('reset', 9);
  await eventually('the feed is current again', () => guard.state.isFeedCurrent);

  assert.equal(guard.state.tokens, 0);
});
