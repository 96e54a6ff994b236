/** Which path leads to which door. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kind, Route } from '../../src/http/route.ts';
import { createRouter } from '../../src/http/router.ts';
import { assertLinear } from '../support/linear-time.ts';

const route = (method: 'GET' | 'POST', path: string, kind: Kind = 'page'): Route => ({
  method,
  path,
  kind,
  handler: () => ({ status: 200 }),
});

const routes = [
  route('GET', '/'),
  route('POST', '/oauth/token', 'open-api'),
  route('GET', '/oauth/applications'),
  route('POST', '/oauth/applications'),
  route('GET', '/oauth/applications/:id'),
  route('GET', '/oauth/applications/:id/edit'),
  route('GET', '/oauth/applications/new'),
  route('POST', '/oauth/applications/:id/secrets/:secret/remove'),
  route('POST', '/oauth/authorized_applications/:id/revoke'),
  route('POST', '/oauth/authorized_applications/all/:what'),
];
const router = createRouter(routes);

test('a path is matched byte for byte', () => {
  assert.equal(router.find('/oauth/token')?.endpoint.post, routes[1]);
  assert.equal(router.find('/')?.endpoint.get, routes[0]);
});

test('spellings that only resemble a path lead nowhere', () => {
  const tricks = [
    '//oauth/token',
    '/oauth//token',
    '/oauth/./token',
    '/oauth/x/../token',
    '/oauth%2ftoken',
    '/oauth/token%00',
    '/oauth/token;x',
    '/oauth/token/',
    '/OAUTH/token',
    '/oauth/Token',
    '/oauth/token ',
    '/oauth/%74oken',
    '/oauth\\token',
    '',
    'oauth/token',
    '/oauth/applications/',
    '/__proto__',
    '/constructor',
  ];

  for (const path of tricks) assert.equal(router.find(path), undefined, path);
});

test('a named segment is percent-decoded', () => {
  assert.deepEqual(router.find('/oauth/applications/a%2Fb%20%C3%A9')?.parameters, { id: 'a/b é' });
  assert.deepEqual(router.find('/oauth/applications/x/secrets/7/remove')?.parameters, { id: 'x', secret: '7' });
});

test('a named segment with a bad escape, broken UTF-8, a control character or dots leads nowhere', () => {
  for (const bad of ['%', '%g1', '%ff', '%c0%af', '%ed%a0%80', '%00', 'a%0a', '%7f', '.', '..', '%2e%2e', '']) {
    assert.equal(router.find(`/oauth/applications/${bad}`), undefined, bad);
  }
});

test('a written segment is preferred to a named one', () => {
  assert.deepEqual(router.find('/oauth/applications/new')?.parameters, {});
  assert.deepEqual(router.find('/oauth/authorized_applications/all/revoke')?.parameters, { what: 'revoke' });
});

test('an endpoint says which methods it allows', () => {
  assert.equal(router.find('/oauth/applications')?.endpoint.allow, 'GET, HEAD, POST');
  assert.equal(router.find('/oauth/token')?.endpoint.allow, 'POST, OPTIONS');
  assert.equal(router.find('/oauth/applications/x')?.endpoint.allow, 'GET, HEAD');
});

test('a named segment called like a property of every object is only a name', () => {
  const found = createRouter([route('GET', '/users/:id')]).find('/users/__proto__');

  assert.deepEqual(found?.parameters, { id: '__proto__' });
});

test('two routes with one method and path are a defect, found at the start', () => {
  assert.throws(() => createRouter([route('GET', '/a'), route('GET', '/a')]), /GET \/a/);
  assert.throws(() => createRouter([route('GET', 'a')]), /GET a/);
});

test('a path of many segments is judged in linear time', () => {
  const pathOf = (segments: number) => '/a'.repeat(segments);

  assert.equal(router.find(pathOf(8_000)), undefined);
  assertLinear((path) => router.find(path), pathOf, 8_000);
});
