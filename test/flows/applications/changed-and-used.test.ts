/** Proves what administrators and users read of an application that was changed, or suspended, while people use it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK, createUser, signedIn } from '../../support/actors.ts';
import { administeredPath, administeredStage, personPath, press, suspend } from '../../support/administration.ts';
import type { Browser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertAlive, authorizeParams, obtainTokens } from '../../support/grant.ts';
import { forms, text } from '../../support/html.ts';
import { credentialsOn, edit, register } from '../../support/portal.ts';
import type { Service } from '../../support/service.ts';

const on = eachDatabase(
  async (service) => {
    const stage = await administeredStage(service);
    const path = personPath(stage.ada);
    await press(stage.admin, path, `${path}/developer`);
    const person = async () => signedIn(service, await createUser(service));
    return { ...stage, dave: await person(), eve: await person() };
  },
  { LATCHKEY_APPLICATION_REGISTRATION: 'developers', LATCHKEY_APPLICATION_APPROVAL: 'changes' },
);

interface Stage {
  readonly service: Service;
  readonly browser: Browser;
  readonly admin: Browser;
}

/** Registered by Ada, and approved. */
async function approved({ browser, admin }: Stage, name: string) {
  const page = await register(browser, { name, redirectUris: [CALLBACK], scopes: ['profile'] });
  const application = { ...credentialsOn(page), redirect_uris: [CALLBACK] };
  const waiting = await admin.get(administeredPath(application));
  const form = forms(waiting.body).find(({ fields }) => fields.some(({ value }) => value === 'approve'));
  await admin.submit(waiting, form ?? assert.fail());
  return application;
}

test(
  'who uses a changed application reads that the access still works, and others who can give it access',
  on(async (stage) => {
    const { service, browser, dave, eve } = stage;
    const quill = await approved(stage, 'Quill');
    const tokens = await obtainTokens({ service, browser: dave, quill }, { scope: 'profile' });
    await edit(browser, quill, { name: 'Bank' });
    const params = authorizeParams(quill, { scope: 'profile' });

    const [known, stranger] = [await dave.authorize(params), await eve.authorize(params)];

    assert.deepEqual([known.status, stranger.status], [403, 403]);
    assert.match(text(known.body), /Bank was changed and an administrator is checking it\. The access you gave still/);
    assert.doesNotMatch(text(known.body), /only its developer/);
    assert.match(text(stranger.body), /has to approve Bank before .*Until then only its developer can give it access/);
    await assertAlive(service, tokens.access);
  }),
);

test(
  'only who had given a suspended application access reads of that access, and nobody is sent to its developer',
  on(async (stage) => {
    const { service, admin, dave, eve } = stage;
    const quill = await approved(stage, 'Quill');
    await obtainTokens({ service, browser: dave, quill }, { scope: 'profile' });
    await suspend(admin, quill, 'Spam');
    const params = authorizeParams(quill, { scope: 'profile' });

    const [known, stranger] = [await dave.authorize(params), await eve.authorize(params)];

    assert.match(text(known.body), /the access you gave before is on hold/);
    assert.doesNotMatch(text(stranger.body), /on hold|gave before/);
    for (const page of [known, stranger]) {
      assert.match(text(page.body), /once an administrator has lifted the suspension/i);
      assert.doesNotMatch(text(page.body), /Only the app’s developer/);
    }
  }),
);
