/** Proves what administrators and users read of an application that was changed, or suspended, while people use it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLBACK, createUser, signedIn } from '../../support/actors.ts';
import { administeredPath, administeredStage, personPath, press, suspend } from '../../support/administration.ts';
import type { Browser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { assertAlive, authorizeParams, obtainTokens } from '../../support/grant.ts';
import { forms, text } from '../../support/html.ts';
import { png } from '../../support/png.ts';
import { applicationPath, credentialsOn, edit, register } from '../../support/portal.ts';
import type { Service } from '../../support/service.ts';
import { upload } from '../../support/upload.ts';

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

function formTo(decision: string, body: string) {
  return forms(body).find(({ fields }) => fields.some(({ value }) => value === decision)) ?? assert.fail(decision);
}

/** Registered by Ada, and approved. */
async function approved({ browser, admin }: Stage, name: string) {
  const page = await register(browser, { name, redirectUris: [CALLBACK], scopes: ['profile'] });
  const application = { ...credentialsOn(page), redirect_uris: [CALLBACK] };
  const waiting = await admin.get(administeredPath(application));
  await admin.submit(waiting, formTo('approve', waiting.body));
  return application;
}

test(
  'an administrator reads what was changed since the approval, and all that the consent page shows',
  on(async (stage) => {
    const { service, browser, admin } = stage;
    const lab = await approved(stage, 'Lab');
    const path = applicationPath(lab);
    const page = await browser.get(`${path}/settings`);
    await upload(service, browser, { page, action: `${path}/logo`, field: 'logo', file: png() });
    const described = { description: 'Counts coins.', policy_url: 'https://lab.example/privacy' };

    await edit(browser, lab, { name: 'Bank', set: described, scopes: ['profile', 'email'] });

    const judged = await admin.get(administeredPath(lab));
    const told = text(judged.body);
    const changed = /Changed since it was approved (.*) What it says now is shown below/.exec(told)?.[1];
    assert.equal(
      changed,
      'Name, formerly Lab Description, formerly empty Logo Privacy policy, formerly empty New scopes: email',
    );
    assert.match(told, /Type Web application/);
    assert.match(told, /Counts coins\./);
    assert.match(judged.body, /href="https:\/\/lab\.example\/privacy"/);
    assert.match(judged.body, /<img class="identicon application emblem large"/);
  }),
);

test(
  'an administrator reads which redirect URIs are new and which are gone, and nothing of what is again as it was approved',
  on(async (stage) => {
    const { browser, admin } = stage;
    const lab = await approved(stage, 'Beaker');
    const changes = async () => {
      const told = text((await admin.get(administeredPath(lab))).body);
      return /Changed since it was approved (.*) What it says now/.exec(told)?.[1];
    };
    const other = 'https://lab.example/cb';

    await edit(browser, lab, { name: 'Bank', redirectUris: [other] });
    assert.equal(
      await changes(),
      `Name, formerly Beaker New redirect URIs: ${other} Redirect URIs removed: ${CALLBACK}`,
    );

    await edit(browser, lab, { name: 'Beaker', redirectUris: [other, CALLBACK] });
    assert.equal(await changes(), `New redirect URIs: ${other}`);

    // What is approved is what the next change is compared with.
    const waiting = await admin.get(administeredPath(lab));
    await admin.submit(waiting, formTo('approve', waiting.body));
    await edit(browser, lab, { name: 'Crucible', redirectUris: [other, CALLBACK] });
    assert.equal(await changes(), 'Name, formerly Beaker');
  }),
);

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
