/** Proves the revocation feed (SPEC D79): every way a token ends is told, to whom it concerns, in order, and again on request. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import postgres from 'postgres';
import { createApplication, createUser, signedIn } from '../../support/actors.ts';
import { disable } from '../../support/administration.ts';
import { everyEngine, oncePerEngine } from '../../support/each-database.ts';
import { type Listener, listen } from '../../support/feed.ts';
import {
  assertRefused,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  revoke,
  type Tokens,
  tokensOf,
} from '../../support/grant.ts';
import { formTo } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import {
  answerOf,
  createResource,
  machineToken,
  NOTES,
  RESOURCE_SCOPES,
  type ResourceStage,
  resourceStage,
} from '../../support/resources.ts';
import { type Engine, type Service, startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

const ENV = { LATCHKEY_SCOPES: RESOURCE_SCOPES, LATCHKEY_REFRESH_LEEWAY_SECONDS: '0' };
type Pair = ResourceStage & { readonly other: Service; readonly engine: Engine };

/** Acts happen on the first process or by command; listeners sit at the other one. */
const pairOf = oncePerEngine(async (engine): Promise<Pair> => {
  const first = await startService({ database: engine, env: ENV });
  const stage = await resourceStage(first);
  const other = await startService({ database: engine, env: ENV, sharedWith: first });
  return { ...stage, other, engine };
});

const together = (body: (pair: Pair) => Promise<void>) => () =>
  everyEngine(async (engine) => body(await pairOf(engine)));

const SCOPE = { resource: NOTES, scope: 'notes:read notes:write' };

async function familyOf({ service, notes }: Pair, { access }: Pick<Tokens, 'access'>): Promise<string> {
  return String((await answerOf(service, notes, access)).family);
}

async function begun(pair: Pair, headers: Record<string, string> = {}): Promise<Listener> {
  const listener = await listen(pair.other.url, pair.notes, headers);
  assert.equal(listener.status, 200);
  await listener.heard(({ event }) => event === 'ready' || event === 'reset');
  return listener;
}

type Fresh = Pair & { readonly owner: Pair['ada'] };

/** Each on an account and an application of its own. */
async function fresh(pair: Pair): Promise<Fresh> {
  const ada = await createUser(pair.service);
  const [browser, quill] = await Promise.all([
    signedIn(pair.service, ada),
    createApplication(pair.service, { owner: pair.ada, scope: 'profile notes:read notes:write' }),
  ]);
  return { ...pair, owner: pair.ada, ada, browser, quill };
}

type Act = (pair: Fresh, held: Tokens) => Promise<unknown>;

