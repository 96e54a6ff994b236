/** Many requests that arrive at the same moment, each on a connection of its own. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { test } from 'node:test';
import { jsonReply } from '../../../src/http/replying/replies.ts';
import type { Handler, Reply, Route } from '../../../src/http/route.ts';
import { eventually } from '../../support/eventually.ts';
import { type Hallway, openHallway, PLAIN_ANSWERS } from './listening.ts';

const CONNECTIONS = 40;
/** For so long requests are begun in a turn of the event loop (ARCHITECTURE.md, "The life of a request"). */
const MOST_MS = 5;
const WORK_MS = MOST_MS / 2;

/** Counts the calls in each turn; each holds the event loop for half of what a turn may take. */
function countedWork() {
  const turns: number[] = [];
  let begun = 0;
  let isWatched = false;
  const count = () => {
    isWatched = false;
    turns.push(begun);
    begun = 0;
  };
  const work = () => {
    begun += 1;
    if (!isWatched) setTimeout(count);
    isWatched = true;
    hold(WORK_MS);
  };
  return { work, turns };
}

function hold(milliseconds: number): void {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}

/** Sends the request on many connections at the same moment, and reads what each is answered. */
async function askTogether({ port, server }: Hallway, request: (index: number) => string): Promise<readonly string[]> {
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
  await eventually('the connections are taken', () => server.connections() === CONNECTIONS);
  const answers = sockets.map(async (socket, index) => {
    socket.write(request(index));
    let text = '';
    for await (const piece of socket) text += piece;
    return text;
  });
  return await Promise.all(answers);
}

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`;

/** The third begins when the time is just over for the next. */
function assertFewInATurn(turns: readonly number[], most = 3): void {
  assert.ok(Math.max(...turns) <= most, `${Math.max(...turns)} in a turn`);
  assert.equal(
    turns.reduce((sum, each) => sum + each, 0),
    CONNECTIONS,
  );
}

type Before = () => Promise<unknown> | null;

/** Where the database is embedded, those of a turn are begun together at its end. */
const KINDS: readonly (readonly [name: string, before: Before, isEmbedded: boolean])[] = [
  ['work at once', () => null, false],
  ['work after some promises', async () => await null, false],
  ['work at once beside an embedded database', () => null, true],
  ['work after some promises beside an embedded database', async () => await null, true],
];

for (const [name, before, isEmbedded] of KINDS)
  test(`requests that come together on many connections and ${name} are begun for some milliseconds in a turn, and all are answered`, async (t) => {
    const { work, turns } = countedWork();
    const order: string[] = [];
    const reply = (rawQuery: string) => {
      order.push(rawQuery);
      work();
      return jsonReply(200, { rawQuery });
    };
    const handler: Handler = ({ rawQuery }) => before()?.then(() => reply(rawQuery)) ?? reply(rawQuery);
    const routes: Route[] = [{ method: 'GET', path: '/work', kind: 'api', handler }];
    const hallway = await openHallway({ routes, isEmbedded });
    t.after(() => hallway.server.stop(0));

    for (const [index, text] of (await askTogether(hallway, (each) => get(`/work?${each}`))).entries())
      assert.ok(text.startsWith('HTTP/1.1 200') && text.endsWith(`{"rawQuery":"${index}"}`), text);

    assert.equal(new Set(order).size, CONNECTIONS);
    await eventually('the last turn is counted', async () => turns.reduce((sum, each) => sum + each, 0) >= CONNECTIONS);
    assertFewInATurn(turns);
  });

test('requests that are refused before a handler are refused for some milliseconds in a turn, too', async (t) => {
  for (const [status, target] of [
    [404, '/nowhere'],
    [414, `/${'a'.repeat(17_000)}`],
  ] as const) {
    const { work, turns } = countedWork();
    const page: typeof PLAIN_ANSWERS.page = (...problem) => {
      work();
      return PLAIN_ANSWERS.page(...problem);
    };
    const hallway = await openHallway({ answers: { page, json: page } });
    t.after(() => hallway.server.stop(0));
    for (const text of await askTogether(hallway, () => get(target)))
      assert.ok(text.startsWith(`HTTP/1.1 ${status}`), text);
    await eventually('the last turn is counted', async () => turns.reduce((sum, each) => sum + each, 0) >= CONNECTIONS);
    assertFewInATurn(turns);
  }
});

test('requests that found no slot for too long are told so for some milliseconds in a turn', async (t) => {
  const { work, turns } = countedWork();
  const json: typeof PLAIN_ANSWERS.json = (...problem) => {
    work();
    return PLAIN_ANSWERS.json(...problem);
  };
  const never = Promise.withResolvers<Reply>();
  const routes: Route[] = [{ method: 'GET', path: '/work', kind: 'api', handler: () => never.promise }];
  const hallway = await openHallway({ routes, mostBusy: 1, patienceMs: 200, answers: { ...PLAIN_ANSWERS, json } });
  t.after(() => hallway.server.stop(0));
  const first = connect(hallway.port, '127.0.0.1');
  first.write(get('/work'));
  await eventually('the slot is taken', async () => hallway.listener.load.running === 1);

  const late = Array.from({ length: CONNECTIONS }, () => connect(hallway.port, '127.0.0.1'));
  const answered = Promise.all(late.map((socket) => once(socket.resume(), 'end')));
  for (const socket of late) socket.write(get('/work'));
  await answered;
  never.resolve(jsonReply(200, {}));
  await once(first.resume(), 'end');
  await eventually('the last turn is counted', async () => turns.reduce((sum, each) => sum + each, 0) >= CONNECTIONS);
  // Those that become due by a timer may come before the timer that counts, so that two turns are counted as one.
  assertFewInATurn(turns, 6);
});

test('connections that took too long together are closed for some milliseconds in a turn, each with its answer', async (t) => {
  const { work, turns } = countedWork();
  const limits = { headersTimeoutMs: 300, requestTimeoutMs: 300, checkEveryMs: 200 };
  const hallway = await openHallway({ limits });
  t.after(() => hallway.server.stop(0));
  const { destroy } = Socket.prototype;
  t.mock.method(Socket.prototype, 'destroy', function (this: Socket, fault?: NodeJS.ErrnoException) {
    if (fault?.code === 'ERR_HTTP_REQUEST_TIMEOUT') work();
    return destroy.call(this, fault);
  });
  for (const text of await askTogether(hallway, () => 'GET / HTTP/1.1\r\nHo'))
    assert.equal(text, 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  await eventually('the last turn is counted', async () => turns.reduce((sum, each) => sum + each, 0) >= CONNECTIONS);
  assertFewInATurn(turns);
});

test('connections that leave their answers unread together become due one after the other', async (t) => {
  const due: number[] = [];
  const { setTimeout: limit } = Socket.prototype;
  t.mock.method(Socket.prototype, 'setTimeout', function (this: Socket, ms: number, done?: () => void) {
    if (ms >= 60_000 && ms < 61_000) due.push(ms);
    return limit.call(this, ms, done);
  });
  const body = Buffer.alloc(16 * 1_048_576);
  const handler: Handler = () => ({ status: 200, body });
  const limits = { lookEveryMs: 1000, keepAliveTimeoutMs: 90_000 };
  const hallway = await openHallway({ routes: [{ method: 'GET', path: '/work', kind: 'api', handler }], limits });
  t.after(() => hallway.server.stop(0));
  const sockets = Array.from({ length: 10 }, () => connect(hallway.port, '127.0.0.1').pause());
  for (const socket of sockets) socket.write(get('/work'));
  await eventually('all are found', async () => due.length === sockets.length);
  for (const socket of sockets) socket.destroy();
  assert.ok(new Set(due).size >= sockets.length / 2, due.join(' '));
});

for (const isEmbedded of [false, true])
  test(`a request whose client leaves before its turn is not begun${isEmbedded ? ', beside an embedded database too' : ''}`, async (t) => {
    const sockets: Socket[] = [];
    const begun: string[] = [];
    const handler: Handler = ({ rawQuery }) => {
      begun.push(rawQuery);
      // The others have arrived, and leave while this one takes all of the turn.
      for (const socket of sockets.splice(1)) socket.resetAndDestroy();
      hold(MOST_MS);
      return jsonReply(200, { rawQuery });
    };
    const { port, server, listener } = await openHallway({
      routes: [{ method: 'GET', path: '/work', kind: 'api', handler }],
      isEmbedded,
    });
    t.after(() => server.stop(0));
    for (let index = 0; index < CONNECTIONS; index += 1) sockets.push(connect(port, '127.0.0.1').on('error', () => {}));
    await eventually('the connections are taken', () => server.connections() === CONNECTIONS);
    const [first] = sockets;
    assert.ok(first);
    for (const [index, socket] of sockets.entries()) socket.write(`GET /work?${index} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(first, 'data');
    await listener.idle();
    first.destroy();
    assert.ok(begun.length < CONNECTIONS / 2, `${begun.length} of ${CONNECTIONS} were begun`);
  });
