/** An application with very many users, and one with very many ended ones: pages stay quick, and what ended goes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_COUNTED } from '../../../src/protocol/counting.ts';
import { sql } from '../../../src/storage/sql.ts';
import { sweep } from '../../../src/tokens/sweep.ts';
import type { Application, User } from '../../support/actors.ts';
import type { Browser } from '../../support/browser-like.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { authorizeParams, codeFields, obtainCode, refreshFields, tokensOf } from '../../support/grant.ts';
import { formTo, text } from '../../support/html.ts';
import { seedUsers } from '../../support/many-users.ts';
import { applicationPath, deleteApplication } from '../../support/portal.ts';
import { RESOURCE_SCOPES } from '../../support/resources.ts';
import { token } from '../../support/token-client.ts';

const DAY = 86_400;
const ALLOWED = '/oauth/authorized_applications';

interface Cast {
  readonly ada: User;
  readonly quill: Application;
  readonly browser: Browser;
}

async function castOf(clocked: Clocked): Promise<Cast> {
  const ada = await clocked.createUser('ada');
  const quill = await clocked.createApplication(ada);
  return { ada, quill, browser: await clocked.signedIn(ada) };
}

async function rowsOf({ world }: Clocked): Promise<Readonly<Record<string, number>>> {
  const [row] = await world.database.list<Record<string, number>>(sql`select
    (select count(*) from consents) as "consents", (select count(*) from families) as "families",
    (select count(*) from pairs) as "pairs", (select count(*) from codes) as "codes",
    (select count(*) from clients) as "clients", (select count(*) from client_uses) as "uses",
    (select count(*) from consents where address is not null or user_agent is not null) as "devices"`);
  return { ...row };
}

/** Tokens of a consent of this moment. */
async function tokensFor({ url }: Clocked, { quill, browser }: Cast) {
  return tokensOf(await token(url, codeFields(quill, await obtainCode(browser, quill))));
}

test(
  'pages say "10,000+" instead of counting on, and all of so many users are signed out by one form',
  onMovedClock(async (clocked) => {
    const { quill, browser } = await castOf(clocked);
    await seedUsers(clocked.world.database, { clientId: quill.client_id, count: MOST_COUNTED + 2_000 });
    const path = applicationPath(quill);

    for (const page of [path, `${path}/users`, `${path}/settings`, '/account/delete'])
      assert.match((await browser.get(page)).body, /10,000\+/, page);
    assert.match((await browser.get('/oauth/applications')).body, /1,000\+/);
    assert.match((await browser.get(`${path}/users`)).body, /New users on each day/);
    const settings = await browser.get(`${path}/settings`);
    assert.equal((await browser.submit(settings, formTo(settings.body, `${path}/tokens/revoke`))).status, 303);

    const live = sql`select count(*) as "count" from consents where revoked_at is null`;
    const [left] = await clocked.world.database.list<{ count: number }>(live);
    assert.equal(left?.count, 0);
    assert.match((await browser.get(path)).body, /no users/);
  }),
);

test(
  'an application with more users than are counted is counted again after a minute',
  onMovedClock(async (clocked) => {
    const { quill, browser } = await castOf(clocked);
    const { database } = clocked.world;
    const usersOn = async () => text((await browser.get(`${applicationPath(quill)}/users`)).body);
    await seedUsers(database, { clientId: quill.client_id, count: MOST_COUNTED + 2_000 });
    assert.match(await usersOn(), /10,000\+/);

    await database.write([sql`delete from consents where id > ${1_041}`]);
    assert.match(await usersOn(), /10,000\+/);
    clocked.pass(61);
    assert.match(await usersOn(), /\b42 /);
    assert.doesNotMatch(await usersOn(), /10,000\+/);
  }),
);

test(
  'the consent page tells how many use the application as of the last ten seconds',
  onMovedClock(async (clocked) => {
    const { quill, browser } = await castOf(clocked);
    const other = await clocked.signedIn(await clocked.createUser('bob'));
    const told = async () =>
      /No users yet|\d+ users?\b/.exec(text((await other.authorize(authorizeParams(quill))).body))?.[0];
    const before = await told();

    await obtainCode(browser, quill);
    const soon = await told();
    clocked.pass(10);

    assert.deepEqual([before, soon, await told()], ['No users yet', 'No users yet', '1 user']);
    await clocked.world.database.write([sql`update consents set revoked_at = ${clocked.world.now()}`]);
    clocked.pass(-DAY);
    assert.equal(await told(), 'No users yet', 'a clock that was set back makes no count younger');
  }),
);

