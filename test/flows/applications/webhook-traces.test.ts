/** Proves that deliveries of webhooks go on with the trace of the request that caused them, and who is told of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../../src/clients/act.ts';
import { changeAdministration } from '../../../src/clients/administration.ts';
import { findClient } from '../../../src/clients/find.ts';
import { createWebhook } from '../../../src/webhooks/manage.ts';
import { createPump } from '../../../src/webhooks/pump.ts';
import type { Application, User } from '../../support/actors.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { authorizeParams, callback, codeFields } from '../../support/grant.ts';
import { formTo } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import { type Api, adminToken, apiOf, assertOk } from '../../support/management.ts';
import { encode, token } from '../../support/token-client.ts';
import { type Got, openReceiver, type Receiver, status } from '../../webhooks/receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const CAME = `00-${TRACE}-${PARENT}-01`;
const OTHER = `00-${'1'.repeat(32)}-${PARENT}-00`;

interface Hooked {
  readonly clocked: Clocked;
  readonly ada: User;
  readonly quill: Application;
  /** Told of everything, as an administrator. */
  readonly service: Receiver;
  /** Told of the application, as its owner. */
  readonly owner: Receiver;
  /** The address of the owner's webhook in the portal, and behind the API. */
  readonly path: string;
  send(): Promise<void>;
}

function onHooked(body: (hooked: Hooked) => Promise<void>) {
  return onMovedClock(
    async (clocked) => {
      const { world } = clocked;
      const ada = await clocked.createUser('ada');
      const quill = await clocked.createApplication(ada);
      const client = await findClient(quill.client_id, world);
      const [service, owner] = [await openReceiver(), await openReceiver()];
      const groups = ['application', 'code', 'consent', 'token', 'webhook'];
      const hook = async (scope: typeof client | null, { url }: Receiver) => {
        const made = await createWebhook(world, { scope: scope ?? null, details: { url, groups } }, OPERATOR);
        assert.ok(made.ok, JSON.stringify(made));
        return made.value.webhook.id;
      };
      const path = `/applications/${quill.client_id}/webhooks/${await hook(client, owner)}`;
      await hook(null, service);
      const sendDue = () => createPump(world).sendDue();
      await sendDue();
      owner.got.length = 0;
      service.got.length = 0;
      await body({ clocked, ada, quill, service, owner, path, send: sendDue });
    },
    { LATCHKEY_OUTBOUND_ALLOW: 'http://127.0.0.0/8' },
  );
}

const traceOf = (got: Got | undefined) => got?.headers.traceparent;
const ofKind = ({ got }: Receiver, kind: string) => got.filter(({ type }) => type === kind);

/** The name that the call has in the trace. */
function continued(got: Got | undefined, trace = TRACE, flags = '01'): string {
  const [, parent = ''] = new RegExp(`^00-${trace}-([0-9a-f]{16})-${flags}$`).exec(String(traceOf(got))) ?? [];
  assert.ok(parent !== '' && parent !== PARENT && parent !== '0'.repeat(16), `of ${got?.type}: ${traceOf(got)}`);
  return parent;
}

