/** Proves how long a sign-in link works: a day for an account without a password, a quarter of an hour for any other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFirstLink } from '../../../src/accounts/sign-in-link.ts';
import { PASSWORD } from '../../support/actors.ts';
import { press } from '../../support/administration.ts';
import { openBrowser, type Page } from '../../support/browser-like.ts';
import { onMovedClock } from '../../support/clocked.ts';
import { formTo, text } from '../../support/html.ts';

const NEW = '/admin/people/new';
const LINK = /\/sign-in\/link\/[\w-]{43}/;

const linkIn = ({ body }: Page) => LINK.exec(body)?.[0] ?? '';

test(
  'the link of a new account works on the next day, once and for one password, and the page says until when',
  onMovedClock(async ({ url, pass, createUser, signedIn }) => {
    const admin = await signedIn(await createUser('root', true));
    const created = await press(admin, NEW, NEW, { nickname: 'grace', email: 'grace@example.com' });
    assert.match(text(created.body), /works once, for 24 hours/);
    const link = linkIn(created);

    pass(86_000);
    const browser = openBrowser(url);
    const page = await browser.get(link);
    assert.equal(page.status, 200);
    const entered = await browser.submit(page, formTo(page.body, link), {
      set: { password: PASSWORD },
    });

    assert.equal(entered.location, '/');
    assert.equal((await openBrowser(url).get(link)).status, 404);
  }),
);

test(
  'a day later the link of a new account is dead, and another one lasts a day again until there is a password',
  onMovedClock(async ({ url, pass, createUser, signedIn }) => {
    const root = await createUser('root', true);
    const created = await press(await signedIn(root), NEW, NEW, { nickname: 'grace', email: 'grace@example.com' });
    pass(86_400);
    const dead = await openBrowser(url).get(linkIn(created));
    assert.equal(dead.status, 404);
    assert.match(text(dead.body), /its time is over/);

    const admin = await signedIn(root);
    const found = await admin.get('/admin/people?q=grace');
    const person = /\/admin\/people\/\d+/.exec(found.body.slice(found.body.indexOf('grace@') - 600))?.[0] ?? '';
    const again = await press(admin, person, `${person}/sign-in-link`);
    assert.match(text(again.body), /for 24 hours/);
    const browser = openBrowser(url);
    const page = await browser.get(linkIn(again));
    await browser.submit(page, formTo(page.body, linkIn(again)), { set: { password: PASSWORD } });

    const third = await press(admin, person, `${person}/sign-in-link`);
    assert.match(text(third.body), /for 15 minutes/);
    pass(901);
    assert.equal((await openBrowser(url).get(linkIn(third))).status, 404);
  }),
);

test(
  'a link that was made for an account without a password is no older than others once the account has one',
  onMovedClock(async ({ url, world, pass, createUser }) => {
    const { id } = await createUser('ada');
    const { secret, writes } = makeFirstLink(world, id);
    assert.ok(await world.database.write(writes));
    const path = `/sign-in/link/${secret}`;
    pass(890);
    assert.equal((await openBrowser(url).get(path)).status, 200);

    pass(11);

    assert.equal((await openBrowser(url).get(path)).status, 404);
  }),
);
