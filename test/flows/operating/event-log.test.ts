/** Proves what the audit log tells administrators: names, ranges, what is newer, and whole files. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { removeAdministrator } from '../../../src/accounts/operator-endings.ts';
import { sql } from '../../../src/storage/sql.ts';
import { createUser, signedIn } from '../../support/actors.ts';
import { administeredStage, disable, personPath } from '../../support/administration.ts';
import { filled } from '../../support/browser-like.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { formTo, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';

const on = eachDatabase(administeredStage);
const today = () => new Date().toISOString().slice(0, 10);

test(
  'whoever acted is told by name, and a line leads to the person, the administrator and the application',
  on(async ({ service, root, admin }) => {
    const person = await createUser(service);
    await disable(admin, person);

    const page = await admin.get('/admin/events?kind=account.disabled');

    const line = /<li[^>]*data-event="\d+".*?<\/li>/s.exec(page.body)?.[0] ?? '';
    assert.ok(line.includes(personPath(person)) && line.includes(personPath(root)), line);
    assert.match(text(line), new RegExp(`by ${root.nickname}`));
    assert.ok(!text(line).includes(`administrator ${root.id}`));
  }),
);

test(
  'a line about no account begins with who acted',
  on(async ({ service, admin }) => {
    const wish = ['--identifier', 'https://nobody.example/', '--name', 'Nobody', '--scope', 'email'];
    assert.equal((await service.cliHere(['resources', 'create', ...wish])).code, 0);

    const page = await admin.get('/admin/events?kind=resource.created');

    const who = /<span class="log-who">.*?<\/li>/s.exec(page.body)?.[0] ?? '';
    assert.match(text(who), /by the operator/);
    assert.doesNotMatch(text(who), /no account/);
  }),
);

test(
  'both sides of a transfer are told by name, on the page and in the list of the command',
  on(async ({ service, ada, browser, admin, quill }) => {
    const bob = await createUser(service);
    const bobs = await signedIn(service, bob);
    const settings = await browser.get(`${applicationPath(quill)}/settings`);
    const offer = formTo(settings.body, /\/transfer$/);
    await browser.post(offer.action, filled(offer, { set: { nickname: bob.nickname } }));
    const list = await bobs.get('/oauth/applications');
    await bobs.submit(list, formTo(list.body, new RegExp(`${quill.client_id}/transfer/accept$`)));

    for (const [kind, side, person] of [
      ['application.transfer_offered', 'to', bob],
      ['application.transferred', 'to', bob],
      ['application.transfer_accepted', 'from', ada],
    ] as const) {
      const page = await admin.get(`/admin/events?kind=${kind}`);
      const line = /<li[^>]*data-event="\d+".*?<\/li>/s.exec(page.body)?.[0] ?? '';
      assert.ok(text(line).includes(`${side} ${person.nickname}`), text(line));
      assert.ok(line.includes(personPath(person)) && !text(line).includes(String(person.id)), line);
      const { stdout } = await service.cliHere(['events', '--kind', kind]);
      assert.ok(stdout.includes(`${side} ${person.nickname} (${person.id})`), stdout);
    }
  }),
);

test(
  'a range of days holds both its ends, and what lies outside is not shown',
  on(async ({ admin }) => {
    const lines = async (query: string) =>
      [...(await admin.get(`/admin/events?${query}`)).body.matchAll(/data-event=/g)].length;

    assert.ok((await lines(`since=${today()}&until=${today()}`)) > 0);
    assert.equal(await lines('until=2020-01-02'), 0);
    assert.equal(await lines('since=2999-01-01'), 0);
    assert.equal((await admin.get('/admin/events?until=2026-02-30')).status, 422);
  }),
);

test(
  'a range that ends before it begins is told beside the field, also where it was to be exported',
  on(async ({ admin }) => {
    const says = { en: 'This day is before the first day of the range.', ru: 'Этот день раньше первого дня периода.' };

    for (const path of ['/admin/events?', '/admin/events/export?format=csv&'])
      for (const [language, sentence] of Object.entries(says)) {
        const headers = { 'accept-language': language };
        const refused = await admin.get(`${path}since=2026-11-16&until=2026-11-15`, headers);
        assert.equal(refused.status, 422);
        assert.ok(refused.body.includes(sentence), refused.body);
      }
  }),
);

test(
  'what is no day is told beside its field and not put back into it, where only a day may stand',
  on(async ({ admin }) => {
    const value = (body: string, name: string) =>
      new RegExp(`<input id="${name}"[^>]* value="([^"]*)"`).exec(body)?.[1];

    for (const typed of ['x', '2026-02-30', '2026-11-15T00:00', '15.11.2026']) {
      const refused = await admin.get(`/admin/events?since=${encodeURIComponent(typed)}&until=2026-11-15`);
      assert.equal(refused.status, 422, typed);
      assert.equal(value(refused.body, 'since'), '', typed);
      assert.equal(value(refused.body, 'until'), '2026-11-15');
    }
  }),
);

test(
  'a page that follows the log is handed what is newer than its newest line, and nothing else',
  on(async ({ service, admin }) => {
    const first = await admin.get('/admin/events');
    const newest = /data-event="(\d+)"/.exec(first.body)?.[1] ?? '';
    const person = await createUser(service);

    const newer = await admin.get(`/admin/events/newer?after=${newest}&kind=account.created`);

    assert.match(text(newer.body), new RegExp(person.nickname));
    assert.doesNotMatch(newer.body, /<main/);
    const last = /data-event="(\d+)"/.exec(newer.body)?.[1] ?? '';
    assert.doesNotMatch((await admin.get(`/admin/events/newer?after=${last}&kind=account.created`)).body, /data-event/);
    assert.match(first.headers['content-security-policy'] ?? '', /connect-src 'self'/);
  }),
);

test(
  'events are exported whole within their filters, as CSV and as JSON lines',
  on(async ({ service, admin }) => {
    const person = await createUser(service);
    const csv = await admin.get(`/admin/events/export?format=csv&person=${person.nickname}`);
    const jsonl = await admin.get('/admin/events/export?format=jsonl&kind=account.created');

    assert.match(csv.body, /^"at","kind","account_id"/);
    assert.ok(
      csv.body
        .split('\r\n')
        .slice(1, -1)
        .every((line) => line.includes(String(person.id))),
    );
    const kinds = jsonl.body
      .trim()
      .split('\n')
      .map((line): { kind?: string; id?: unknown } => JSON.parse(line));
    assert.ok(kinds.length > 1 && kinds.every(({ kind }) => kind === 'account.created'));
    assert.match(jsonl.headers['content-type'] ?? '', /ndjson/);
    const told = await service.cliHere(['events', '--kind', 'account.created', '--account', person.nickname, '--json']);
    const { id } = JSON.parse(told.stdout);
    assert.ok(
      kinds.some((line) => line.id === String(id)),
      `as webhooks and the management API write ${id}, where programs go on from it`,
    );
    assert.match(csv.body, new RegExp(`"${id}"\r\n`));
  }),
);

/** More than the system keeps for a reader who does not read. */
const [ROWS, CHARACTERS] = [10_000, 4000];

