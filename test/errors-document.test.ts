/** Proves that docs/errors.md and the reasons in the source agree, in both directions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { printErrors } from '../scripts/print-errors.ts';

const root = join(import.meta.dirname, '..');
const source = (path: string) => readFileSync(join(root, path), 'utf8');

test('docs/errors.md is what the source prints', () => {
  const kept = source('docs/errors.md');

  assert.equal(kept, printErrors(), 'Run npm run docs.');
});

test('every reason to refuse a client stands in the document, and no other', () => {
  const union = reasonsIn(source('src/protocol/refusal.ts').split('export interface Wire')[0] ?? '');

  const documented = firstCells(chapter('Token, revocation and introspection'));

  assert.ok(union.length > 30);
  assert.deepEqual(documented.sort(), union.sort());
});

test('every reason stands under the error code that clients are sent', () => {
  const chapters = chapter('Token, revocation and introspection').split('\n### ').slice(1);

  const places = new Map(chapters.map((text) => [/^`(\w+)`/.exec(text)?.[1], firstCells(text)]));

  assert.ok(places.get('invalid_client')?.includes('client_secret_wrong'));
  assert.ok(places.get('invalid_grant')?.includes('code_replayed'));
  assert.ok(places.get('unauthorized_client')?.includes('grant_not_allowed'));
  assert.equal(places.get('invalid_grant')?.includes('client_unknown'), false);
});

test('every reason to answer an authorization request with a page stands in the document, and no other', () => {
  const reasons = source('src/protocol/authorize/request.ts').split('UNTRUSTED_REASONS = [')[1]?.split(']')[0] ?? '';
  const union = [...reasons.matchAll(/'(\w+)'/g)].map(([, reason = '']) => reason);

  const documented = firstCells(chapter('Authorization page: told to the person'));

  assert.ok(union.length > 5);
  assert.deepEqual(documented.sort(), union.sort());
});

test('every error of an authorization answer stands in the document, as sent or as never sent', () => {
  const type = /export type AuthorizationError =([^;]+);/.exec(source('src/protocol/authorize/answer.ts'))?.[1] ?? '';
  const union = [...type.matchAll(/'(\w+)'/g)].map(([, error = '']) => error);

  const text = chapter('Authorization page: told to the client');
  const neverSent = /^Never sent: (.+)\.$/m.exec(text)?.[1] ?? '';
  const documented = [...firstCells(text), ...[...neverSent.matchAll(/`(\w+)`/g)].map(([, error = '']) => error)];

  assert.ok(union.length > 10);
  assert.deepEqual(documented.sort(), union.sort());
});

test('every refusal of a bearer token stands in the document, and no other', () => {
  const union = reasonsIn(source('src/tokens/guard.ts').split('export interface Admission')[0] ?? '');

  const documented = firstCells(chapter('Protected endpoints'));

  assert.ok(union.length > 3);
  assert.deepEqual(documented.sort(), union.sort());
});

function chapter(title: string): string {
  return printErrors().split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
}

function firstCells(text: string): string[] {
  return [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
}

function reasonsIn(text: string): string[] {
  return [...text.matchAll(/readonly reason: '(\w+)'/g)].map(([, reason = '']) => reason);
}