const ENDS: Readonly<Record<string, Act>> = {
  'the revocation endpoint': (pair, held) => revoke(pair, held.refresh),
  'a refresh token used after its time': async (pair, held) => {
    const next = tokensOf(await refresh(pair, held.refresh));
    await answerOf(pair.service, pair.notes, next.access);
    assertRefused(await refresh(pair, held.refresh), 400, 'invalid_grant');
  },
  'one family revoked by the owner of the application': async (pair, held) => {
    const owner = await signedIn(pair.service, pair.owner);
    const path = `/oauth/applications/${pair.quill.client_id}/families/${await familyOf(pair, held)}`;
    const page = await owner.get(path);
    await owner.submit(page, formTo(page.body, `${path}/revoke`));
  },
  'access removed by its user': async ({ browser, quill }) => {
    const path = `/oauth/authorized_applications/${quill.client_id}`;
    const page = await browser.get(path);
    await browser.submit(page, formTo(page.body, `${path}/revoke`));
  },
  'a permission taken back by its user': async ({ browser, quill }) => {
    const path = `/oauth/authorized_applications/${quill.client_id}`;
    const page = await browser.get(path);
    await browser.submit(page, formTo(page.body, `${path}/scopes/remove`));
  },
  'all access removed with a new password': ({ service, ada }) =>
    service.cliHere(['users', 'set-password', ada.nickname, '--password-stdin'], 'another lantern at sea\n'),
  'an account disabled by command': ({ service, ada }) => service.cliHere(['users', 'disable', ada.nickname]),
  'an account disabled by an administrator': async ({ service, ada }) => {
    const root = await createUser(service, { admin: true });
    await disable(await signedIn(service, root), ada);
  },
  'an application deleted by command': ({ service, quill }) =>
    service.cliHere(['applications', 'delete', '--client-id', quill.client_id]),
  'an application suspended by command': ({ service, quill }) =>
    service.cliHere(['applications', 'suspend', '--client-id', quill.client_id, '--reason', 'Spam']),
  'tokens of an application revoked by command': ({ service, quill }) =>
    service.cliHere(['tokens', 'revoke', '--client-id', quill.client_id]),
  'tokens of an account revoked by command': ({ service, ada }) =>
    service.cliHere(['tokens', 'revoke', '--account', ada.nickname]),
  'one token revoked by command': ({ service }, held) =>
    service.cliHere(['tokens', 'revoke', '--token-stdin'], `${held.access}\n`),
  'the operator’s own SQL': async (pair, held) => {
    const family = Number(await familyOf(pair, held));
    const text = `update families set revoked_at = 1 where id = ${family}`;
    if (pair.engine === 'sqlite') {
      const file = new DatabaseSync(pair.service.databaseFile, { timeout: 5000 });
      file.exec(text);
      file.close();
    } else {
      const client = postgres(pair.service.databaseUrl, { max: 1, onnotice: () => {} });
      await client.unsafe(text);
      await client.end();
    }
  },
};

for (const [what, act] of Object.entries(ENDS)) {
  test(
    `the feed of another process tells of ${what}`,
    together(async (shared) => {
      const pair = await fresh(shared);
      const held = await obtainTokens(pair, SCOPE);
      const family = await familyOf(pair, held);
      const listener = await begun(pair);

      const outcome = await act(pair, held);
      if (outcome && typeof outcome === 'object' && 'code' in outcome)
        assert.equal(outcome.code, 0, JSON.stringify(outcome));
      const told = await listener.heard(
        ({ event, data }) =>
          ['ended', 'changed'].includes(event) && (data.family === family || data.client_id === pair.quill.client_id),
      );

      assert.match(told.id ?? '', /^\d+$/);
      assert.equal(typeof told.data.at, 'number');
      listener.close();
    }),
  );
}

test(
  'a code exchanged twice, an application’s own token and a pair that was replaced are told too',
  together(async (shared) => {
    const pair = await fresh(shared);
    const code = await obtainCode(pair.browser, pair.quill, SCOPE);
    const held = tokensOf(await token(pair.service.url, codeFields(pair.quill, code)));
    const own = tokensOf(await machineToken(pair, { resource: NOTES, scope: 'notes:read' }));
    const [family, machine] = [await familyOf(pair, held), await familyOf(pair, own)];
    const listener = await begun(pair);

    const next = tokensOf(await refresh(pair, held.refresh));
    await answerOf(pair.service, pair.notes, next.access);
    await listener.heard(({ event, data }) => event === 'changed' && data.family === family);
    await revoke(pair, own.access);
    await listener.heard(({ event, data }) => event === 'changed' && data.family === machine);
    assertRefused(await token(pair.service.url, codeFields(pair.quill, code)), 400, 'invalid_grant');
    await listener.heard(({ event, data }) => event === 'ended' && data.family === family);
    listener.close();
  }),
);

