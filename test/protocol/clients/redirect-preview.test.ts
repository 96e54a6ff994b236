/** Proves that a preview promises exactly what will match, and that addresses easily taken for one are pointed out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearDuplicates, previewRedirect } from '../../../src/protocol/clients/redirect-preview.ts';
import { trustRedirect } from '../../../src/protocol/clients/redirect-uri.ts';
import { costOf } from '../../support/processor.ts';

const CALLBACK = 'https://app.example.com/cb';

test('a web address matches itself', () => {
  assert.deepEqual(previewRedirect(CALLBACK), { kind: 'exact', uri: CALLBACK });
});

test('a loopback address matches with any port, whatever port was registered', () => {
  for (const uri of ['http://127.0.0.1/cb?a=1', 'http://127.0.0.1:8080/cb?a=1']) {
    assert.deepEqual(previewRedirect(uri), { kind: 'any_port', origin: 'http://127.0.0.1', rest: '/cb?a=1' });
  }
});

test('an application’s own scheme is named, and the out-of-band address leads to a page', () => {
  const uri = 'com.example.app:/cb';
  assert.deepEqual(previewRedirect(uri), { kind: 'scheme', uri, scheme: 'com.example.app' });
  assert.deepEqual(previewRedirect('urn:ietf:wg:oauth:2.0:oob'), { kind: 'code_page' });
});

test('what the preview of a loopback address promises is what the comparison does, for every port', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 65_535 }),
      fc.constantFrom('127.0.0.1', '[::1]', 'localhost'),
      (port, host) => {
        const preview = previewRedirect(`http://${host}/cb`);

        assert.ok(preview.kind === 'any_port');
        const promised = `${preview.origin}:${port}${preview.rest}`;
        assert.equal(trustRedirect(promised, [`http://${host}/cb`]), promised);
      },
    ),
  );
});

test('two that differ in a slash, in case, in www, in the port or in encoding are near', () => {
  const twins = [
    [`${CALLBACK}/`, ['slash_extra']],
    ['https://app.example.com/CB', ['case']],
    ['https://www.app.example.com/cb', ['www_extra']],
    ['https://app.example.com:8443/cb', ['port']],
    ['https://app.example.com/c%62', ['encoding']],
  ] as const;

  for (const [twin, differences] of twins) {
    assert.deepEqual(nearDuplicates([CALLBACK, twin]), [{ row: 1, like: 0, differences }], twin);
  }
});

test('two that differ in their path, their host or their query are not', () => {
  for (const other of ['https://app.example.com/other', 'https://example.com/cb', `${CALLBACK}?a=1`]) {
    assert.deepEqual(nearDuplicates([CALLBACK, other]), [], other);
  }
});

test('each row is compared with those before it, and named once', () => {
  const found = nearDuplicates([CALLBACK, 'https://other.example/cb', `${CALLBACK}/`, CALLBACK.toUpperCase()]);

  assert.deepEqual(
    found.map(({ row, like }) => [row, like]),
    [
      [2, 0],
      [3, 0],
    ],
  );
});

test('the missing slash and the missing www are overlooked as easily, in either order', () => {
  assert.deepEqual(nearDuplicates([`${CALLBACK}/`, CALLBACK])[0]?.differences, ['slash_missing']);
  assert.deepEqual(nearDuplicates(['https://www.a.example/', 'https://a.example/'])[0]?.differences, ['www_missing']);
});

test('the same address twice is no near duplicate, and one real difference is enough', () => {
  assert.deepEqual(nearDuplicates([CALLBACK, CALLBACK]), []);
  assert.deepEqual(nearDuplicates([CALLBACK, 'https://app.example.com:8443/other']), []);
  assert.deepEqual(nearDuplicates([CALLBACK]), []);
});

test('a form with more rows than can be registered costs no more than one with as many', () => {
  const long = `https://a.example/?${'b=1&a=2&'.repeat(70)}`;
  const rows = Array.from({ length: 99 }, (_, index) => `${long}${index}`);

  assert.ok(costOf(() => nearDuplicates(rows)) < 0.5);
  assert.deepEqual(nearDuplicates([...Array.from({ length: 19 }, () => ''), CALLBACK, `${CALLBACK}/`]), []);
});
