/** Proves that the deletion of an account or an application leaves nothing behind that says something about a person. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteAccount } from '../../src/accounts/deletion.ts';
import { deleteClient } from '../../src/clients/ending.ts';
import { offerTransfer } from '../../src/clients/transfer.ts';
import { forgetDeleted } from '../../src/jobs/kinds/forget-deleted.ts';
import { forgetRefused } from '../../src/jobs/kinds/forget-refused.ts';
import { type Creation, happensOnce } from '../../src/limits/once.ts';
import { sql } from '../../src/storage/sql.ts';
import { putLogo } from '../../src/storage/tables/clients/logos.ts';
import { findAccount } from '../../src/storage/tables/people/accounts.ts';
import { putPicture } from '../../src/storage/tables/people/pictures.ts';
import { insertConsent, revokeConsent } from '../../src/storage/tables/tokens/consents.ts';
import { sweep } from '../../src/tokens/sweep.ts';
import { actorOf, registered } from '../clients/stage.ts';
import { createPerson, HOME, onEachEngine, PASSWORD, type Stage, signedIn } from './stage.ts';

const DAY_SECONDS = 86_400;

/** Tables with rows of a client, beside the client itself. */
async function leftOf({ world }: Stage, clientId: number): Promise<readonly string[]> {
  const rows = await world.database.read<{ name: string }>(sql`
    select 'client_secrets' as "name" from client_secrets where client_id = ${clientId}
    union select 'removed_secrets' as "name" from removed_secrets where client_id = ${clientId}
    union select 'redirect_uris' as "name" from redirect_uris where client_id = ${clientId}
    union select 'client_uses' as "name" from client_uses where client_id = ${clientId}
    union select 'logos' as "name" from logos where client_id = ${clientId}
    union select 'transfers' as "name" from transfers where client_id = ${clientId}
    union select 'families' as "name" from families where client_id = ${clientId}`);
  return rows.map(({ name }) => name).toSorted();
}

/** An application with everything that one can have. */
async function furnished(stage: Stage, ownerId: number) {
  const { world } = stage;
  const client = await registered(stage, ownerId, { description: 'Writes letters.', homepageUrl: 'https://q.example' });
  const [content, createdAt] = ['', world.now()];
  await world.database.write([
    putLogo({ clientId: client.id, contentType: 'image/png', content, digest: 'd', createdAt }),
    sql`insert into removed_secrets (id, client_id, digest, suffix, removed_at) values (1, ${client.id}, 'x', 'y', 1)`,
    sql`insert into client_uses (client_id, used_at, address) values (${client.id}, 1, ${HOME.address})`,
  ]);
  return client;
}

const consent = (stage: Stage, accountId: number, clientId: number) => {
  const id = stage.world.nextId();
  const grantedAt = stage.world.now();
  return { id, row: insertConsent({ id, accountId, clientId, scope: 'profile', grantedAt, source: HOME }) };
};

interface ConsentLeft {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly revokedAt: number | null;
  readonly because: string | null;
}

const consentsOf = ({ world }: Stage, accountId: number) =>
  world.database.read<ConsentLeft>(sql`select address, user_agent as "userAgent", revoked_at as "revokedAt",
    revoked_because as "because" from consents where account_id = ${accountId} order by id`);

/** How many pictures are kept of an account, and which its row names. */
async function picturesOf({ world }: Stage, accountId: number): Promise<readonly [number, string | null]> {
  const kept = await world.database.read(sql`select digest from pictures where account_id = ${accountId}`);
  return [kept.length, (await findAccount(world.database, { id: accountId }))?.pictureDigest ?? null];
}

test(
  'a deleted account ends its consents and forgets from where they were given, and its known networks',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const owner = await createPerson(stage, 'Grace');
    const { id } = await createPerson(stage, 'Ada');
    const [first, second] = [await registered(stage, owner.id), await registered(stage, owner.id)];
    const ended = consent(stage, id, first.id);
    await world.database.write([ended.row]);
    await world.database.write([revokeConsent(ended.id, 'removed', world.now())]);
    await world.database.write([consent(stage, id, second.id).row]);
    const ada = await signedIn(stage, 'Ada');

    assert.ok((await deleteAccount(world, ada, { password: PASSWORD, source: HOME })).ok);

    const gone = { address: null, userAgent: null, revokedAt: world.now() };
    assert.deepEqual(await consentsOf(stage, id), [
      { ...gone, because: 'removed' },
      { ...gone, because: 'account_deleted' },
    ]);
    const names = await world.database.read<{ name: string }>(sql`select name from limits`);
    assert.deepEqual(
      names.filter(({ name }) => name.includes(String(id)) && name.includes('192.0.2')),
      [],
    );
  }),
);

test(
  'after the deletion of an account its picture is gone, and its applications have neither secrets, redirect URIs, logo nor last use',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { id } = await createPerson(stage, 'Ada');
    const client = await furnished(stage, id);
    const picture = { accountId: id, contentType: 'image/png', content: '', digest: 'd', createdAt: world.now() };
    assert.ok(await world.database.write(putPicture(picture)));
    const ada = await signedIn(stage, 'Ada');
    const signal = new AbortController().signal;

    assert.ok((await deleteAccount(world, ada, { password: PASSWORD, source: HOME })).ok);
    assert.deepEqual(await picturesOf(stage, id), [0, null]);
    // A request that ran at the same time may still have written these.
    await world.database.write([consent(stage, id, client.id).row, ...putPicture(picture).slice(1)]);
    const done = await forgetDeleted.run(world, { id: 1, dueAt: 0, payload: String(id), signal });
    assert.ok(done.ok);
    await world.database.write(done.value);

    assert.deepEqual(await leftOf(stage, client.id), ['families']);
    assert.deepEqual(await consentsOf(stage, id), [
      { address: null, userAgent: null, revokedAt: world.now(), because: 'account_deleted' },
    ]);
    assert.deepEqual(await picturesOf(stage, id), [0, null]);
    stage.pass(2 * DAY_SECONDS);
    await sweep(world);
    assert.deepEqual(await leftOf(stage, client.id), []);
  }),
);

