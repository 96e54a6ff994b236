/** Proves of the running service that one address cannot take every connection, and what the operator is told. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../http/wire.ts';
import { endChild, spawnChild } from '../../support/children.ts';
import { eventually } from '../../support/eventually.ts';
import { figuresAt } from '../../support/figures.ts';
import { freePort } from '../../support/postgres-home.ts';
import { type Environment, startService, temporaryDirectory } from '../../support/service.ts';

const EXECUTABLE = join(import.meta.dirname, '..', '..', '..', 'bin', 'latchkey');
const ASK = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

async function start(env: Environment) {
  const service = await startService({ database: 'sqlite', env });
  const port = Number(new URL(service.url).port);
  const status = async (from: string) => {
    const wire = await connect(port, from);
    wire.send(ASK);
    return (await Promise.race([wire.next(), wire.closed]))?.status;
  };
  return { service, status };
}

test('one address has a quarter of the connections, others are still served, and log and figures say so', async () => {
  const port = String(await freePort());
  const { service, status } = await start({ LATCHKEY_CONNECTIONS_AT_ONCE: '8', LATCHKEY_METRICS_PORT: port });
  const figure = figuresAt(port);
  const refused = (bound: string) => figure('latchkey_refused_connections_total', { bound });
  const greedy = [await status('127.0.0.9'), await status('127.0.0.9'), await status('127.0.0.9')];

  assert.deepEqual(greedy, [200, 200, undefined]);
  assert.equal(await status('127.0.0.10'), 200);
  await eventually('the line in the log', () => service.stderr().includes('"network":"127.0.0.9"'));
  assert.deepEqual([await refused('network'), await refused('all'), await refused('sent_ahead')], [1, 0, 0]);
  assert.equal(await figure('latchkey_out_of_descriptors_seconds_total'), 0);
  await service.stop();
});

test('a limit on open files below the connections is told at the start, with what to do', async () => {
  const directory = temporaryDirectory();
  const env = { ...process.env, LATCHKEY_DATABASE: `sqlite:${join(directory, 'latchkey.db')}` };
  const child = spawnChild('sh', ['-c', 'ulimit -n 1024 && exec "$0" serve --port 0', EXECUTABLE], {
    cwd: directory,
    env,
  });
  let told = '';
  child.stderr.on('data', (piece: Buffer) => {
    told += piece;
  });

  await eventually('the warning', () =>
    told.includes('open 1024 files, too few for 10000 connections. Raise the limit'),
  );
  await endChild(child, 'SIGTERM');
});
