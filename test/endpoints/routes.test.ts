/** Walks the route table: what a route needs is checked before its handler runs, and forms are those of our pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../src/clients/act.ts';
import { ACT_LIMITS } from '../../src/clients/act-limits.ts';
import { findClient } from '../../src/clients/find.ts';
import {
  type AccountContext,
  type Confirmed,
  get,
  type Posted,
  post,
  type Row,
  type VisitorContext,
} from '../../src/endpoints/needs.ts';
import { ROWS } from '../../src/endpoints/routes.ts';
import type { Handler } from '../../src/http/route.ts';
import { currentErrand } from '../../src/on-behalf.ts';
import { networkOf } from '../../src/protocol/limits.ts';
import { OPERATOR_ACTS } from '../../src/resources/act.ts';
import { createResource } from '../../src/resources/manage.ts';
import { spendSeveral } from '../../src/storage/tables/limits.ts';
import { createWebhook } from '../../src/webhooks/manage.ts';
import { createPerson, HOME, onEachEngine, type Stage } from '../accounts/stage.ts';
import { type Caller, createCaller, type Seen } from '../accounts/visits.ts';
import { registered } from '../clients/stage.ts';

/** So long a password that was typed is good for. */
const FIVE_MINUTES = 300;

type Need = Row['needs'];

const NEEDS = Object.keys({
  account: 0,
  administrator: 0,
  'managed application': 0,
  'owned application': 0,
  'administered account': 0,
  'administered application': 0,
  'administered resource': 0,
  'managed webhooks': 0,
  'managed webhook': 0,
  'service webhooks': 0,
  'service webhook': 0,
} satisfies Record<Exclude<Need, 'nobody' | 'visitor'>, 0>) as Need[]; // The keys are what was just satisfied.

const PAGES = ROWS.filter(({ kind }) => kind === 'page');
const neverRun = (): never => {
  throw new Error('The handler was run.');
};

/** The administrator Root, who owns an application, and the address of each row about it and about Ada. */
async function administered(stage: Stage) {
  const root = await createPerson(stage, 'Root', true);
  const ada = await createPerson(stage, 'Ada');
  const { publicId } = await registered(stage, root.id);
  const details = { name: 'Notes', scopes: ['profile'], seconds: null, isPlain: false };
  const made = await createResource(stage.world, { identifier: 'https://notes.example/', details }, OPERATOR_ACTS);
  assert.ok(made.ok);
  const hook = { url: 'https://192.0.32.8/', groups: ['application'] };
  const client = { id: (await findClient(publicId, stage.world))?.id ?? 0, ownerId: root.id };
  const [ofClient, ofService] = await Promise.all(
    [client, null].map((scope) => createWebhook(stage.world, { scope, details: hook }, OPERATOR)),
  );
  assert.ok(ofClient?.ok && ofService?.ok);
  const webhookOf = ({ path }: Row) => (path.startsWith('/admin') ? ofService : ofClient).value.webhook.id;
  const parameters: Record<string, string> = {
    id: encodeURIComponent(publicId),
    account: String(ada.id),
    resource: made.value.resource.publicId,
  };
  const addressOf = (row: Row) =>
    row.path.replace(/:(\w+)/g, (_, name: string) =>
      name === 'webhook' ? String(webhookOf(row)) : (parameters[name] ?? '1'),
    );
  const caller = createCaller(stage);
  assert.equal((await caller.signIn('Root')).status, 303);
  return { caller, addressOf, root };
}

function ask(caller: Caller, { method }: Row, address: string, fields: Record<string, string> = {}): Promise<Seen> {
  return method === 'GET' ? caller.get(address) : caller.post(address, fields);
}

test(
  'whatever a route needs, an anonymous request is sent to sign in and its handler does not run',
  onEachEngine(async (stage) => {
    for (const needs of NEEDS) {
      for (const row of [get('/x', { needs, handler: neverRun }), post('/x', { needs, handler: neverRun })]) {
        const answer = await ask(createCaller(stage, [row]), row, '/x');

        // Whoever has sent a form reads there that it was not saved.
        const way = row.method === 'POST' ? '/sign-in?done=not_saved' : '/sign-in';
        assert.deepEqual([answer.status, answer.location], [303, way], `${row.method} ${needs}`);
      }
    }
  }),
);

test(
  'every route of the table that needs somebody sends an anonymous request to sign in',
  onEachEngine(async (stage) => {
    const { addressOf } = await administered(stage);
    const guarded = ROWS.filter(({ needs }) => needs !== 'nobody' && needs !== 'visitor');
    assert.ok(guarded.length > 60);

    for (const row of guarded) {
      const answer = await ask(createCaller(stage), row, addressOf(row));

      assert.equal(answer.status, 303, `${row.method} ${row.path}`);
      assert.match(answer.location ?? '', /^\/sign-in(\?|$)/, `${row.method} ${row.path}`);
    }
  }),
);

test(
  'every form of the table is refused without its token, also from whoever may do everything',
  onEachEngine(async (stage) => {
    const { caller, addressOf } = await administered(stage);
    const before = (await stage.events()).length;

    for (const row of PAGES.filter(({ method }) => method === 'POST')) {
      // Without a decision, a POST to the authorization endpoint is a request and no form.
      const answer = await caller.post(addressOf(row), { decision: 'approve' });

      assert.equal(answer.status, 403, row.path);
    }
    assert.equal((await stage.events()).length, before);
  }),
);