/** What is kept of a request with an Idempotency-Key. */
const keptOf = ({ world }: Stage) => world.database.read(sql`select request, answer from creations order by digest`);

async function keepAnswer({ world }: Stage, asked: string, about: Creation['about']): Promise<void> {
  const creation = { status: 201, location: '/there', answer: `{"asked":"${asked}"}`, about };
  await world.database.write([happensOnce(world, { sender: '1/', key: asked, asked }, () => creation).note(null)]);
}

test(
  'a deletion leaves nothing of answers that were kept for an Idempotency-Key, of the person and of the applications',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { id } = await createPerson(stage, 'Ada');
    const [first, second] = [await registered(stage, id), await registered(stage, id)];
    await keepAnswer(stage, 'Ada', { accountId: id });
    await keepAnswer(stage, 'first', { clientId: first.id });
    await keepAnswer(stage, 'second', { clientId: second.id });
    const signal = new AbortController().signal;

    assert.ok(await deleteClient(world, first.publicId, actorOf(id)));
    const ada = await signedIn(stage, 'Ada');
    assert.ok((await deleteAccount(world, ada, { password: PASSWORD, source: HOME })).ok);
    assert.ok((await forgetDeleted.run(world, { id: 1, dueAt: 0, payload: String(id), signal })).ok);

    const nothing = { request: '', answer: '' };
    assert.deepEqual(
      (await keptOf(stage)).map((row) => ({ ...(row as object) })),
      [nothing, nothing, nothing],
    );
  }),
);

test(
  'a deleted application keeps its numbers and its name, and nothing else',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { id } = await createPerson(stage, 'Ada');
    await createPerson(stage, 'Grace');
    const client = await furnished(stage, id);
    await offerTransfer(world, { publicId: client.publicId, nickname: 'Grace' }, actorOf(id));

    assert.ok(await deleteClient(world, client.publicId, actorOf(id)));

    assert.deepEqual(await leftOf(stage, client.id), ['families']);
    const [row] = await world.database.read(sql`select public_id as "publicId", name, description,
      homepage_url as "homepageUrl" from clients where id = ${client.id}`);
    assert.deepEqual(
      { ...(row as object) },
      { publicId: client.publicId, name: 'Quill', description: '', homepageUrl: '' },
    );
  }),
);

test(
  'the family of a live application is not swept, however old it is',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage, 'Ada');
    const client = await registered(stage, id);

    stage.pass(400 * DAY_SECONDS);
    await sweep(stage.world);

    assert.ok((await leftOf(stage, client.id)).includes('families'));
  }),
);

/** A webhook with more that waits than one step removes, and a world that notes the largest number of rows of one batch. */
async function hooked(stage: Stage, clientId: number) {
  const id = stage.world.nextId();
  await stage.world.database.write([
    sql`insert into webhooks (id, client_key, slot, url, groups, secret, secret_made_at, created_at, updated_at)
      values (${id}, ${clientId}, 1, 'https://r.example/', ' token ', 'whsec_x', 1, 1, 1)`,
    sql`insert into deliveries (id, webhook_id, subject, noted, kind, happened_at, due_at, tries_since)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 2300)
      select i || '.' || ${String(id)}, cast(${id} as bigint), 's', i, 'token.issued', 1, 1, 1 from n`,
  ]);
}

function counting({ world }: Stage) {
  const counted = { most: 0 };
  const write: typeof world.database.write = async (batch) => {
    const touched = await world.database.write(batch);
    counted.most = Math.max(counted.most, ...(touched ?? []));
    return touched;
  };
  return { counted, world: { ...world, database: { ...world.database, write } } };
}

async function webhooksLeft({ world }: Stage, clientId: number): Promise<readonly unknown[]> {
  return await world.database.list(sql`select w.url, w.secret, coalesce(w.off_at, 0) as "offAt", count(d.id) as "deliveries"
    from webhooks w left join deliveries d on d.webhook_id = w.id where w.client_key = ${clientId}
    group by w.id, w.url, w.secret, w.off_at`);
}

test(
  'what waits for the webhooks of a deleted application is never sent, and goes in steps that keep nobody waiting',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage, 'Ada');
    const [client, other] = [await registered(stage, id), await registered(stage, id)];
    await hooked(stage, client.id);
    await hooked(stage, other.id);
    const { counted, world } = counting(stage);
    const signal = new AbortController().signal;

    assert.ok(await deleteClient(world, client.publicId, actorOf(id)));
    const [left] = await webhooksLeft(stage, client.id);
    assert.deepEqual(left, { url: '', secret: '', offAt: 1, deliveries: 2300 });
    const refused = await forgetRefused.run(world, { id: 1, dueAt: 0, payload: String(id), signal });
    assert.ok(refused.ok);
    await world.database.write(refused.value);
    assert.deepEqual(await webhooksLeft(stage, client.id), []);

    assert.ok((await deleteAccount(world, await signedIn(stage, 'Ada'), { password: PASSWORD, source: HOME })).ok);
    const deleted = await forgetDeleted.run(world, { id: 2, dueAt: 0, payload: String(id), signal });
    assert.ok(deleted.ok);
    await world.database.write(deleted.value);
    assert.deepEqual(await webhooksLeft(stage, other.id), []);
    assert.ok(counted.most <= 500, `${counted.most} rows in one statement`);
  }),
);
