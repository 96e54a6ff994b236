/** Proves that a developer reads on the requests page what was wrong with a code, a verifier or a refresh token. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, CALLBACK } from '../../support/actors.ts';
import { diagnosisOf, diagnosisStage, type Stage, traceOf } from '../../support/diagnosis.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  assertRefused,
  authorizeParams,
  CHALLENGE,
  challengeOf,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  refreshFields,
  tokensOf,
  VERIFIER,
  whoami,
} from '../../support/grant.ts';
import { formTo } from '../../support/html.ts';
import type { Answer } from '../../support/http-client.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(diagnosisStage, { LATCHKEY_REFRESH_LEEWAY_SECONDS: '0' });
const onShortLives = eachDatabase(diagnosisStage, {
  LATCHKEY_CODE_SECONDS: '3',
  LATCHKEY_REFRESH_IDLE_SECONDS: '8',
});

const PROOF = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

interface Mistake {
  readonly name: string;
  readonly make: (stage: Stage) => Promise<Answer | Application>;
  readonly says: readonly RegExp[];
}

/** Exchanges a fresh code of Quill with these fields changed. */
async function exchange(
  stage: Stage,
  changes: Record<string, string> = {},
  asked: Record<string, string> = {},
): Promise<Answer> {
  const { service, browser, quill } = stage;
  return token(service.url, { ...codeFields(quill, await obtainCode(browser, quill, asked)), ...changes });
}

async function revokeAccess({ browser }: Stage, application: Application): Promise<void> {
  const page = await browser.get('/oauth/authorized_applications');
  const form = formTo(page.body, `/oauth/authorized_applications/${application.client_id}/revoke`);
  assert.equal((await browser.submit(page, form)).status, 303);
}

async function reuse(stage: Stage): Promise<{ answer: Answer; newest: string }> {
  const first = await obtainTokens(stage);
  const second = tokensOf(await refresh(stage, first.refresh));
  assert.equal((await whoami(stage.service, second.access)).status, 200);
  return { answer: await refresh(stage, first.refresh), newest: second.refresh };
}

const MISTAKES: readonly Mistake[] = [
  {
    name: 'a code that lost its last character',
    make: async (stage) => {
      const code = await obtainCode(stage.browser, stage.quill);
      return token(stage.service.url, codeFields(stage.quill, code.slice(0, -1)));
    },
    says: [/invalid_grant at \/oauth\/token/, /code was cut: it has 63 characters, and should have 64/],
  },
  {
    name: 'a code that was changed on its way',
    make: async (stage) => {
      const code = await obtainCode(stage.browser, stage.quill);
      const changed = `${code.slice(0, 30)}${code[30] === 'x' ? 'y' : 'x'}${code.slice(31)}`;
      return token(stage.service.url, codeFields(stage.quill, changed));
    },
    says: [/a character of it was changed on the way/],
  },
  {
    name: 'a code with the rest of the callback behind it',
    make: async (stage) => {
      const code = await obtainCode(stage.browser, stage.quill);
      return token(stage.service.url, codeFields(stage.quill, `${code}&state=xyz`));
    },
    says: [/code has 74 characters, and should have 64/, /Something else is attached to it/],
  },
  {
    name: 'an access token in the place of a code',
    make: async (stage) => token(stage.service.url, codeFields(stage.quill, (await obtainTokens(stage)).access)),
    says: [/code is an access token/],
  },
  {
    name: 'a code of another service',
    make: (stage) => token(stage.service.url, codeFields(stage.quill, '4/0AX4XfWh')),
    says: [/was not issued by this service/],
  },
  {
    name: 'a code of another application',
    make: async (stage) => {
      const code = await obtainCode(stage.browser, stage.sister);
      return token(stage.service.url, codeFields(stage.quill, code));
    },
    says: [/The code was issued to another application/],
  },
  {
    name: 'a trailing slash in the redirect URI of the exchange',
    make: (stage) => exchange(stage, { redirect_uri: `${CALLBACK}/` }),
    says: [
      /The redirect_uri has an extra trailing slash/,
      /You sent https:\/\/app\.example\.com\/cb\[-\/-\]/,
      /Expected https:\/\/app\.example\.com\/cb /,
      /RFC 6749 §4\.1\.3/,
    ],
  },
  {
    name: 'a missing verifier',
    make: (stage) => exchange(stage, {}, PROOF),
    says: [/had a code_challenge, but the exchange has no code_verifier/, /RFC 7636 §4\.5/],
  },
  {
    name: 'a verifier without a challenge',
    make: (stage) => exchange(stage, { code_verifier: VERIFIER }),
    says: [/has a code_verifier, but the authorization request had no code_challenge/],
  },
  {
    name: 'a wrong verifier',
    make: (stage) => exchange(stage, { code_verifier: 'x'.repeat(50) }, PROOF),
    says: [/are not equal/, /SHA-256 of your code_verifier/, /code_challenge of the authorization request/],
  },
  {
    name: 'the challenge in the place of the verifier',
    make: (stage) => exchange(stage, { code_verifier: CHALLENGE }, PROOF),
    says: [/The challenge itself was sent as verifier/],
  },
  {
    name: 'a verifier that is too short',
    make: (stage) => exchange(stage, { code_verifier: 'short' }, PROOF),
    says: [/The verifier has 5 characters; it should have 43 to 128/],
  },
  {
    name: 'a code that was used before',
    make: async (stage) => {
      const code = await obtainCode(stage.browser, stage.quill);
      const headers = { 'user-agent': 'Quill/2.1' };
      tokensOf(await token(stage.service.url, codeFields(stage.quill, code), { headers }));
      return token(stage.service.url, codeFields(stage.quill, code));
    },
    says: [
      /The code was exchanged (?:a moment|\d+ seconds?) earlier, on .* UTC, by Quill 2\.1 \(127\.0\.0\.1\)/,
      /tokens that came from it were revoked/,
      /From Token-client \(127\.0\.0\.1\)/,
    ],
  },
  {
    name: 'a code after the user took the access back',
    make: async (stage) => {
      const code = await obtainCode(stage.browser, stage.quill);
      await revokeAccess(stage, stage.quill);
      return token(stage.service.url, codeFields(stage.quill, code));
    },
    says: [/removed the access of the application\. That was on /],
  },
  {
    name: 'a refresh token that was cut',
    make: async (stage) => refresh(stage, (await obtainTokens(stage)).refresh.slice(0, 40)),
    says: [/refresh_token was cut: it has 40 characters/, /takes 64 characters/],
  },
  {
    name: 'an access token in the place of a refresh token',
    make: async (stage) => refresh(stage, (await obtainTokens(stage)).access),
    says: [/refresh_token is an access token/, /What to do Send the value that the token answer calls refresh_token/],
  },
  {
    name: 'a refresh token that was replaced',
    make: async (stage) => (await reuse(stage)).answer,
    says: [
      /The refresh token was replaced (?:a moment|\d+ seconds?) earlier, on .* UTC, by Token-client \(127\.0\.0\.1\)/,
      /was first used (?:a moment|\d+ seconds?) earlier/,
      /the old refresh token no longer worked/,
      /RFC 9700 §4\.14\.2/,
    ],
  },
  {
    name: 'a refresh token of another application',
    make: async (stage) => {
      const { refresh: foreign } = await obtainTokens({ ...stage, quill: stage.sister });
      return token(stage.service.url, refreshFields(stage.quill, foreign));
    },
    says: [/issued to another application\. Nothing was revoked/],
  },
  {
    name: 'a refresh token after the user took the access back',
    make: async (stage) => {
      const tokens = await obtainTokens(stage);
      await revokeAccess(stage, stage.quill);
      return refresh(stage, tokens.refresh);
    },
    says: [/removed the access of the application/],
  },
  {
    name: 'a refresh that asks for more',
    make: async (stage) => {
      const tokens = await obtainTokens(stage, { scope: 'profile' });
      return token(stage.service.url, { ...refreshFields(stage.quill, tokens.refresh), scope: 'profile email' });
    },
    says: [/The user has not granted email/],
  },
];

