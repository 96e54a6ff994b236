/** The runs of the playground: sealed by a session, bound to an application, and over after an hour. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derive } from '../../../src/keys/seal.ts';
import {
  playgroundCallback,
  RUN_SECONDS,
  type RunOwner,
  readRun,
  STAND_IN_SECRET,
  startRun,
} from '../../../src/protocol/playground/run.ts';
import { isCodeVerifier } from '../../../src/protocol/tokens/pkce.ts';

function ownerWith(key: string): RunOwner {
  return { derive: (what, text) => derive(key, `playground/${what}`, text), clientId: 'quill' };
}

const OWNER = ownerWith('a session of Ada');
const NOW = 1_794_751_500;
const run = startRun(OWNER, NOW, Buffer.alloc(16, 7));

test('a run is found again by its state, with the same verifier', () => {
  assert.deepEqual(readRun(OWNER, run.state, NOW + 1), run);
  assert.ok(isCodeVerifier(run.verifier));
  assert.notEqual(run.verifier, run.state.split('.').at(-1));
});

test('a run lasts an hour, and none begins in the future', () => {
  assert.ok(readRun(OWNER, run.state, NOW + RUN_SECONDS - 1));
  assert.equal(readRun(OWNER, run.state, NOW + RUN_SECONDS), undefined);
  assert.equal(readRun(OWNER, run.state, NOW - 1), undefined);
});

test('another session, another application and a changed state have no run', () => {
  const [startedAt = '', random = '', seal = ''] = run.state.split('.');
  const later = `${Number(startedAt) + 60}.${random}.${seal}`;

  assert.equal(readRun(ownerWith('a session of Mallory'), run.state, NOW), undefined);
  assert.equal(readRun({ ...OWNER, clientId: 'inkwell' }, run.state, NOW), undefined);
  for (const state of [undefined, '', 'x', later, `${run.state}A`, `0${run.state}`, run.state.replace('.', '..')])
    assert.equal(readRun(OWNER, state, NOW + 61), undefined, String(state));
});

test('two runs share neither state nor verifier', () => {
  const other = startRun(OWNER, NOW, Buffer.alloc(16, 8));

  assert.notEqual(other.state, run.state);
  assert.notEqual(other.verifier, run.verifier);
});

test('the callback of an application lies below its page, whatever its id is', () => {
  assert.equal(
    playgroundCallback('https://id.example', 'a/b?c#d'),
    'https://id.example/oauth/applications/a%2Fb%3Fc%23d/test/callback',
  );
});

test('a run begins in the second in which it was started', () => {
  assert.deepEqual(readRun(OWNER, run.state, NOW), run);
});

test('state and verifier are derived from the owner’s session for their own purposes', () => {
  const derived = (what: 'state' | 'verifier') =>
    OWNER.derive(what, JSON.stringify(['quill', `${NOW}.BwcHBwcHBwcHBwcHBwcHBw`]));

  assert.equal(run.state, `${NOW}.BwcHBwcHBwcHBwcHBwcHBw.${derived('state')}`);
  assert.equal(run.verifier, derived('verifier'));
});

test('a state with anything before or behind it is none', () => {
  for (const state of [`x${run.state}`, `${run.state}\n`, ` ${run.state}`, `1234567890123${run.state}`])
    assert.equal(readRun(OWNER, state, NOW), undefined, state);
});

test('the stand-in for a secret says what to put in its place', () => {
  assert.equal(STAND_IN_SECRET, 'YOUR_CLIENT_SECRET');
});
