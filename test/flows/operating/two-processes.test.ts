/** Proves that two processes on one database behave as one: single use, revocation and sessions count in both. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyEngine, oncePerEngine } from '../../support/each-database.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  type Stage,
  tokensOf,
  usualStage,
} from '../../support/grant.ts';
import { type Service, startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

type Pair = { stage: Stage; other: Service };

const pairOf = oncePerEngine(async (engine): Promise<Pair> => {
  const env = { LATCHKEY_REFRESH_LEEWAY_SECONDS: '0' };
  const first = await startService({ database: engine, env });
  const other = await startService({ database: engine, env, sharedWith: first });
  return { stage: await usualStage(first), other };
});

const together = (body: (pair: Pair) => Promise<void>) => () =>
  everyEngine(async (engine) => body(await pairOf(engine)));

test(
  'of simultaneous exchanges of one code over both processes exactly one succeeds',
  together(async ({ stage, other }) => {
    for (let round = 0; round < 5; round += 1) {
      const fields = codeFields(stage.quill, await obtainCode(stage.browser, stage.quill));

      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => token(index % 2 ? other.url : stage.service.url, fields)),
      );

      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 400, 'invalid_grant');
    }
  }),
);

test(
  'a token of one process works at the other, and its end counts there at once',
  together(async ({ stage, other }) => {
    const tokens = await obtainTokens(stage);
    await assertAlive(other, tokens.access);
    const { client_id, client_secret } = stage.quill;

    await token(other.url, { client_id, client_secret, token: tokens.access }, { path: '/oauth/revoke' });

    await assertDead(stage.service, tokens.access);
  }),
);

test(
  'a refresh token whose successor was used at one process is stolen at the other',
  together(async ({ stage, other }) => {
    const old = await obtainTokens(stage);
    const fresh = tokensOf(await refresh(stage, old.refresh));
    await assertAlive(stage.service, fresh.access);

    assertRefused(await refresh({ ...stage, service: other }, old.refresh), 400, 'invalid_grant');

    await assertDead(stage.service, fresh.access);
  }),
);

test(
  'simultaneous refreshes over both processes succeed and end nothing',
  together(async ({ stage, other }) => {
    const old = await obtainTokens(stage);

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => refresh(index % 2 ? { ...stage, service: other } : stage, old.refresh)),
    );

    const last = answers.map(tokensOf).at(-1);
    assert.ok(last);
    const survivors = await Promise.all(answers.map((answer) => refreshable(stage, tokensOf(answer).refresh)));
    assert.ok(survivors.some(Boolean), 'at least one branch goes on');
  }),
);

const refreshable = async (stage: Stage, value: string) => (await refresh(stage, value)).status === 200;