function own({ clocked, quill }: Hooked, headers: Record<string, string | string[]>) {
  const { client_id, client_secret } = quill;
  const { type, body } = encode({ grant_type: 'client_credentials', client_id, client_secret }, 'urlencoded');
  return send(`${clocked.url}/oauth/token`, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
}

/** An application that may manage everything. */
async function managing({ clocked }: Hooked): Promise<Api> {
  const tool = await clocked.createApplication(await clocked.createUser('root', true));
  assert.ok((await changeAdministration(clocked.world, { publicId: tool.client_id, isGiven: true }, OPERATOR)).ok);
  return apiOf(clocked, await adminToken(clocked, tool));
}

test(
  'a request with a traceparent is told of under the same trace and flags, each time under a name of its own',
  onHooked(async (hooked) => {
    assert.equal((await own(hooked, { traceparent: CAME, tracestate: 'vendor=private' })).status, 200);
    await hooked.send();

    const [[told], [toldOwner]] = [ofKind(hooked.service, 'token.issued'), ofKind(hooked.owner, 'token.issued')];
    assert.notEqual(continued(told), continued(toldOwner));
    assert.equal(told?.headers.tracestate, undefined);
    assert.equal((await own(hooked, { traceparent: OTHER })).status, 200);
    await hooked.send();
    continued(ofKind(hooked.service, 'token.issued')[1], '1'.repeat(32), '00');
  }),
);

test(
  'an attempt that is repeated stays in the trace, under another name',
  onHooked(async (hooked) => {
    const { clocked, service } = hooked;
    service.answer = status(500);
    await own(hooked, { traceparent: CAME });
    await hooked.send();
    clocked.pass(3600);
    service.answer = status(204);
    await hooked.send();

    const [first, second, ...more] = ofKind(service, 'token.issued');
    assert.deepEqual(more, []);
    assert.equal(first?.id, second?.id);
    assert.notEqual(continued(first), continued(second));
  }),
);

test(
  'without a traceparent, with two of them, and with one that is malformed or names nothing, none is sent',
  onHooked(async (hooked) => {
    const wrong: (string | string[])[] = [
      '',
      'x',
      CAME.toUpperCase(),
      `${CAME}-00`,
      CAME.replace(TRACE, '0'.repeat(32)),
      CAME.replace(PARENT, '0'.repeat(16)),
      CAME.replace(/^00/, 'ff'),
      [CAME, CAME],
    ];
    assert.equal((await own(hooked, {})).status, 200);
    for (const traceparent of wrong) assert.equal((await own(hooked, { traceparent })).status, 200);
    await hooked.send();

    const told = ofKind(hooked.service, 'token.issued');
    assert.equal(told.length, wrong.length + 1);
    for (const got of told) assert.ok(!('traceparent' in got.headers), String(traceOf(got)));
  }),
);

test(
  'what a user did in a browser is told under its trace to administrators, and without it to the owner of the application',
  onHooked(async (hooked) => {
    const { clocked, quill, service, owner } = hooked;
    const browser = await clocked.signedIn(await clocked.createUser('bob'));
    const page = await browser.authorize(authorizeParams(quill));
    const code = callback(await browser.approve(page, { headers: { traceparent: CAME } })).get('code') ?? '';
    await token(clocked.url, codeFields(quill, code), { headers: { traceparent: OTHER } });
    await hooked.send();

    for (const kind of ['consent.given', 'code.issued']) {
      continued(ofKind(service, kind)[0]);
      assert.equal(ofKind(owner, kind).length, 1);
      assert.equal(traceOf(ofKind(owner, kind)[0]), undefined, kind);
    }
    for (const each of [service, owner]) continued(ofKind(each, 'code.exchanged')[0], '1'.repeat(32), '00');
  }),
);

test(
  'a test and a delivery that is sent again belong to the trace of the request that asked for them',
  onHooked(async (hooked) => {
    const { clocked, ada, owner, path } = hooked;
    const portal = `/oauth${path}`;
    const browser = await clocked.signedIn(ada);
    const pressed = async (page: string, action: string, traceparent: string) => {
      const shown = await browser.get(page);
      const done = await browser.submit(shown, formTo(shown.body, action), { headers: { traceparent } });
      assert.equal(done.status, 303);
      await hooked.send();
    };
    await pressed(portal, `${portal}/test`, CAME);
    const delivery = `${portal}/deliveries/${String(owner.got[0]?.id).replace('msg_', '').replace('_', '.')}`;
    clocked.pass(61);
    await pressed(delivery, `${delivery}/again`, OTHER);

    const [tested, again, ...more] = ofKind(owner, 'webhook.test');
    assert.deepEqual(more, []);
    continued(tested);
    assert.equal(again?.id, tested?.id);
    continued(again, '1'.repeat(32), '00');
  }),
);

test(
  'the same through the API; sent again without a trace, a delivery goes on with that of its event',
  onHooked(async (hooked) => {
    const { clocked, owner, path } = hooked;
    const all = await managing(hooked);
    assertOk(await all('POST', `${path}/test`, { headers: { traceparent: CAME } }));
    await hooked.send();
    continued(ofKind(owner, 'webhook.test')[0]);
    await own(hooked, { traceparent: CAME });
    await hooked.send();
    const id = String(ofKind(owner, 'token.issued')[0]?.id).replace('msg_', '').replace('_', '.');
    for (const headers of [{ traceparent: OTHER }, {}]) {
      clocked.pass(61);
      assertOk(await all('POST', `${path}/deliveries/${id}/redeliver`, { headers }));
      await hooked.send();
    }

    const [caused, asked, bare, ...more] = ofKind(owner, 'token.issued');
    assert.deepEqual(more, []);
    continued(asked, '1'.repeat(32), '00');
    assert.notEqual(continued(bare), continued(caused));
  }),
);

test(
  'the API tells of each event which trace its request belonged to, and null where it came with none',
  onHooked(async (hooked) => {
    const all = await managing(hooked);
    await own(hooked, { traceparent: CAME });
    await own(hooked, {});
    await own(hooked, { traceparent: 'x' });

    const { items } = assertOk(await all('GET', '/events?kind=token.issued&limit=3')).body;
    assert.deepEqual(
      items.map(({ traceparent }: { traceparent: string | null }) => traceparent),
      [null, null, CAME],
    );
  }),
);
