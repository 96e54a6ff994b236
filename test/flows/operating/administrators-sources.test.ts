/** Proves that ordinary people are not told from where an administrator works. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, PASSWORD, signedIn } from '../../support/actors.ts';
import { administeredStage, lift, personPath, suspend } from '../../support/administration.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';

const on = eachDatabase(administeredStage);

const OFFICE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1';

test(
  'whose account or application an administrator looked at or suspended reads that, but not from where',
  on(async ({ service, root }) => {
    const bob = await createUser(service);
    const quill = await createApplication(service, { owner: bob });
    const office = openBrowser(service.url, OFFICE);
    await office.signIn({ ...root, password: PASSWORD });
    await office.get(personPath(bob));
    await suspend(office, quill, 'Spam');
    await lift(office, quill);

    const own = await signedIn(service, bob);
    const events = `${applicationPath(quill)}/activity/events`;
    const [account, application, file] = [
      await own.get('/account/events'),
      await own.get(events),
      await own.get('/account/data'),
    ];

    assert.match(text(account.body), /An administrator looked at your account/);
    assert.match(text(application.body), /suspended by an administrator/);
    for (const page of [account, application, file]) {
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.body, /iPhone/);
    }
    assert.match(text((await office.get(events)).body), /iPhone/, 'administrators are told');
  }),
);