async function slowFile({ url, world, createUser, signedIn }: Clocked) {
  const [root] = [await createUser('root', true), await createUser('spare', true)];
  await world.database.write([
    sql`insert into events (id, happened_at, kind, detail)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${ROWS})
      select i, cast(${world.now()} as bigint), 'limit.reached', cast(${'x'.repeat(CHARACTERS)} as text) from n`,
  ]);
  const { cookies } = await signedIn(root);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const asked = get(`${url}/admin/events/export`, { headers: { cookie } });
  const [file] = (await once(asked, 'response')) as [IncomingMessage];
  assert.equal(file.statusCode, 200);
  const read = async () => {
    let bytes = 0;
    try {
      for await (const chunk of file) bytes += chunk.length;
    } catch {
      // Cut off.
    }
    return { bytes, isWhole: file.complete };
  };
  return { root, read };
}

test(
  'a file of any length arrives whole, however slowly it is read',
  onMovedClock(async (clocked) => {
    const { read } = await slowFile(clocked);

    const { bytes, isWhole } = await read();

    assert.ok(isWhole && bytes > ROWS * CHARACTERS, `${bytes} bytes came`);
  }),
);

test(
  'a file that is being read ends when its reader is no administrator any more',
  onMovedClock(async (clocked) => {
    const { root, read } = await slowFile(clocked);

    assert.ok((await removeAdministrator(clocked.world, root.nickname)).ok);
    const { bytes, isWhole } = await read();

    assert.ok(!isWhole, 'it is cut off, so that nobody takes it for whole');
    assert.ok(bytes < (ROWS * CHARACTERS * 3) / 4, `${bytes} bytes came`);
  }),
);
