/** Proves that a connection which sends many requests at once does not hold up the others. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';

const on = eachDatabase(async (service) => service);

/** Answered without a look at the database, so that nothing but the service itself lets others in between. */
const REQUEST = 'HEAD /sign-in HTTP/1.1\r\nHost: x\r\n\r\n';
const MANY = 1000;

async function open(url: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Resolves to the milliseconds until so many answers have come. */
function answered(socket: Socket, count: number): Promise<number> {
  const began = performance.now();
  let heard = '';
  return new Promise((resolve) => {
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (heard.split('HTTP/1.1 ').length > count) resolve(performance.now() - began);
    });
  });
}

test(
  'whoever sends a thousand requests ahead is answered in between others, not before them',
  on(async ({ url }) => {
    const [greedy, patient] = [await open(url), await open(url)];
    patient.write(REQUEST);
    await answered(patient, 1);
    patient.removeAllListeners('data');

    const whole = answered(greedy, MANY);
    greedy.write(REQUEST.repeat(MANY));
    const single = answered(patient, 1);
    patient.write(REQUEST);

    const [all, one] = await Promise.all([whole, single]);
    greedy.destroy();
    patient.destroy();
    assert.ok(one < all / 2, `one took ${one.toFixed(0)} ms, a thousand ${all.toFixed(0)} ms`);
  }),
);
