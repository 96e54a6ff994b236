/** Proves that a secret is rotated with a chosen overlap: both work until then, and afterwards the new one alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticateClient } from '../../src/clients/authenticate.ts';
import { post } from '../../src/clients/authentication/post.ts';
import { addSecret, removeSecret, rotateSecret } from '../../src/clients/secrets.ts';
import type { Overlap } from '../../src/protocol/clients/secret-overlap.ts';
import { digest } from '../../src/protocol/digest.ts';
import { findKnownSecret } from '../../src/storage/tables/clients/removed-secrets.ts';
import { listSecrets } from '../../src/storage/tables/clients/secrets.ts';
import { createPerson, onEachEngine, type Stage } from '../accounts/stage.ts';
import { actorOf, registered } from './stage.ts';

const HOUR = 3600;

async function works({ world }: Stage, clientId: string, secret: string): Promise<boolean> {
  return (await authenticateClient({ method: post, clientId, secret }, world)).ok;
}

async function cast(stage: Stage) {
  const ada = await createPerson(stage);
  const quill = await registered(stage, ada.id);
  const rotate = async (overlap: Overlap) => {
    const answer = await rotateSecret(stage.world, { publicId: quill.publicId, overlap }, actorOf(ada.id));
    if (!answer.ok) throw new Error(answer.refusal.reason);
    return answer.value;
  };
  return { ada, quill, rotate, live: () => listSecrets(stage.world.database, quill.id, stage.world.now()) };
}

test(
  'during the overlap both secrets work, and at its end the old one stops, judged at its use',
  onEachEngine(async (stage) => {
    const { quill, rotate, live } = await cast(stage);

    const { secret, endsAt } = await rotate('hour');

    assert.equal(endsAt, stage.world.now() + HOUR);
    for (const each of [quill.secret, secret]) assert.ok(await works(stage, quill.publicId, each));
    stage.pass(HOUR - 1);
    assert.ok(await works(stage, quill.publicId, quill.secret), 'in the last second');
    stage.pass(1);
    assert.equal(await works(stage, quill.publicId, quill.secret), false);
    assert.ok(await works(stage, quill.publicId, secret));
    assert.equal((await live()).length, 1);
    const [event] = await stage.events('application.secret_rotated');
    assert.match(event?.detail ?? '', /until 20\d\d-/);
  }),
);

test(
  'without an overlap the old secret ends at once, and so does every other',
  onEachEngine(async (stage) => {
    const { ada, quill, rotate, live } = await cast(stage);
    await addSecret(stage.world, quill.publicId, actorOf(ada.id));

    const { secret } = await rotate('now');

    assert.equal(await works(stage, quill.publicId, quill.secret), false);
    assert.ok(await works(stage, quill.publicId, secret));
    assert.equal((await live()).length, 1);
  }),
);

test(
  'there is room for one old secret: a second rotation with an overlap waits for the end of the first',
  onEachEngine(async (stage) => {
    const { ada, quill, rotate } = await cast(stage);
    await rotate('hour');
    const again = () => rotateSecret(stage.world, { publicId: quill.publicId, overlap: 'day' }, actorOf(ada.id));

    const early = await again();

    assert.ok(!early.ok && early.refusal.reason === 'secrets_full');
    stage.pass(HOUR);
    assert.ok((await again()).ok);
    assert.equal(await works(stage, quill.publicId, quill.secret), false);
  }),
);

test(
  'of ten rotations at once one happens',
  onEachEngine(async (stage) => {
    const { ada, quill, live } = await cast(stage);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        rotateSecret(stage.world, { publicId: quill.publicId, overlap: 'day' }, actorOf(ada.id)),
      ),
    );

    assert.equal(answers.filter((answer) => answer.ok).length, 1);
    assert.equal((await live()).length, 2);
  }),
);

test(
  'the secret that stays cannot be removed while the other one is about to end; the other one can',
  onEachEngine(async (stage) => {
    const { ada, quill, rotate, live } = await cast(stage);
    await rotate('day');
    const [old, fresh] = await live();
    const remove = (secretId: number) =>
      removeSecret(stage.world, { publicId: quill.publicId, secretId }, actorOf(ada.id));

    const wrong = await remove(fresh?.id ?? 0);

    assert.ok(!wrong.ok && wrong.refusal.reason === 'secret_last');
    assert.ok((await remove(old?.id ?? 0)).ok);
    assert.deepEqual(
      (await live()).map(({ id }) => id),
      [fresh?.id],
    );
  }),
);

test(
  'neither a public application nor somebody else’s is rotated',
  onEachEngine(async (stage) => {
    const { ada, quill } = await cast(stage);
    const bob = await createPerson(stage, 'Bob');
    const native = await registered(stage, ada.id, { isConfidential: false });
    const rotated = (publicId: string, id: number) =>
      rotateSecret(stage.world, { publicId, overlap: 'now' }, actorOf(id));

    const [open, foreign] = [await rotated(native.publicId, ada.id), await rotated(quill.publicId, bob.id)];

    assert.ok(!open.ok && open.refusal.reason === 'secret_of_public');
    assert.ok(!foreign.ok && foreign.refusal.reason === 'unknown');
    assert.ok(await works(stage, quill.publicId, quill.secret));
  }),
);

test(
  'an owner whose program still uses the ended secret is told which one it is',
  onEachEngine(async (stage) => {
    const { quill, rotate } = await cast(stage);
    await rotate('hour');
    stage.pass(HOUR);
    const endedAt = stage.world.now();
    const known = () => findKnownSecret(stage.world.database, quill.id, digest(quill.secret));
    const told = { suffix: quill.secret.slice(-4), removedAt: endedAt, application: null };

    assert.deepEqual({ ...(await known()) }, told, 'while it still lies there');
    await rotate('hour');
    assert.deepEqual({ ...(await known()) }, told, 'once it was cleared away');
  }),
);

test(
  'a secret is known while it lives, until its end, after it, and to the other applications of its owner alone',
  onEachEngine(async (stage) => {
    const { ada, quill, rotate } = await cast(stage);
    const bob = await createPerson(stage, 'Bob');
    const sister = await registered(stage, ada.id, { name: 'Sister' });
    const stranger = await registered(stage, bob.id, { name: 'Stranger' });
    const suffix = quill.secret.slice(-4);
    const known = async (id: number) => {
      const found = await findKnownSecret(stage.world.database, id, digest(quill.secret));
      return found && { ...found };
    };

    assert.deepEqual(await known(quill.id), { suffix, removedAt: null, application: null }, 'while it lives');
    await rotate('hour');
    const endsAt = stage.world.now() + HOUR;
    assert.deepEqual(await known(quill.id), { suffix, removedAt: endsAt, application: null }, 'until its end');
    assert.deepEqual(await known(sister.id), { suffix, removedAt: null, application: 'Quill' });
    assert.equal(await known(stranger.id), undefined);
    await rotate('now');
    const removedAt = stage.world.now();
    assert.deepEqual(await known(quill.id), { suffix, removedAt, application: null }, 'after its end');
  }),
);
