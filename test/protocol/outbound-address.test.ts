/** Which addresses may be called, in every form in which an address can be written (SPEC D52). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destinationFault } from '../../src/protocol/outbound-address.ts';

const BAD: Readonly<Record<string, string>> = {
  '0.0.0.0': 'unspecified',
  '0.1.2.3': 'unspecified',
  '10.0.0.1': 'private',
  '10.255.255.255': 'private',
  '100.64.0.1': 'shared by a carrier',
  '100.127.255.255': 'shared by a carrier',
  '127.0.0.1': 'loopback',
  '127.255.0.1': 'loopback',
  '169.254.169.254': 'link-local',
  '172.16.0.1': 'private',
  '172.31.255.255': 'private',
  '192.0.0.170': 'reserved',
  '192.0.2.1': 'for documentation',
  '192.88.99.1': 'reserved',
  '192.168.1.1': 'private',
  '198.18.0.1': 'for benchmarks',
  '198.19.255.255': 'for benchmarks',
  '198.51.100.7': 'for documentation',
  '203.0.113.9': 'for documentation',
  '224.0.0.1': 'multicast',
  '239.255.255.255': 'multicast',
  '240.0.0.1': 'reserved',
  '255.255.255.255': 'broadcast',
  '::': 'unspecified',
  '::1': 'loopback',
  'fc00::1': 'unique-local',
  'fdff::1': 'unique-local',
  'fe80::1': 'link-local',
  'febf::1': 'link-local',
  'fec0::1': 'site-local',
  'ff02::1': 'multicast',
  '2001:db8::1': 'for documentation',
  '3fff:fff::1': 'for documentation',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2': 'reserved',
  '2001:20::1': 'reserved',
  '100::1': 'reserved',
  '5f00::1': 'reserved',
  '64:ff9b:1::808:808': 'reserved',
};

const GOOD = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:200::1',
  '2a00:1450:4001::8',
  '3ffe::1',
];

/** What an address is called when it must not be reached. */
function forbiddenRange(address: string): string | undefined {
  const fault = destinationFault({ host: 'x.example', isPlain: false, addresses: [address] }, []);
  return fault?.replace('has an address that is ', '');
}

/** Whether allowing the network allows the address. */
function isWithin(address: string, network: string): boolean {
  const plain = { host: 'x.example', isPlain: true, addresses: [address] };
  return destinationFault(plain, [{ target: network, isPlain: true }]) === undefined;
}

/** The same IPv4 address in every form of IPv6 that carries one. */
function carrying(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  return [
    `::ffff:${address}`,
    `::FFFF:${hex}`,
    `0:0:0:0:0:ffff:${hex}`,
    `::ffff:0:${hex}`,
    `64:ff9b::${hex}`,
    `64:ff9b::${address}`,
    `2002:${hex}::1`,
    `2606:4700::5efe:${hex}`,
    `2606:4700::200:5efe:${hex}`,
  ];
}

test('an address that is not of the public internet is named for what it is', () => {
  for (const [address, range] of Object.entries(BAD)) assert.equal(forbiddenRange(address), range, address);
});

test('public addresses next to the forbidden ranges are let through', () => {
  for (const address of GOOD) assert.equal(forbiddenRange(address), undefined, address);
});

test('an IPv6 address that carries an IPv4 address is as bad as that one', () => {
  for (const [address, range] of Object.entries(BAD).filter(([text]) => text.includes('.')))
    for (const form of carrying(address)) assert.equal(forbiddenRange(form), range, form);
  for (const form of carrying('1.1.1.1')) assert.equal(forbiddenRange(form), undefined, form);
});

test('compatible addresses are read as the IPv4 address they carry', () => {
  assert.equal(forbiddenRange('::127.0.0.1'), 'loopback');
  assert.equal(forbiddenRange('::a00:1'), 'private');
  assert.equal(forbiddenRange('::2'), 'unspecified');
});

test('what is no address is never called', () => {
  for (const text of [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '017700000001',
    '1.2.3',
    'fe80::1%eth0',
    '1.1.1.1 ',
    ':::',
  ])
    assert.equal(forbiddenRange(text), 'not an address', text);
});

test('networks hold what shares their first bits', () => {
  assert.ok(isWithin('10.200.0.1', '10.0.0.0/8'));
  assert.ok(isWithin('::ffff:10.200.0.1', '10.0.0.0/8'));
  assert.ok(isWithin('192.168.4.130', '192.168.4.128/25'));
  assert.ok(!isWithin('192.168.4.127', '192.168.4.128/25'));
  assert.ok(isWithin('fd00::9', 'fd00::/8'));
  assert.ok(isWithin('10.0.0.1', '10.0.0.1') && !isWithin('10.0.0.2', '10.0.0.1'));
  assert.ok(isWithin('8.8.8.8', '0.0.0.0/0') && !isWithin('2606::1', '0.0.0.0/0'));
  assert.ok(isWithin('8.8.8.8', '::/0'));
});

const https = { host: 'hooks.example.org', isPlain: false };

test('one bad address among good ones is enough to refuse a name', () => {
  assert.equal(destinationFault({ ...https, addresses: ['1.1.1.1', '2606::1'] }, []), undefined);
  assert.equal(
    destinationFault({ ...https, addresses: ['1.1.1.1', '::ffff:127.0.0.1'] }, []),
    'has an address that is loopback',
  );
  assert.equal(destinationFault({ ...https, addresses: [] }, []), 'has no address');
});

test('a host, an address or a network can be allowed all the same', () => {
  const inside = { ...https, addresses: ['10.0.0.1', '1.1.1.1'] };

  for (const target of ['hooks.example.org', '10.0.0.1', '10.0.0.0/8'])
    assert.equal(destinationFault(inside, [{ target, isPlain: false }]), undefined, target);
  assert.equal(
    destinationFault({ ...inside, host: 'HOOKS.example.org.' }, [{ target: 'hooks.example.org', isPlain: false }]),
    undefined,
  );
  for (const target of ['example.org', '10.0.0.2', '11.0.0.0/8'])
    assert.match(destinationFault(inside, [{ target, isPlain: false }]) ?? '', /private/, target);
});

test('without TLS only what was allowed without it is called, with every one of its addresses', () => {
  const plain = { host: '127.0.0.1', isPlain: true, addresses: ['127.0.0.1'] };

  assert.equal(destinationFault(plain, []), 'is not reached by https');
  assert.equal(destinationFault(plain, [{ target: '127.0.0.0/8', isPlain: false }]), 'is not reached by https');
  assert.equal(destinationFault(plain, [{ target: '127.0.0.0/8', isPlain: true }]), undefined);
  const both = { ...plain, host: 'x.example', addresses: ['127.0.0.1', '1.1.1.1'] };
  assert.equal(destinationFault(both, [{ target: '127.0.0.0/8', isPlain: true }]), 'is not reached by https');
});