test(
  'every route that needs the password typed lately asks for it once it is too old',
  onEachEngine(async (stage) => {
    const { caller, addressOf } = await administered(stage);
    const page = await caller.get('/account');
    const form_token = /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    stage.pass(FIVE_MINUTES + 1);

    const confirmed = ROWS.filter((row) => row.confirmed);
    assert.ok(confirmed.length > 10);
    for (const row of confirmed) {
      const answer = await ask(caller, row, addressOf(row), { form_token });

      const where = `${row.method} ${row.path}`;
      if (row.method === 'GET') assert.match(answer.location ?? '', /^\/confirm\?return_to=/, where);
      else assert.ok(answer.status === 403 && answer.body.includes('name="confirming"'), where);
    }
  }),
);

/** Forms of people who are signed in that count nothing before their handler runs, each with what bounds its events. */
const UNCOUNTED: Readonly<Record<string, string>> = {
  '/account': 'the act counts changes of a profile',
  '/account/email': 'the act counts changes of the address',
  '/account/password': 'the act counts changes of the password',
  '/account/delete': 'an account is deleted once',
  '/account/sessions/end': 'so many of these events are kept in an hour',
  '/confirm': 'the act counts what is not right; what is right is no event',
  '/oauth/authorized_applications/revoke_all': 'access is taken away that was given, which is counted',
  '/oauth/authorized_applications/:id/revoke': 'the same',
  '/oauth/authorized_applications/:id/scopes/remove': 'the same',
  '/oauth/applications': 'the act counts registrations',
  '/oauth/applications/:id/delete': 'an application is deleted that was registered, which is counted',
  '/oauth/applications/:id/transfer/withdraw': 'an offer is withdrawn that was made, which is counted',
  '/oauth/applications/:id/transfer/decline': 'an offer is declined that was made, which is counted',
};

test(
  'every form of a signed-in user counts how often it is sent, or is listed with what bounds its events',
  onEachEngine(async (stage) => {
    const { caller, addressOf, root } = await administered(stage);
    const { world } = stage;
    const spent = Object.entries(ACT_LIMITS).map(([act, limit]) =>
      spendSeveral({ name: `portal/${act}/${root.id}`, ...limit }, limit.most, world.now()),
    );
    assert.ok(await world.database.write(spent));
    const form_token = /name="form_token" value="([^"]+)"/.exec((await caller.get('/account')).body)?.[1] ?? '';
    const posts = ROWS.filter(({ kind, method, needs }) => kind === 'page' && method === 'POST' && needs !== 'visitor');
    // Administrators are trusted with the whole service, and there are few of them.
    const ofUsers = posts.filter(({ path }) => !path.startsWith('/admin'));
    const before = (await stage.events()).length;

    for (const row of ofUsers.filter(({ path }) => UNCOUNTED[path] === undefined)) {
      const answer = await caller.post(addressOf(row), { form_token });

      assert.equal(answer.status, 429, row.path);
      assert.ok(Number(answer.header('retry-after')) > 0, row.path);
    }
    assert.equal((await stage.events()).length, before);
    const paths = new Set(ofUsers.map(({ path }) => path));
    assert.deepEqual(
      Object.keys(UNCOUNTED).filter((path) => !paths.has(path)),
      [],
    );
  }),
);

test('programs are not looked up, and pages say whom they need', () => {
  for (const { kind, needs, path } of ROWS) assert.equal(needs === 'nobody', kind !== 'page', path);
});

test('a handler that wants more than its route proves does not compile', () => {
  const forAccount: Handler<AccountContext> = () => ({ status: 200 });
  const forForm: Handler<Posted<AccountContext>> = () => ({ status: 200 });
  const forConfirmed: Handler<Confirmed<AccountContext>> = () => ({ status: 200 });
  const forVisitor: Handler<VisitorContext> = () => ({ status: 200 });

  // @ts-expect-error: nobody was looked up.
  get('/x', { needs: 'nobody', handler: forVisitor });
  // @ts-expect-error: the visitor may be anonymous.
  get('/x', { needs: 'visitor', handler: forAccount });
  // @ts-expect-error: a GET has no form.
  get('/x', { needs: 'account', handler: forForm });
  // @ts-expect-error: the form was not read.
  post('/x', { needs: 'account', form: 'handler', handler: forForm });
  // @ts-expect-error: the password may be old.
  get('/x', { needs: 'account', handler: forConfirmed });
  get('/x', { needs: 'managed application', confirmed: true, handler: forConfirmed });
  post('/x', { needs: 'administrator', handler: forAccount });
});

test(
  'what a page asks of the database is asked for its account, and for strangers by their network',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage, 'Ada');
    const handler = () => ({ status: 200, body: currentErrand()?.name ?? 'nobody' });
    const rows = [get('/x', { needs: 'visitor', handler }), ...ROWS];
    const [ada, stranger] = [createCaller(stage, rows), createCaller(stage, rows)];
    await ada.signIn('Ada');

    const names = await Promise.all([ada, stranger].map(async (caller) => (await caller.get('/x')).body));

    assert.deepEqual(names, [`account ${id}`, `network ${networkOf(HOME.address ?? '')}`]);
    assert.equal(currentErrand(), undefined);
  }),
);
