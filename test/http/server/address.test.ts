/** Whose address counts when proxies stand between. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressReader } from '../../../src/http/server/address.ts';
import { assertLinear } from '../../support/linear-time.ts';

const direct = createAddressReader([]);
const behind = createAddressReader(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);

test('without trusted proxies only the socket counts', () => {
  assert.equal(direct('203.0.113.5', '1.2.3.4'), '203.0.113.5');
  assert.equal(direct('203.0.113.5', undefined), '203.0.113.5');
  assert.equal(direct(undefined, '1.2.3.4'), null);
});

test('a stranger who sends the header himself is not believed', () => {
  assert.equal(behind('203.0.113.5', '127.0.0.1'), '203.0.113.5');
});

test('the right-most hop that is no trusted proxy is the client', () => {
  assert.equal(behind('10.1.2.3', '203.0.113.9'), '203.0.113.9');
  assert.equal(behind('10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9'), '203.0.113.9');
  assert.equal(behind('192.0.2.7', '1.1.1.1 ,\t203.0.113.9 ,2001:db8::1'), '203.0.113.9');
  assert.equal(behind('2001:db8::5', '2001:4860::1'), '2001:4860::1');
  assert.equal(behind('10.1.2.3', ['1.1.1.1', '203.0.113.9']), '203.0.113.9');
});

test('when every hop is trusted, the first of them asked', () => {
  assert.equal(behind('10.1.2.3', '10.0.0.1, 10.0.0.2'), '10.0.0.1');
});

test('garbage leaves the address of the socket', () => {
  const long = `${'1.1.1.1, '.repeat(1_000)}x`;
  for (const text of [
    '',
    ' ',
    ',',
    'a',
    'unknown',
    '1.2.3',
    '1.2.3.4:80',
    '[::1]',
    '203.0.113.9,',
    '1.1.1.1;',
    long,
    'a'.repeat(10_000),
  ]) {
    assert.equal(behind('10.1.2.3', text), '10.1.2.3', text.slice(0, 20));
  }
});

test('a thousand hops are walked, in linear time', () => {
  const hops = (count: number) => `203.0.113.9${', 10.0.0.1'.repeat(count)}`;

  assert.equal(behind('10.1.2.3', hops(1_000)), '203.0.113.9');
  assertLinear((text) => behind('10.1.2.3', text), hops, 10_000);
});

test('an IPv4 address inside an IPv6 one is an IPv4 address', () => {
  assert.equal(direct('::ffff:203.0.113.5', undefined), '203.0.113.5');
  assert.equal(direct('::FFFF:203.0.113.5', undefined), '203.0.113.5');
  assert.equal(behind('::ffff:10.1.2.3', '::ffff:203.0.113.9'), '203.0.113.9');
  assert.equal(direct('::1', undefined), '::1');
});

test('a trusted proxy may itself be written in the long form', () => {
  assert.equal(createAddressReader(['::ffff:10.0.0.1'])('10.0.0.1', '203.0.113.9'), '203.0.113.9');
});

test('where every address is trusted, the one that the proxy itself wrote down is believed, and none before it', () => {
  const everybody = createAddressReader(['0.0.0.0/0', '::/0']);
  const withInner = createAddressReader(['0.0.0.0/0', '10.0.0.0/8']);

  assert.equal(everybody('172.17.0.1', '198.51.100.7, 203.0.113.9'), '203.0.113.9');
  assert.equal(everybody('fd00::1', '2001:db8::7'), '2001:db8::7');
  assert.equal(withInner('172.17.0.1', '198.51.100.7, 203.0.113.9, 10.0.0.1'), '203.0.113.9');
});
