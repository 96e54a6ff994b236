/** Proves the delivery of events by two instances with a clock that is set, to real receivers that lie, fail and die. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { report } from '../../src/events/report.ts';
import type { EventKind } from '../../src/protocol/event.ts';
import { sql } from '../../src/storage/sql.ts';
import {
  type DeliveryRow,
  type Destination,
  listBusy,
  takeDelivery,
} from '../../src/storage/tables/webhooks/deliveries.ts';
import { listDue } from '../../src/storage/tables/webhooks/lines.ts';
import { trimDeliveries } from '../../src/storage/tables/webhooks/surplus-deliveries.ts';
import { sendDeliveryAgain } from '../../src/webhooks/by-hand.ts';
import { deliveriesOf, findAnyWebhook, switchedOffOf, type Webhook } from '../../src/webhooks/find.ts';
import { createWebhook, rotateWebhookSecret, switchWebhook } from '../../src/webhooks/manage.ts';
import { createPump } from '../../src/webhooks/pump.ts';
import type { World } from '../../src/world.ts';
import { openStage, type Stage } from '../jobs/stage.ts';
import { selfSigned } from '../support/certificate.ts';
import { everyEngine } from '../support/each-database.ts';
import { eventually } from '../support/eventually.ts';
import { isGenuine, openReceiver, type Receiver, status } from './receiver.ts';

const NOBODY = { id: null, source: { address: null, userAgent: null } };
const DAY = 86_400;
const ALLOW = { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' };

interface Hooked extends Stage {
  readonly webhook: Webhook;
  readonly secret: string;
  readonly receiver: Receiver;
}

function onEachEngine(body: (stage: Hooked) => Promise<void>): () => Promise<void> {
  return () =>
    everyEngine(async (engine) => {
      const stage = await openStage(engine, ALLOW);
      const receiver = await openReceiver();
      await body({ ...stage, receiver, ...(await hook(stage.first, receiver.url)) });
    });
}

async function hook(world: World, url: string, groups = ['application', 'token']) {
  const made = await createWebhook(world, { scope: null, details: { url, groups } }, NOBODY);
  assert.ok(made.ok, JSON.stringify(made));
  return made.value;
}

async function happen(world: World, clientId: number, detail: string, kind: EventKind = 'application.changed') {
  await world.database.write([report(world, NOBODY.source, kind, { clientId, accountId: 7, detail })]);
}

async function passAndSend({ first, second, pass }: Stage, seconds: number): Promise<void> {
  pass(seconds);
  await Promise.all([createPump(first).sendDue(), createPump(second).sendDue()]);
}

const details = ({ got }: Receiver) => got.map(({ data }) => data.detail);

async function newest(world: World, webhook: Webhook) {
  return (await deliveriesOf(world, webhook, null)).deliveries;
}

test(
  'an event is sent once by one of two instances, signed with every live secret, and without an address',
  onEachEngine(async (stage) => {
    const { first, second, webhook, secret, receiver } = stage;
    await happen(first, 5, 'one');
    await happen(first, 5, 'of no interest', 'account.signed_in');
    await passAndSend(stage, 0);
    const rotated = await rotateWebhookSecret(second, { scope: null, id: webhook.id }, NOBODY);
    assert.ok(rotated.ok);
    await happen(second, 5, 'two');
    await passAndSend(stage, 0);

    const [one, two] = receiver.got;
    assert.deepEqual(details(receiver), ['one', 'two']);
    assert.ok(one && two && isGenuine(one, secret, first.now()));
    assert.ok(isGenuine(two, secret, first.now()) && isGenuine(two, rotated.value.secret, first.now()));
    assert.ok(!isGenuine({ ...one, body: `${one.body} ` }, secret, first.now()));
    assert.ok(!isGenuine({ ...one, timestamp: String(Number(one.timestamp) + 1) }, secret, first.now()));
    assert.equal(one.signature.split(' ').length, 1);
    assert.deepEqual(Object.keys(one.data).toSorted(), ['account_id', 'detail', 'event_id']);
    await happen(second, 5, 'three');
    await passAndSend(stage, DAY + 1);
    assert.ok(!isGenuine(receiver.got[2] ?? one, secret, first.now()));
  }),
);

test(
  'what fails is repeated under the same id and keeps its subject waiting in order, and no other subject',
  onEachEngine(async (stage) => {
    const { first, second, webhook, receiver } = stage;
    receiver.answer = (response, { data }) => response.writeHead(data.detail === 'a1' ? 500 : 200).end('x');
    for (const detail of ['a1', 'a2', 'a3']) await happen(first, 1, detail);
    for (const detail of ['b1', 'b2']) await happen(second, 2, detail);
    await passAndSend(stage, 0);
    assert.deepEqual(details(receiver).toSorted(), ['a1', 'b1', 'b2']);
    await passAndSend(stage, 3600);
    await happen(second, 1, 'a4');
    receiver.answer = status(204);
    await passAndSend(stage, 3 * 3600);

    const ofA = receiver.got.filter(({ data }) => String(data.detail).startsWith('a'));
    const ids = ofA.filter(({ data }) => data.detail === 'a1').map(({ id }) => id);
    assert.deepEqual(
      ofA.map(({ data }) => data.detail),
      [...ids.map(() => 'a1'), 'a2', 'a3', 'a4'],
    );
    assert.ok(ids.length >= 3 && new Set(ids).size === 1);
    assert.ok((await newest(first, webhook)).every(({ outcome, status: code }) => outcome === 'delivered' && code));
  }),
);

test(
  'a line of thousands holds up no other, and costs each of them a few writes however long it is',
  onEachEngine(async (stage) => {
    const { first, webhook, receiver, pass } = stage;
    const length = 3000;
    await first.database.write([
      sql`insert into deliveries (id, webhook_id, subject, noted, kind, happened_at, detail, due_at, tries_since)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${length})
        select i || '.' || ${String(webhook.id)}, cast(${webhook.id} as bigint), 's', i, 'token.issued',
          cast(${first.now()} as bigint), 's' || i, cast(${first.now() - 1} as bigint), cast(${first.now()} as bigint) from n`,
    ]);
    await happen(first, 2, 'other');
    let touched = 0;
    const write: World['database']['write'] = async (batch) => {
      const counts = await first.database.write(batch);
      touched += (counts ?? []).reduce((sum, count) => sum + count, 0);
      return counts;
    };
    const pump = createPump({ ...first, database: { ...first.database, write } });
    receiver.answer = (response, { data }) => response.writeHead(data.detail === 'other' ? 200 : 500).end();
    await pump.sendDue();
    assert.deepEqual(details(receiver), ['s1', 'other']);
    receiver.answer = (response, { data }) => {
      pass(1);
      response.writeHead(data.detail === 's40' ? 500 : 200).end();
    };
    pass(60);
    await pump.sendDue();

    assert.deepEqual(
      details(receiver).slice(2),
      Array.from({ length: 40 }, (_, index) => `s${index + 1}`),
    );
    assert.ok(touched < 2 * length, `${touched} rows were written`);
  }),
);

test(
  'receivers that are slow leave the next place to others, also where they were there first',
  onEachEngine(async (stage) => {
    const { first, receiver } = stage;
    const open: ServerResponse[] = [];
    const slow = [receiver];
    while (slow.length < 8) slow.push(await openReceiver());
    for (const each of slow) each.answer = (response) => open.push(response);
    for (const { url } of slow.slice(1)) await hook(first, url);
    const last = await openReceiver();
    await hook(first, last.url);
    for (let subject = 1; subject <= 6; subject += 1) await happen(first, subject, `of ${subject}`);
    const pump = createPump(first);
    const sending = pump.sendDue();
    await eventually('every place is taken', () => open.length === 32);
    open[0]?.end();
    await eventually('the next place is taken', () => open.length + last.got.length > 32);
    assert.ok(last.got.length > 0, 'it went to another one');

    for (const each of slow) each.answer = (response) => response.end();
    for (const response of open) response.end();
    await sending;
  }),
);

test(
  'a receiver that is silent, endless, slow to end, redirecting, cut or of the wrong certificate fails and is kept',
  onEachEngine(async (stage) => {
    const { first, receiver } = stage;
    const { certificate, key } = selfSigned('elsewhere.example');
    const pem = String(key.export({ type: 'pkcs8', format: 'pem' }));
    const tls = createTlsServer({ cert: certificate, key: pem }, (_request, response) => response.end());
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
    after(() => tls.close());
    const wrong = await hook(first, `https://127.0.0.1:${(tls.address() as AddressInfo).port}/`);
    const chunk = 'x'.repeat(32_768);
    const acts: Record<string, Receiver['answer']> = {
      silent: () => {},
      endless: (response) => {
        const more = () => {
          if (response.destroyed) return;
          if (response.write(chunk)) setImmediate(more);
          else response.once('drain', more);
        };
        more();
      },
      slow: (response) => void response.write('1'),
      moved: status(302, { location: receiver.url }),
      cut: (response) => {
        response.writeHead(200, { 'content-length': '10' }).write('half');
        setImmediate(() => response.destroy());
      },
    };
    receiver.answer = (response, { data }) => acts[String(data.detail)]?.(response, receiver.got[0] as never);
    for (const [index, name] of Object.keys(acts).entries()) await happen(first, index + 1, name);
    await passAndSend(stage, 0);
    // Both instances are one process here, and share the places for calls to one host.
    await passAndSend(stage, 1);

    const kept = await newest(first, stage.webhook);
    assert.deepEqual(
      kept.map((one) => [one.detail, one.answer?.split(':')[0], one.status, one.doneAt, one.attempts]).toSorted(),
      [
        ['cut', 'unreachable', 200, null, 1],
        ['endless', 'too_large', 200, null, 1],
        ['moved', 'redirect', 302, null, 1],
        ['silent', 'too_slow', null, null, 1],
        ['slow', 'too_slow', 200, null, 1],
      ],
    );
    assert.match((await newest(first, wrong.webhook))[0]?.answer ?? '', /^unreachable: .*(CERT|SELF_SIGNED)/);
  }),
);

test(
  'an address that answers 410 is switched off at once and told about, and switched on by hand it gets what was kept',
  onEachEngine(async (stage) => {
    const { first, second, webhook, receiver } = stage;
    receiver.answer = status(410);
    for (const detail of ['one', 'two']) await happen(first, 1, detail);
    await passAndSend(stage, 0);
    const off = await findAnyWebhook(first, webhook.id);
    const toldTo = async (isAdmin: boolean) => (await switchedOffOf(first, { id: 1, isAdmin })).map(({ id }) => id);
    assert.deepEqual([await toldTo(true), await toldTo(false)], [[webhook.id], []]);
    await happen(first, 1, 'while it is off');
    receiver.answer = status(200);
    await passAndSend(stage, 60);
    assert.deepEqual(details(receiver), ['one']);
    assert.ok((await switchWebhook(second, { scope: null, id: webhook.id, to: 'on' }, NOBODY)).ok);
    await passAndSend(stage, 0);

    assert.equal(off?.offBecause, 'gone');
    assert.deepEqual(await toldTo(true), []);
    assert.deepEqual(details(receiver), ['one', 'one', 'two']);
    assert.match((await offEvents(first)).join(), /^[\d.]+: it answered 410$/);
  }),
);

test(
  'an address that fails for three days is switched off and told about once, with pauses that an answer may lengthen',
  onEachEngine(async (stage) => {
    const { first, webhook, receiver } = stage;
    receiver.answer = status(429, { 'retry-after': '1000000000' });
    await happen(first, 1, 'one');
    await passAndSend(stage, 0);
    const [after429] = await newest(first, webhook);
    assert.equal(after429?.dueAt, first.now() + 3600);
    receiver.answer = status(500);
    for (let hours = 0; hours < 80; hours += 5) await passAndSend(stage, 5 * 3600);
    const off = await findAnyWebhook(first, webhook.id);
    const tried = receiver.got.length;
    await passAndSend(stage, DAY);

    assert.equal(off?.offBecause, 'failing');
    assert.equal(receiver.got.length, tried);
    assert.equal((await offEvents(first)).length, 1);
  }),
);

const takeBy = (lease: string, delivery: DeliveryRow, to: Pick<Destination, 'updatedAt'>, now: number) =>
  takeDelivery(delivery, to, { lease, now, until: now + 10 });

test(
  'an instance that looked before an address was switched off or changed sends nothing to it, and the next look does',
  onEachEngine(async ({ first, second, webhook, receiver }) => {
    await happen(first, 1, 'one');
    const look = async () => {
      const [[to], [due]] = await Promise.all([
        listBusy(first.database, 0, 1),
        listDue(first.database, webhook.id, { now: first.now(), most: 1 }),
      ]);
      assert.ok(to && due);
      return () => first.database.write([takeBy('the first', due, to, first.now())]);
    };
    const here = { scope: null, id: webhook.id };
    const takeAsBefore = await look();

    assert.ok((await switchWebhook(second, { ...here, to: 'off' }, NOBODY)).ok);
    assert.equal(await takeAsBefore(), null);
    assert.ok((await switchWebhook(second, { ...here, to: 'on' }, NOBODY)).ok);
    assert.equal(await takeAsBefore(), null);
    const takeWithOldSecret = await look();
    assert.ok((await rotateWebhookSecret(second, here, NOBODY)).ok);
    assert.equal(await takeWithOldSecret(), null);
    await createPump(first).sendDue();

    assert.deepEqual(details(receiver), ['one']);
  }),
);

async function offEvents(world: World): Promise<readonly (string | undefined)[]> {
  const rows = await world.database.list<{ detail: string }>(
    sql`select detail from events where kind = 'webhook.switched_off'`,
  );
  return rows.map(({ detail }) => detail.replace(/:\d+/, ''));
}

test(
  'what an instance held when it died is sent by the other one once its lease has ended, under the same id',
  onEachEngine(async (stage) => {
    const { first, second, webhook, receiver, pass } = stage;
    await happen(first, 1, 'one');
    const [held] = await newest(first, webhook);
    assert.ok(held);
    await first.database.write([takeBy('the dead', held, webhook, first.now())]);
    await createPump(second).sendDue();
    assert.equal(receiver.got.length, 0);
    pass(11);
    await createPump(second).sendDue();

    assert.deepEqual(details(receiver), ['one']);
    assert.equal(receiver.got[0]?.id, `msg_${held.id.replace('.', '_')}`);
  }),
);

test(
  'however many ask at once to send a delivery again, it is sent once in a minute',
  onEachEngine(async (stage) => {
    const { first, second, webhook, receiver, pass } = stage;
    await happen(first, 1, 'one');
    await passAndSend(stage, 0);
    const [sent] = await newest(first, webhook);
    const again = { id: sent?.id ?? '', source: NOBODY.source };
    const ask = () =>
      Promise.all(
        Array.from({ length: 50 }, (_, index) => sendDeliveryAgain(index % 2 ? first : second, webhook, again)),
      );
    assert.ok((await ask()).every((outcome) => outcome === 'too_soon'));
    pass(61);
    const outcomes = await ask();
    await passAndSend(stage, 0);

    assert.equal(outcomes.filter((outcome) => outcome === 'sent').length, 1);
    assert.equal(receiver.got.length, 2);
    assert.equal(receiver.got[0]?.id, receiver.got[1]?.id);
    assert.equal(await sendDeliveryAgain(first, { ...webhook, id: webhook.id + 1 }, again), 'unknown');
  }),
);

test(
  'of too many that wait the oldest are dropped and counted',
  onEachEngine(async ({ first, webhook }) => {
    await first.database.write([
      sql`insert into deliveries (id, webhook_id, subject, noted, kind, happened_at, due_at, tries_since)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 10003)
        select i || '.' || ${String(webhook.id)}, cast(${webhook.id} as bigint), 's', i, 'token.issued', 1, 1, 1 from n`,
    ]);
    await first.database.write(trimDeliveries(webhook.id, 5000));

    const rows = await first.database.list<{ count: number; least: number }>(
      sql`select count(*) as "count", min(noted) as "least" from deliveries where webhook_id = ${webhook.id}`,
    );
    assert.deepEqual(rows[0], { count: 10_000, least: 4 });
    assert.equal((await findAnyWebhook(first, webhook.id))?.dropped, 3);
  }),
);

test(
  'of too many that wait those of the longest line are dropped, however old the others are',
  onEachEngine(async ({ first, webhook }) => {
    const wait = (subject: string, from: number, to: number) => sql`
      insert into deliveries (id, webhook_id, subject, noted, kind, happened_at, due_at, tries_since)
        with recursive n (i) as (select cast(${from} as bigint) union all select i + 1 from n where i < ${to})
        select i || '.' || ${String(webhook.id)}, cast(${webhook.id} as bigint), ${subject}, i, 'token.issued', 1, 1, 1 from n`;
    await first.database.write([wait('1:2', 1, 3), wait('1:3', 4, 1003), wait('1:4', 1004, 11_003)]);
    await first.database.write(trimDeliveries(webhook.id, 5000));

    const rows = await first.database.list<{ subject: string; count: number; least: number }>(
      sql`select subject, count(*) as "count", min(noted) as "least" from deliveries
        where webhook_id = ${webhook.id} group by subject order by subject`,
    );
    assert.deepEqual(rows, [
      { subject: '1:2', count: 3, least: 1 },
      { subject: '1:3', count: 1000, least: 4 },
      { subject: '1:4', count: 8997, least: 2007 },
    ]);
    assert.equal((await findAnyWebhook(first, webhook.id))?.dropped, 1003);
  }),
);
