/** Proves that giving access and removing it again, in a loop, does not grow the database without end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/storage/sql.ts';
import type { Application } from '../support/actors.ts';
import type { Browser, Page } from '../support/browser-like.ts';
import { type Clocked, onMovedClock } from '../support/clocked.ts';
import { authorizeParams, callback } from '../support/grant.ts';
import { formTo } from '../support/html.ts';

const MOST_OF_APPLICATION = 60;
const MOST_OF_ACCOUNT = 300;

async function askFor(browser: Browser, quill: Application): Promise<Page> {
  return await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
}

async function countOf({ world }: Clocked): Promise<readonly number[]> {
  const [rows] = await world.database.read<{ consents: number; codes: number; events: number }>(sql`select
    (select count(*) from consents) as "consents", (select count(*) from codes) as "codes",
    (select count(*) from events) as "events"`);
  return [rows?.consents ?? 0, rows?.codes ?? 0, rows?.events ?? 0];
}

function assertHeldBack(page: Page): void {
  assert.equal(page.status, 429);
  assert.match(page.headers['retry-after'] ?? '', /^[1-9]\d*$/);
}

test(
  'an account decides about one application so often in an hour; what it may still do is to take access away',
  onMovedClock(async (clocked) => {
    const ada = await clocked.createUser('ada');
    const [quill, other] = [await clocked.createApplication(ada), await clocked.createApplication(ada)];
    const browser = await clocked.signedIn(ada);
    const page = await askFor(browser, quill);
    for (let index = 0; index < MOST_OF_APPLICATION; index += 1) {
      const answer = index % 2 === 0 ? await browser.approve(page) : await browser.deny(page);
      assert.equal(callback(answer).has('code'), index % 2 === 0);
    }
    const before = await countOf(clocked);

    assertHeldBack(await browser.approve(page));
    assertHeldBack(await browser.deny(page));
    const [consents, codes, events = 0] = await countOf(clocked);
    assert.deepEqual([consents, codes], before.slice(0, 2));
    assert.equal(events - (before[2] ?? 0), 1, 'the limit is told once');
    assert.ok(callback(await browser.approve(await askFor(browser, other))).get('code'), 'others are not concerned');
    const list = await browser.get('/oauth/authorized_applications');
    assert.equal((await browser.submit(list, formTo(list.body, /\/revoke$/))).status, 303);

    clocked.pass(3601);
    const later = await clocked.signedIn(ada);
    assert.ok(callback(await later.approve(await askFor(later, quill))).get('code'));
  }),
);

test(
  'an account decides about all applications together so often in an hour',
  onMovedClock(async (clocked) => {
    const ada = await clocked.createUser('ada');
    const browser = await clocked.signedIn(ada);
    const pages: Page[] = [];
    for (let index = 0; index < 6; index += 1) {
      pages.push(await askFor(browser, await clocked.createApplication(ada, { name: `Quill ${index}` })));
    }

    for (let index = 0; index < MOST_OF_ACCOUNT; index += 1) {
      assert.equal((await browser.deny(pages[index % 6] as Page)).status, 303);
    }

    for (const page of pages) assertHeldBack(await browser.deny(page));
  }),
);

test(
  'codes that come without a question are limited for each account, and so are the events about them',
  onMovedClock(
    async (clocked) => {
      const ada = await clocked.createUser('ada');
      const quill = await clocked.createApplication(ada);
      const browser = await clocked.signedIn(ada);
      await browser.approve(await askFor(browser, quill));

      for (let index = 0; index < 600; index += 1) {
        assert.ok(callback(await browser.authorize(authorizeParams(quill))).get('code'));
      }

      assertHeldBack(await browser.authorize(authorizeParams(quill)));
    },
    { LATCHKEY_CODES_PER_CONSENT: '1000' },
  ),
);
