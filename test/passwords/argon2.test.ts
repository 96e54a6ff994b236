/** Proves that passwords are kept as argon2id hashes of the right cost, and that their queue has an end. */
import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { createPasswords, SALT_BYTES } from '../../src/passwords/argon2.ts';
import { NotNow } from '../../src/protocol/not-now.ts';

const salt = Buffer.alloc(SALT_BYTES, 7);
const PASSWORD = 'correct horse battery';
const HOME = '192.0.2.10';

test('a password is kept as an argon2id PHC string with 19 MiB, two passes and one lane', async () => {
  const kept = await createPasswords().hash(PASSWORD, salt, HOME);

  assert.match(kept, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
});

test('what is kept was computed at the cost that it names', async () => {
  const kept = await createPasswords().hash(PASSWORD, salt, HOME);

  const parameters = { message: PASSWORD, nonce: salt, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', parameters).toString('base64').replace(/=+$/, '');
  assert.equal(kept.split('$').at(-1), tag);
});

test('the right password is accepted and another is not', async () => {
  const passwords = createPasswords();
  const kept = await passwords.hash(PASSWORD, salt, HOME);

  assert.equal(await passwords.verify(PASSWORD, kept, HOME), true);
  assert.equal(await passwords.verify(`${PASSWORD} `, kept, HOME), false);
  assert.equal(await passwords.verify('', kept, HOME), false);
});

test('every byte of a long password counts', async () => {
  const passwords = createPasswords();
  const kept = await passwords.hash(`${'a'.repeat(255)}b`, salt, HOME);

  assert.equal(await passwords.verify(`${'a'.repeat(255)}c`, kept, HOME), false);
  assert.equal(await passwords.verify(`${'a'.repeat(72)}`, kept, HOME), false);
});

test('composed and decomposed spellings are one password', async () => {
  const passwords = createPasswords();
  const kept = await passwords.hash('caf\u00e9 au lait matinal', salt, HOME);

  assert.equal(await passwords.verify('cafe\u0301 au lait matinal', kept, HOME), true);
});

test('a string that is no argon2id hash matches no password', async () => {
  const passwords = createPasswords();
  const absurd = '$argon2id$v=19$m=99999999,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  for (const kept of ['', 'plain', '$2b$10$abc', absurd]) {
    assert.equal(await passwords.verify(PASSWORD, kept, HOME), false);
  }
});

test('a hash of a smaller cost is to be made again, one of this cost is not', async () => {
  const passwords = createPasswords();
  const kept = await passwords.hash(PASSWORD, salt, HOME);

  assert.equal(passwords.needsRehash(kept), false);
  assert.equal(passwords.needsRehash(kept.replace('t=2', 't=1')), true);
  assert.equal(passwords.needsRehash(kept.replace('m=19456', 'm=9216')), true);
  assert.equal(passwords.needsRehash(''), true);
});

test('a hash made elsewhere with another cost still verifies', async () => {
  // Made with the reference implementation's vector style: m=64, t=3, p=1, 16-byte salt, 32-byte tag.
  const parameters = { message: PASSWORD, nonce: salt, memory: 64, passes: 3, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', parameters).toString('base64').replace(/=+$/, '');
  const kept = `$argon2id$v=19$m=64,t=3,p=1$${salt.toString('base64').replace(/=+$/, '')}$${tag}`;

  assert.equal(await createPasswords().verify(PASSWORD, kept, HOME), true);
});

const QUICK = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

test('a password that would have to wait too long is refused, and the others are answered', async () => {
  const passwords = createPasswords();

  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.verify(PASSWORD, QUICK, HOME)));

  const refused = answers.filter((answer) => answer.status === 'rejected');
  // A hash is taken to last 50 ms until one has been seen: one runs, and 10 wait for half a second.
  assert.ok(refused.length >= 78 && refused.length < 98, String(refused.length));
  assert.ok(refused[0]?.reason instanceof NotNow);
  assert.equal(refused[0]?.reason.retryAfterSeconds, 1);
  assert.equal(await passwords.verify(PASSWORD, QUICK, HOME), false);
});

test('while one network waits for all it may, another one is served after one turn of it', async () => {
  const passwords = createPasswords();
  const order: string[] = [];
  const verify = (network: string) =>
    passwords.verify(PASSWORD, QUICK, network).then(
      () => order.push(network),
      () => undefined,
    );

  const crowd = Array.from({ length: 100 }, () => verify(HOME));
  const refusal = assert.rejects(passwords.refuseIfBusy(HOME), NotNow);
  await Promise.all([...crowd, verify('198.51.100.7'), refusal, passwords.refuseIfBusy('198.51.100.7')]);

  const place = order.indexOf('198.51.100.7');
  assert.ok(place > 0 && place <= 4, String(place));
});

test('however many networks guess, a network with a right password need not wait for any of them', async () => {
  const passwords = createPasswords();
  const slow = await passwords.hash(PASSWORD, salt, HOME);
  await passwords.verify(PASSWORD, slow, HOME);
  let guessed = 0;
  const guesses = Array.from({ length: 40 }, (_, index) =>
    passwords.verify('wrong', slow, `198.51.${index}.7`).then(
      () => {
        guessed += 1;
      },
      () => undefined,
    ),
  );

  assert.equal(passwords.load.running, 1);
  const right = passwords.verify(PASSWORD, slow, HOME);
  assert.equal(passwords.load.running, 2);
  assert.equal(await right, true);
  assert.ok(guessed <= 4, `${guessed} guesses came first`);
  await Promise.all(guesses);
});
