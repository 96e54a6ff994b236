/** Proves that one network has one name, however its addresses are spelt. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { networkOf } from '../../src/protocol/limits.ts';

test('an IPv4 address is a network of its own', () => {
  for (const address of ['0.0.0.0', '127.0.0.1', '255.255.255.255', '10.20.30.40']) {
    assert.equal(networkOf(address), address);
  }
});

test('all addresses of an IPv6 /64 share one name, in every spelling', () => {
  const spellings = `2001:db8:1:2::1 2001:DB8:1:2::1 2001:0db8:0001:0002:0000:0000:0000:0001 2001:db8:1:2:ffff:ffff:ffff:ffff
    2001:db8:1:2:: 2001:db8:1:2::1%eth0 2001:db8:1:2:3:4:5.6.7.8 2001:db8:1:2::192.0.2.1`;
  for (const address of spellings.split(/\s+/)) assert.equal(networkOf(address), '2001:db8:1:2::/64', address);
  assert.equal(networkOf('2001:db8:1:3::1'), '2001:db8:1:3::/64');
  assert.equal(networkOf('fe80::1%3'), 'fe80:0:0:0::/64');
  assert.equal(networkOf('1:2:3:4:5:6:7::'), '1:2:3:4::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('::'), '0:0:0:0::/64');
});

test('an IPv4 address seen through an IPv6 socket is that IPv4 address', () => {
  for (const address of ['::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:192.0.2.7', '::ffff:192.0.2.7%eth0']) {
    assert.equal(networkOf(address), '192.0.2.7', address);
  }
  assert.equal(networkOf('::fffe:192.0.2.7'), '0:0:0:0::/64');
});

test('what is no address is one network too, so that it can be limited', () => {
  const garbage = `x 1.2.3 1.2.3.4.5 256.1.1.1 01.2.3.4 1.2.3.4:80 [::1] ::1:: ::: 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 12345::
    g:: 1::2::3 1.2.3.4:: ::1.2.3 ::1.2.3.256 1:2:3:4:5:6:7:1.2.3.4 -1.2.3.4 ٣.1.1.1 localhost %eth0`;
  for (const text of garbage.split(/\s+/)) assert.equal(networkOf(text), 'unknown', text);
  for (const text of ['', ' ', '1.2.3.4 ', '\n::1', '1:'.repeat(50_000)]) assert.equal(networkOf(text), 'unknown');
});

test('compressed and full spellings of any address agree', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
      assert.notEqual(networkOf(address), 'unknown');
      assert.equal(networkOf(address), networkOf(canonical));
      assert.equal(networkOf(address.toUpperCase()), networkOf(canonical));
    }),
  );
});
