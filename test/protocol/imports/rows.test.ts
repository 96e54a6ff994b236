/** Proves what rows of another service come to: people and their names, applications, tokens and codes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digest } from '../../../src/protocol/digest.ts';
import { readApplication, readScope } from '../../../src/protocol/imports/application.ts';
import { nameOf, readPerson, type Taken } from '../../../src/protocol/imports/person.ts';
import { judgeForeignCode, judgeToken, readCode, readToken } from '../../../src/protocol/imports/token.ts';
import { challengeOf } from '../../../src/protocol/tokens/pkce.ts';

const NOW = 1_800_000_000;
const at = (seconds: number) => String(NOW + seconds);
const NOBODY: Taken = { nickname: () => false, skeleton: () => false, email: () => false };
const taken = (...names: readonly string[]): Taken => ({ ...NOBODY, nickname: (key) => names.includes(key) });
const ada = { id: 7, nickname: 'ada', email: 'ada@example.org' };

test('a person keeps nickname and address where nobody has them', () => {
  const { nickname, email, renamed, withoutEmail } = nameOf(ada, NOBODY);

  assert.deepEqual([nickname, email, renamed, withoutEmail], ['ada', 'ada@example.org', null, null]);
});

test('whose nickname is taken, unfit or missing gets one like it, and the report knows why', () => {
  assert.deepEqual(pick(nameOf(ada, taken('ada'))), ['ada-7', 'taken']);
  assert.deepEqual(pick(nameOf(ada, taken('ada', 'ada-7'))), ['user-7', 'taken']);
  assert.deepEqual(pick(nameOf({ ...ada, nickname: '  Ada   Love/lace ' }, NOBODY)), ['Ada-Love-lace', 'rules']);
  assert.deepEqual(pick(nameOf({ ...ada, nickname: '' }, NOBODY)), ['ada', 'none']);
  assert.deepEqual(pick(nameOf({ ...ada, nickname: '', email: '' }, NOBODY)), ['user', 'none']);
  const everything: Taken = { ...NOBODY, nickname: (key) => key !== 'imported-7' };
  assert.deepEqual(pick(nameOf(ada, everything)), ['imported-7', 'taken']);
});

function pick({ nickname, renamed }: ReturnType<typeof nameOf>): readonly (string | null)[] {
  return [nickname, renamed];
}

test('an address that is missing, unfit or taken becomes one that cannot exist', () => {
  const none = nameOf({ ...ada, email: '' }, NOBODY);
  const unfit = nameOf({ ...ada, email: 'not an address' }, NOBODY);
  const other = nameOf(ada, { ...NOBODY, email: () => true });

  assert.deepEqual([none.email, none.withoutEmail], ['user-7@imported.invalid', 'none']);
  assert.deepEqual([unfit.email, unfit.withoutEmail], ['user-7@imported.invalid', 'rules']);
  assert.deepEqual([other.email, other.withoutEmail], ['user-7@imported.invalid', 'taken']);
});

test('somebody who looks like another one comes without the claim on that look', () => {
  const free = nameOf(ada, NOBODY);
  const alike = nameOf(ada, { ...NOBODY, skeleton: () => true });

  assert.equal(typeof free.nicknameSkeleton, 'string');
  assert.equal(alike.nicknameSkeleton, null);
  assert.equal(alike.nickname, 'ada');
});

test('a person without a number is refused, and what cannot be read of another is left out', () => {
  const columns = {
    id: 'id',
    password: 'encrypted_password',
    verified: 'confirmed_at',
    name: 'name',
    locale: 'locale',
  };
  const strange = readPerson(
    { id: '7', encrypted_password: 'md5:x', confirmed_at: 'soon', name: 'x'.repeat(500), locale: '??' },
    columns,
  );

  assert.equal(readPerson({ id: 'b7' }, columns).ok, false);
  assert.ok(strange.ok);
  const { hash, hasUnknownHash, verifiedAt, name, locale } = strange.value;
  assert.deepEqual([hash, hasUnknownHash, verifiedAt, name, locale], [null, true, null, '', '']);
});

test('whoever is disabled by one of several columns is disabled, and one that cannot be read is not passed over', () => {
  const columns = { id: 'id', disabled: ['locked_at', 'banned'] };
  const since = (locked_at: string | null, banned: string | null) => {
    const person = readPerson({ id: '7', locked_at, banned }, columns);
    return person.ok ? person.value.disabledAt : person.refusal;
  };

  assert.equal(since(null, 'f'), null);
  assert.equal(since(at(0), null), NOW);
  assert.equal(since(null, at(5)), NOW + 5);
  assert.equal(since(at(9), at(5)), NOW + 5);
  assert.equal(since(at(0), 'perhaps'), 'disabled');
});

const RULES = { keeping: 'plain', ownUrl: 'https://id.example.org', keepsInsecure: false, ownerType: 'User' } as const;
const APPLICATION = {
  id: '3',
  uid: 'uid3',
  name: 'Quill',
  secret: 'secret3',
  redirect_uri: 'https://app.example.org/cb',
};

test('an application keeps its id, the digest of its secret, and every redirect URI that is allowed here', () => {
  const uris = 'https://app.example.org/cb\r\nhttp://127.0.0.1/cb\nhttps://app.example.org/cb';
  const read = readApplication({ ...APPLICATION, redirect_uri: uris, owner_id: '7', scopes: 'a  b' }, RULES);

  assert.deepEqual([read.publicId, read.secret, read.ownerId], ['uid3', digest('secret3'), 7]);
  assert.deepEqual(read.redirectUris, ['https://app.example.org/cb', 'http://127.0.0.1/cb']);
  assert.deepEqual(read.scope, ['a', 'b']);
  assert.deepEqual(read.findings, []);
});

test('each thing that an application loses is a finding', () => {
  const kinds = (row: Record<string, string | null>, rules: Partial<typeof RULES> | { keepsInsecure: boolean } = {}) =>
    readApplication({ ...APPLICATION, ...row }, { ...RULES, ...rules }).findings.map(({ kind }) => kind);

  for (const uid of ['ключ', '.', '..', 'new']) assert.deepEqual(kinds({ uid }), ['client_id_unfit'], uid);
  assert.deepEqual(kinds({ secret: '' }), ['secret_missing']);
  assert.deepEqual(kinds({ secret: '', confidential: 'f' }), ['public']);
  assert.deepEqual(kinds({ secret: 'ключ' }), ['secret_unfit']);
  assert.deepEqual(kinds({ secret: `$2a$10$${'a'.repeat(53)}` }), ['secret_hashed']);
  assert.deepEqual(kinds({ name: ' ' }), ['name_unfit']);
  assert.deepEqual(kinds({ redirect_uri: '' }), ['redirects_none']);
  assert.deepEqual(kinds({ redirect_uri: 'http://app.example.org/cb' }), ['redirect_refused', 'redirects_none']);
  assert.deepEqual(kinds({ redirect_uri: 'http://app.example.org/cb' }, { keepsInsecure: true }), [
    'redirect_insecure',
  ]);
  assert.deepEqual(kinds({ redirect_uri: 'http://app.example.org/cb#f' }, { keepsInsecure: true }), [
    'redirect_refused',
    'redirects_none',
  ]);
  const many = Array.from({ length: 23 }, (_, index) => `https://app.example.org/${index}`).join('\n');
  const read = readApplication({ ...APPLICATION, redirect_uri: many }, RULES);
  assert.equal(read.redirectUris.length, 20);
  assert.deepEqual(read.findings, [{ kind: 'redirects_many', count: 3 }]);
});

test('names that are no scope cannot have been granted', () => {
  assert.deepEqual(readScope(' read\twrite\n'), ['read', 'write']);
  assert.deepEqual(readScope(''), []);
  assert.deepEqual(readScope('read "all"'), []);
});

const GRANT = { keeping: 'plain', ownerType: 'User' } as const;
const TOKEN = { token: 'access', created_at: at(-100), expires_in: '200', resource_owner_id: '7', application_id: '3' };

test('a token is live until it expires or is revoked, and beyond its expiry by its refresh token', () => {
  const judge = (row: Record<string, string | null>) => judgeToken(readToken({ ...TOKEN, ...row }, GRANT), NOW);

  assert.equal(judge({}), 'live');
  assert.equal(judge({ expires_in: null }), 'live');
  assert.equal(judge({ expires_in: '100' }), 'expired');
  assert.equal(judge({ expires_in: '100', refresh_token: 'refresh' }), 'live');
  assert.equal(judge({ revoked_at: at(0) }), 'revoked');
  assert.equal(judge({ revoked_at: at(1), refresh_token: 'refresh' }), 'live');
});

test('an end of a token, and a lock of a person, that cannot be read is not taken for none', () => {
  const judge = (row: Record<string, string | null>) => judgeToken(readToken({ ...TOKEN, ...row }, GRANT), NOW);
  const locked = (text: string | null) =>
    readPerson({ id: '7', locked_at: text }, { id: 'id', disabled: ['locked_at'] });

  for (const text of ['infinity', '2026-11-15', '15.11.2026 12:00', 'true']) {
    assert.equal(judge({ revoked_at: text, refresh_token: 'refresh' }), 'revoked', text);
  }
  for (const text of ['7200.5', '-1', '2 hours']) assert.equal(judge({ expires_in: text }), 'expired', text);
  for (const text of ['infinity', '2026-11-15', '-5', '[]']) {
    const read = locked(text);
    assert.deepEqual(read.ok ? read.value : read.refusal, 'disabled', text);
  }
  for (const text of [null, '', 'f', '0', '0000-00-00 00:00:00']) {
    const read = locked(text);
    assert.equal(read.ok && read.value.disabledAt, null, String(text));
  }
  for (const text of ['0', '0.0', 'f', 'false', '0000-00-00 00:00:00', 'soon']) {
    const read = readPerson({ id: '7', verified: text }, { id: 'id', verified: 'verified' });
    assert.equal(read.ok && read.value.verifiedAt, null, text);
  }
});

test('a token knows whose it is, and whom the source means by somebody who is no person', () => {
  const owner = (row: Record<string, string | null>) => {
    const { ownerId, isOwnerKnown } = readToken({ ...TOKEN, ...row }, GRANT);
    return [ownerId, isOwnerKnown];
  };

  assert.deepEqual(owner({}), [7, true]);
  assert.deepEqual(owner({ resource_owner_id: null }), [null, true]);
  assert.deepEqual(owner({ resource_owner_type: 'Admin' }), [null, false]);
  assert.deepEqual(owner({ resource_owner_id: 'b7' }), [null, false]);
});

test('a code keeps its challenge: S256 as it is, a plain one turned into S256, an unfit one so that nothing fits it', () => {
  const challenge = challengeOf('v'.repeat(43));
  const read = (code_challenge: string, code_challenge_method: string) =>
    readCode({ ...TOKEN, redirect_uri: 'https://app.example.org/cb', code_challenge, code_challenge_method }, GRANT);

  assert.equal(read(challenge, 'S256').challenge, challenge);
  assert.equal(read('v'.repeat(43), 'plain').challenge, challenge);
  assert.equal(read('', '').challenge, null);
  assert.equal(read('too short', 'S256').challenge, '?');
  assert.equal(judgeForeignCode(read('', ''), NOW), 'live');
  assert.equal(judgeForeignCode(read('', ''), NOW + 100), 'expired');
});
