/** Proves that whoever allowed one application for several APIs can take all of it back, and is one person to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertDead, obtainTokens } from '../../support/grant.ts';
import { formTo } from '../../support/html.ts';
import { NOTES, RESOURCE_SCOPES, type ResourceStage, resourceStage } from '../../support/resources.ts';

const on = eachDatabase(resourceStage, { LATCHKEY_SCOPES: RESOURCE_SCOPES });

/** Somebody who gave Quill access twice: to the account as such, and to the API. */
async function twiceAllowed({ service, quill }: ResourceStage) {
  const person = await createUser(service);
  const browser = await signedIn(service, person);
  const tokens = await obtainTokens({ service, browser, quill });
  const forNotes = await obtainTokens({ service, browser, quill }, { resource: NOTES, scope: 'notes:read' });
  return { person, browser, tokens, forNotes };
}

const ACTS: Readonly<Record<string, (nickname: string) => string[]>> = {
  'ended by the operator': (nickname) => ['tokens', 'revoke', '--account', nickname],
  disabled: (nickname) => ['users', 'disable', nickname],
  'given a new password': (nickname) => ['users', 'set-password', nickname, '--password-stdin'],
  deleted: (nickname) => ['users', 'delete', nickname],
};

for (const [what, words] of Object.entries(ACTS))
  test(
    `the access of an application that was allowed for two APIs ends where the account is ${what}`,
    on(async (stage) => {
      const { person, tokens } = await twiceAllowed(stage);

      const done = await stage.service.cliHere(words(person.nickname), 'a boat under the bridge');

      assert.deepEqual([done.code, done.stderr], [0, '']);
      await assertDead(stage.service, tokens.access);
    }),
  );

test(
  'an application that was allowed for two APIs is one application, where access is shown, counted and ended',
  on(async (stage) => {
    const { service, quill } = stage;
    const { person } = await twiceAllowed(stage);
    const shown = JSON.parse((await service.cliHere(['users', 'show', person.nickname, '--json'])).stdout);
    const ended = await service.cliHere(['tokens', 'revoke', '--account', person.nickname, '--json']);

    assert.deepEqual(shown.authorized_applications, [quill.client_id]);
    const consents = shown.consents.map(({ resource, scope }: Record<string, unknown>) => [resource, scope]);
    assert.deepEqual(
      consents.toSorted(),
      [
        [stage.notes.client_id, 'notes:read'],
        [null, 'profile'],
      ].toSorted(),
    );
    assert.deepEqual(JSON.parse(ended.stdout), { account_id: person.id, applications: 1 });
  }),
);

test(
  'a token is shown with the API that it is for, and others with none',
  on(async (stage) => {
    const { tokens, forNotes } = await twiceAllowed(stage);
    const shown = async (token: string) =>
      JSON.parse((await stage.service.cliHere(['tokens', 'show', '--token-stdin', '--json'], token)).stdout).resource;

    assert.deepEqual([await shown(forNotes.access), await shown(tokens.access)], [NOTES, null]);
  }),
);

test(
  'the page takes everything back at once from an application that was allowed for two APIs',
  on(async (stage) => {
    const { browser, tokens } = await twiceAllowed(stage);
    const page = await browser.get('/oauth/authorized_applications');
    const revoked = await browser.submit(page, formTo(page.body, '/oauth/authorized_applications/revoke_all'));

    assert.equal(revoked.status, 303);
    await assertDead(stage.service, tokens.access);
  }),
);