test(
  'a resource hears of tokens that are for it alone, and of nobody by name',
  together(async (shared) => {
    const pair = await fresh(shared);
    // An API of its own: what earlier tests ended may still be told to theirs.
    const identifier = `https://alone-${pair.ada.nickname}.example/`;
    const alone = await createResource(pair.service, { identifier, name: 'Alone', scope: SCOPE.scope });
    const mine = await obtainTokens(pair, { ...SCOPE, resource: identifier });
    const plain = await obtainTokens(pair, { scope: 'notes:read' });
    const family = String((await answerOf(pair.service, alone, mine.access)).family);
    const [notes, files] = [await listen(pair.other.url, alone), await listen(pair.other.url, pair.files)];
    await notes.heard(({ event }) => event === 'ready');

    await revoke(pair, plain.access);
    await revoke(pair, mine.access);
    await notes.heard(({ data }) => data.family === family);
    await files.heard(({ event }) => event === 'alive');

    assert.deepEqual(
      notes.events.filter(({ event }) => event !== 'ready').map(({ data }) => data.family),
      [family],
    );
    assert.deepEqual(
      files.events.filter(({ event }) => event !== 'ready'),
      [],
    );
    assert.equal(JSON.stringify(notes.events).includes(pair.ada.nickname), false);
    notes.close();
    files.close();
  }),
);

test(
  'a resource that takes tokens without a resource hears of those that carry its scopes',
  together(async (shared) => {
    const pair = await fresh(shared);
    const identifier = `https://plain-${pair.ada.nickname}.example/`;
    const only = await createResource(pair.service, {
      identifier,
      name: 'Plain',
      scope: 'notes:write',
      more: ['--plain'],
    });
    const [carries, not] = [
      await obtainTokens(pair, { scope: 'notes:write' }),
      await obtainTokens(pair, { scope: 'profile' }),
    ];
    const listener = await listen(pair.other.url, only);
    await listener.heard(({ event }) => event === 'ready');
    const family = String((await answerOf(pair.service, only, carries.access)).family);

    await revoke(pair, not.access);
    await revoke(pair, carries.access);
    await listener.heard(({ data }) => data.family === family);

    assert.equal(listener.events.filter(({ event }) => event === 'ended').length, 1);
    listener.close();
  }),
);

test(
  'such a resource hears of every token that is for it by name, also of one without any of its own scopes',
  together(async (shared) => {
    const pair = await fresh(shared);
    const identifier = `https://named-${pair.ada.nickname}.example/`;
    const terms = { identifier, name: 'Named', scope: 'notes:write' };
    const named = await createResource(pair.service, { ...terms, more: ['--plain'] });
    const asked = { resource: identifier, scope: 'profile' };
    const [revoked, replaced, removed] = [
      await obtainTokens(pair, asked),
      await obtainTokens(pair, asked),
      await obtainTokens(pair, asked),
    ];
    const familyOf = async ({ access }: Tokens) => (await answerOf(pair.service, named, access)).family;
    const families = [await familyOf(revoked), await familyOf(replaced), await familyOf(removed)];
    const listener = await listen(pair.other.url, named);
    await listener.heard(({ event }) => event === 'ready');

    await revoke(pair, revoked.access);
    await listener.heard(({ event, data }) => event === 'ended' && data.family === families[0]);
    await familyOf(tokensOf(await refresh(pair, replaced.refresh)));
    await listener.heard(({ event, data }) => event === 'changed' && data.family === families[1]);
    await ENDS['access removed by its user']?.(pair, removed);
    await listener.heard(({ event, data }) => event === 'ended' && data.family === families[2]);
    listener.close();
  }),
);

test(
  'what ended while nobody listened is told from where the listener left off, at any instance',
  together(async (shared) => {
    const pair = await fresh(shared);
    const [first, second] = [await obtainTokens(pair, SCOPE), await obtainTokens(pair, SCOPE)];
    const families = [await familyOf(pair, first), await familyOf(pair, second)];
    const before = await begun(pair);
    const since = before.lastId();
    before.close();

    await revoke(pair, first.access);
    await revoke(pair, second.access);
    const after = await listen(pair.service.url, pair.notes, { 'last-event-id': since });
    await after.heard(({ data }) => data.family === families[1]);

    const told = after.events.filter(({ event }) => event === 'ended').map(({ data }) => data.family);
    assert.deepEqual(
      told.filter((family) => families.includes(String(family))),
      families,
    );
    assert.deepEqual(after.events[0]?.event, 'ready');
    after.close();
  }),
);

