/** Proves that a refresh token presented after its time ends its whole family, and tells whom it concerns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  assertAlive,
  assertDead,
  assertRefused,
  introspect,
  obtainTokens,
  refresh,
  refreshFields,
  rivalStage,
  type Stage,
  tokensOf,
  usualStage,
} from '../../support/grant.ts';
import { text } from '../../support/html.ts';
import { json } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { token } from '../../support/token-client.ts';

const strictly = eachDatabase(rivalStage, { LATCHKEY_REFRESH_LEEWAY_SECONDS: '0' });
const leniently = eachDatabase(usualStage, { LATCHKEY_REFRESH_LEEWAY_SECONDS: '1' });

async function isActive(stage: Stage, value: string): Promise<boolean> {
  return json(await introspect(stage, value)).active === true;
}

proves(
  'RFC 9700 §4.14.2',
  'If a refresh token is compromised and subsequently used by both the attacker and the legitimate client, one of them will present an invalidated refresh token, which will inform the authorization server of the breach. The authorization server cannot determine which party submitted the invalid refresh token, but it will revoke the active refresh token.',
  strictly(async (stage) => {
    const { service } = stage;
    const stolen = await obtainTokens(stage);
    const first = tokensOf(await refresh(stage, stolen.refresh));
    const second = tokensOf(await refresh(stage, first.refresh));
    await assertAlive(service, second.access);

    assertRefused(await refresh(stage, stolen.refresh), 400, 'invalid_grant');

    for (const { access } of [stolen, first, second]) await assertDead(service, access);
    assertRefused(await refresh(stage, second.refresh), 400, 'invalid_grant');
  }),
);

test(
  'the use of a successor’s access token is enough to end the old refresh token',
  strictly(async (stage) => {
    const old = await obtainTokens(stage);
    const fresh = tokensOf(await refresh(stage, old.refresh));
    await assertAlive(stage.service, fresh.access);

    assertRefused(await refresh(stage, old.refresh), 400, 'invalid_grant');

    await assertDead(stage.service, fresh.access);
    assertRefused(await refresh(stage, fresh.refresh), 400, 'invalid_grant');
  }),
);

test(
  'even without leeway a lost answer may be retried, because nobody used the successor',
  strictly(async (stage) => {
    const old = await obtainTokens(stage);
    tokensOf(await refresh(stage, old.refresh));

    const retried = tokensOf(await refresh(stage, old.refresh));

    await assertAlive(stage.service, retried.access);
    tokensOf(await refresh(stage, retried.refresh));
  }),
);

test(
  'a refresh token presented by somebody else after its time ends nothing',
  strictly(async (stage) => {
    const { service, quill, other } = stage;
    const old = await obtainTokens(stage);
    const fresh = tokensOf(await refresh(stage, old.refresh));
    await assertAlive(service, fresh.access);

    assertRefused(await token(service.url, refreshFields(other, old.refresh)), 400, 'invalid_grant');
    assertRefused(
      await token(service.url, { ...refreshFields(quill, old.refresh), client_secret: 'x' }),
      401,
      'invalid_client',
    );

    await assertAlive(service, fresh.access);
  }),
);

test(
  'the theft of one grant does not touch another of the same user and application',
  strictly(async (stage) => {
    const independent = await obtainTokens(stage);
    const old = await obtainTokens(stage);
    tokensOf(await refresh(stage, tokensOf(await refresh(stage, old.refresh)).refresh));

    assertRefused(await refresh(stage, old.refresh), 400, 'invalid_grant');

    await assertAlive(stage.service, independent.access);
    tokensOf(await refresh(stage, independent.refresh));
  }),
);

test(
  'the theft is recorded, and shown to the user and to the developer',
  strictly(async (stage) => {
    const { service, browser, quill } = stage;
    const old = await obtainTokens(stage);
    tokensOf(await refresh(stage, tokensOf(await refresh(stage, old.refresh)).refresh));
    await refresh(stage, old.refresh);

    const { code, stdout } = await service.cliHere(['events', '--json']);

    assert.equal(code, 0);
    assert.match(stdout, /"kind":"token\.reuse_detected"/);
    const mine = await browser.get('/account/events');
    const theirs = await browser.get(`/oauth/applications/${encodeURIComponent(quill.client_id)}/activity/events`);
    for (const page of [mine, theirs]) assert.match(page.body, /presented again|used again/, page.path);
    // More happens than a page holds, and it stays on top.
    let newest = tokensOf(await refresh(stage, (await obtainTokens(stage)).refresh));
    for (let times = 0; times < 60; times += 1) newest = tokensOf(await refresh(stage, newest.refresh));
    const later = await browser.get('/account/events');
    assert.match(text(later.body), /Needs a look.*(presented again|used again)/);
    const [, list = ''] = later.body.split('class="event-list"');
    assert.doesNotMatch(list, /presented again|used again/, 'its own place is on an older page');
  }),
);

test(
  'once the leeway after a successor’s use is over, the old refresh token is a stolen one',
  leniently(async (stage) => {
    const old = await obtainTokens(stage);
    const fresh = tokensOf(await refresh(stage, old.refresh));
    await assertAlive(stage.service, fresh.access);

    await eventually('the end of the leeway', async () => (await refresh(stage, old.refresh)).status === 400);

    await assertDead(stage.service, fresh.access);
    assertRefused(await refresh(stage, fresh.refresh), 400, 'invalid_grant');
  }),
);

test(
  'a new sibling revokes unused siblings older than the leeway',
  leniently(async (stage) => {
    const old = await obtainTokens(stage);
    const lost = tokensOf(await refresh(stage, old.refresh));
    let newest = lost;

    await eventually('the end of the lost sibling', async () => {
      newest = tokensOf(await refresh(stage, old.refresh));
      return !(await isActive(stage, lost.access));
    });

    await assertDead(stage.service, lost.access);
    await assertAlive(stage.service, newest.access);
    tokensOf(await refresh(stage, newest.refresh));
  }),
);

test(
  'a used sibling outlives the leeway beside a new one',
  leniently(async (stage) => {
    const old = await obtainTokens(stage);
    const used = tokensOf(await refresh(stage, old.refresh));
    const other = tokensOf(await refresh(stage, old.refresh));

    await assertAlive(stage.service, used.access);
    await assertAlive(stage.service, other.access);

    const next = tokensOf(await refresh(stage, used.refresh));
    await assertAlive(stage.service, next.access);
    await assertAlive(stage.service, other.access);
  }),
);
