/** Proves which addresses of a service the guard accepts: secrets and tokens are sent there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGuard, type GuardOptions } from '../../packages/guard/src/guard.ts';

/** Nothing is called: a guard that is made listens at once, and is closed before it could. */
function make(issuer: string, more: Partial<GuardOptions> = {}): void {
  const never: typeof fetch = () => new Promise(() => {});
  const credentials = { clientId: 'a', clientSecret: 'b' };
  createGuard({ issuer, resource: 'https://api.example.org/', ...credentials, fetch: never, ...more }).close();
}

test('the guard refuses an issuer on plain http: its secret and every token would be readable on the way', () => {
  for (const issuer of [
    'http://id.example.org',
    'HTTP://id.example.org',
    'http://10.0.0.5:3000',
    'http://127.0.0.1.example.org',
    'http://localhost.example.org',
    'http://localhost@id.example.org',
    'http://[2001:db8::1]',
  ]) {
    assert.throws(() => make(issuer), {
      name: 'TypeError',
      message:
        'createGuard needs an issuer on https: over plain http its secret and every token can be read on the way ' +
        '(allowInsecureRequests: true lets it, for networks that nobody else can read).',
    });
  }
});

test('the guard accepts https, plain http to loopback, and any plain http where that is said', () => {
  for (const issuer of [
    'https://id.example.org',
    'https://id.example.org/tenant/',
    'http://localhost:3000',
    'http://latchkey.localhost',
    'http://127.0.0.1:3000',
    'http://127.9.9.9',
    'http://[::1]:3000',
  ])
    make(issuer);
  make('http://latchkey:3000', { allowInsecureRequests: true });
});

test('the guard refuses an issuer that is no web address, whatever is allowed', () => {
  for (const issuer of ['id.example.org', 'ftp://id.example.org', 'https://', 'file:///etc/passwd'])
    assert.throws(
      () => make(issuer, { allowInsecureRequests: true }),
      /createGuard needs the issuer as an https address/,
    );
});
