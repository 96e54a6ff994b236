/** Proves the list of an application's requests over HTTP: answered and refused, folded, filtered, of every instance. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase, everyEngine } from '../../support/each-database.ts';
import { obtainTokens, refresh, tokensOf, usualStage, whoami } from '../../support/grant.ts';
import { links, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';
import { startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);

test(
  'every request is listed, newest first, with a way to the tokens it was about or to the reason of its refusal',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const first = await obtainTokens(stage);
    await whoami(service, first.access);
    const next = tokensOf(await refresh(stage, first.refresh));
    await refresh(stage, 'nonsense');
    await whoami(service, next.access);

    const page = await browser.get(`${applicationPath(quill)}/activity`);

    const words = text(page.body);
    const order = [
      'Asked who the user is',
      'invalid_grant',
      'Tokens refreshed',
      'Asked who the user is',
      'Code exchanged for tokens',
      'A user authorized the application: code sent',
    ];
    let from = words.indexOf('Outcome');
    for (const what of order) {
      const found = words.indexOf(what, from);
      assert.ok(found >= from, `${what} after ${from} in ${words}`);
      from = found + 1;
    }
    assert.ok(links(page.body).some((link) => /\/families\/\d+$/.test(link)));
    assert.ok(links(page.body).some((link) => /\/requests\/[0-9a-f]{16}$/.test(link)));
    assert.doesNotMatch(page.body, new RegExp(`${first.access}|${next.access}|${next.refresh}`));
    assert.match(page.headers['content-security-policy'] ?? '', /connect-src 'self'/);
  }),
);

test(
  'the list is filtered by outcome and endpoint, and other people see none of it',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const path = `${applicationPath(quill)}/activity`;
    await whoami(service, (await obtainTokens(stage)).access);
    await token(service.url, {
      grant_type: 'password',
      client_id: quill.client_id,
      client_secret: quill.client_secret,
    });

    const answered = text((await browser.get(`${path}?outcome=answered&endpoint=token`)).body);
    const refused = text((await browser.get(`${path}?outcome=refused`)).body);
    const stranger = await signedIn(service, await createUser(service));

    assert.match(answered, /Code exchanged for tokens/);
    assert.doesNotMatch(answered, /Asked who the user is|unsupported_grant_type/);
    assert.match(refused, /unsupported_grant_type/);
    assert.doesNotMatch(refused, /Code exchanged/);
    assert.equal((await stranger.get(path)).status, 404);
    assert.equal((await browser.get(`${path}?before=x&outcome=y&endpoint=z`)).status, 200);
  }),
);

test(
  'many requests that are alike stand in one line with their number',
  on(async (stage) => {
    const { service, browser, quill } = stage;
    const { access } = await obtainTokens(stage);
    for (let count = 0; count < 9; count += 1) await whoami(service, access);

    const words = text((await browser.get(`${applicationPath(quill)}/activity?endpoint=whoami`)).body);

    assert.match(words, /Asked who the user is ×9/);
  }),
);

test('what another instance answered is listed too, at the latest once that instance has stopped', () =>
  everyEngine(async (engine) => {
    const first = await startService({ database: engine });
    const stage = await usualStage(first);
    const second = await startService({ database: engine, sharedWith: first });
    await whoami(second, (await obtainTokens(stage)).access);
    await second.stop();

    const words = text((await stage.browser.get(`${applicationPath(stage.quill)}/activity`)).body);

    assert.match(words, /Asked who the user is/);
    await first.stop();
  }));
