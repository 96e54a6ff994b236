/** Proves how an application is registered: ids, secrets, limits, and what is refused by name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setDeveloperByOperator } from '../../src/accounts/operator.ts';
import { deleteClient } from '../../src/clients/ending.ts';
import { findClient, listClients } from '../../src/clients/find.ts';
import { countClientsOf } from '../../src/storage/tables/clients/list.ts';
import { readCredentials } from '../../src/storage/tables/clients/secrets.ts';
import { createPerson, onEachEngine, type Stage } from '../accounts/stage.ts';
import { interrupted } from '../support/interrupted.ts';
import { findMachineFamily } from './machine-family.ts';
import { actorOf, DETAILS, register, registered } from './stage.ts';

/** The faults of a refused registration, as `field` or `field row`. */
async function faultsOf(answer: ReturnType<typeof register>): Promise<string[]> {
  const made = await answer;
  if (made.ok || made.refusal.reason !== 'faulty') return [];
  return made.refusal.faults.map(({ field, row }) => (row === null ? field : `${field} ${row}`));
}

async function outcomesOf(
  answers: readonly ReturnType<typeof register>[],
): Promise<{ made: number; refused: string[] }> {
  const settled = await Promise.all(answers);
  const refused = settled.flatMap((one) => (one.ok ? [] : [one.refusal.reason]));
  return { made: settled.length - refused.length, refused };
}

test(
  'an application gets a random client_id and a secret that is kept as a digest only',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);

    const [one, other] = [await registered(stage, ada.id), await registered(stage, ada.id)];

    assert.match(one.publicId, /^[A-Za-z0-9_-]{43}$/);
    assert.match(one.secret, /^lks_[A-Za-z0-9_-]{60}$/);
    assert.notEqual(one.publicId, other.publicId);
    assert.notEqual(one.secret, other.secret);
    const kept = JSON.stringify(await readCredentials(stage.world.database, one.publicId));
    assert.ok(!kept.includes(one.secret));
    const client = await findClient(one.publicId, stage.world);
    assert.deepEqual(
      { name: client?.name, owner: client?.ownerNickname, scope: client?.scope, sendsIss: client?.sendsIss },
      { name: 'Quill', owner: 'Ada', scope: ['profile', 'email'], sendsIss: true },
    );
    assert.deepEqual(client?.redirectUris, DETAILS.redirectUris);
    assert.equal((await stage.events('application.created')).length, 2);
  }),
);

test(
  'a confidential application has a family for its own tokens, a public one neither that nor a secret',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const { database } = stage.world;

    const confidential = await registered(stage, ada.id);
    const open = await registered(stage, ada.id, { isConfidential: false });

    assert.notEqual(await findMachineFamily(database, confidential.id), undefined);
    assert.equal(await findMachineFamily(database, open.id), undefined);
    assert.equal(open.secret, '');
    assert.deepEqual(
      (await readCredentials(database, open.publicId)).map(({ secretId }) => secretId),
      [null],
    );
  }),
);

test(
  'every fault is named with its field, and a redirect URI with its row',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const redirectUris = [
      'https://app.example.com/cb',
      'http://app.example.com/cb',
      'https://app.example.com/cb#x',
      'javascript:alert(1)',
      'https://app.example.com/cb',
    ];

    const faults = await faultsOf(
      register(stage, ada.id, {
        name: ' ',
        description: 'x'.repeat(1001),
        homepageUrl: 'ftp://example.com/',
        logoUrl: 'http://example.com/logo.png',
        redirectUris,
        scopes: ['profile', 'toString'],
      }),
    );

    const rows = ['redirect_uri 1', 'redirect_uri 2', 'redirect_uri 3', 'redirect_uri 4'];
    assert.deepEqual(faults, ['name', 'description', 'homepage_url', 'logo_url', ...rows, 'scope']);
    assert.equal(await countClientsOf(stage.world.database, ada.id), 0);
  }),
);

test(
  'twenty redirect URIs are kept in order, twenty-one or none are refused, and so is a choice of no scope',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const uris = Array.from({ length: 21 }, (_, index) => `https://app.example.com/cb/${index}`);

    const made = await registered(stage, ada.id, { redirectUris: uris.slice(0, 20) });

    assert.deepEqual((await findClient(made.publicId, stage.world))?.redirectUris, uris.slice(0, 20));
    assert.deepEqual(await faultsOf(register(stage, ada.id, { redirectUris: uris })), ['redirect_uri']);
    assert.deepEqual(await faultsOf(register(stage, ada.id, { redirectUris: [] })), ['redirect_uri']);
    assert.deepEqual(await faultsOf(register(stage, ada.id, { scopes: [] })), ['scope']);
  }),
);

