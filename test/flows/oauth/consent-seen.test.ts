/** Proves that nobody allows more than the consent page showed, whatever becomes of the application while it is open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, createApplication, createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { authorizeParams, callback, codeFields, type Stage, tokensOf, usualStage } from '../../support/grant.ts';
import { formWith, text } from '../../support/html.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(async (service) => {
  const stage = await usualStage(service);
  return { ...stage, visitor: await signedIn(service, await createUser(service)) };
});

const CHANGED = 'changed while this page was open';

async function change({ service }: Stage, { client_id }: Application, ...options: string[]): Promise<void> {
  const done = await service.cliHere(['applications', 'update', client_id, ...options]);
  assert.equal(done.code, 0, done.stderr);
}

const registered = ({ service, ada }: Stage, scope: string) => createApplication(service, { owner: ada, scope });

test(
  'a permission that was unticked is not granted though the application has come to require it, and the page says so',
  on(async (stage) => {
    const { service, visitor } = stage;
    const quill = await registered(stage, 'profile email openid');
    const page = await visitor.authorize(authorizeParams(quill, { scope: 'profile email openid' }));
    await change(stage, quill, '--required-scope', 'email');

    const again = await visitor.approve(page, { untick: ['email', 'openid'] });

    assert.equal(again.status, 409);
    assert.ok(text(again.body).includes(CHANGED));
    const boxes = formWith(again.body, 'decision').fields.filter(({ type }) => type === 'checkbox');
    assert.deepEqual(
      boxes.map(({ value, checked }) => [value, checked]),
      [
        ['profile', true],
        ['openid', false],
      ],
    );
    const answer = await visitor.approve(again);
    const { scope } = tokensOf(await token(service.url, codeFields(quill, callback(answer).get('code') ?? '')));
    assert.equal(scope, 'profile email');
  }),
);

test(
  'a permission that a request without a scope has come to ask for is shown before it is granted',
  on(async (stage) => {
    const { visitor } = stage;
    const quill = await registered(stage, 'email');
    const page = await visitor.authorize(authorizeParams(quill));
    assert.ok(!text(page.body).includes('applications you registered'));
    await change(stage, quill, '--scope', 'email applications', '--required-scope', 'applications');

    const again = await visitor.approve(page);

    assert.equal(again.status, 409);
    assert.ok(text(again.body).includes('applications you registered'));
  }),
);

test(
  'what the page showed as required is granted, also where it is no longer required',
  on(async (stage) => {
    const { service, visitor } = stage;
    const quill = await registered(stage, 'profile email');
    await change(stage, quill, '--required-scope', 'email');
    const page = await visitor.authorize(authorizeParams(quill, { scope: 'profile email' }));
    await change(stage, quill, '--required-scope', '');

    const answer = await visitor.approve(page);

    const { scope } = tokensOf(await token(service.url, codeFields(quill, callback(answer).get('code') ?? '')));
    assert.equal(scope, 'profile email');
  }),
);
