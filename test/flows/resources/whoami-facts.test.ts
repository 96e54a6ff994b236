/** Proves what whoami tells to which token, and that a token whose time is over is no attack. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResource } from '../../../src/resources/manage.ts';
import { sweep } from '../../../src/tokens/sweep.ts';
import { createApplication } from '../../support/actors.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { codeFields, obtainCode, obtainTokens, tokensOf, whoami } from '../../support/grant.ts';
import { json, send } from '../../support/http-client.ts';
import { NOTES, RESOURCE_SCOPES, resourceStage } from '../../support/resources.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(resourceStage, { LATCHKEY_SCOPES: RESOURCE_SCOPES });

test(
  'a token without the scope profile is told the number of the account and nothing of the profile',
  on(async (stage) => {
    const { service, ada } = stage;
    const notes = await obtainTokens(stage, { scope: 'notes:read' });
    const email = await obtainTokens(stage, { scope: 'notes:read email' });
    const whole = await obtainTokens(stage, { scope: 'profile' });

    assert.deepEqual(json(await whoami(service, notes.access)), { id: ada.id });
    assert.deepEqual(Object.keys(json(await whoami(service, email.access))), ['id', 'email', 'email_verified']);
    assert.equal(json(await whoami(service, whole.access)).nickname, ada.nickname);
  }),
);

test(
  'an application that may not ask for profile and names no scope is told the profile, as the specification shows',
  on(async (stage) => {
    const { service, ada } = stage;
    const quill = await createApplication(service, { owner: ada, scope: 'notes:read' });
    const silent = await obtainTokens({ ...stage, quill }, { scope: '' });
    const named = await obtainTokens({ ...stage, quill }, { scope: 'notes:read' });

    assert.equal(json(await whoami(service, silent.access)).nickname, ada.nickname);
    assert.deepEqual(json(await whoami(service, named.access)), { id: ada.id });
  }),
);

test(
  'four hundred expired tokens from one address are all told 401, and none of them 429',
  onMovedClock(
    async (clocked) => {
      const ada = await clocked.createUser('ada');
      const quill = await clocked.createApplication(ada);
      const browser = await clocked.signedIn(ada);
      const { client_id, client_secret } = quill;
      const code = await obtainCode(browser, quill);
      const held = tokensOf(await token(clocked.url, codeFields(quill, code)));
      const own = await token(clocked.url, { grant_type: 'client_credentials', client_id, client_secret });
      const shown = [held.access, tokensOf(own).access];
      clocked.pass(90_000);
      await sweep(clocked.world);

      const ask = (access: string) =>
        send(`${clocked.url}/api/users/whoami`, { headers: { authorization: `Bearer ${access}` } });
      const answers = await Promise.all(Array.from({ length: 400 }, (_, index) => ask(shown[index % 2] ?? '')));
      const invented = await Promise.all(Array.from({ length: 8 }, () => ask(`lka_${'A'.repeat(60)}`)));

      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [401]);
      assert.equal(invented.at(-1)?.status, 429);
    },
    { LATCHKEY_FAILURES_PER_NETWORK: '5' },
  ),
);

test(
  'a token that lived for a minute is told 401 and never 429, before it is swept and after, and no row of it stays',
  onMovedClock(
    async (clocked) => {
      const ada = await clocked.createUser('ada', true);
      const { client_id, client_secret } = await clocked.createApplication(ada);
      const details = { name: 'API', scopes: ['profile'], seconds: 60, isPlain: false };
      const actor = { id: ada.id, isAdmin: true, source: { address: null, userAgent: null } };
      const made = await createResource(clocked.world, { identifier: NOTES, details }, actor);
      assert.ok(made.ok);
      const fields = { grant_type: 'client_credentials', client_id, client_secret, scope: 'profile', resource: NOTES };
      const { access } = tokensOf(await token(clocked.url, fields));
      const check = async () =>
        (
          await send(`${clocked.url}/oauth/check?resource=${NOTES}`, {
            headers: { authorization: `Bearer ${access}` },
          })
        ).status;
      const checkOften = async () => [...new Set(await Promise.all(Array.from({ length: 20 }, check)))];
      const sweepPairs = async () => {
        let gone = 0;
        await sweep(clocked.world, {
          onStep({ table, rows }) {
            if (table === 'pairs') gone += rows;
          },
        });
        return gone;
      };

      assert.deepEqual(await checkOften(), [204]);
      clocked.pass(61);
      assert.equal(await sweepPairs(), 0);
      assert.deepEqual(await checkOften(), [401]);
      clocked.pass(clocked.world.settings.accessTokenSeconds);

      assert.equal(await sweepPairs(), 1);
      assert.deepEqual(await checkOften(), [401]);
    },
    { LATCHKEY_FAILURES_PER_NETWORK: '5' },
  ),
);
