/** A form is taken from our own pages alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnOrigin } from '../../../src/http/browser/origin.ts';
import type { Request } from '../../../src/http/route.ts';

const from = (headers: Request['headers']): boolean =>
  isOwnOrigin({ headers } as Request /* only its headers are looked at */, 'https://id.example.org');

test('a form of our own pages is known by Origin, by Sec-Fetch-Site, or left to its token', () => {
  assert.equal(from({ origin: 'https://id.example.org', 'sec-fetch-site': 'same-origin' }), true);
  assert.equal(from({ origin: 'https://id.example.org' }), true);
  assert.equal(from({ 'sec-fetch-site': 'none' }), true);
  assert.equal(from({}), true);
});

test('a form of another origin is refused', () => {
  assert.equal(from({ origin: 'https://evil.example' }), false);
  assert.equal(from({ origin: 'https://sub.id.example.org' }), false);
  assert.equal(from({ origin: 'http://id.example.org' }), false);
  assert.equal(from({ origin: 'https://id.example.org:8443' }), false);
  assert.equal(from({ origin: 'https://id.example.org, https://evil.example' }), false);
  assert.equal(from({ origin: '' }), false);
  assert.equal(from({ origin: 'https://id.example.org', 'sec-fetch-site': 'cross-site' }), false);
  assert.equal(from({ 'sec-fetch-site': 'same-site' }), false);
  assert.equal(from({ 'sec-fetch-site': 'same-origin, cross-site' }), false);
});

test('an origin without a name is ours only where the browser says that it is', () => {
  assert.equal(from({ origin: 'null' }), false);
  assert.equal(from({ origin: 'null', 'sec-fetch-site': 'none' }), false);
  assert.equal(from({ origin: 'null', 'sec-fetch-site': 'cross-site' }), false);
  // What browsers send from a page with the referrer policy that ours have.
  assert.equal(from({ origin: 'null', 'sec-fetch-site': 'same-origin' }), true);
});