test(
  'the page of an API and that of its end say "10,000+" as well, and count a person of two applications once',
  onMovedClock(
    async (clocked) => {
      const { ada, quill } = await castOf(clocked);
      const root = await clocked.signedIn(await clocked.createUser('root', true));
      const form = await root.get('/admin/resources/new');
      const set = { identifier: 'https://notes.example/api', name: 'Notes', scope: 'notes:read' };
      await root.submit(form, formTo(form.body, '/admin/resources'), { set });
      const path =
        /href="(\/admin\/resources\/(?!new)[^"]+)"/.exec((await root.get('/admin/resources')).body)?.[1] ?? '';
      const peopleOn = async (page: string) => text((await root.get(page)).body);
      const { database } = clocked.world;

      await seedUsers(database, { clientId: quill.client_id, count: 12 });
      const other = await clocked.createApplication(ada, { name: 'Other' });
      await database.write([
        sql`update consents set resource_id = (select max(id) from resources)`,
        sql`insert into consents (id, account_id, client_id, resource_id, scope, granted_at, updated_at)
          select k.id + 100000, k.account_id, c.id, k.resource_id, k.scope, k.granted_at, k.updated_at
          from consents k cross join clients c where c.public_id = ${other.client_id}`,
      ]);
      assert.match(await peopleOn(path), /People who gave access to it 12 /);
      assert.match(await peopleOn(`${path}/delete`), /Access that 12 people gave ends/);

      await database.write([sql`delete from consents`, sql`delete from accounts where nickname like 'many%'`]);
      await seedUsers(database, { clientId: quill.client_id, count: MOST_COUNTED + 2_000 });
      await database.write([sql`update consents set resource_id = (select max(id) from resources)`]);
      assert.match(await peopleOn(path), /People who gave access to it 10,000\+/);
      assert.match(await peopleOn(`${path}/delete`), /Access that 10,000\+ people gave ends/);
    },
    { LATCHKEY_SCOPES: RESOURCE_SCOPES },
  ),
);

test(
  'a consent that was removed is gone after two days with its codes, families and tokens; a live one stays',
  onMovedClock(async (clocked) => {
    const cast = await castOf(clocked);
    const { quill, browser } = cast;
    for (let round = 0; round < 3; round += 1) {
      await tokensFor(clocked, cast);
      const page = await browser.get(`${ALLOWED}/${quill.client_id}`);
      await browser.submit(page, formTo(page.body, `${ALLOWED}/${quill.client_id}/revoke`));
    }
    const { access } = await tokensFor(clocked, cast);
    await sweep(clocked.world);
    const before = await rowsOf(clocked);

    clocked.pass(2 * DAY + 1);
    await sweep(clocked.world);
    const { consents, families, pairs, codes } = await rowsOf(clocked);

    assert.equal(before.consents, 4);
    assert.deepEqual(
      [consents, families, pairs, codes],
      [1, 2, 1, 0],
      'the second family is that of the client itself',
    );
    assert.ok(access);
  }),
);

test(
  'a deleted application forgets from where it was allowed with the next sweep, and is gone itself when its events are',
  onMovedClock(
    async (clocked) => {
      const cast = await castOf(clocked);
      await tokensFor(clocked, cast);
      await deleteApplication(cast.browser, cast.quill, 'Quill');
      const before = await rowsOf(clocked);

      await sweep(clocked.world);
      const soon = await rowsOf(clocked);
      clocked.pass(3 * DAY);
      await sweep(clocked.world);
      const later = await rowsOf(clocked);
      clocked.pass(8 * DAY);
      await sweep(clocked.world);

      assert.deepEqual([before.devices, soon.devices], [1, 0]);
      assert.deepEqual([later.clients, later.consents, later.pairs], [1, 0, 0]);
      assert.equal((await rowsOf(clocked)).clients, 0);
    },
    { LATCHKEY_EVENT_DAYS: '7' },
  ),
);

test(
  'of one family some thousand renewals are kept, however many there were, and the rest goes after a day',
  onMovedClock(async (clocked) => {
    const cast = await castOf(clocked);
    const { url, world } = clocked;
    const first = await tokensFor(clocked, cast);
    // The renewals of some days, past the service. The last hundredth is the 2500th, so those up to the 1500th are too old.
    await world.database.write([
      sql`update pairs set generation = ${2501}`,
      sql`insert into pairs (id, family_id, generation, access_digest, refresh_digest, issued_at, access_expires_at,
          refresh_expires_at, used_at, renewed_at, superseded_at)
        with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${2500})
        select numbers.number, p.family_id, numbers.number, p.access_digest, p.refresh_digest, p.issued_at, p.access_expires_at,
          p.refresh_expires_at, p.issued_at, p.issued_at, p.issued_at from numbers cross join pairs p`,
    ]);
    const renewed = tokensOf(await token(url, refreshFields(cast.quill, first.refresh)));

    await sweep(world);
    const soon = await rowsOf(clocked);
    clocked.pass(DAY + 1);
    await sweep(world);
    const later = await rowsOf(clocked);

    assert.deepEqual([soon.pairs, later.pairs], [2502, 1002]);
    assert.equal((await token(url, refreshFields(cast.quill, renewed.refresh))).status, 200);
    clocked.pass(DAY);
    assert.equal((await token(url, refreshFields(cast.quill, first.refresh))).status, 400);
  }),
);
