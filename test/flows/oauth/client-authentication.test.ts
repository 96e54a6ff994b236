/** Proves who counts as the client: HTTP Basic, the body, or nothing for public applications, and never two at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  assertRefused,
  CHALLENGE,
  codeFields,
  obtainCode,
  obtainTokens,
  refreshFields,
  tokensOf,
  usualStage,
  VERIFIER,
} from '../../support/grant.ts';
import { type Answer, json } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { comparable, inEveryEncoding, token } from '../../support/token-client.ts';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  const { ada: owner } = stage;
  const [other, native, odd] = await Promise.all([
    createApplication(service, { owner, name: 'Other' }),
    createApplication(service, { owner, isPublic: true, redirectUris: ['com.example.app:/cb'] }),
    createApplication(service, { owner, clientId: 'id:with+plus%25', clientSecret: 'secret +%:&="\\ end' }),
  ]);
  return { ...stage, other, native, odd };
});

const grant = { grant_type: 'client_credentials' };
const without = (fields: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

proves(
  'RFC 6749 §2.3.1',
  'The authorization server MUST support the HTTP Basic authentication scheme for authenticating clients that were issued a client password.',
  on(async ({ service, browser, quill }) => {
    const basic = { id: quill.client_id, secret: quill.client_secret };

    const answer = await inEveryEncoding(async (encoding) => {
      const fields = without(codeFields(quill, await obtainCode(browser, quill)), 'client_id', 'client_secret');
      return token(service.url, fields, { encoding, basic });
    });

    tokensOf(answer);
  }),
);

proves(
  'RFC 6749 §2.3.1',
  'The client identifier is encoded using the "application/x-www-form-urlencoded" encoding algorithm, and the encoded value is used as the username; the client password is encoded using the same algorithm and used as the password.',
  on(async ({ service, odd }) => {
    const answer = await token(service.url, grant, { basic: { id: odd.client_id, secret: odd.client_secret } });

    tokensOf(answer);
    tokensOf(await token(service.url, { ...grant, client_id: odd.client_id, client_secret: odd.client_secret }));
  }),
);

test(
  'the name of the Basic scheme may be written in any case',
  on(async ({ service, quill }) => {
    const pair = Buffer.from(`${quill.client_id}:${quill.client_secret}`).toString('base64');
    for (const scheme of ['basic', 'BASIC', 'BaSiC']) {
      tokensOf(await token(service.url, grant, { headers: { authorization: `${scheme} ${pair}` } }));
    }
  }),
);

test(
  'Basic with an equal client_id in the body is fine, with another it is not',
  on(async ({ service, quill, other }) => {
    const basic = { id: quill.client_id, secret: quill.client_secret };

    tokensOf(
      await inEveryEncoding((encoding) =>
        token(service.url, { ...grant, client_id: quill.client_id }, { basic, encoding }),
      ),
    );
    const mixed = await inEveryEncoding((encoding) =>
      token(service.url, { ...grant, client_id: other.client_id }, { basic, encoding }),
    );
    assert.ok(mixed.status === 400 || mixed.status === 401, mixed.body);
  }),
);

proves(
  'RFC 6749 §2.3',
  'The client MUST NOT use more than one authentication method in each request.',
  on(async ({ service, quill }) => {
    const basic = { id: quill.client_id, secret: quill.client_secret };
    const both = { ...grant, client_id: quill.client_id, client_secret: quill.client_secret };

    const answer = await inEveryEncoding((encoding) => token(service.url, both, { basic, encoding }));

    assertRefused(answer, 400, 'invalid_request');
  }),
);

proves(
  'RFC 6749 §5.2',
  'If the client attempted to authenticate via the "Authorization" request header field, the authorization server MUST respond with an HTTP 401 status code and include the "WWW-Authenticate" response header field matching the authentication scheme used by the client.',
  on(async ({ service, quill }) => {
    const answer = await token(service.url, grant, { basic: { id: quill.client_id, secret: 'wrong' } });

    assert.equal(answer.status, 401);
    assert.equal(json(answer).error, 'invalid_client');
    assert.match(answer.headers['www-authenticate'] ?? '', /Basic realm="/);
    assert.match(answer.headers['www-authenticate'] ?? '', /Bearer realm="[^"]+", error="invalid_client"/);
  }),
);

test(
  'an unknown client and a wrong secret are answered alike, byte for byte',
  on(async ({ service, quill }) => {
    const ask = (id: string, secret: string) => (encoding: 'urlencoded' | 'multipart' | 'json') =>
      token(service.url, { ...codeFields(quill, 'x'), client_id: id, client_secret: secret }, { encoding });
    const wrong = await inEveryEncoding(ask(quill.client_id, 'wrong'));
    const unknown = await inEveryEncoding(ask('nobody', 'wrong'));

    assertRefused(wrong, 401, 'invalid_client');
    assert.deepEqual(comparable(unknown), comparable(wrong));
    assert.doesNotMatch(wrong.headers['www-authenticate'] ?? '', /Basic/);
  }),
);

proves(
  'RFC 6749 §3.2.1',
  'Confidential clients or other clients issued client credentials MUST authenticate with the authorization server when making requests to the token endpoint.',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const { refresh } = await obtainTokens(stage);
    const code = codeFields(quill, await obtainCode(browser, quill));
    for (const fields of [code, refreshFields(quill, refresh), { ...grant, client_id: quill.client_id }]) {
      const bare = without(fields, 'client_secret');

      assertRefused(await inEveryEncoding((encoding) => token(service.url, bare, { encoding })), 401, 'invalid_client');
      assertRefused(await token(service.url, { ...bare, client_secret: '' }), 401, 'invalid_client');
      assertRefused(
        await token(service.url, { ...bare, client_secret: `${quill.client_secret}x` }),
        401,
        'invalid_client',
      );
    }
    tokensOf(await token(service.url, code));
  }),
);

test(
  'a request that names no client is refused',
  on(async ({ service, quill }) => {
    const answer = await inEveryEncoding((encoding) =>
      token(service.url, without(codeFields(quill, 'x'), 'client_id', 'client_secret'), { encoding }),
    );

    assert.ok(answer.status === 400 || answer.status === 401);
    assert.ok(['invalid_request', 'invalid_client'].includes(String(json(answer).error)), answer.body);
  }),
);

test(
  'malformed Basic credentials are refused without a crash',
  on(async ({ service, quill }) => {
    const base64 = (value: string | Buffer) => Buffer.from(value).toString('base64');
    const broken = [
      'Basic',
      'Basic ',
      'Basic !!!',
      `Basic ${base64('no-colon')}`,
      `Basic ${base64(':')}`,
      `Basic ${base64(Buffer.from([0xff, 0x3a, 0xfe]))}`,
    ];
    const percent = `Basic ${base64(`${quill.client_id}:%zz`)}`;
    for (const authorization of [...broken, percent, `Basic ${base64(`${quill.client_id}:`)}`]) {
      const answer = await token(service.url, grant, { headers: { authorization } });

      assert.ok(answer.status === 400 || answer.status === 401, `${authorization}: ${answer.status}`);
      assert.ok(['invalid_request', 'invalid_client'].includes(String(json(answer).error)));
    }
  }),
);

test(
  'a Bearer header that comes along is not looked at',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    for (const authorization of ['Bearer nonsense', `Bearer ${(await obtainTokens(stage)).access}`]) {
      const fields = codeFields(quill, await obtainCode(browser, quill));

      tokensOf(
        await inEveryEncoding(async (encoding) =>
          token(service.url, refreshFields(quill, (await obtainTokens(stage)).refresh), {
            encoding,
            headers: { authorization },
          }),
        ),
      );
      tokensOf(await token(service.url, fields, { headers: { authorization } }));
    }
  }),
);

test(
  'a public application that presents a secret is refused',
  on(async ({ service, browser, native }) => {
    const code = await obtainCode(browser, native, { code_challenge: CHALLENGE, code_challenge_method: 'S256' });
    const fields = { ...codeFields(native, code), code_verifier: VERIFIER };

    assertRefused(await token(service.url, { ...fields, client_secret: 'x' }), 401, 'invalid_client');
    tokensOf(await token(service.url, without(fields, 'client_secret')));
  }),
);

test(
  'a client that fails with Basic and retries the same code with body credentials succeeds',
  on(async ({ service, browser, quill }) => {
    const fields = codeFields(quill, await obtainCode(browser, quill));
    const basic = { id: quill.client_id, secret: 'not the secret' };

    const failed: Answer = await token(service.url, without(fields, 'client_id', 'client_secret'), { basic });

    assert.equal(failed.status, 401);
    tokensOf(await token(service.url, fields));
  }),
);

test(
  'ids and secrets of 43 URL-safe characters and of 64 hex digits work',
  on(async ({ service, ada: owner }) => {
    const safe = 'Zm9vYmFyLV9iYXotcXV4LTAxMjM0NTY3ODktYWJjZGE';
    const hex = '0123456789abcdef'.repeat(4);
    for (const [clientId, clientSecret] of [
      [safe.slice(0, 43), hex],
      [hex, safe.slice(0, 43)],
    ] as [string, string][]) {
      const application = await createApplication(service, { owner, clientId, clientSecret });

      assert.deepEqual([application.client_id, application.client_secret], [clientId, clientSecret]);
      tokensOf(await token(service.url, { ...grant, client_id: clientId, client_secret: clientSecret }));
    }
  }),
);
