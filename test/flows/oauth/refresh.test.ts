/** Proves that refreshing never locks an honest client out: lost answers, two tabs, odd parameters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  obtainTokens,
  refresh,
  refreshFields,
  rivalStage,
  tokensOf,
  whoami,
} from '../../support/grant.ts';
import { json } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { inEveryEncoding, token } from '../../support/token-client.ts';

const on = eachDatabase(rivalStage);

proves(
  'RFC 6749 §6',
  'The authorization server MAY issue a new refresh token, in which case the client MUST discard the old refresh token and replace it with the new refresh token.',
  on(async (stage) => {
    const old = await obtainTokens(stage);

    const answer = await inEveryEncoding((encoding) => refresh(stage, old.refresh, { encoding }));

    const fresh = tokensOf(answer);
    assert.notEqual(fresh.access, old.access);
    assert.notEqual(fresh.refresh, old.refresh);
    assert.equal(json(answer).expires_in, 86400);
    await assertAlive(stage.service, fresh.access);
  }),
);

test(
  'a client that lost the answer retries with the old refresh token and succeeds',
  on(async (stage) => {
    const old = await obtainTokens(stage);
    tokensOf(await refresh(stage, old.refresh));

    const retried = tokensOf(await refresh(stage, old.refresh));

    await assertAlive(stage.service, retried.access);
    tokensOf(await refresh(stage, retried.refresh));
  }),
);

test(
  'two tabs that refresh at once get equal branches, and both go on',
  on(async (stage) => {
    const old = await obtainTokens(stage);

    const [left, right] = (await Promise.all([refresh(stage, old.refresh), refresh(stage, old.refresh)])).map(tokensOf);

    assert.ok(left && right);
    for (const branch of [left, right]) await assertAlive(stage.service, branch.access);
    for (const branch of [left, right]) {
      const next = tokensOf(await refresh(stage, branch.refresh));
      await assertAlive(stage.service, next.access);
    }
  }),
);

test(
  'many simultaneous refreshes all succeed with pairs of their own',
  on(async (stage) => {
    const old = await obtainTokens(stage);

    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(stage, old.refresh)));

    const pairs = answers.map(tokensOf);
    assert.equal(new Set(pairs.map((pair) => pair.refresh)).size, 20);
    const last = pairs.at(-1);
    assert.ok(last);
    await assertAlive(stage.service, last.access);
  }),
);

test(
  'the old access token lives until a successor’s access token is first used',
  on(async (stage) => {
    const old = await obtainTokens(stage);
    const fresh = tokensOf(await refresh(stage, old.refresh));
    await assertAlive(stage.service, old.access);

    await assertAlive(stage.service, fresh.access);

    await assertDead(stage.service, old.access);
  }),
);

test(
  'the old access token dies when a successor’s refresh token is used',
  on(async (stage) => {
    const old = await obtainTokens(stage);
    const fresh = tokensOf(await refresh(stage, old.refresh));

    const next = tokensOf(await refresh(stage, fresh.refresh));

    await assertDead(stage.service, old.access);
    await assertAlive(stage.service, next.access);
  }),
);

test(
  'introspection is not use',
  on(async (stage) => {
    const { service, quill } = stage;
    const old = await obtainTokens(stage);
    const fresh = tokensOf(await refresh(stage, old.refresh));

    const fields = { client_id: quill.client_id, client_secret: quill.client_secret, token: fresh.access };
    const answer = await token(service.url, fields, { path: '/oauth/introspect' });

    assert.equal(json(answer).active, true);
    await assertAlive(service, old.access);
  }),
);

test(
  'within the leeway after a successor’s use the old refresh token still serves',
  on(async (stage) => {
    const old = await obtainTokens(stage);
    const fresh = tokensOf(await refresh(stage, old.refresh));
    await assertAlive(stage.service, fresh.access);

    const late = tokensOf(await refresh(stage, old.refresh));

    await assertAlive(stage.service, late.access);
    await assertAlive(stage.service, fresh.access);
  }),
);

test(
  'a used access token of one branch does not end the other branch',
  on(async (stage) => {
    const old = await obtainTokens(stage);
    const left = tokensOf(await refresh(stage, old.refresh));
    const right = tokensOf(await refresh(stage, old.refresh));

    await assertAlive(stage.service, left.access);

    await assertAlive(stage.service, right.access);
    tokensOf(await refresh(stage, left.refresh));
    await assertAlive(stage.service, right.access);
  }),
);

proves(
  'RFC 6749 §6',
  'The requested scope MUST NOT include any scope not originally granted by the resource owner, and if omitted is treated as equal to the scope originally granted by the resource owner.',
  on(async (stage) => {
    const { service, quill } = stage;
    const old = await obtainTokens(stage, { scope: 'profile email' });

    const narrowed = tokensOf(await token(service.url, { ...refreshFields(quill, old.refresh), scope: 'profile' }));
    const whole = tokensOf(await refresh(stage, narrowed.refresh));
    const widened = await inEveryEncoding((encoding) =>
      token(service.url, { ...refreshFields(quill, whole.refresh), scope: 'profile openid' }, { encoding }),
    );

    assert.equal(narrowed.scope, 'profile');
    assert.equal(json(await whoami(service, narrowed.access)).email, undefined);
    assert.deepEqual(whole.scope.split(' ').sort(), ['email', 'profile']);
    assertRefused(widened, 400, 'invalid_scope');
    tokensOf(await refresh(stage, whole.refresh));
  }),
);

test(
  'a redirect URI on refresh is ignored, even with quotes around it',
  on(async (stage) => {
    const { service, quill } = stage;
    for (const uri of [
      'https://app.example.com/cb',
      '"https://app.example.com/cb"',
      'https://elsewhere.example/',
      '',
    ]) {
      const { refresh: old } = await obtainTokens(stage);
      const fields = { ...refreshFields(quill, old), redirect_uri: uri, code_verifier: 'x' };

      tokensOf(await inEveryEncoding((encoding) => token(service.url, fields, { encoding })));
    }
  }),
);

proves(
  'RFC 6749 §10.4',
  'The authorization server MUST maintain the binding between a refresh token and the client to whom it was issued.',
  on(async (stage) => {
    const { service, quill, other } = stage;
    const mine = await obtainTokens(stage);
    const theirs = { ...refreshFields(other, mine.refresh) };

    assertRefused(await inEveryEncoding((encoding) => token(service.url, theirs, { encoding })), 400, 'invalid_grant');
    assertRefused(
      await token(service.url, { ...refreshFields(quill, mine.refresh), client_secret: 'x' }),
      401,
      'invalid_client',
    );

    await assertAlive(service, mine.access);
    tokensOf(await refresh(stage, mine.refresh));
  }),
);

proves(
  'RFC 6749 §10.4',
  'The authorization server MUST ensure that refresh tokens cannot be generated, modified, or guessed to produce valid refresh tokens by unauthorized parties.',
  on(async (stage) => {
    const mine = await obtainTokens(stage);
    const value = mine.refresh;
    const middle = value.length >> 1;
    const flipped = `${value.slice(0, middle)}${value[middle] === 'A' ? 'B' : 'A'}${value.slice(middle + 1)}`;
    const upper = value.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    for (const changed of [flipped, upper, value.slice(1), value.slice(0, -1), `${value}A`, ` ${value}`, `${value} `]) {
      assertRefused(await inEveryEncoding((encoding) => refresh(stage, changed, { encoding })), 400, 'invalid_grant');
    }

    await assertAlive(stage.service, mine.access);
  }),
);

test(
  'an access token is no refresh token, and a refresh token is no access token',
  on(async (stage) => {
    const mine = await obtainTokens(stage);

    assertRefused(await refresh(stage, mine.access), 400, 'invalid_grant');
    await assertDead(stage.service, mine.refresh);
    await assertAlive(stage.service, mine.access);
  }),
);
