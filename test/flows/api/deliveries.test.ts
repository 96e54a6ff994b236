/** Proves that deliveries of webhooks are listed and sent again through the management API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../../src/clients/act.ts';
import { changeAdministration } from '../../../src/clients/administration.ts';
import { findClient } from '../../../src/clients/find.ts';
import { report } from '../../../src/events/report.ts';
import { createPump } from '../../../src/webhooks/pump.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { type Api, adminToken, apiOf, assertOk, assertProblem } from '../../support/management.ts';
import { openReceiver, type Receiver, status } from '../../webhooks/receiver.ts';

interface Hooked {
  readonly clocked: Clocked;
  readonly all: Api;
  readonly receiver: Receiver;
  readonly client_id: string;
  /** The address of the webhook. */
  readonly path: string;
  send(): Promise<void>;
}

function onHooked(body: (hooked: Hooked) => Promise<void>) {
  return onMovedClock(
    async (clocked) => {
      const { world, createUser, createApplication } = clocked;
      const tool = await createApplication(await createUser('root', true));
      assert.ok((await changeAdministration(world, { publicId: tool.client_id, isGiven: true }, OPERATOR)).ok);
      const all = apiOf(clocked, await adminToken(clocked, tool));
      const receiver = await openReceiver();
      const { client_id } = await createApplication(await createUser('ada'));
      const home = `/applications/${client_id}/webhooks`;
      const wish = { body: { url: receiver.url, groups: ['token'] } };
      const path = `${home}/${assertOk(await all('POST', home, wish), 201).body.id}`;
      await body({ clocked, all, receiver, client_id, path, send: () => createPump(world).sendDue() });
    },
    { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' },
  );
}

async function tried({ all, path }: Hooked, times: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let time = 0; time < times; time += 1) ids.push(assertOk(await all('POST', `${path}/test`)).body.delivery);
  return ids;
}

test(
  'deliveries are listed newest first in pages, with what became of each, and without bodies and secrets',
  onHooked(async (hooked) => {
    const { all, path, receiver, send } = hooked;
    const ids = await tried(hooked, 3);
    receiver.answer = status(500);
    await send();

    const first = assertOk(await all('GET', `${path}/deliveries?limit=2`)).body;
    const rest = assertOk(await all('GET', `${path}/deliveries?limit=2&cursor=${first.next_cursor}`)).body;

    const listed = [...first.items, ...rest.items];
    assert.deepEqual(
      listed.map(({ id }) => id),
      ids.toReversed(),
    );
    assert.equal(rest.next_cursor, null);
    const [newest] = listed;
    const { happened_at, last_attempt_at, next_attempt_at, took_ms, ...facts } = newest;
    assert.deepEqual(facts, {
      ...{ id: ids[2], message_id: `msg_${ids[2]?.replace('.', '_')}`, type: 'webhook.test' },
      ...{ state: 'waiting', attempts: 1, status: 500, answer: 'answered 500' },
    });
    assert.ok(Date.parse(next_attempt_at) > Date.parse(last_attempt_at) && took_ms >= 0);
    assert.ok(Date.parse(happened_at) <= Date.parse(last_attempt_at));
    assertOk(await all('POST', `${path}/disable`));
    assert.equal((await all('GET', `${path}/deliveries`)).body.items[0].next_attempt_at, null);
    assertProblem(await all('GET', `${path}/deliveries?cursor=x`), 422, 'invalid');
  }),
);

test(
  'a delivery is sent again once in a minute, not while the webhook is off, and none of another webhook',
  onHooked(async (hooked) => {
    const { clocked, all, path, receiver, client_id, send } = hooked;
    const [id] = await tried(hooked, 1);
    await send();
    const again = `${path}/deliveries/${id}/redeliver`;
    assertProblem(await all('POST', again), 409, 'conflict');
    clocked.pass(61);

    assert.deepEqual(assertOk(await all('POST', again)).body, { delivery: id });
    await send();

    assert.deepEqual(
      receiver.got.map((got) => got.id),
      [`msg_${id?.replace('.', '_')}`, `msg_${id?.replace('.', '_')}`],
    );
    const [told] = assertOk(await all('GET', `${path}/deliveries`)).body.items;
    assert.deepEqual([told.state, told.attempts, told.next_attempt_at], ['delivered', 2, null]);
    clocked.pass(61);
    assertOk(await all('POST', `${path}/disable`));
    assertProblem(await all('POST', again), 409, 'conflict');
    assertOk(await all('POST', `${path}/enable`));
    const home = `/applications/${client_id}/webhooks`;
    const other = assertOk(await all('POST', home, { body: { url: receiver.url, groups: ['code'] } }), 201).body.id;
    assertProblem(await all('POST', `${home}/${other}/deliveries/${id}/redeliver`), 404, 'not-found');
    assertProblem(await all('POST', `${path}/deliveries/1.1/redeliver`), 404, 'not-found');
    assertProblem(await all('POST', `${path}/deliveries/x/redeliver`), 404, 'not-found');
  }),
);

test(
  'a secret is rotated four times within a day, and the fifth time is refused with what to wait for',
  onHooked(async ({ all, path }) => {
    for (let time = 1; time <= 4; time += 1) assertOk(await all('POST', `${path}/rotate`));

    const refused = await all('POST', `${path}/rotate`);

    assertProblem(refused, 409, 'conflict');
    assert.match(refused.body.detail, /wait until the oldest/);
  }),
);

test(
  'a delivery that waits behind another of its subject has no moment for its next attempt until it is the first',
  onHooked(async ({ clocked: { world, pass }, all, path, client_id, receiver, send }) => {
    const clientId = (await findClient(client_id, world))?.id ?? 0;
    const source = { address: null, userAgent: null };
    const happen = () => world.database.write([report(world, source, 'token.refreshed', { clientId, accountId: 7 })]);
    await happen();
    await happen();
    receiver.answer = status(500);
    await send();
    const next = async () =>
      assertOk(await all('GET', `${path}/deliveries`)).body.items.map(
        (item: { state: string; next_attempt_at: string | null }) =>
          item.next_attempt_at === null ? `${item.state}, no moment` : item.state,
      );

    assert.deepEqual(await next(), ['waiting, no moment', 'waiting']);
    receiver.answer = (response, got) => status(got.id === receiver.got[0]?.id ? 200 : 500)(response, got);
    pass(60);
    await send();
    assert.deepEqual(await next(), ['waiting', 'delivered, no moment']);
  }),
);
