/** Proves which facts explain a refusal by the request itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBasic } from '../../../src/protocol/clients/identification.ts';
import { createForm } from '../../../src/protocol/form.ts';
import type { Refusal } from '../../../src/protocol/refusal.ts';
import { claimedClient, factsOfMissing, factsOfRefusal } from '../../../src/protocol/refusals/facts-of-refusal.ts';
import { basicHeader } from '../../support/token-client.ts';

const form = createForm([
  ['grant_type', 'pasword'],
  ['scope', 'a b'],
  ['client_id', 'quill'],
]);

const facts = (refusal: Refusal, authorization?: string) =>
  factsOfRefusal(refusal, { authorization, basic: parseBasic(authorization), contentType: 'text/plain', form });
const bare = (refusal: Refusal) =>
  factsOfRefusal(refusal, {
    authorization: undefined,
    basic: parseBasic(undefined),
    contentType: undefined,
    form: undefined,
  });
const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test('each reason keeps what explains it', () => {
  assert.deepEqual(facts({ reason: 'request_malformed', detail: 'Odd.' }), [['detail', 'Odd.']]);
  assert.deepEqual(facts({ reason: 'client_suspended', because: 'Spam.' }), [['detail', 'Spam.']]);
  assert.deepEqual(facts({ reason: 'parameter_doubled', parameter: 'code' }), [['doubled', 'code']]);
  assert.deepEqual(facts({ reason: 'parameter_missing', parameter: 'code' }), [['missing', 'code']]);
  assert.deepEqual(bare({ reason: 'grant_missing' }), [['missing', 'grant_type']]);
  assert.deepEqual(facts({ reason: 'grant_missing' }), [['empty', 'grant_type']]);
  assert.deepEqual(facts({ reason: 'grant_unsupported' }), [['grant_type', 'pasword']]);
  assert.deepEqual(facts({ reason: 'media_type_unsupported' }), [['content_type', 'text/plain']]);
  assert.deepEqual(facts({ reason: 'rate_limited', retryAfterSeconds: 9 }), [['retry_after', '9']]);
  for (const reason of ['scope_malformed', 'scope_unknown'] as const)
    assert.deepEqual(facts({ reason }), [['scope', 'a b']]);
  assert.deepEqual(facts({ reason: 'code_expired' }), []);
});

test('what was not sent is kept as nothing', () => {
  assert.deepEqual(bare({ reason: 'grant_unsupported' }), [['grant_type', '']]);
  assert.deepEqual(bare({ reason: 'media_type_unsupported' }), [['content_type', '']]);
  assert.deepEqual(bare({ reason: 'scope_unknown' }), [['scope', '']]);
  assert.deepEqual(bare({ reason: 'client_credentials_malformed' }), [['basic', 'base64']]);
});

test('a Basic header is wrong in its base64, its colon or its percent signs', () => {
  const fault = (header: string) => facts({ reason: 'client_credentials_malformed' }, header)[0];

  for (const header of ['Basic', 'Basic ', 'Basic !!!', 'Basic a b', 'Basic ab!', 'Basic =a', 'Basic a=b'])
    assert.deepEqual(fault(header), ['basic', 'base64'], header);
  for (const text of ['nothing', ':secret']) assert.deepEqual(fault(encoded(text)), ['basic', 'colon'], text);
  assert.deepEqual(fault(encoded('a:%zz')), ['basic', 'percent']);
  assert.deepEqual(fault(`Basic   ${Buffer.from('id:sec%').toString('base64')}  `), ['basic', 'percent']);
});

test('a missing parameter was perhaps sent without a value, or by another name', () => {
  const missing = (name: string, ...entries: [string, string][]) => factsOfMissing(name, createForm(entries));

  assert.deepEqual(missing('code', ['code', '']), [['empty', 'code']]);
  assert.deepEqual(missing('redirect_uri', ['redirect_url', 'x']), [
    ['missing', 'redirect_uri'],
    ['near', 'redirect_url'],
  ]);
  assert.deepEqual(missing('redirect_uri', ['zebra', 'x'], ['redirectUri', 'x']), [
    ['missing', 'redirect_uri'],
    ['near', 'redirectUri'],
  ]);
  assert.deepEqual(missing('redirect_uri', ['zebra', 'x']), [['missing', 'redirect_uri']]);
  assert.deepEqual(factsOfMissing('code', undefined), [['missing', 'code']]);
});

test('a parameter that has its own meaning was not meant for another', () => {
  const names = ['client_id', 'client_secret', 'state', 'scope', 'grant_type', 'code', 'redirect_uri'];

  for (const name of names)
    assert.deepEqual(factsOfMissing(`${name}s`, createForm([[name, 'x']])), [['missing', `${name}s`]]);
});

test('the client that a request names is read as far as it can be', () => {
  const claimed = (authorization: string | undefined, withForm = true) =>
    claimedClient({ authorization, basic: parseBasic(authorization), form: withForm ? form : undefined });

  assert.equal(claimed(basicHeader('ink', 'x')), 'ink');
  assert.equal(claimed(undefined), 'quill');
  assert.equal(claimed('Bearer x'), 'quill');
  assert.equal(claimed(encoded('ink:%zz')), 'quill');
  assert.equal(claimed(encoded('ink:%zz'), false), 'ink');
  assert.equal(claimed(encoded(':%zz'), false), undefined);
  assert.equal(claimed(encoded('nothing'), false), undefined);
  assert.equal(claimed(undefined, false), undefined);
  assert.equal(claimed('Token aW5rOng=', false), undefined);
  assert.equal(claimed(`Basic   ${Buffer.from('i:%').toString('base64')}`, false), 'i');
});
