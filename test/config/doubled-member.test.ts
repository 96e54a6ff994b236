/** A member that an object of JSON has twice is found with its place, however it is written, and nothing else is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDoubledMember } from '../../src/config/doubled-member.ts';
import { faults } from './given.ts';

test('a doubled member is told by a JSON pointer to it', () => {
  const cases: readonly (readonly [json: string, pointer: string])[] = [
    ['{"a":1,"a":1}', '/a'],
    ['{ "a" : "x" , "b" : [ ] , "a" : null }', '/a'],
    ['{"a":{"b":1,"c":{"d":1},"b":2}}', '/a/b'],
    ['[1,[2,{"a":1}],{"b":{},"b":{}}]', '/2/b'],
    ['{"list":[{"a":1},{"a":1,"a":2}]}', '/list/1/a'],
    // One name in two spellings.
    ['{"code":"x","c\\u006fde":"y"}', '/code'],
    ['{"a/b~c":1,"a\\/b~c":2}', '/a~1b~0c'],
    ['{"":1,"":2}', '/'],
    ['{"__proto__":1,"__proto__":2}', '/__proto__'],
    ['{"a":"\\\\","a":1}', '/a'],
    ['{"a":"\\"","a":1}', '/a'],
  ];

  for (const [json, pointer] of cases) {
    JSON.parse(json);
    assert.equal(findDoubledMember(json), pointer, json);
  }
});

test('what only looks like a doubled member is none', () => {
  const cases = [
    ...['{}', '[]', '"a"', '1', 'null', '[{"a":1},{"a":1}]', '{"a":{"a":{"a":1}},"b":{"a":1}}', '["a","a"]'],
    ...['{"a":"a","b":"a"}', '{"a":["b","b"],"b":1}', '{"a":"\\",\\"a\\":1,","b":1}', '{"a":1,"A":1,"a ":1}'],
  ];

  for (const json of cases) {
    JSON.parse(json);
    assert.equal(findDoubledMember(json), undefined, json);
  }
});

test('the place of what lies deep, or has a long name, is told in a few words', () => {
  const deep = findDoubledMember(`${'['.repeat(5000)}{"a":1,"a":1}${']'.repeat(5000)}`);
  const long = findDoubledMember(`{"${'é'.repeat(5000)}":1,"${'é'.repeat(5000)}":1}`);

  assert.equal(deep, '/0'.repeat(16));
  assert.equal(long, `/${'é'.repeat(64)}`);
});

test('a setting that says something twice is refused, wherever it stands', () => {
  const read = '"description":"Read your notes"';
  const scopes = `{"read":{${read}},"write":{${read},${read}}}`;
  const resources = '{"https://a.example/":{"name":"A","scopes":["profile"]},"https://a.example/":null}';
  const file = (text: string) => faults({ env: { LATCHKEY_CONFIG: 'c' }, files: { c: text } });

  assert.match(
    faults({ env: { LATCHKEY_SCOPES: scopes } }).join(),
    /^LATCHKEY_SCOPES is .* but must say everything once \(\/write\/description stands there twice\)\.$/,
  );
  assert.match(
    faults({ env: { LATCHKEY_RESOURCES: resources } }).join(),
    /\(\/https:~1~1a\.example~1 stands there twice\)\.$/,
  );
  assert.deepEqual(file('{"port":3000,"host":"::1","port":4000}'), ['"/port" stands twice in c: keep one of them.']);
  assert.deepEqual(file(`{"scopes":${scopes}}`), ['"/scopes/write/description" stands twice in c: keep one of them.']);
});
