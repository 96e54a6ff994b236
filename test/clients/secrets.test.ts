/** Proves client authentication and the life of secrets: two at most, one at least, and when each was last used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticateClient, recordFailure } from '../../src/clients/authenticate.ts';
import { none } from '../../src/clients/authentication/none.ts';
import { post } from '../../src/clients/authentication/post.ts';
import type { Identification } from '../../src/clients/authentication/registry.ts';
import { deleteClient } from '../../src/clients/ending.ts';
import { addSecret, removeSecret } from '../../src/clients/secrets.ts';
import { parseBasic } from '../../src/protocol/clients/identification.ts';
import { listSecrets } from '../../src/storage/tables/clients/secrets.ts';
import { createPerson, HOME, onEachEngine, type Stage } from '../accounts/stage.ts';
import { proves } from '../support/proves.ts';
import { findMachineFamily } from './machine-family.ts';
import { actorOf, registered } from './stage.ts';

function claim(clientId: string, secret: string | undefined): Identification {
  return { method: secret === undefined ? none : post, clientId, secret };
}

/** `accepted`, or the reason of the refusal. */
async function verdict({ world }: Stage, clientId: string, secret: string | undefined): Promise<string> {
  const answer = await authenticateClient(claim(clientId, secret), world);
  return answer.ok ? 'accepted' : answer.refusal.reason;
}

async function added({ world }: Stage, publicId: string, ownerId: number): Promise<string> {
  const answer = await addSecret(world, publicId, actorOf(ownerId));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
  return answer.value.secret;
}

test(
  'a confidential client proves itself with its secret, a public one by its id alone',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const quill = await registered(stage, ada.id);
    const native = await registered(stage, ada.id, { isConfidential: false });

    assert.equal(await verdict(stage, quill.publicId, quill.secret), 'accepted');
    assert.equal(await verdict(stage, quill.publicId, `${quill.secret}x`), 'client_secret_wrong');
    assert.equal(await verdict(stage, quill.publicId, undefined), 'client_secret_missing');
    assert.equal(await verdict(stage, native.publicId, undefined), 'accepted');
    assert.equal(await verdict(stage, native.publicId, quill.secret), 'client_secret_unexpected');
    assert.equal(await verdict(stage, 'nobody', quill.secret), 'client_unknown');
    assert.equal(await verdict(stage, 'no\u0000body\ud800', undefined), 'client_unknown');
    const known = await authenticateClient(claim(quill.publicId, quill.secret), stage.world);
    assert.ok(known.ok);
    const { id, publicId, isConfidential, scope, machineFamilyId } = known.value;
    assert.deepEqual([id, publicId, isConfidential, scope], [quill.id, quill.publicId, true, ['profile', 'email']]);
    assert.equal(machineFamilyId, await findMachineFamily(stage.world.database, id));
  }),
);

test(
  'a secret of another application is worth nothing, and a deleted application is unknown',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const [one, other] = [await registered(stage, ada.id), await registered(stage, ada.id)];

    assert.equal(await verdict(stage, one.publicId, other.secret), 'client_secret_wrong');
    await deleteClient(stage.world, one.publicId, actorOf(ada.id));
    assert.equal(await verdict(stage, one.publicId, one.secret), 'client_unknown');
  }),
);

proves(
  'RFC 6819 §5.2.3.6',
  'An authorization server may revoke a client’s secret in order to prevent abuse of a revealed secret.',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const { id, publicId, secret: old } = await registered(stage, ada.id);
    const fresh = await added(stage, publicId, ada.id);
    assert.deepEqual(
      [await verdict(stage, publicId, old), await verdict(stage, publicId, fresh)],
      ['accepted', 'accepted'],
    );
    const [first] = await listSecrets(stage.world.database, id, stage.world.now());

    await removeSecret(stage.world, { publicId, secretId: first?.id ?? 0 }, actorOf(ada.id));

    assert.equal(await verdict(stage, publicId, old), 'client_secret_wrong');
    assert.equal(await verdict(stage, publicId, fresh), 'accepted');
    assert.equal((await stage.events('application.secret_added')).length, 1);
    assert.equal((await stage.events('application.secret_removed')).length, 1);
  }),
);

