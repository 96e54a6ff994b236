/** Proves that the answer on the consent page is what was decided: nothing that was not shown, nothing that was unticked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, createApplication, createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  authorizeParams,
  callback,
  codeFields,
  refreshFields,
  type Stage,
  tokensOf,
  usualStage,
  whoami,
} from '../../support/grant.ts';
import { formWith, text } from '../../support/html.ts';
import { type Answer, json } from '../../support/http-client.ts';
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

const tokensFor = async ({ service }: Stage, application: Application, answer: Answer) =>
  tokensOf(await token(service.url, codeFields(application, callback(answer).get('code') ?? '')));

const registered = ({ service, ada }: Stage, scope: string) => createApplication(service, { owner: ada, scope });

test(
  'a permission that was unticked is not granted though the application has come to require it, and the page says so',
  on(async (stage) => {
    const { visitor } = stage;
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
    assert.equal((await tokensFor(stage, quill, answer)).scope, 'profile email');
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
    const { visitor } = stage;
    const quill = await registered(stage, 'profile email');
    await change(stage, quill, '--required-scope', 'email');
    const page = await visitor.authorize(authorizeParams(quill, { scope: 'profile email' }));
    await change(stage, quill, '--required-scope', '');

    const answer = await visitor.approve(page);

    assert.equal((await tokensFor(stage, quill, answer)).scope, 'profile email');
  }),
);

test(
  'a permission that was allowed before and is unticked now is taken back, on every device, and is asked about again',
  on(async (stage) => {
    const { service, visitor } = stage;
    const quill = await registered(stage, 'profile email openid');
    const both = authorizeParams(quill, { scope: 'profile email' });
    const old = await tokensFor(stage, quill, await visitor.approve(await visitor.authorize(both)));
    assert.ok('email' in json(await whoami(service, old.access)));

    const more = await visitor.authorize(authorizeParams(quill, { scope: 'profile email openid' }));
    const fresh = await tokensFor(stage, quill, await visitor.approve(more, { untick: ['email'] }));

    assert.equal(fresh.scope, 'profile openid');
    assert.ok(!('email' in json(await whoami(service, old.access))));
    assert.equal(tokensOf(await token(service.url, refreshFields(quill, old.refresh))).scope, 'profile');
    const asked = await visitor.authorize(both);
    assert.equal(asked.status, 200, 'the person is asked again');
    const events = await visitor.get('/account/events');
    assert.ok(text(events.body).includes('You took a permission back from Quill'));
  }),
);

test(
  'what is not asked for this time stays allowed, and so does what an answer keeps when all else is unticked',
  on(async (stage) => {
    const { service, visitor } = stage;
    const quill = await registered(stage, 'profile email openid');
    const old = await tokensFor(
      stage,
      quill,
      await visitor.approve(await visitor.authorize(authorizeParams(quill, { scope: 'email' }))),
    );

    const other = await visitor.authorize(authorizeParams(quill, { scope: 'profile openid' }));
    await visitor.approve(other, { untick: ['openid'] });

    assert.ok('email' in json(await whoami(service, old.access)));
    const all = await visitor.authorize(authorizeParams(quill, { scope: 'profile email openid' }));
    const last = await tokensFor(stage, quill, await visitor.approve(all, { untick: ['profile', 'email'] }));
    assert.equal(last.scope, 'openid');
    assert.equal((await token(service.url, refreshFields(quill, old.refresh))).status, 400);
  }),
);
