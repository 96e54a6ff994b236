/** How the port opens and how it closes: nobody who asked is left without an answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonReply } from '../../../src/http/replying/replies.ts';
import type { Handler, Route } from '../../../src/http/route.ts';
import { refuseTakenPort } from '../../../src/http/server/port.ts';
import { startServer } from '../../../src/http/server/server.ts';
import { eventually } from '../../support/eventually.ts';
import { connect, exchange } from '../wire.ts';
import { gate, openHallway } from './listening.ts';

const ASK = 'GET /door HTTP/1.1\r\nHost: x\r\n\r\n';
const routesTo = (handler: Handler): readonly Route[] => [{ method: 'GET', path: '/door', kind: 'api', handler }];

test('the listener is made for the port that was opened, before anybody is let in', async () => {
  const { port, server, madeFor } = await openHallway();
  const answer = await exchange(port, 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n');

  assert.equal(answer.status, 200);
  assert.equal(madeFor, port);
  await server.stop(0);
});

test('a listener that cannot be made leaves the port closed', async () => {
  let opened = 0;
  const listenerAt = (port: number) => {
    opened = port;
    throw new Error('no logo');
  };

  await assert.rejects(startServer({ host: '127.0.0.1', port: 0, listenerAt }), /no logo/);
  await assert.rejects(connect(opened), { code: 'ECONNREFUSED' });
});

test('a port that somebody listens on is found taken without being opened, any other is not', async () => {
  const { port, server } = await openHallway();

  for (const host of ['127.0.0.1', '0.0.0.0'])
    await assert.rejects(refuseTakenPort(host, port), { code: 'EADDRINUSE', syscall: 'listen' });
  await server.stop(0);
  await refuseTakenPort('127.0.0.1', port);
  await refuseTakenPort('127.0.0.1', 0);
});

test('a port that is taken is an error of the one who asked for it', async () => {
  const { port, server } = await openHallway();

  await assert.rejects(openHallway({ port }), { code: 'EADDRINUSE' });
  await server.stop(0);
});

test('clients with kept connections lose no request while the server stops', async () => {
  const handler: Handler = () => new Promise((resolve) => setImmediate(() => resolve(jsonReply(200, {}))));
  const { port, server } = await openHallway({ routes: routesTo(handler) });
  const { opened: busy, open: isBusy } = gate();
  let answered = 0;
  const client = async (): Promise<string> => {
    const wire = await connect(port);
    for (;;) {
      wire.send(ASK);
      const answer = await wire.next();
      assert.equal(answer.status, 200);
      answered += 1;
      if (answered > 500) isBusy();
      if (answer.headers.get('connection') === 'close') return wire.rest();
    }
  };
  const clients = Array.from({ length: 20 }, client);
  await busy;
  const stopped = server.stop(200);

  assert.deepEqual(await Promise.all(clients), new Array(20).fill(''));
  await stopped;
  await assert.rejects(connect(port), { code: 'ECONNREFUSED' });
});

test('during the grace new connections are still served, and asked to leave', async () => {
  const { port, server, listener } = await openHallway();
  const { opened, open: seen } = gate();
  const stopped = server.stop(300).then(seen);
  assert.equal(listener.isDraining, true);
  const answer = await exchange(port, 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n');

  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('connection'), 'close');
  await opened;
  await stopped;
});

test('a request that is being served when the port closes is finished', async () => {
  const { opened: mayAnswer, open: release } = gate();
  const { opened: isInside, open: enter } = gate();
  const handler: Handler = async () => {
    enter();
    await mayAnswer;
    return jsonReply(200, 'finished');
  };
  const { port, server } = await openHallway({ routes: routesTo(handler) });
  const wire = await connect(port);
  wire.send(ASK);
  await isInside;
  const stopped = server.stop(0);
  await portClosed(port);
  release();

  assert.equal((await wire.next()).body, '"finished"');
  await stopped;
});

/** A connection caught between two states is reset instead of refused. */
async function portClosed(port: number): Promise<void> {
  const untilRefused = async (): Promise<never> => {
    for (;;) (await connect(port)).socket.destroy();
  };
  await assert.rejects(untilRefused(), /ECONNREFUSED|ECONNRESET/);
}

test('a body that is still on its way when the port closes is waited for', async () => {
  const { port, server } = await openHallway();
  const wire = await connect(port);
  wire.send('POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n');
  assert.equal((await wire.next()).status, 100);
  const stopped = server.stop(0);
  await portClosed(port);
  wire.send('abcd');

  assert.equal(JSON.parse((await wire.next()).body).body, 'abcd');
  await stopped;
});

test('idle connections, and those that never asked anything, do not delay the stop', async () => {
  const stopLimitMs = 60_000;
  const { port, server } = await openHallway({ limits: { stopLimitMs } });
  const idle = await connect(port);
  idle.send('GET /page HTTP/1.1\r\nHost: x\r\n\r\n');
  await idle.next();
  const silent = await connect(port);
  const before = performance.now();
  await server.stop(0);

  await Promise.all([idle.closed, silent.closed]);
  assert.ok(performance.now() - before < stopLimitMs);
});

test('a door that never answers does not keep the server from stopping', async () => {
  const { opened: isInside, open: enter } = gate();
  const handler: Handler = () => {
    enter();
    return new Promise(() => {});
  };
  const { port, server } = await openHallway({ routes: routesTo(handler), limits: { stopLimitMs: 100 } });
  const wire = await connect(port);
  wire.send(ASK);
  await isInside;

  await server.stop(0);
  assert.equal(await wire.rest(), '');
});

test('more connections than the maximum are closed, and those within it are served', async () => {
  const { port, server } = await openHallway({ mostConnections: 2, routes: routesTo(() => jsonReply(200, {})) });
  const within = [await connect(port), await connect(port)];
  const beyond = await connect(port);

  assert.equal(await beyond.rest(), '');
  for (const wire of within) {
    wire.send(ASK);
    assert.equal((await wire.next()).status, 200);
  }
  await server.stop(0);
});

test('one network has only its share of the connections, and gets them back as it closes them', async () => {
  const { port, server, logged } = await openHallway({ mostPerNetwork: 2, routes: routesTo(() => jsonReply(200, {})) });
  const ask = async (from: string) => {
    const wire = await connect(port, from);
    wire.send(ASK);
    return { wire, answered: (await Promise.race([wire.next(), wire.closed]))?.status };
  };
  const [first, second, third] = [await ask('127.0.0.1'), await ask('127.0.0.1'), await ask('127.0.0.1')];

  assert.deepEqual([first.answered, second.answered, third.answered], [200, 200, undefined]);
  assert.equal((await ask('127.0.0.2')).answered, 200, 'others are served');
  assert.equal((await ask('127.0.0.1')).answered, undefined);
  assert.deepEqual(
    logged.map(({ level, fields }) => [level, fields]),
    [['warn', { network: '127.0.0.1' }]],
    'it is said once a minute',
  );
  first.wire.socket.destroy();
  await first.wire.closed;
  await eventually('the place is free again', async () => (await ask('127.0.0.1')).answered === 200);
  await server.stop(0);
});

test('the connections of a trusted proxy are those of many networks, and its share is not bounded', async () => {
  const routes = routesTo(() => jsonReply(200, {}));
  const { port, server } = await openHallway({ mostPerNetwork: 1, trustedProxies: ['127.0.0.0/8'], routes });

  for (const wire of [await connect(port), await connect(port), await connect(port)]) {
    wire.send(ASK);
    assert.equal((await wire.next()).status, 200);
  }
  await server.stop(0);
});
