/** Proves that a code is bound to its client and redirect URI, works once, and survives what is not its use. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  CHALLENGE,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  rivalStage,
  tokensOf,
  VERIFIER,
  whoami,
} from '../../support/grant.ts';
import { json } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { inEveryEncoding, token } from '../../support/token-client.ts';

const on = eachDatabase(async (service) => {
  const stage = await rivalStage(service);
  const redirectUris = ['https://app.example.com/cb', 'https://app.example.com/second'];
  return { ...stage, several: await createApplication(service, { owner: stage.bob, redirectUris }) };
});

proves(
  'RFC 6749 §4.1.2',
  'The client MUST NOT use the authorization code more than once. If an authorization code is used more than once, the authorization server MUST deny the request and SHOULD revoke (when possible) all tokens previously issued based on that authorization code.',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const fields = codeFields(quill, await obtainCode(browser, quill));
    const first = tokensOf(await token(service.url, fields));
    await assertAlive(service, first.access);

    assertRefused(await token(service.url, fields), 400, 'invalid_grant');

    await assertDead(service, first.access);
    assertRefused(await refresh(stage, first.refresh), 400, 'invalid_grant');
  }),
);

test(
  'a replay also ends what was refreshed from the code',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const fields = codeFields(quill, await obtainCode(browser, quill));
    const first = tokensOf(await token(service.url, fields));
    const second = tokensOf(await refresh(stage, first.refresh));
    await assertAlive(service, second.access);

    assertRefused(await token(service.url, fields), 400, 'invalid_grant');

    await assertDead(service, second.access);
    assertRefused(await refresh(stage, second.refresh), 400, 'invalid_grant');
  }),
);

test(
  'a replay of one code does not touch another grant of the same user and application',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const independent = await obtainTokens(stage);
    const fields = codeFields(quill, await obtainCode(browser, quill));
    tokensOf(await token(service.url, fields));

    assertRefused(await token(service.url, fields), 400, 'invalid_grant');

    await assertAlive(service, independent.access);
  }),
);

test(
  'a second exchange that is not itself valid revokes nothing',
  on(async ({ service, browser, quill, other }) => {
    const code = await obtainCode(browser, quill, { code_challenge: CHALLENGE, code_challenge_method: 'S256' });
    const fields: Record<string, string> = { ...codeFields(quill, code), code_verifier: VERIFIER };
    const { access } = tokensOf(await token(service.url, fields));
    const { code_verifier: _verifier, ...noVerifier } = fields;

    assertRefused(await token(service.url, { ...fields, client_secret: 'wrong' }), 401, 'invalid_client');
    assertRefused(
      await token(service.url, { ...fields, code_verifier: VERIFIER.replace('d', 'e') }),
      400,
      'invalid_grant',
    );
    assertRefused(await token(service.url, noVerifier), 400, 'invalid_grant');
    assertRefused(
      await token(service.url, { ...fields, redirect_uri: 'https://app.example.com/x' }),
      400,
      'invalid_grant',
    );
    assertRefused(await token(service.url, { ...fields, ...credentials(other) }), 400, 'invalid_grant');

    await assertAlive(service, access);
  }),
);

const credentials = ({ client_id, client_secret }: { client_id: string; client_secret: string }) => ({
  client_id,
  client_secret,
});

test(
  'nothing but its own valid exchange consumes a code',
  on(async ({ service, browser, quill, other }) => {
    const fields = codeFields(quill, await obtainCode(browser, quill));
    const attempts = [
      { ...fields, client_secret: 'wrong' },
      { ...fields, client_secret: '' },
      { ...fields, redirect_uri: 'https://app.example.com/cb/' },
      { ...fields, code_verifier: VERIFIER },
      { ...fields, ...credentials(other) },
      { ...fields, grant_type: 'refresh_token' },
      { ...fields, foo: 'a\u0000' },
    ];

    for (const attempt of attempts) assert.notEqual((await token(service.url, attempt)).status, 200);

    tokensOf(await token(service.url, fields));
  }),
);

proves(
  'RFC 6749 §4.1.3',
  'The authorization server MUST ensure that the authorization code was issued to the authenticated confidential client.',
  on(async ({ service, browser, quill, other }) => {
    const fields = codeFields(quill, await obtainCode(browser, quill));

    const stolen = await inEveryEncoding((encoding) =>
      token(service.url, { ...fields, ...credentials(other) }, { encoding }),
    );

    assertRefused(stolen, 400, 'invalid_grant');
    tokensOf(await token(service.url, fields));
  }),
);

proves(
  'RFC 6749 §4.1.3',
  'The authorization server MUST ensure that the "redirect_uri" parameter is present if it was included in the initial authorization request, and if included ensure that their values are identical.',
  on(async ({ service, browser, several }) => {
    const fields = codeFields(several, await obtainCode(browser, several));
    const { redirect_uri: uri = '', ...missing } = fields;
    for (const other of ['https://app.example.com/second', `${uri}/`, `"${uri}"`, `${uri} `, uri.toUpperCase()]) {
      const answer = await inEveryEncoding((encoding) =>
        token(service.url, { ...fields, redirect_uri: other }, { encoding }),
      );

      assertRefused(answer, 400, 'invalid_grant');
    }
    assertRefused(await token(service.url, missing), 400, 'invalid_request');
    tokensOf(await token(service.url, fields));
  }),
);

test(
  'a code with anything added, taken away or written otherwise is unknown',
  on(async ({ service, browser, quill }) => {
    const code = await obtainCode(browser, quill);
    const swapped = code.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    for (const other of [`${code} `, ` ${code}`, `${code},`, code.slice(1), code.slice(0, -1), `${code}A`, swapped]) {
      const answer = await inEveryEncoding((encoding) => token(service.url, codeFields(quill, other), { encoding }));

      assertRefused(answer, 400, 'invalid_grant');
    }
    tokensOf(await token(service.url, codeFields(quill, code)));
  }),
);

test(
  'no other kind of secret passes for a code, and a code passes for no other',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const tokens = await obtainTokens(stage);
    const session = [...browser.cookies.values()];
    for (const value of [tokens.access, tokens.refresh, quill.client_secret, quill.client_id, ...session]) {
      assertRefused(await token(service.url, codeFields(quill, value)), 400, 'invalid_grant');
    }
    const code = await obtainCode(browser, quill);

    assertRefused(await refresh(stage, code), 400, 'invalid_grant');
    assert.equal((await whoami(service, code)).status, 401);
  }),
);

test(
  'of many simultaneous exchanges of one code exactly one succeeds',
  on(async ({ service, browser, quill }) => {
    for (const count of [2, 10, 50]) {
      const fields = codeFields(quill, await obtainCode(browser, quill));

      const answers = await Promise.all(Array.from({ length: count }, () => token(service.url, fields)));

      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1, `${count} at once: ${answers.map(({ status }) => status)}`);
      for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 400, 'invalid_grant');
    }
  }),
);

test(
  'the losers of a race were valid second uses, so the winner’s tokens are revoked',
  on(async ({ service, browser, quill }) => {
    const fields = codeFields(quill, await obtainCode(browser, quill));

    const answers = await Promise.all(Array.from({ length: 10 }, () => token(service.url, fields)));

    const won = answers.find(({ status }) => status === 200);
    assert.ok(won);
    await assertDead(service, String(json(won).access_token));
  }),
);

test(
  'the scope of the grant stays, whatever scope the exchange names',
  on(async ({ service, browser, quill }) => {
    const code = await obtainCode(browser, quill, { scope: 'profile' });

    const answer = await token(service.url, { ...codeFields(quill, code), scope: 'profile email applications' });

    assert.equal(tokensOf(answer).scope, 'profile');
  }),
);

test(
  'tokens of many users at once never get mixed up',
  on(async (stage) => {
    const { service, ada } = stage;
    const mine = await Promise.all(Array.from({ length: 20 }, () => obtainTokens(stage)));

    const answers = await Promise.all(mine.map(({ access }) => whoami(service, access)));

    assert.equal(new Set(mine.map(({ access }) => access)).size, 20);
    for (const answer of answers) assert.equal(json(answer).id, ada.id);
  }),
);
