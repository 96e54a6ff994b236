/** Proves introspection by resources (SPEC D42): about tokens that are for them, with credentials good for nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertAlive,
  assertRefused,
  authorizeParams,
  callback,
  introspect,
  obtainTokens,
  refresh,
  refreshFields,
  revoke,
  tokensOf,
} from '../../support/grant.ts';
import { json } from '../../support/http-client.ts';
import {
  answerOf,
  ask,
  createResource,
  machineToken,
  NOTES,
  RESOURCE_SCOPES,
  resourceStage,
} from '../../support/resources.ts';
import { inEveryEncoding, token } from '../../support/token-client.ts';

const on = eachDatabase(resourceStage, { LATCHKEY_SCOPES: RESOURCE_SCOPES });
const INACTIVE = { active: false };

test(
  'a resource is told who, what, for whom and how long, in every encoding and with Basic',
  on(async (stage) => {
    const { service, ada, quill, notes } = stage;
    const { access } = await obtainTokens(stage, { resource: NOTES, scope: 'notes:read offline_access' });
    const { client_id, client_secret } = notes;

    const answer = await inEveryEncoding((encoding) =>
      token(service.url, { client_id, client_secret, token: access }, { path: '/oauth/introspect', encoding }),
    );
    const basic = { id: client_id, secret: client_secret };
    const byHeader = await token(service.url, { token: access }, { path: '/oauth/introspect', basic });

    const { exp, iat, family, ...told } = json(answer);
    assert.deepEqual(told, {
      active: true,
      scope: 'notes:read',
      client_id: quill.client_id,
      username: ada.nickname,
      token_type: 'Bearer',
      sub: String(ada.id),
      iss: service.url,
      aud: NOTES,
    });
    assert.equal(Number(exp) - Number(iat), 86_400);
    assert.match(String(family), /^\d+$/);
    assert.equal(byHeader.body, answer.body);
  }),
);

test(
  'about every other token a resource learns nothing, not even that it exists',
  on(async (stage) => {
    const { service, notes, files } = stage;
    const own = await obtainTokens(stage, { resource: NOTES, scope: 'notes:read' });
    const plain = await obtainTokens(stage, { scope: 'notes:read profile' });
    const machine = tokensOf(await machineToken(stage, { scope: 'notes:read' }));

    for (const [resource, shown] of [
      [files, own.access],
      [notes, own.refresh],
      [notes, plain.access],
      [notes, plain.refresh],
      [notes, machine.access],
      [notes, 'unknown'],
      [notes, `lka_${'A'.repeat(60)}`],
    ] as const)
      assert.equal((await ask(service, resource, shown)).body, '{"active":false}');
    await revoke(stage, own.access);
    assert.deepEqual(await answerOf(service, notes, own.access), INACTIVE);
  }),
);

test(
  'by its setting a resource also answers for tokens without a resource that carry one of its scopes',
  on(async (stage) => {
    const { service } = stage;
    const wish = { identifier: 'https://only.example/', name: 'Only', scope: 'notes:read', more: ['--plain'] };
    const only = await createResource(service, wish);
    const plain = await obtainTokens(stage, { scope: 'notes:read profile' });
    const other = await obtainTokens(stage, { scope: 'profile' });
    const elsewhere = await obtainTokens(stage, { resource: NOTES, scope: 'notes:read' });

    const told = await answerOf(service, only, plain.access);

    assert.deepEqual([told.active, told.scope, 'aud' in told], [true, 'notes:read', false]);
    assert.deepEqual(await answerOf(service, only, other.access), INACTIVE);
    assert.deepEqual(await answerOf(service, only, elsewhere.access), INACTIVE);
  }),
);

test(
  'introspection by a resource is a use of the token: the pair before it ends; by the client it is none',
  on(async (stage) => {
    const { service, notes, files } = stage;
    const first = await obtainTokens(stage, { resource: NOTES, scope: 'notes:read' });
    const second = tokensOf(await refresh(stage, first.refresh));

    await introspect(stage, second.access);
    await answerOf(service, files, second.access);
    const beforeUse = await answerOf(service, notes, first.access);
    await answerOf(service, notes, second.access);
    const afterUse = await answerOf(service, notes, first.access);

    assert.equal(beforeUse.active, true);
    assert.deepEqual(afterUse, INACTIVE);
    assert.equal((await answerOf(service, notes, second.access)).active, true);
  }),
);

test(
  'credentials of a resource open nothing else: no token, no revocation, no authorization request',
  on(async (stage) => {
    const { service, notes, browser, quill } = stage;
    const own = await obtainTokens(stage, { resource: NOTES, scope: 'notes:read' });
    const { client_id, client_secret } = notes;

    assertRefused(
      await token(service.url, { grant_type: 'client_credentials', client_id, client_secret }),
      401,
      'invalid_client',
    );
    const stolen = { ...refreshFields(quill, own.refresh), client_id, client_secret };
    assertRefused(await token(service.url, stolen), 401, 'invalid_client');
    const ending = await token(service.url, { client_id, client_secret, token: own.access }, { path: '/oauth/revoke' });
    assertRefused(ending, 401, 'invalid_client');
    const page = await browser.authorize({ ...authorizeParams(quill), client_id });
    assert.equal(page.status, 400);
    assert.equal((await answerOf(service, notes, own.access)).active, true);
  }),
);

test(
  'a wrong or missing secret of a resource is refused as any client’s, and an application cannot take its id',
  on(async (stage) => {
    const { service, notes, files, ada } = stage;
    const { client_id } = notes;
    const path = '/oauth/introspect';

    const wrong = await token(service.url, { client_id, client_secret: 'x', token: 'y' }, { path });
    const missing = await token(service.url, { client_id, token: 'y' }, { path });
    const swapped = await token(service.url, { client_id, client_secret: files.client_secret, token: 'y' }, { path });
    const unknown = await token(service.url, { client_id: `${client_id}x`, client_secret: 'x', token: 'y' }, { path });

    for (const answer of [wrong, missing, swapped, unknown]) assertRefused(answer, 401, 'invalid_client');
    assert.equal(wrong.body, unknown.body);
    const taken = await service.cliHere([
      ...['applications', 'create', '--owner', ada.nickname, '--name', 'Impostor'],
      ...['--redirect-uri', 'https://evil.example/cb', '--client-id', client_id, '--json'],
    ]);
    assert.equal(taken.code, 1);
    assert.match(taken.stderr, /may not begin with latchkey-api-/);
  }),
);

test(
  'what a client is told about its own tokens has no member that is only for resources',
  on(async (stage) => {
    const { access } = await obtainTokens(stage, { scope: 'profile' });

    const own = json(await introspect(stage, access));

    assert.deepEqual([own.active, 'family' in own, 'aud' in own], [true, false, false]);
    await assertAlive(stage.service, access);
  }),
);

test(
  'deleting an API ends its tokens, and one made again under its identifier revives nothing',
  on(async (stage) => {
    const { service, quill, browser } = stage;
    const identifier = 'https://short-lived.example/';
    const wish = { identifier, name: 'Short', scope: 'notes:read', more: ['--seconds', '600'] };
    const before = await createResource(service, wish);
    const held = await obtainTokens(stage, { resource: identifier, scope: 'notes:read' });
    const lifetime = json(await introspect(stage, held.access));

    assert.equal((await service.cliHere(['resources', 'delete', '--identifier', identifier])).code, 0);
    const unknown = await browser.authorize(authorizeParams(quill, { resource: identifier }));
    const dead = json(await introspect(stage, held.access));
    const again = await createResource(service, wish);

    assert.equal(Number(lifetime.exp) - Number(lifetime.iat), 600);
    assert.equal(callback(unknown).get('error'), 'invalid_target');
    assert.deepEqual(dead, INACTIVE);
    assertRefused(await ask(service, before, held.access), 401, 'invalid_client');
    assert.deepEqual(await answerOf(service, again, held.access), INACTIVE);
    assertRefused(await refresh(stage, held.refresh), 400, 'invalid_grant');
  }),
);

test(
  'a resource rotates its secret with an overlap, and without one at once',
  on(async ({ service }) => {
    const identifier = 'https://rotating.example/';
    const first = await createResource(service, { identifier, name: 'Rotating', scope: 'notes:read' });
    const rotate = async (overlap: string) => {
      const outcome = await service.cliHere([
        'resources',
        'rotate',
        '--identifier',
        identifier,
        '--overlap',
        overlap,
        '--json',
      ]);
      assert.equal(outcome.code, 0, outcome.stderr);
      return JSON.parse(outcome.stdout);
    };

    const second = await rotate('day');
    const both = await Promise.all([ask(service, first, 'x'), ask(service, second, 'x')]);
    const third = await rotate('now');
    const gone = await Promise.all([ask(service, first, 'x'), ask(service, second, 'x')]);

    for (const answer of both) assert.equal(answer.status, 200);
    for (const answer of gone) assertRefused(answer, 401, 'invalid_client');
    assert.equal((await ask(service, third, 'x')).status, 200);
  }),
);
