/** Proves how permissions are grouped, and how looking is told apart from changing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Described, groupScopes } from '../../../src/protocol/authorize/scope-groups.ts';

const grouped = (...scopes: Described[]) =>
  groupScopes(scopes).map(({ title, scopes: members }) => [title, members.map(({ name, access }) => [name, access])]);
const named = (name: string) => grouped({ name })[0];

test('what the operator says counts', () => {
  assert.deepEqual(grouped({ name: 'notes:read', group: 'Papers', access: 'write' }), [
    ['Papers', [['notes:read', 'write']]],
  ]);
});

test('the common ways to name a permission are understood', () => {
  for (const name of [
    'notes:read',
    'read:notes',
    'notes.read',
    'read_notes',
    'notes/read',
    'notes-read',
    'notes::read',
  ])
    assert.deepEqual(named(name), ['notes', [[name, 'read']]]);
  assert.deepEqual(named('shared.notes:write'), ['shared notes', [['shared.notes:write', 'write']]]);
  assert.deepEqual(named(':read'), [null, [[':read', 'read']]]);
});

test('a name without a verb, and a verb alone, say nothing', () => {
  for (const name of ['profile', 'read', 'a:b', 'offline_access', 'toString:x'])
    assert.deepEqual(named(name), [null, [[name, null]]]);
});

test('each verb looks or changes', () => {
  for (const verb of ['read', 'view', 'list']) assert.deepEqual(named(`x:${verb}`), ['x', [[`x:${verb}`, 'read']]]);
  for (const verb of ['write', 'edit', 'create', 'update', 'delete', 'manage', 'admin'])
    assert.deepEqual(named(`x:${verb}`), ['x', [[`x:${verb}`, 'write']]]);
});

test('groups come in the order of their first permission, and those without one last', () => {
  assert.deepEqual(
    grouped({ name: 'profile' }, { name: 'b:read' }, { name: 'a:read' }, { name: 'email' }, { name: 'b:write' }).map(
      ([title, members]) => [title, members?.length],
    ),
    [
      ['b', 2],
      ['a', 1],
      [null, 2],
    ],
  );
});
