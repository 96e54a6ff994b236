/** Proves that a refused token is explained by what was true when it was refused, not by what ended right after it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeAllAuthorizations } from '../../../src/accounts/authorizations.ts';
import type { Application, User } from '../../support/actors.ts';
import type { Browser } from '../../support/browser-like.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { requestsPath, wordsOf } from '../../support/diagnosis.ts';
import { codeFields, obtainCode, tokensOf } from '../../support/grant.ts';
import { links } from '../../support/html.ts';
import { type Answer, send } from '../../support/http-client.ts';
import { token } from '../../support/token-client.ts';

const NOWHERE = { address: null, userAgent: null };

interface Stage extends Clocked {
  readonly ada: User;
  readonly quill: Application;
  readonly access: string;
}

async function stageOf(clocked: Clocked): Promise<Stage> {
  const ada = await clocked.createUser('ada');
  const quill = await clocked.createApplication(ada);
  const code = await obtainCode(await clocked.signedIn(ada), quill);
  const { access } = tokensOf(await token(clocked.url, codeFields(quill, code)));
  return { ...clocked, ada, quill, access };
}

function whoami({ url }: Clocked, authorization: string): Promise<Answer> {
  return send(`${url}/api/users/whoami`, { headers: { authorization, 'user-agent': 'Tests' } });
}

/** Before what was refused is looked into. */
async function revokeAll({ world, ada }: Stage): Promise<void> {
  assert.equal(await revokeAllAuthorizations(world, ada.id, NOWHERE, 'revoked_by_operator'), 1);
}

async function newest({ world, quill }: Stage, browser: Browser): Promise<string> {
  await world.refusals.flush();
  const list = await browser.get(requestsPath(quill));
  const found = links(list.body).find((link) => /\/requests\/[0-9a-f]{16}$/.test(link));
  assert.ok(found, 'something was refused');
  return wordsOf(await browser.get(found));
}

test(
  'an expired token that is revoked in the second of its refusal was refused because it had expired',
  onMovedClock(async (clocked) => {
    const stage = await stageOf(clocked);
    clocked.pass(clocked.world.settings.accessTokenSeconds + 1);

    assert.equal((await whoami(stage, `Bearer ${stage.access}`)).status, 401);
    await revokeAll(stage);

    const told = await newest(stage, await clocked.signedIn(stage.ada));
    assert.match(told, /It expired on/);
    assert.doesNotMatch(told, /The user’s access ended/);
  }),
);

test(
  'what ended seconds later does not explain a token that was written wrongly',
  onMovedClock(async (clocked) => {
    const stage = await stageOf(clocked);
    clocked.pass(clocked.world.settings.accessTokenSeconds + 1);

    assert.equal((await whoami(stage, `Bearer ${stage.access}, ${stage.access}`)).status, 401);
    clocked.pass(5);
    await revokeAll(stage);

    const told = await newest(stage, await clocked.signedIn(stage.ada));
    assert.match(told, /It expired on/);
  }),
);