test(
  'of ten secrets added at once one is, since two are the limit, and the others are told so',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const { id, publicId } = await registered(stage, ada.id);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => addSecret(stage.world, publicId, actorOf(ada.id))),
    );

    assert.equal(answers.filter((answer) => answer.ok).length, 1);
    const refused = answers.find((answer) => !answer.ok);
    assert.ok(refused && !refused.ok && refused.refusal.reason === 'secrets_full');
    assert.equal((await listSecrets(stage.world.database, id, stage.world.now())).length, 2);
  }),
);

test(
  'of two secrets removed at once one stays',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const { id, publicId } = await registered(stage, ada.id);
    await added(stage, publicId, ada.id);
    const secrets = await listSecrets(stage.world.database, id, stage.world.now());

    const answers = await Promise.all(
      secrets.map((secret) => removeSecret(stage.world, { publicId, secretId: secret.id }, actorOf(ada.id))),
    );

    assert.deepEqual(answers.map((answer) => answer.ok).sort(), [false, true]);
    assert.equal((await listSecrets(stage.world.database, id, stage.world.now())).length, 1);
  }),
);

test(
  'a secret of somebody else’s application cannot be removed, nor one be added there',
  onEachEngine(async (stage) => {
    const [ada, bob] = [await createPerson(stage), await createPerson(stage, 'Bob')];
    const hers = await registered(stage, ada.id);
    await added(stage, hers.publicId, ada.id);
    const his = await registered(stage, bob.id);
    await added(stage, his.publicId, bob.id);
    const [target] = await listSecrets(stage.world.database, hers.id, stage.world.now());
    const secretId = target?.id ?? 0;

    const direct = await removeSecret(stage.world, { publicId: hers.publicId, secretId }, actorOf(bob.id));
    await removeSecret(stage.world, { publicId: his.publicId, secretId }, actorOf(bob.id));

    assert.ok(!direct.ok && direct.refusal.reason === 'unknown');
    const tried = await addSecret(stage.world, hers.publicId, actorOf(bob.id));
    assert.ok(!tried.ok && tried.refusal.reason === 'unknown');
    assert.equal((await listSecrets(stage.world.database, hers.id, stage.world.now())).length, 2);
    assert.equal((await listSecrets(stage.world.database, his.id, stage.world.now())).length, 2);
  }),
);

test(
  'the last use of a secret is noted off the request’s path, at the grain of a minute, and never for a wrong one',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const { id, publicId, secret } = await registered(stage, ada.id);
    const { world } = stage;
    const lastUse = async () => (await listSecrets(world.database, id, world.now()))[0]?.usedAt;

    await verdict(stage, publicId, 'wrong');
    await world.deferred.flush();
    assert.equal(await lastUse(), null);
    await verdict(stage, publicId, secret);
    assert.equal(await lastUse(), null);
    await world.deferred.flush();
    const first = await lastUse();
    assert.equal(first, world.now());
    stage.pass(120);
    await verdict(stage, publicId, secret);
    await world.deferred.flush();

    assert.equal(await lastUse(), world.now());
  }),
);

test(
  'a failed authentication is told to the developer whose client_id was used, and counted where nobody’s was',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const { publicId } = await registered(stage, ada.id);
    const { world } = stage;
    const refusal = { reason: 'client_secret_wrong' } as const;

    const basic = parseBasic(undefined);
    const sent = (traceId: string) =>
      ({ traceId, endpoint: 'token', source: HOME, authorization: undefined, basic, form: undefined }) as const;
    const unknown = { reason: 'client_unknown' } as const;

    await recordFailure(world, claim(publicId, 'x'), sent('1'), refusal);
    await recordFailure(world, claim('nobody', 'x'), sent('2'), unknown);

    const events = await stage.events('application.authentication_failed');
    assert.deepEqual(
      events.map(({ clientId, detail }) => [clientId, detail]),
      [[publicId, 'client_secret_wrong']],
    );
    assert.equal(world.tally.of('unknown clients'), 1);
  }),
);
