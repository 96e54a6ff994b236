/** Proves the rules about scopes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatScope, isWithin, parseScope, resolveScope, type ScopeCatalogue } from '../../src/protocol/scope.ts';
import { proves } from '../support/proves.ts';

/** Every UTF-16 unit, lone surrogates and controls included. */
const anyUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

const catalogue: ScopeCatalogue = {
  profile: { description: 'See who you are', default: true },
  rates: { description: 'See your rates', default: true },
  email: { description: 'See your address', default: false },
  write: { description: 'Change things', default: false },
};

proves(
  'RFC 6749 §3.3',
  'The value of the scope parameter is a list of space-delimited, case-sensitive strings.',
  () => {
    assert.deepEqual(parseScope('read READ a:b/c.d'), { ok: true, value: ['read', 'READ', 'a:b/c.d'] });
  },
);

proves('RFC 6749 §3.3', 'scope-token = 1*( %x21 / %x23-5B / %x5D-7E )', () => {
  for (const text of ['a"b', 'a\\b', '\n', 'a\tb', 'a\u0000', 'a\u007f', 'é', 'a\u00a0b', 'a\u200bb', '😀', '\ud800']) {
    assert.deepEqual(parseScope(text), { ok: false, refusal: 'scope_malformed' }, JSON.stringify(text));
  }
  const allowed = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index)).replace(/["\\]/g, '');
  assert.deepEqual(parseScope(allowed), { ok: true, value: [allowed] });
});

test('a repeated scope counts once, the order is kept, and spaces too many are tolerated', () => {
  assert.deepEqual(parseScope('  b a  b c a '), { ok: true, value: ['b', 'a', 'c'] });
  assert.deepEqual(parseScope(''), { ok: true, value: [] });
  assert.deepEqual(parseScope('   '), { ok: true, value: [] });
});

proves('RFC 6749 §3.3', 'The order of the scopes does not matter.', () => {
  assert.equal(isWithin(['b', 'a'], ['a', 'b']), true);
  assert.equal(isWithin(['a'], ['b', 'a']), true);
  assert.equal(isWithin([], []), true);
  assert.equal(isWithin(['a', 'c'], ['a', 'b']), false);
  assert.equal(isWithin(['A'], ['a']), false);
});

proves('RFC 6749 §3.3', 'An omitted scope is processed with a pre-defined default value.', () => {
  const cases: [string | undefined, string[], string[]][] = [
    [undefined, ['email', 'rates', 'profile'], ['profile', 'rates']],
    ['', ['profile', 'write'], ['profile']],
    ['  ', ['profile', 'write'], ['profile']],
    [undefined, ['write', 'email', 'write'], ['write', 'email']],
    [undefined, ['write', 'since_removed'], ['write']],
  ];
  for (const [requested, allowed, value] of cases) {
    assert.deepEqual(resolveScope({ requested, catalogue, allowed }), { ok: true, value });
  }
});

test('a requested scope must be known to the operator and allowed to the application', () => {
  const allowed = ['profile', 'email', 'since_removed'];

  for (const requested of ['nope', 'profile nope', 'write', 'PROFILE', 'since_removed', 'profile,email']) {
    assert.deepEqual(
      resolveScope({ requested, catalogue, allowed }),
      { ok: false, refusal: 'scope_unknown' },
      requested,
    );
  }
  assert.deepEqual(resolveScope({ requested: 'a"b', catalogue, allowed }), { ok: false, refusal: 'scope_malformed' });
  assert.deepEqual(resolveScope({ requested: 'email profile email', catalogue, allowed }), {
    ok: true,
    value: ['email', 'profile'],
  });
});

test('names that every object inherits are no scopes', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const answer = resolveScope({ requested: name, catalogue, allowed: [name] });
    assert.deepEqual(answer, { ok: false, refusal: 'scope_unknown' }, name);
  }
});

test('an application without a single scope is refused rather than given an empty token', () => {
  for (const allowed of [[], ['since_removed']]) {
    const answer = resolveScope({ requested: undefined, catalogue, allowed });
    assert.deepEqual(answer, { ok: false, refusal: 'scope_unknown' });
  }
});

test('what is formatted is parsed back, and parsing twice changes nothing', () => {
  const name = fc.stringMatching(/^[\x21\x23-\x5b\x5d-\x7e]{1,12}$/);
  fc.assert(
    fc.property(fc.uniqueArray(name), (names) => {
      assert.deepEqual(parseScope(formatScope(names)), { ok: true, value: names });
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: anyUnit }), (text) => {
      const parsed = parseScope(text);
      if (parsed.ok) assert.deepEqual(parseScope(formatScope(parsed.value)), parsed);
    }),
  );
});