for (const { name, make, says } of MISTAKES) {
  test(
    `the diagnosis explains ${name}`,
    on(async (stage) => {
      const refused = await make(stage);

      const told = await diagnosisOf(stage, refused);

      for (const sentence of says) assert.match(told, sentence);
    }),
  );
}

test(
  'both hashes of a wrong verifier are shown whole',
  on(async (stage) => {
    const verifier = 'x'.repeat(50);
    const told = await diagnosisOf(stage, await exchange(stage, { code_verifier: verifier }, PROOF));

    const unmarked = told.replace(/\[[-+]|[-+]\]/g, '');

    assert.ok(unmarked.includes(CHALLENGE) && unmarked.includes(challengeOf(verifier)), told);
    assert.ok(!told.includes(verifier));
  }),
);

test(
  'what ended by a reuse names the request that caused it',
  on(async (stage) => {
    const { answer, newest } = await reuse(stage);

    const told = await diagnosisOf(stage, await refresh(stage, newest));

    assert.match(told, /had been presented after its successor was used/);
    assert.match(told, new RegExp(`The request that caused it: ${traceOf(answer)}`));
  }),
);

test(
  'the diagnosis explains a code and a refresh token whose time is over',
  onShortLives(async (stage) => {
    const { service, browser, quill } = stage;
    const tokens = await obtainTokens(stage);
    const code = await obtainCode(browser, quill);
    await eventually('the end of both', async () => (await refresh(stage, tokens.refresh)).status === 400);

    const [late, lateCode] = [await refresh(stage, tokens.refresh), await token(service.url, codeFields(quill, code))];

    assertRefused(lateCode, 400, 'invalid_grant');
    assert.match(await diagnosisOf(stage, lateCode), /It expired on .* UTC, \d+ seconds? before this request/);
    assert.match(await diagnosisOf(stage, late), /It lives for 8 seconds\./);
  }),
);

test(
  'a redirect URI that was taken off the application in between can be put back with one click',
  on(async (stage) => {
    const { service, browser, phone } = stage;
    const params = authorizeParams(phone, PROOF);
    assert.ok(params.redirect_uri);
    const code = await obtainCode(browser, phone, PROOF);
    await replaceRedirectUri(stage, phone, `${CALLBACK}/new`);
    const fields = { ...codeFields(phone, code), client_secret: '', code_verifier: VERIFIER };
    const refused = await token(service.url, fields);

    const told = await diagnosisOf(stage, refused);

    assert.match(told, /taken off the application after the code was issued/);
    assert.match(told, /Add redirect URI/);
  }),
);

async function replaceRedirectUri({ browser }: Stage, application: Application, uri: string): Promise<void> {
  const path = `/oauth/applications/${application.client_id}/edit`;
  const page = await browser.get(path);
  const form = formTo(page.body, `/oauth/applications/${application.client_id}`);
  const saved = await browser.submit(page, form, { set: { redirect_uri: uri } });
  assert.equal(saved.status, 303, saved.body);
}
