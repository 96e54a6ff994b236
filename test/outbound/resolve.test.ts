/** Proves that a name whose servers keep silent holds up nothing but what wants to know it. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { openStage } from '../jobs/stage.ts';

test('however many names have silent servers, the system resolves others meanwhile', async () => {
  const silent = createSocket('udp4');
  after(() => silent.close());
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
  dns.setServers([`127.0.0.1:${silent.address().port}`]);
  const { first: world } = await openStage('sqlite');
  const asked = once(silent, 'message');
  let settled = 0;
  const slow = Array.from({ length: 40 }, (_, index) =>
    world.resolve(`${index}.silent.example`).finally(() => {
      settled += 1;
    }),
  );

  await asked;
  await lookup('localhost');

  assert.equal(settled, 0);
  assert.deepEqual((await Promise.all(slow)).flat(), []);
});
