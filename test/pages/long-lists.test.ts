/** Proves in a real Chromium that lists of ten thousand are paged, quick, and no wider than the window. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { createApplication, createUser, signedIn, type User } from '../support/actors.ts';
import { launchChromium, signInAt, visitor } from '../support/chromium.ts';
import { obtainTokens } from '../support/grant.ts';
import { type Service, startService } from '../support/service.ts';

const MANY = 10_000;
const MOST_BYTES = 400_000;
const FIRST_ID = 1_000_000;

let chromium: Browser;
let service: Service;
let ada: User;
let root: User;

before(async () => {
  [chromium, service] = await Promise.all([launchChromium(), startService({ database: 'sqlite' })]);
  [ada, root] = await Promise.all([createUser(service), createUser(service, { admin: true })]);
  const quill = await createApplication(service, { owner: ada });
  await obtainTokens({ service, quill, browser: await signedIn(service, ada) });
  const database = new DatabaseSync(service.databaseFile);
  database.exec('begin immediate');
  const [person, email] = [`'person' || n`, `'person' || n || '@example.org'`];
  multiply(database, 'accounts', `id = ${ada.id}`, {
    ...{ id: `${FIRST_ID} + n`, nickname: person, nickname_key: person, email, email_key: email },
    nickname_skeleton: person,
  });
  multiply(database, 'clients', `public_id = '${quill.client_id}'`, {
    ...{ id: `${FIRST_ID} + n`, public_id: `'client' || n`, name: `'Application number ' || n` },
  });
  multiply(database, 'consents', `account_id = ${ada.id}`, { id: `${FIRST_ID} + n`, client_id: `${FIRST_ID} + n` });
  multiply(database, 'events', `kind = 'consent.given'`, { id: '(select max(id) from events) + n' });
  database.exec('commit');
  database.close();
});

/** Ten thousand copies of one row, each different in what must differ. */
function multiply(database: DatabaseSync, table: string, one: string, different: Record<string, string>): void {
  const columns = database.prepare(`select name from pragma_table_info('${table}')`).all();
  const names = columns.map(({ name }) => String(name));
  database.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
    insert into ${table} (${names.join(', ')})
    select ${names.map((name) => different[name] ?? `row.${name}`).join(', ')}
    from (select * from ${table} where ${one} limit 1) row, numbers`);
}

const LISTS: readonly (readonly [who: () => User, path: string, row: string])[] = [
  [() => ada, '/oauth/applications', '.table tbody tr'],
  [() => ada, '/oauth/applications?sort=name', '.table tbody tr'],
  [() => ada, '/oauth/applications?q=number+77', '.table tbody tr'],
  [() => ada, '/oauth/authorized_applications', '.cards > li'],
  [() => ada, '/account/events', '.timeline > li'],
  [() => root, '/admin/people', '.table tbody tr'],
  [() => root, '/admin/people?q=son77&sort=nickname', '.table tbody tr'],
  [() => root, '/admin/applications', '.table tbody tr'],
  [() => root, '/admin/applications?sort=name', '.table tbody tr'],
  [() => root, '/admin/events', '.event-log > li'],
];

for (const [who, path, row] of LISTS) {
  test(`of ten thousand, ${path} shows a page of bounded size, and the next one`, async () => {
    const context = await visitor(chromium, { width: 360 });
    const page = await context.newPage();
    await signInAt(page, service.url, who());

    const answer = await page.goto(service.url + path);

    assert.ok(((await answer?.body())?.length ?? 0) < MOST_BYTES);
    const rows = page.locator(row);
    const count = await rows.count();
    assert.ok(count > 9 && count <= 100, `${count} rows`);
    const first = await rows.first().innerHTML();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    await page.click('a[rel=next]');
    await page.waitForSelector('a[rel=prev]');
    assert.notEqual(await rows.first().innerHTML(), first);
    await context.close();
  });
}

test('the home of somebody with ten thousand applications shows the newest, and the way to all', async () => {
  const context = await visitor(chromium, { width: 360 });
  const page = await context.newPage();
  await signInAt(page, service.url, ada);

  await page.goto(service.url);

  assert.equal(await page.locator('.table tbody tr').count(), 10);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
  await page.getByRole('link', { name: 'All applications' }).click();
  await page.waitForSelector('a[rel=next]');
  await context.close();
});
