/** Proves what the audit log tells administrators: names, ranges, what is newer, and whole files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../support/actors.ts';
import { administeredStage, disable, personPath } from '../../support/administration.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { text } from '../../support/html.ts';

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
      .map((line): { kind?: string } => JSON.parse(line));
    assert.ok(kinds.length > 1 && kinds.every(({ kind }) => kind === 'account.created'));
    assert.match(jsonl.headers['content-type'] ?? '', /ndjson/);
  }),
);
