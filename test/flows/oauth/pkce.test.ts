/** Proves the binding between a code and the verifier of whoever asked for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertRefused,
  CHALLENGE,
  challengeOf,
  codeFields,
  obtainCode,
  tokensOf,
  usualStage,
  VERIFIER,
} from '../../support/grant.ts';
import { proves } from '../../support/proves.ts';
import { inEveryEncoding, token } from '../../support/token-client.ts';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const native = await createApplication(service, {
    owner: stage.ada,
    isPublic: true,
    redirectUris: ['com.example.app:/cb'],
  });
  return { ...stage, native };
});

const pkce = (challenge = CHALLENGE) => ({ code_challenge: challenge, code_challenge_method: 'S256' });

proves(
  'RFC 7636 §4.6',
  'If the "code_challenge_method" was "S256", the received "code_verifier" is hashed by SHA-256, base64url-encoded, and then compared to the "code_challenge".',
  on(async ({ service, browser, quill }) => {
    const answer = await inEveryEncoding(async (encoding) => {
      const code = await obtainCode(browser, quill, pkce());
      return token(service.url, { ...codeFields(quill, code), code_verifier: VERIFIER }, { encoding });
    });

    assert.ok(tokensOf(answer).access);
  }),
);

test(
  'a public application exchanges its code with the verifier alone',
  on(async ({ service, browser, native }) => {
    const code = await obtainCode(browser, native, pkce());
    const { client_secret: _secret, ...fields } = codeFields(native, code);

    assert.ok(tokensOf(await token(service.url, { ...fields, code_verifier: VERIFIER })).refresh);
  }),
);

proves(
  'RFC 9700 §2.1.1',
  'If a client sends a valid PKCE code_challenge parameter in the authorization request, the authorization server MUST enforce the correct usage of code_verifier at the token endpoint.',
  on(async ({ service, browser, quill }) => {
    const code = await obtainCode(browser, quill, pkce());
    const fields = codeFields(quill, code);

    assertRefused(await inEveryEncoding((encoding) => token(service.url, fields, { encoding })), 400, 'invalid_grant');
    const wrong = { ...fields, code_verifier: `${VERIFIER.slice(1)}A` };
    assertRefused(await inEveryEncoding((encoding) => token(service.url, wrong, { encoding })), 400, 'invalid_grant');
    const challenge = { ...fields, code_verifier: CHALLENGE, code_challenge_method: 'plain' };
    assertRefused(await token(service.url, challenge), 400, 'invalid_grant');
    tokensOf(await token(service.url, { ...fields, code_verifier: VERIFIER }));
  }),
);

proves(
  'RFC 9700 §2.1.1',
  'Authorization servers MUST mitigate PKCE downgrade attacks by ensuring that a token request containing a code_verifier parameter is accepted only if a code_challenge parameter was present in the authorization request.',
  on(async ({ service, browser, quill }) => {
    const fields = codeFields(quill, await obtainCode(browser, quill));

    const answer = await inEveryEncoding((encoding) =>
      token(service.url, { ...fields, code_verifier: VERIFIER }, { encoding }),
    );

    assertRefused(answer, 400, 'invalid_grant');
    tokensOf(await token(service.url, fields));
  }),
);

test(
  'a verifier has 43 to 128 unreserved characters, exactly',
  on(async ({ service, browser, quill }) => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
    const good = ['a'.repeat(43), 'a'.repeat(128), alphabet];
    const bad = [
      'a'.repeat(42),
      'a'.repeat(129),
      `${'a'.repeat(43)} `,
      `${'a'.repeat(43)}%`,
      `${'a'.repeat(43)}é`,
      `${'a'.repeat(43)}+`,
    ];
    for (const verifier of [...good, ...bad]) {
      const code = await obtainCode(browser, quill, pkce(challengeOf(verifier)));
      const answer = await token(service.url, { ...codeFields(quill, code), code_verifier: verifier });

      assert.equal(answer.status, good.includes(verifier) ? 200 : 400, `${verifier}: ${answer.body}`);
    }
  }),
);

test(
  'a code for one verifier is worth nothing with the verifier of another session',
  on(async ({ service, browser, quill }) => {
    const other = 'another-verifier-that-belongs-to-somebody-else';
    const stolen = await obtainCode(browser, quill, pkce());
    await obtainCode(browser, quill, pkce(challengeOf(other)));

    assertRefused(
      await token(service.url, { ...codeFields(quill, stolen), code_verifier: other }),
      400,
      'invalid_grant',
    );
  }),
);

test(
  'the code does not contain the challenge',
  on(async ({ browser, quill }) => {
    const code = await obtainCode(browser, quill, pkce());

    assert.ok(!code.includes(CHALLENGE.slice(0, 12)));
    assert.ok(!Buffer.from(code, 'base64url').toString('latin1').includes(CHALLENGE.slice(0, 12)));
  }),
);

test(
  'a code from before its application was made public needs its verifier, and without a challenge it is good for nothing',
  on(async ({ service, ada, browser }) => {
    const turned = await createApplication(service, { owner: ada });
    const bare = await obtainCode(browser, turned);
    const challenged = await obtainCode(browser, turned, pkce());
    const made = await service.cliHere(['applications', 'update', turned.client_id, '--public']);
    assert.equal(made.code, 0, made.stderr);
    const withoutSecret = (code: string, more = {}) => {
      const { client_secret: _gone, ...fields } = codeFields(turned, code);
      return token(service.url, { ...fields, ...more });
    };

    assertRefused(await withoutSecret(bare), 400, 'invalid_grant');
    assertRefused(await withoutSecret(bare, { code_verifier: VERIFIER }), 400, 'invalid_grant');
    assertRefused(await withoutSecret(challenged), 400, 'invalid_grant');
    assert.ok(tokensOf(await withoutSecret(challenged, { code_verifier: VERIFIER })).access);
  }),
);
