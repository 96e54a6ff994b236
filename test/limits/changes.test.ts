/** Proves that changing one's own applications and password, or signing in and out, in a loop does not fill the audit log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportBounded } from '../../src/events/report-bounded.ts';
import type { EventKind } from '../../src/protocol/event.ts';
import { sql } from '../../src/storage/sql.ts';
import type { Browser, Page } from '../support/browser-like.ts';
import { type Clocked, onMovedClock } from '../support/clocked.ts';
import { agree, authorizeParams } from '../support/grant.ts';
import { type Form, formTo } from '../support/html.ts';

async function formOn(browser: Browser, path: string, action: string): Promise<{ page: Page; form: Form }> {
  const page = await browser.get(path);
  return { page, form: formTo(page.body, action) };
}

test(
  'an account changes its applications so often in an hour, by whichever form',
  onMovedClock(async (clocked) => {
    const ada = await clocked.createUser('ada');
    const quill = await clocked.createApplication(ada);
    const browser = await clocked.signedIn(ada);
    const path = `/oauth/applications/${encodeURIComponent(quill.client_id)}`;
    const edit = await formOn(browser, `${path}/edit`, path);
    const permissions = await formOn(browser, `${path}/permissions`, `${path}/permissions`);
    const save = (index: number) =>
      index % 2 === 0
        ? browser.submit(edit.page, edit.form, { set: { description: `Number ${index}`, shown: '' } })
        : browser.submit(permissions.page, permissions.form);

    for (let index = 0; index < 120; index += 1) assert.equal((await save(index)).status, 303);

    for (const index of [0, 1]) assert.equal((await save(index)).status, 429);
    clocked.pass(3601);
    const later = await clocked.signedIn(ada);
    const again = await formOn(later, `${path}/edit`, path);
    assert.equal((await later.submit(again.page, again.form)).status, 303);
  }),
);

test(
  'a user changes how long access lasts so often in an hour, and the same end again is no event',
  onMovedClock(async (clocked) => {
    const [ada, bob] = [await clocked.createUser('ada'), await clocked.createUser('bob')];
    const quill = await clocked.createApplication(ada);
    const browser = await clocked.signedIn(bob);
    await agree(browser, authorizeParams(quill));
    const path = `/oauth/authorized_applications/${encodeURIComponent(quill.client_id)}`;
    const { page, form } = await formOn(browser, path, `${path}/ends`);
    const choose = (lasts: string) => browser.submit(page, form, { set: { lasts } });

    assert.equal((await choose('until_removed')).location, `${path}?done=end_changed`);
    assert.equal(await countEvents(clocked, 'consent.end_changed'), 0);
    for (let index = 1; index < 120; index += 1)
      assert.equal((await choose(index % 2 ? 'month' : 'until_removed')).status, 303);

    const refused = await choose('day');
    assert.equal(refused.status, 429);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    assert.equal(await countEvents(clocked, 'consent.end_changed'), 119);
    const removal = await formOn(browser, path, `${path}/revoke`);
    assert.equal((await browser.submit(removal.page, removal.form)).status, 303);
    assert.equal(await countEvents(clocked, 'consent.revoked'), 1, 'taking access away is always possible');
  }),
);

test(
  'a profile that is saved as it was is no event',
  onMovedClock(async (clocked) => {
    const browser = await clocked.signedIn(await clocked.createUser('ada'));
    const { page, form } = await formOn(browser, '/account', '/account');

    for (let index = 0; index < 31; index += 1) assert.equal((await browser.submit(page, form)).status, 303);
    assert.equal(await countEvents(clocked, 'account.profile_changed'), 0);
    await browser.submit(page, form, { set: { name: 'Ada Lovelace' } });
    assert.equal(await countEvents(clocked, 'account.profile_changed'), 1);
  }),
);

test(
  'a password is changed so often in an hour, by whoever knows it',
  onMovedClock(async (clocked) => {
    const ada = await clocked.createUser('ada');
    const browser = await clocked.signedIn(ada);
    const statuses: number[] = [];
    let current = ada.password;

    for (let index = 0; index < 11; index += 1) {
      const { page, form } = await formOn(browser, '/account/password', '/account/password');
      const password = `${ada.password} ${index}`;
      const answer = await browser.submit(page, form, { set: { current_password: current, new_password: password } });
      if (answer.status === 303) current = password;
      statuses.push(answer.status);
    }

    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 303), 429]);
    await browser.get('/account');
    assert.equal((await clocked.signedIn({ ...ada, password: current })).cookies.size > 0, true);
  }),
);

async function countEvents({ world }: Clocked, kind: EventKind): Promise<number> {
  const rows = await world.database.read<{ count: number }>(
    sql`select count(*) as "count" from events where kind = ${kind}`,
  );
  return rows[0]?.count ?? 0;
}

test(
  'of sign-ins, sign-outs and ended sessions of one account beyond 100 in an hour only the first is told',
  onMovedClock(async (clocked) => {
    const ada = await clocked.createUser('ada');
    const kinds = ['account.signed_in', 'account.signed_out', 'account.session_ended'] as const;
    // As 99 of each would; a real sign-in costs a password hash.
    for (const kind of kinds)
      for (let done = 0; done < 99; done += 1)
        reportBounded(clocked.world, { address: null, userAgent: null }, kind, { accountId: ada.id });
    const before = await countEvents(clocked, 'limit.reached');

    for (let round = 0; round < 3; round += 1) {
      const browser = await clocked.signedIn(ada);
      const { page, form } = await formOn(browser, '/account', '/sign-out');
      const others = { button: { name: 'session', value: 'others' } };
      assert.equal((await browser.submit(page, { ...form, action: '/account/sessions/end' }, others)).status, 303);
      assert.equal((await browser.submit(page, form)).status, 303);
    }

    for (const kind of kinds) assert.equal(await countEvents(clocked, kind), 1, kind);
    assert.equal((await countEvents(clocked, 'limit.reached')) - before, kinds.length);
    clocked.pass(3601);
    await clocked.signedIn(ada);
    assert.equal(await countEvents(clocked, 'account.signed_in'), 2);
  }),
);
