/** Addresses of PostgreSQL: how its servers are reached, and what of an address would not be heeded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeLoaded } from '../../src/config/describe.ts';
import { serversOf } from '../../src/config/servers.ts';
import { transportOf } from '../../src/config/transport.ts';
import { faults, loaded } from './given.ts';

test('a PostgreSQL address says how the server is reached and what TLS has to prove, as for its own programs', () => {
  const read = (address: string) => {
    const [server = ''] = serversOf(address);
    const { path, host, port, tls, authorities } = transportOf(server);
    return [path ?? host, port, tls, authorities];
  };

  assert.deepEqual(read('postgres://me@db/x'), ['db', 5432, 'disable', undefined]);
  assert.deepEqual(read('postgres://me@db:6/x?sslmode=require'), ['db', 6, 'require', undefined]);
  assert.deepEqual(read('postgres://me@10.0.0.5/x?sslmode=verify-full'), ['10.0.0.5', 5432, 'verify-full', undefined]);
  assert.deepEqual(read('postgres://me@[::1]/x?ssl=true'), ['::1', 5432, 'verify-full', undefined]);
  assert.deepEqual(read('postgres://me@db/x?sslmode=require&sslrootcert=/ca.pem'), [
    'db',
    5432,
    'verify-ca',
    '/ca.pem',
  ]);
  assert.deepEqual(read('postgres://me@db/x?sslrootcert=system'), ['db', 5432, 'verify-full', undefined]);
  const socket = '/run/postgresql/.s.PGSQL.5432';
  assert.deepEqual(read('postgres://me@/x?host=/run/postgresql&sslmode=require'), [socket, 5432, 'disable', undefined]);
  assert.deepEqual(read('postgres://me@%2Frun%2Fpostgresql/x'), [socket, 5432, 'disable', undefined]);
  assert.deepEqual(read('postgres:///x?host=/tmp&port=6'), ['/tmp/.s.PGSQL.6', 6, 'disable', undefined]);
});

test('a PostgreSQL address with what would not be heeded is refused in one line', () => {
  const withParameter = (parameter: string, files = {}) =>
    faults({ env: { LATCHKEY_DATABASE: `postgres://me@db/x?${parameter}` }, files }).join('|');

  assert.equal(withParameter('sslrootcert=/ca.pem', { '/ca.pem': 'PEM' }), '');
  assert.match(
    withParameter('sslrootcert=/ca.pem'),
    /^LATCHKEY_DATABASE has an sslrootcert that cannot be read: \/ca.pem\.$/,
  );
  assert.match(withParameter('sslcert=/me.pem'), /^LATCHKEY_DATABASE must leave sslcert out/);
  assert.match(withParameter('sslmode=verify'), /^LATCHKEY_DATABASE must have one of disable, .* as sslmode\.$/);
  // The driver would read as UTF-8 what the server writes in another encoding.
  assert.match(withParameter('client_encoding=LATIN1'), /^LATCHKEY_DATABASE must leave client_encoding out: /);
  for (const known of ['UTF8', 'utf-8', 'unicode']) assert.equal(withParameter(`client_encoding=${known}`), '');
  assert.match(withParameter('port=99999'), /^LATCHKEY_DATABASE must have a number of at most 65535 as port/);
  assert.match(withParameter('host=other'), /^LATCHKEY_DATABASE must name hosts before the path/);
});

test('a PostgreSQL address may name several servers, and only such as take writes', () => {
  const address = 'postgres://me:hush@db1:5432,db2:5433/latchkey?target_session_attrs=read-write&sslmode=require';

  const described = JSON.stringify(describeLoaded(loaded({ env: { LATCHKEY_DATABASE: address } })));
  assert.deepEqual(serversOf(address), [
    'postgres://me:hush@db1:5432/latchkey?sslmode=require',
    'postgres://me:hush@db2:5433/latchkey?sslmode=require',
  ]);
  assert.match(described, /postgres:\/\/me:\*\*\*@db1:5432,db2:5433\/latchkey/);
  assert.doesNotMatch(described, /hush/);
  for (const wrong of [
    'postgres://db1,,db2/x',
    'postgres://db1:1,db2:99999/x',
    'postgres://db/x?target_session_attrs=any',
  ])
    assert.equal(faults({ env: { LATCHKEY_DATABASE: wrong } }).length, 1, wrong);
});
