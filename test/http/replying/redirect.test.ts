/** A redirect leads exactly where it was told, and can carry nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeOther } from '../../../src/http/replying/replies.ts';

test('a redirect goes where it was told, byte for byte', () => {
  const location = 'myapp://oauth?code=a%20b&state=~!*\'();:@,/?[]{}|"<>';

  assert.deepEqual(seeOther(location), { status: 303, headers: { Location: location } });
});

test('what a header cannot carry is percent-encoded in a redirect', () => {
  const { headers } = seeOther('https://a.example/é☃?x=\r\nSet-Cookie: a\0\ud800');

  assert.equal(headers?.Location, 'https://a.example/%C3%A9%E2%98%83?x=%0D%0ASet-Cookie:%20a%00%EF%BF%BD');
});
