/** Doors that fail, houses that are full: what the caller sees and what the log keeps. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonReply } from '../../../src/http/replying/replies.ts';
import type { Handler, Kind, Route } from '../../../src/http/route.ts';
import { NotNow } from '../../../src/protocol/not-now.ts';
import { connect, exchange, type RawAnswer } from '../wire.ts';
import { gate, type Hallway, openHallway, type Plan } from './listening.ts';

const opened: Hallway[] = [];
after(() => Promise.all(opened.map(({ server }) => server.stop(0))));

async function open(handler: Handler, plan: Plan & { kind?: Kind } = {}): Promise<Hallway> {
  const routes: Route[] = [
    { method: 'GET', path: '/door', kind: plan.kind ?? 'open-api', handler },
    { method: 'POST', path: '/door', kind: plan.kind ?? 'open-api', handler },
    { method: 'GET', path: '/health/live', kind: 'health', handler: () => jsonReply(200, {}) },
  ];
  const hallway = await openHallway({ routes, ...plan });
  opened.push(hallway);
  return hallway;
}

const knock = (hallway: Hallway, path = '/door'): Promise<RawAnswer> =>
  exchange(hallway.port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);

test('a door that throws is a 500 that tells the trace id and nothing else, logged once with its stack', async () => {
  const secret = new Error('the database password is hunter2');
  for (const handler of [() => Promise.reject(secret), () => thrown(secret)]) {
    const hallway = await open(handler);
    const answer = await knock(hallway);
    const { error, trace_id } = JSON.parse(answer.body);

    assert.equal(answer.status, 500);
    assert.equal(error, 'failed');
    assert.ok(!answer.body.includes('hunter2'));
    assert.deepEqual(
      hallway.logged.map(({ level, fields }) => ({ level, fields })),
      [{ level: 'error', fields: { traceId: trace_id, err: secret } }],
    );
  }
});

function thrown(error: Error): never {
  throw error;
}

test('a page that fails is told as a page', async () => {
  const answer = await knock(await open(() => thrown(new Error('x')), { kind: 'page' }));

  assert.equal(answer.status, 500);
  assert.match(answer.body, /^<p>failed [0-9a-f]{16}<\/p>$/);
  assert.equal(answer.headers.get('x-frame-options'), 'DENY');
});

test('something thrown that is no error, or only has the name of another one, is a 500 like any other', async () => {
  const named = Object.assign(new Error('x'), { name: 'NotNow', why: 'unavailable', retryAfterSeconds: 1 });
  for (const strange of [undefined, null, 'text', { name: 'NotNow' }, named]) {
    const hallway = await open(() => {
      throw strange;
    });
    assert.equal((await knock(hallway)).status, 500);
    assert.equal(hallway.logged.length, 1);
  }
});

test('a database out of reach is a 503 that asks to come back, and is no defect', async () => {
  const hallway = await open(() => thrown(new NotNow('unavailable', 'no connection')));
  const answer = await knock(hallway);

  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '1');
  assert.equal(JSON.parse(answer.body).error, 'unavailable');
  assert.deepEqual(
    hallway.logged.map(({ level }) => level),
    ['warn', 'debug'],
  );
});

test('an overloaded room says itself when to come back', async () => {
  const hallway = await open(() => thrown(new NotNow('overloaded', 'queue full', { retryAfterSeconds: 7 })));
  const answer = await knock(hallway);

  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '7');
  assert.deepEqual(
    hallway.logged.map(({ level }) => level),
    ['warn', 'debug'],
  );
});

test('a header that cannot be sent is a 500, not a crash, and not half an answer', async () => {
  for (const value of ['a\r\nSet-Cookie: b=c', 'a\0b', 'snow ☃']) {
    const hallway = await open(() => ({ status: 200, headers: { 'X-Bad': value }, body: 'secret' }));
    const answer = await knock(hallway);

    assert.equal(answer.status, 500);
    assert.equal(JSON.parse(answer.body).error, 'failed');
    assert.equal(answer.headers.get('set-cookie'), undefined);
    assert.equal(hallway.logged.length, 1);
  }
});

test('a defect in the error page itself still leaves the caller with an answer', async () => {
  const broken = () => thrown(new Error('no template'));
  const hallway = await open(() => thrown(new Error('first')), { answers: { page: broken, json: broken } });
  const answer = await knock(hallway);

  assert.equal(answer.status, 500);
  assert.match(answer.body, /^failed \([0-9a-f]{16}\)\n$/);
  assert.equal(hallway.logged.length, 2);
});

test('a full house sends callers away, says when to come back, and still says that it lives', async () => {
  const { opened: mayAnswer, open: release } = gate();
  const hallway = await open(async () => mayAnswer.then(() => jsonReply(200, {})), { mostBusy: 3 });
  const inside = await Promise.all([1, 2, 3].map(() => connect(hallway.port)));
  for (const wire of inside) wire.send('GET /door HTTP/1.1\r\nHost: x\r\n\r\n');
  await Promise.all(inside.map(() => knock(hallway, '/health/live')));

  const refused = await knock(hallway);
  const alive = await knock(hallway, '/health/live');
  const figures = await hallway.metrics.print();
  release();
  const served = await Promise.all(inside.map((wire) => wire.next()));

  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.match(figures, /^latchkey_shed_requests_total\{shortage="slots"\} 1$/m);
  assert.equal(alive.status, 200);
  assert.deepEqual(
    served.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal((await knock(hallway)).status, 200);
  for (const wire of inside) wire.socket.destroy();
});

test('who finds the house full waits in line, and is served in order as soon as there is a place', async () => {
  const gates = [gate(), gate(), gate()];
  const entered: string[] = [];
  const handler: Handler = async ({ rawQuery }) => {
    await gates[entered.push(rawQuery) - 1]?.opened;
    return jsonReply(200, rawQuery);
  };
  const hallway = await open(handler, { mostBusy: 1, patienceMs: 60_000 });
  const wires = await Promise.all([1, 2, 3].map(() => connect(hallway.port)));
  for (const [index, wire] of wires.entries()) {
    wire.send(`GET /door?${index} HTTP/1.1\r\nHost: x\r\n\r\n`);
    // Answered after what was sent before it has been read.
    await knock(hallway, '/health/live');
  }
  for (const { open: release } of gates) release();
  const answers = await Promise.all(wires.map((wire) => wire.next()));

  assert.deepEqual(entered, ['0', '1', '2']);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body]),
    [
      [200, '"0"'],
      [200, '"1"'],
      [200, '"2"'],
    ],
  );
  for (const wire of wires) wire.socket.destroy();
});

test('who went away while waiting in line takes no place', async () => {
  const { opened: mayAnswer, open: release } = gate();
  let count = 0;
  const handler: Handler = async () => {
    count += 1;
    await mayAnswer;
    return jsonReply(200, {});
  };
  const hallway = await open(handler, { mostBusy: 1, patienceMs: 60_000 });
  const [first, second] = [await connect(hallway.port), await connect(hallway.port)];
  first.send('GET /door HTTP/1.1\r\nHost: x\r\n\r\n');
  await knock(hallway, '/health/live');
  second.send('GET /door HTTP/1.1\r\nHost: x\r\n\r\n');
  await knock(hallway, '/health/live');
  second.socket.destroy();
  await second.closed;
  await knock(hallway, '/health/live');
  release();

  assert.equal((await first.next()).status, 200);
  await hallway.listener.idle();
  assert.equal(count, 1);
  first.socket.destroy();
});

test('slow bodies do not fill the house', async () => {
  const hallway = await open(() => jsonReply(200, {}), { mostBusy: 1 });
  const slow = await Promise.all([1, 2, 3].map(() => connect(hallway.port)));
  for (const wire of slow) wire.send('POST /door HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab');

  assert.equal((await knock(hallway)).status, 200);
  for (const wire of slow) wire.send('cd');
  for (const wire of slow) assert.equal((await wire.next()).status, 200);
  for (const wire of slow) wire.socket.destroy();
});

test('a client that left before its answer was ready does not disturb the door', async () => {
  const { opened: mayAnswer, open: release } = gate();
  const hallway = await open(async () => mayAnswer.then(() => jsonReply(200, {})));
  const wire = await connect(hallway.port);
  wire.send('GET /door HTTP/1.1\r\nHost: x\r\n\r\n');
  await knock(hallway, '/health/live');
  wire.socket.resetAndDestroy();
  await wire.closed;
  release();

  await hallway.listener.idle();
  assert.deepEqual(hallway.logged, []);
});

test('a problem at an asset is not remembered for a year', async () => {
  const answer = await knock(await open(() => thrown(new Error('x')), { kind: 'asset' }));

  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('every request has a trace id of its own', async () => {
  const hallway = await open((request) => jsonReply(200, request.traceId));
  const ids = new Set<string>();
  for (let count = 0; count < 600; count += 1) ids.add((await knock(hallway)).body);

  assert.equal(ids.size, 600);
});
