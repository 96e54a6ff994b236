/** Proves that groups are served in turn, how long something would wait, and which networks are one group. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownNetworks, MOST_KNOWN } from '../../src/passwords/network-place.ts';
import { createShares, type Place, rankOf } from '../../src/passwords/shares.ts';

function queueOf(...added: readonly (readonly [place: Place, item: string])[]) {
  const shares = createShares<string>();
  for (const [place, item] of added) shares.add(place, item);
  return shares;
}

function drain(shares: ReturnType<typeof queueOf>): string {
  const taken: string[] = [];
  for (let item = shares.take(); item !== undefined; item = shares.take()) taken.push(item);
  return taken.join(' ');
}

test('groups take turns, and what one does not need goes to the others', () => {
  const shares = queueOf([['a'], 'a1'], [['a'], 'a2'], [['a'], 'a3'], [['b'], 'b1'], [['c'], 'c1'], [['c'], 'c2']);

  assert.equal(shares.size, 6);
  assert.equal(drain(shares), 'a1 b1 c1 a2 c2 a3');
  assert.equal(shares.size, 0);
});

test('what comes next of one group leaves the turns of the others as they are', () => {
  const shares = queueOf([['a'], 'a1'], [['b'], 'b1'], [['a'], 'a2']);

  assert.equal(shares.take('b'), 'b1');
  assert.equal(shares.take('b'), undefined);
  assert.equal(shares.size, 2);
  assert.equal(drain(shares), 'a1 a2');
});

test('the parts of a group share its turns', () => {
  const shares = queueOf(
    [['a', 'x'], 'ax1'],
    [['a', 'y'], 'ay1'],
    [['a', 'x'], 'ax2'],
    [['b', 'z'], 'b1'],
    [['b', 'z'], 'b2'],
  );

  assert.equal(drain(shares), 'ax1 b1 ay1 b2 ax2');
});

test('the rank of a newcomer is the number of turns until its own, whoever sent how much before', () => {
  const shares = queueOf([['a', 'x'], '1'], [['a', 'x'], '2'], [['a', 'x'], '3'], [['b', 'y'], '4']);

  assert.equal(rankOf(shares.all, ['c', 'z']), 3);
  assert.equal(rankOf(shares.all, ['b', 'y']), 4);
  assert.equal(rankOf(shares.all, ['a', 'w']), 3);
  assert.equal(rankOf(shares.all, ['a', 'x']), 5);
  assert.equal(rankOf(createShares().all, ['a', 'x']), 1);
});

test('networks that one owner may have are one group, by the /48 and the /56 of IPv6 and the /24 of IPv4', () => {
  const { placeOf } = createKnownNetworks();

  assert.deepEqual(placeOf('192.0.2.10'), ['unknown', '192.0.2', '192.0.2.10']);
  assert.deepEqual(placeOf('2001:db8:1:a23::/64'), ['unknown', '2001:db8:1', '2001:db8:1:0a', '2001:db8:1:a23::/64']);
  assert.deepEqual(placeOf('2001:db8:1:a::/64').slice(1, 3), ['2001:db8:1', '2001:db8:1:00']);
  assert.deepEqual(placeOf('unknown'), ['unknown', 'unknown']);
});

test('a command of the operator stands with networks from which a right password came', () => {
  assert.deepEqual(createKnownNetworks().placeOf('operator'), ['known', 'operator']);
});

test('a network from which a right password came stands with others like it, until ten thousand others did', () => {
  const known = createKnownNetworks();
  known.learn('192.0.2.10', true);

  assert.equal(known.placeOf('192.0.2.10')[0], 'known');
  assert.equal(known.placeOf('192.0.2.11')[0], 'unknown');
  for (let count = 0; count < MOST_KNOWN; count += 1) known.learn(`network ${count}`, true);
  assert.equal(known.placeOf('192.0.2.10')[0], 'unknown');
});

test('a network from which twenty-one wrong passwords came in a row is one of those that only guess, until a right one comes', () => {
  const known = createKnownNetworks();
  const guess = (times: number) => {
    for (let count = 0; count < times; count += 1) known.learn('192.0.2.10', false);
  };
  guess(1);
  assert.equal(known.placeOf('192.0.2.10')[0], 'unknown');
  known.learn('192.0.2.10', true);
  guess(20);
  assert.equal(known.placeOf('192.0.2.10')[0], 'known');
  known.learn('192.0.2.10', true);
  guess(20);
  assert.equal(known.placeOf('192.0.2.10')[0], 'known');
  guess(1);
  assert.equal(known.placeOf('192.0.2.10')[0], 'unknown');
  known.learn('192.0.2.10', true);
  assert.equal(known.placeOf('192.0.2.10')[0], 'known');
});
