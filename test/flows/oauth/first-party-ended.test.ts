/** Proves that who has ended the access of one of the service's own applications is asked again, however long ago it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../../src/clients/act.ts';
import { findClient } from '../../../src/clients/find.ts';
import { setMark } from '../../../src/clients/marks.ts';
import { sweep } from '../../../src/tokens/sweep.ts';
import type { Application, User } from '../../support/actors.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { authorizeParams, callback } from '../../support/grant.ts';
import { formTo } from '../../support/html.ts';

const DAY_SECONDS = 86_400;

async function ownApplication({ world, createUser, createApplication }: Clocked): Promise<Application> {
  const own = await createApplication(await createUser('owner'), { name: 'Desk' });
  const client = await findClient(own.client_id, world);
  assert.ok(client);
  const marking = { publicId: own.client_id, mark: 'first_party', isSet: true, seen: client.updatedAt } as const;
  assert.ok((await setMark(world, marking, OPERATOR)).ok);
  return own;
}

/** Whether the application has to ask; where it need not, it has got a code. */
async function isAsked({ signedIn }: Clocked, user: User, own: Application): Promise<boolean> {
  const page = await (await signedIn(user)).authorize(authorizeParams(own, { scope: 'profile' }));
  if (page.body.includes('name="decision"')) return true;
  assert.ok(callback(page).get('code'));
  return false;
}

async function daysPass({ world, pass, flush }: Clocked, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    pass(DAY_SECONDS);
    await flush();
    await sweep(world);
  }
}

test(
  'who has removed its access is asked weeks later, and nobody else is',
  onMovedClock(async (clocked) => {
    const own = await ownApplication(clocked);
    const [ada, ben] = [await clocked.createUser('ada'), await clocked.createUser('ben')];
    assert.equal(await isAsked(clocked, ada, own), false);
    const browser = await clocked.signedIn(ada);
    const list = await browser.get('/oauth/authorized_applications');
    await browser.submit(list, formTo(list.body, /\/revoke$/));

    assert.equal(await isAsked(clocked, ada, own), true);
    await daysPass(clocked, 14);

    assert.equal(await isAsked(clocked, ada, own), true);
    assert.equal(await isAsked(clocked, ben, own), false);
  }),
);

test(
  'who has chosen an end is asked once it has passed, also when the consent was swept',
  onMovedClock(async (clocked) => {
    const own = await ownApplication(clocked);
    const ada = await clocked.createUser('ada');
    assert.equal(await isAsked(clocked, ada, own), false);
    const browser = await clocked.signedIn(ada);
    const path = `/oauth/authorized_applications/${own.client_id}`;
    const page = await browser.get(path);
    await browser.submit(page, formTo(page.body, `${path}/ends`), { set: { lasts: 'day' } });

    await daysPass(clocked, 2);
    assert.equal(await isAsked(clocked, ada, own), true);
    await daysPass(clocked, 14);

    assert.equal(await isAsked(clocked, ada, own), true);
  }),
);