test(
  'an import keeps its id and its secret, starts without iss, and takes nobody’s id',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const preset = { publicId: 'id:with+plus%25', secret: 'secret +%:&="\\ end' };

    const made = await registered(stage, ada.id, {}, { preset });

    assert.deepEqual([made.publicId, made.secret], [preset.publicId, preset.secret]);
    assert.equal((await findClient(preset.publicId, stage.world))?.sendsIss, false);
    assert.deepEqual(await faultsOf(register(stage, ada.id, {}, { preset })), ['client_id']);
    await deleteClient(stage.world, preset.publicId, actorOf(ada.id));
    assert.deepEqual(await faultsOf(register(stage, ada.id, {}, { preset })), ['client_id']);
  }),
);

test(
  'what an import may not bring is refused by name',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const tried = (publicId: string, secret: string | undefined, isConfidential = true) =>
      faultsOf(register(stage, ada.id, { isConfidential }, { preset: { publicId, secret } }));

    assert.deepEqual(await tried('', 'x'), ['client_id']);
    assert.deepEqual(await tried('a\u0000b', 'x'), ['client_id']);
    assert.deepEqual(await tried('x'.repeat(256), 'é'), ['client_id', 'client_secret']);
    assert.deepEqual(await tried('good', 'x', false), ['client_secret']);
    assert.deepEqual(await tried('good', undefined, false), []);
  }),
);

test(
  'sixty parallel registrations beside forty-five applications leave exactly fifty',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    const bob = await createPerson(stage, 'Bob');
    for (let index = 0; index < 45; index += 1) await registered(stage, ada.id, { name: `Before ${index}` });

    const { made, refused } = await outcomesOf(
      Array.from({ length: 60 }, (_, index) => register(stage, ada.id, { name: `At once ${index}` })),
    );

    assert.equal(made, 5);
    assert.deepEqual(new Set(refused), new Set(['faulty']));
    assert.equal(await countClientsOf(stage.world.database, ada.id), 50);
    assert.deepEqual(await faultsOf(register(stage, ada.id)), ['quota']);
    await registered(stage, bob.id);
  }),
);

test(
  'sixty parallel registrations of a new account leave exactly fifty',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);

    const { made } = await outcomesOf(Array.from({ length: 60 }, () => register(stage, ada.id)));

    assert.equal(made, 50);
    assert.equal(await countClientsOf(stage.world.database, ada.id), 50);
  }),
);

test(
  'deleting an application frees one place, also when it is deleted twice at once',
  onEachEngine(async (stage) => {
    const ada = await createPerson(stage);
    for (let index = 0; index < 50; index += 1) await registered(stage, ada.id);
    const [first] = (await listClients(stage.world, ada.id, 1)).clients;
    const publicId = first?.publicId ?? '';

    const answers = await Promise.all([1, 2, 3].map(() => deleteClient(stage.world, publicId, actorOf(ada.id))));

    assert.equal(answers.filter((answer) => answer !== undefined).length, 1);
    assert.equal((await stage.events('application.deleted')).length, 1);
    await registered(stage, ada.id);
    assert.deepEqual(await faultsOf(register(stage, ada.id)), ['quota']);
  }),
);

test(
  'the same form sent several times at once registers one application; after its deletion it registers another',
  onEachEngine(async (stage: Stage) => {
    const ada = await createPerson(stage);
    const send = () => register(stage, ada.id, {}, { seal: 'form token and fields' });

    const answers = await Promise.all([send(), send(), send()]);

    const made = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    assert.equal(made.length, 1);
    const repeated = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal]));
    const publicId = made[0]?.publicId ?? '';
    assert.match(publicId, /^[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(repeated, Array(2).fill({ reason: 'repeated', publicId }));
    await deleteClient(stage.world, publicId, actorOf(ada.id));
    const again = await send();
    assert.ok(again.ok && again.value.publicId !== publicId);
  }),
);

test(
  'whoever stops being a developer while registering, registers nothing, and an administrator’s application waits for nobody',
  onEachEngine(async (stage) => {
    const [ada, root] = [await createPerson(stage), await createPerson(stage, 'Root', true)];
    const { world } = stage;
    const rules = { applicationRegistration: 'developers', applicationApproval: 'new' } as const;
    const strict = { ...stage, world: { ...world, settings: { ...world.settings, ...rules } } };
    const refusalOf = async (answer: ReturnType<typeof register>) => {
      const made = await answer;
      return made.ok ? made.value.waitingSince : made.refusal.reason;
    };
    const lose = async () => assert.ok((await setDeveloperByOperator(world, 'Ada', false)).ok);

    assert.equal(await refusalOf(register(strict, ada.id)), 'forbidden');
    assert.ok((await setDeveloperByOperator(world, 'Ada', true)).ok);
    assert.equal(await refusalOf(register(strict, ada.id)), world.now());
    const losing = { ...strict, world: interrupted(strict.world, lose) };
    assert.equal(await refusalOf(register(losing, ada.id)), 'forbidden');
    assert.equal(await refusalOf(register(strict, root.id)), null);
    assert.equal(await countClientsOf(world.database, ada.id), 1);
  }),
);