test(
  'a place from the future, or no place at all, starts the listener anew',
  together(async (pair) => {
    for (const since of ['9007199254740991', "'; drop table feed", '-1', '1e9', 'x'.repeat(10_000)]) {
      const listener = await begun(pair, { 'last-event-id': since });
      assert.equal(listener.events[0]?.event, 'reset', since.slice(0, 20));
      listener.close();
    }
  }),
);

test(
  'nobody listens without credentials of a resource, and those end with the secret',
  together(async (pair) => {
    const { service, quill, other, ada } = pair;
    const identifier = `https://ending-${ada.nickname}.example/`;
    const ending = await createResource(service, { identifier, name: 'Ending', scope: 'notes:read' });
    const bare = await send(`${other.url}/oauth/revocations`);
    const query = await send(
      `${other.url}/oauth/revocations?client_id=${ending.client_id}&client_secret=${ending.client_secret}`,
    );
    const application = await listen(other.url, quill);
    const wrong = await listen(other.url, { ...ending, client_secret: pair.notes.client_secret });
    const posted = await send(`${other.url}/oauth/revocations`, { method: 'POST' });
    const listener = await listen(other.url, ending);
    await listener.heard(({ event }) => event === 'ready');

    assert.equal((await service.cliHere(['resources', 'delete', '--identifier', identifier])).code, 0);
    await listener.closed;

    assert.deepEqual([bare.status, query.status, application.status, wrong.status], [401, 401, 401, 401]);
    for (const { headers } of [bare, query]) assert.match(headers['www-authenticate'] ?? '', /^Basic realm="/);
    assert.equal(posted.status, 405);
    assert.equal(listener.headers['content-type'], 'text/event-stream');
    assert.equal(listener.headers['cache-control'], 'no-store');
  }),
);

test('an ending that commits late, after a later one was told, is told as well', async () => {
  const pair = await pairOf('postgres');
  const own = await fresh(pair);
  const [slow, quick] = [await obtainTokens(own, SCOPE), await obtainTokens(own, SCOPE)];
  const [late, early] = [await familyOf(own, slow), await familyOf(own, quick)];
  const listener = await begun(own);
  const client = postgres(own.service.databaseUrl, { max: 1, onnotice: () => {} });

  await client.begin(async (transaction) => {
    await transaction.unsafe(
      `update families set revoked_at = 1, revoked_because = 'revoked_by_client' where id = ${late}`,
    );
    await revoke(own, quick.access);
    await listener.heard(({ data }) => data.family === early);
    assert.equal(
      listener.events.some(({ data }) => data.family === late),
      false,
    );
  });
  await client.end();
  await listener.heard(({ data }) => data.family === late);

  const order = listener.events.flatMap(({ data }) =>
    data.family === late || data.family === early ? [data.family] : [],
  );
  assert.deepEqual(order, [early, late]);
  listener.close();
});

test('a service that is told to stop ends the feed at once, and a listener resumes at the other instance', () =>
  everyEngine(async (engine) => {
    const pair = await fresh(await pairOf(engine));
    const third = await startService({ database: engine, env: ENV, sharedWith: pair.service });
    const held = await obtainTokens(pair, SCOPE);
    const family = await familyOf(pair, held);
    const listener = await listen(third.url, pair.notes);
    await listener.heard(({ event }) => event === 'ready');

    const stopped = third.stop();
    await listener.closed;
    await revoke(pair, held.access);
    const resumed = await begun(pair, { 'last-event-id': listener.lastId() });
    await resumed.heard(({ data }) => data.family === family);

    assert.equal(await stopped, 0);
    resumed.close();
  }));

test(
  'a heartbeat comes every few seconds and says up to where all was told',
  together(async (pair) => {
    const listener = await begun(pair);

    const beat = await listener.heard(({ event }) => event === 'alive');

    assert.match(beat.id ?? '', /^\d+$/);
    assert.ok(Math.abs(Number(beat.data.at) - Date.now() / 1000) < 60);
    listener.close();
  }),
);
