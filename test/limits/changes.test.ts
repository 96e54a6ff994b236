/** Proves that changing one's own applications and password in a loop does not fill the audit log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, Page } from '../support/browser-like.ts';
import { onMovedClock } from '../support/clocked.ts';
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
        ? browser.submit(edit.page, edit.form, { set: { description: `Number ${index}` } })
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
