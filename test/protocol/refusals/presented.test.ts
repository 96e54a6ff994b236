/** Proves how a presented string is described, and what a developer is told of it from the facts that were kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBasic } from '../../../src/protocol/clients/identification.ts';
import { BECAUSES, type Circumstances, type Finding } from '../../../src/protocol/diagnosis/finding.ts';
import { findingsOfPresented } from '../../../src/protocol/diagnosis/findings.ts';
import { createForm, type Form } from '../../../src/protocol/form.ts';
import type { Fact } from '../../../src/protocol/refusals/facts.ts';
import {
  describePresented,
  isShape,
  isWrapping,
  secretsIn,
  unwrapped,
} from '../../../src/protocol/refusals/presented.ts';
import { formatSecret, formatToken } from '../../../src/protocol/tokens/token-string.ts';
import { basicHeader } from '../../support/token-client.ts';
import { NOW } from '../tokens/holding.ts';

const CODE = formatToken('code', 7, Buffer.alloc(33, 1));
const SOURCE = { address: '192.0.2.1', userAgent: 'Quill/1' };
const NOWHERE = { address: null, userAgent: null };

const AROUND: Circumstances = {
  redirectUris: [],
  mostRedirectUris: 10,
  scope: [],
  catalogue: [],
  grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  ownUrl: 'https://id.example',
  earlier: undefined,
  causedBy: undefined,
};

function told(
  facts: readonly Fact[],
  around: Partial<Circumstances> = {},
  reason = 'code_unknown',
): readonly Finding[] {
  const request = {
    id: 1,
    traceId: 't',
    shortTrace: null,
    endpoint: 'token',
    reason,
    error: 'e',
    at: NOW,
    source: SOURCE,
    accountId: null,
    facts,
  } as const;
  return findingsOfPresented(request, { ...AROUND, ...around });
}

test('the shape of a string is its kind, its length and its checksum', () => {
  const shape = (text: string) => describePresented('code', 'code', text).find(([name]) => name === 'shape')?.[1];

  assert.equal(shape(CODE), 'whole');
  assert.equal(shape(`${CODE.slice(0, -1)}${CODE.endsWith('A') ? 'B' : 'A'}`), 'damaged');
  assert.equal(shape(CODE.slice(0, -1)), 'short');
  assert.equal(shape(`${CODE}A`), 'long');
  for (const kind of ['access', 'refresh'] as const) assert.equal(shape(formatToken(kind, 1, Buffer.alloc(33))), kind);
  assert.equal(shape(formatSecret(Buffer.alloc(41))), 'secret');
  assert.equal(shape('4/0AX4'), 'foreign');
});

test('what is wrapped around a string is named and taken off', () => {
  assert.deepEqual([...unwrapped('bare')], []);
  assert.deepEqual([...unwrapped(' a  b\n')], [['space', 'ab']]);
  for (const text of ['"ab"', "'ab'", '“ab”', '‘ab’', '<ab>', '"ab', 'ab"'])
    assert.deepEqual([...unwrapped(text)], [['quotes', 'ab']], text);
  assert.deepEqual([...unwrapped('a%2Db')], [['percent', 'a-b']]);
  assert.deepEqual([...unwrapped('a%b')], []);
  for (const tail of ['&state=x\ny', '?x', '#x']) assert.equal(unwrapped(`ab${tail}`).get('tail'), 'ab', tail);
  assert.deepEqual([...unwrapped('a"b')], []);
  assert.deepEqual(describePresented('code', 'token', 'lkc_x'), [
    ['presented', 'token'],
    ['shape', 'short'],
    ['length', '5'],
  ]);
  assert.deepEqual(
    describePresented('code', 'code', ' "%41"&x').filter(([name]) => name === 'wrapping'),
    [
      ['wrapping', 'space'],
      ['wrapping', 'percent'],
      ['wrapping', 'tail'],
    ],
  );
});

test('shapes and wrappings are known by their names', () => {
  for (const name of ['whole', 'damaged', 'short', 'long', 'access', 'refresh', 'code', 'secret', 'foreign'])
    assert.ok(isShape(name), name);
  for (const name of ['space', 'quotes', 'percent', 'tail']) assert.ok(isWrapping(name), name);
  for (const name of ['', 'other', 'toString']) assert.ok(!isShape(name) && !isWrapping(name), name);
});

test('every parameter that holds a secret is known, doubled ones and headers included', () => {
  const fields = ['code', 'token', 'access_token', 'refresh_token', 'client_secret', 'code_verifier', 'password'];
  const form = createForm(
    fields.flatMap((name): [string, string][] => [
      [name, `${name} 1`],
      [name, `${name} 2`],
    ]),
  );

  const secrets = (from: Form | undefined, authorization: string | undefined) =>
    secretsIn({ form: from, authorization, basic: parseBasic(authorization) });

  assert.deepEqual(
    secrets(form, undefined),
    fields.flatMap((name) => [`${name} 1`, `${name} 2`]),
  );
  assert.deepEqual(secrets(undefined, 'Bearer abc def'), ['abc', 'def']);
  const basic = basicHeader('id', 'se%20cret');
  assert.deepEqual(secrets(undefined, basic), ['se%20cret', basic.slice(6)]);
  assert.deepEqual(secrets(undefined, undefined), []);
});

test('a Basic header that cannot be read is told by its fault alone', () => {
  for (const fault of ['base64', 'colon', 'percent'] as const)
    assert.deepEqual(
      told([
        ['basic', fault],
        ['live_suffix', 'x'],
      ]),
      [{ kind: 'basic', fault }],
    );
  assert.deepEqual(told([['basic', 'other']]), []);
});

test('a wrong secret is told by what it is, with those that would be right', () => {
  const live = { kind: 'secrets_live', suffixes: ['aaaa', 'bbbb'] } as const;
  const facts = (...more: Fact[]): Fact[] => [
    ['live_suffix', 'aaaa'],
    ['live_suffix', 'bbbb'],
    ['suffix', 'zzzz'],
    ...more,
  ];

  assert.deepEqual(told(facts()), [live]);
  assert.deepEqual(told(facts(['secret_is', 'removed'], ['removed_at', '99'])), [
    { kind: 'secret_removed', suffix: 'zzzz', at: 99 },
    live,
  ]);
  assert.deepEqual(told(facts(['secret_is', 'elsewhere'], ['application', 'Inkwell'])), [
    { kind: 'secret_elsewhere', suffix: 'zzzz', application: 'Inkwell' },
    live,
  ]);
  assert.deepEqual(told(facts(['secret_is', 'client_id'])), [{ kind: 'secret_is_id' }, live]);
  assert.deepEqual(told(facts(['secret_is', 'wrapped'], ['wrapped_in', 'quotes'])), [
    { kind: 'secret_wrapped', suffix: 'zzzz', wrapping: 'quotes' },
  ]);
  assert.deepEqual(told(facts(['secret_is', 'wrapped'], ['wrapped_in', 'paper'])), []);
  assert.deepEqual(told(facts(['secret_is', 'wrapped'])), []);
});

test('what was not kept of a secret is told as nothing', () => {
  assert.deepEqual(told([['secret_is', 'removed']]), [{ kind: 'secret_removed', suffix: '', at: 0 }]);
  assert.deepEqual(told([['secret_is', 'elsewhere']]), [{ kind: 'secret_elsewhere', suffix: '', application: '' }]);
  assert.deepEqual(told([['secret_is', 'client_id']]), [{ kind: 'secret_is_id' }]);
});

test('a presented string is told by shape, wrapping and place', () => {
  const facts: Fact[] = [
    ['presented', 'code'],
    ['shape', 'short'],
    ['length', '9'],
    ['wrapping', 'tail'],
    ['wrapping', 'x'],
  ];

  assert.deepEqual(told([...facts, ['place', 'query']]), [
    { kind: 'shape', parameter: 'code', shape: 'short', length: 9 },
    { kind: 'wrapped', parameter: 'code', wrapping: 'tail' },
    { kind: 'place', place: 'query' },
  ]);
  assert.deepEqual(told([['place', 'scheme']]), [{ kind: 'place', place: 'scheme' }]);
  assert.deepEqual(told([['place', 'elsewhere']]), []);
  assert.deepEqual(
    told([
      ['presented', 'code'],
      ['shape', 'round'],
      ['place', 'query'],
    ]),
    [{ kind: 'place', place: 'query' }],
  );
  assert.deepEqual(
    told([
      ['presented', 'code'],
      ['place', 'query'],
    ]),
    [{ kind: 'place', place: 'query' }],
  );
  assert.deepEqual(told([['shape', 'short']]), []);
  assert.deepEqual(told([...facts, ['secret_is', 'unknown']]), []);
  assert.deepEqual(
    told([
      ['presented', 'code'],
      ['shape', 'whole'],
    ])[0],
    {
      kind: 'shape',
      parameter: 'code',
      shape: 'whole',
      length: 0,
    },
  );
});

test('times are told as moments and as how long ago they were', () => {
  const at = (seconds: number) => String(NOW - seconds);

  assert.deepEqual(
    told([
      ['expired_at', at(5)],
      ['lifetime', '600'],
    ]),
    [{ kind: 'expired', at: NOW - 5, agoSeconds: 5, lifetimeSeconds: 600 }],
  );
  assert.deepEqual(told([['expired_at', at(5)]]), [
    { kind: 'expired', at: NOW - 5, agoSeconds: 5, lifetimeSeconds: 0 },
  ]);
  assert.deepEqual(told([['redeemed_at', at(6)]], { earlier: { at: NOW - 6, source: SOURCE } }), [
    { kind: 'used_before', at: NOW - 6, earlierSeconds: 6, source: SOURCE },
  ]);
  assert.deepEqual(told([['redeemed_at', at(6)]]), [
    { kind: 'used_before', at: NOW - 6, earlierSeconds: 6, source: NOWHERE },
  ]);
  assert.deepEqual(told([['renewed_at', at(7)]]), [
    { kind: 'renewed', at: NOW - 7, earlierSeconds: 7, source: NOWHERE },
  ]);
  assert.deepEqual(
    told([
      ['superseded_at', at(8)],
      ['leeway', '30'],
    ]),
    [{ kind: 'superseded', at: NOW - 8, earlierSeconds: 8, leewaySeconds: 30 }],
  );
  assert.deepEqual(told([['superseded_at', at(8)]]), [
    { kind: 'superseded', at: NOW - 8, earlierSeconds: 8, leewaySeconds: 0 },
  ]);
  assert.deepEqual(told([['replaced_at', at(9)]]), [{ kind: 'replaced', at: NOW - 9, earlierSeconds: 9 }]);
});

test('an end is told with its reason and with the request that caused it', () => {
  for (const because of BECAUSES)
    assert.deepEqual(
      told(
        [
          ['ended', 'family'],
          ['ended_at', '99'],
          ['because', because],
        ],
        { causedBy: 'trace' },
      ),
      [
        { kind: 'ended', what: 'family', at: 99 },
        { kind: 'because', because },
        { kind: 'caused_by', traceId: 'trace' },
      ],
    );
  assert.deepEqual(
    told([
      ['ended', 'account'],
      ['because', 'whim'],
    ]),
    [{ kind: 'ended', what: 'account', at: undefined }],
  );
  assert.deepEqual(told([['ended', 'nothing']], { causedBy: 'trace' }), []);
  assert.equal(new Set(BECAUSES).size, 7);
});

test('where nothing has ended and yet it is over, every permission was taken back', () => {
  for (const reason of ['refresh_token_revoked', 'code_consent_ended'])
    assert.deepEqual(told([], {}, reason), [{ kind: 'ended', what: 'permissions', at: undefined }]);
  assert.deepEqual(told([], {}, 'code_expired'), []);
});

test('a wrong verifier is told by what it hashes to', () => {
  assert.deepEqual(
    told([
      ['verifier', 'challenge'],
      ['computed', 'x'],
    ]),
    [{ kind: 'verifier_is_challenge' }],
  );
  assert.deepEqual(told([['computed', 'x']]), [{ kind: 'hashes_differ' }]);
  assert.deepEqual(
    told([
      ['computed', 'x'],
      ['verifier', 'malformed'],
      ['length', '12'],
    ]),
    [{ kind: 'hashes_differ' }, { kind: 'verifier_malformed', length: 12 }],
  );
  assert.deepEqual(
    told([
      ['computed', 'x'],
      ['verifier', 'malformed'],
    ])[1],
    { kind: 'verifier_malformed', length: 0 },
  );
  assert.deepEqual(told([['verifier', 'malformed']]), []);
});
