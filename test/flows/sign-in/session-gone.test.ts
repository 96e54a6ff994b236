/** Proves over HTTP that whoever sends a form after the session ended is told that nothing was saved. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '../../support/browser-like.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { formTo, formWith, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';

test(
  'a form that is sent after the session ended leads to a sign-in page that says it was not saved',
  onMovedClock(async (clocked) => {
    const ada = await clocked.createUser('Ada');
    const quill = await clocked.createApplication(ada);
    const path = applicationPath(quill);
    for (const [page, action] of [
      ['/account', '/account'],
      [`${path}/edit`, path],
    ] as const) {
      const browser = await clocked.signedIn(ada);
      const opened = await browser.get(page);
      browser.cookies.clear();

      const asked = await browser.follow(await browser.submit(opened, formTo(opened.body, action)));

      assert.match(text(asked.body), /You were signed out, so what you sent was not saved/);
      assert.match(asked.body, /class="notice warning" role="status"/);
      const form = formWith(asked.body, 'nickname', 'password');
      const back = await browser.submit(asked, form, { set: { nickname: ada.nickname, password: ada.password } });
      assert.equal(back.location, action);
    }
  }),
);

test(
  'whoever only wants to see a page is not told of a loss',
  onMovedClock(async (clocked) => {
    const browser = openBrowser(clocked.url);
    assert.doesNotMatch(text((await browser.follow(await browser.get('/account'))).body), /not saved/);
  }),
);
