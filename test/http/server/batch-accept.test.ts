/** New connections are taken in batches once they come faster than the event loop turns. */
import assert from 'node:assert/strict';
import { connect as dial } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { connect } from '../wire.ts';
import { openHallway } from './listening.ts';

const ASK = 'GET /page HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const AT_ONCE = 100;

function askOnce(port: number): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = dial(port, '127.0.0.1');
    socket.setEncoding('latin1').on('data', (piece) => {
      heard += piece;
    });
    socket.on('error', ({ message }) => resolve(message)).on('close', () => resolve(heard.slice(0, 12)));
    socket.write(ASK);
  });
}

/** How many requests came in the busiest turn. A request comes one turn after its connection was taken. */
function countTurns() {
  let most = 0;
  let count = 0;
  return {
    add() {
      if (count === 0)
        setImmediate(() => {
          most = Math.max(most, count);
          count = 0;
        });
      count += 1;
    },
    most: () => most,
  };
}

test('a crowd of new connections is taken many at a time, every one is served, and the port closes', async () => {
  const turns = countTurns();
  const watched = (listener: Parameters<NonNullable<Parameters<typeof openHallway>[0]>['watched'] & {}>[0]) => ({
    ...listener,
    answer: (...given: Parameters<typeof listener.answer>) => {
      turns.add();
      listener.answer(...given);
    },
  });
  const { port, server } = await openHallway({ watched, mostConnections: 10_000, mostPerNetwork: 10_000 });

  const answers = new Set<string>();
  while (turns.most() < 16) {
    for (const answer of await Promise.all(Array.from({ length: AT_ONCE }, () => askOnce(port)))) answers.add(answer);
  }

  assert.deepEqual([...answers], ['HTTP/1.1 200']);
  const open = Array.from({ length: AT_ONCE }, () => dial(port, '127.0.0.1').on('error', () => {}));
  await eventually('all are counted, whichever handle took them', () => server.connections() === AT_ONCE);
  for (const socket of open) socket.destroy();
  await eventually('none is counted any longer', () => server.connections() === 0);
  await server.stop(0);
  await assert.rejects(connect(port), { code: 'ECONNREFUSED' });
});
