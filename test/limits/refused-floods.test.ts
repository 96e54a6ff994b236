/** Proves that refused requests, however many, write little: a flood is counted, not recorded one by one. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { reportBounded } from '../../src/events/report-bounded.ts';
import { sql } from '../../src/storage/sql.ts';
import { readSpent } from '../../src/storage/tables/limits.ts';
import { type Application, CALLBACK } from '../support/actors.ts';
import { openBrowser } from '../support/browser-like.ts';
import { type Clocked, onMovedClock } from '../support/clocked.ts';
import { codeFields, refreshFields } from '../support/grant.ts';
import { type Answer, send } from '../support/http-client.ts';
import { token } from '../support/token-client.ts';

const FLOOD = 400;
const AT_ONCE = 20;

async function rowsOf({ world }: Clocked, table: 'events' | 'refused_requests'): Promise<number> {
  await world.refusals.finish();
  const counted =
    table === 'events'
      ? sql`select count(*) as "count" from events`
      : sql`select count(*) as "count" from refused_requests`;
  return (await world.database.read<{ count: number }>(counted))[0]?.count ?? 0;
}

/** So many at once and no more, as a handful of connections would send them. */
async function flood(times: number, ask: (index: number) => Promise<Answer>): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < times; sent += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(sent + index)));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

async function quillOf(clocked: Clocked, nickname = 'ada'): Promise<Application> {
  return clocked.createApplication(await clocked.createUser(nickname));
}

const UNKNOWN = () => ({ client_id: randomBytes(8).toString('hex'), client_secret: 'z', grant_type: 'x' });

test(
  'unknown clients are counted and leave no row behind, at any endpoint that clients call',
  onMovedClock(async (clocked) => {
    await quillOf(clocked);
    const before = [await rowsOf(clocked, 'events'), await rowsOf(clocked, 'refused_requests')];
    const paths = ['/oauth/token', '/oauth/revoke', '/oauth/introspect'];

    const statuses = await flood(FLOOD, (index) => token(clocked.url, UNKNOWN(), { path: paths[index % 3] ?? '' }));

    assert.deepEqual([...statuses.keys()].sort(), [401, 429]);
    assert.deepEqual([await rowsOf(clocked, 'events'), await rowsOf(clocked, 'refused_requests')], before);
    // One more: the first that was beyond the limit would have been told to its owner.
    assert.equal(clocked.world.tally.of('unknown clients'), 1 + (statuses.get(401) ?? 0));
  }),
);

test(
  'whoever is over a limit costs no write, and the owner sees once a minute that it was reached',
  onMovedClock(async (clocked) => {
    const quill = await quillOf(clocked);
    const wrong = { ...codeFields(quill, 'x'), client_secret: 'wrong' };
    const reached = await flood(40, () => token(clocked.url, wrong));
    assert.deepEqual(
      reached,
      new Map([
        [401, 20],
        [429, 20],
      ]),
    );
    const before = [await rowsOf(clocked, 'events'), await rowsOf(clocked, 'refused_requests')];

    const statuses = await flood(FLOOD, () => token(clocked.url, wrong));

    assert.deepEqual([...statuses.keys()], [429]);
    const added = (await rowsOf(clocked, 'refused_requests')) - (before[1] ?? 0);
    assert.ok(added <= 1, `${added} rows: the limit of the network was reached as well`);
    assert.equal(await rowsOf(clocked, 'events'), before[0]);
    const told = await clocked.world.database.read(
      sql`select id from refused_requests where reason = ${'rate_limited'}`,
    );
    assert.equal(told.length, 1 + added);
  }),
);

test(
  'invented codes and refresh tokens of an authenticated application are recorded so often, and then counted',
  onMovedClock(async (clocked) => {
    const quill = await quillOf(clocked);
    const before = await rowsOf(clocked, 'events');

    for (let minute = 0; minute < 3; minute += 1) {
      await flood(200, (index) =>
        token(clocked.url, index % 2 === 0 ? codeFields(quill, 'x') : refreshFields(quill, 'x')),
      );
      clocked.pass(61);
    }

    // A hundred of each kind in an hour, and one that says that there were more.
    assert.equal((await rowsOf(clocked, 'events')) - before, 202);
    assert.ok((await rowsOf(clocked, 'refused_requests')) <= 2 * 60 + 3);
  }),
);

test(
  'what concerns nobody, such as sign-ins with invented names, is recorded a thousand times in an hour',
  onMovedClock(async (clocked) => {
    const { world } = clocked;
    const failed = (index: number) =>
      reportBounded(
        world,
        { address: `10.0.${index >> 8}.${index & 255}`, userAgent: null },
        'account.sign_in_failed',
        {
          detail: 'unknown name',
        },
      );

    const recorded = Array.from({ length: 1100 }, (_, index) => failed(index)).flat();
    const before = await rowsOf(clocked, 'events');
    await openBrowser(clocked.url).signIn({ nickname: 'nobody', password: 'x' });
    assert.equal(await rowsOf(clocked, 'events'), before);
    const counted = await readSpent(world.database, 'sign-in-failures/left-out');
    assert.equal(counted?.spent, 1, 'a commit is a commit: the time of the answer tells nothing');
    clocked.pass(3601);

    assert.equal(recorded.length, 1001);
    assert.equal(world.tally.of('events left out'), 101);
    assert.equal(failed(0).length, 1);
    const figures = await world.metrics.print();
    assert.match(figures, /^latchkey_events_total\{kind="account\.sign_in_failed"\} 1102$/m, 'all of them are counted');
  }),
);

test(
  'requests with an invented redirect URI, each refused on a page, are recorded so often for their application',
  onMovedClock(async (clocked) => {
    const quill = await quillOf(clocked);
    const query = (index: number) =>
      new URLSearchParams({ client_id: quill.client_id, response_type: 'code', redirect_uri: `${CALLBACK}/${index}` });

    const statuses = await flood(FLOOD, (index) => send(`${clocked.url}/oauth/authorize?${query(index)}`));

    assert.deepEqual([...statuses.keys()], [400]);
    assert.equal(await rowsOf(clocked, 'refused_requests'), 60);
  }),
);

test(
  'what came with the application’s own secret or token is still there after a flood of strangers',
  onMovedClock(async (clocked) => {
    const quill = await quillOf(clocked);
    const ask = (fields: Record<string, string>) => token(clocked.url, fields);
    await ask({ ...codeFields(quill, 'x'), grant_type: 'nonsense' });
    await ask({ ...codeFields(quill, 'x'), client_secret: 'wrong' });
    const query = (index: number) =>
      new URLSearchParams({ client_id: quill.client_id, response_type: 'code', redirect_uri: `${CALLBACK}/${index}` });

    for (let round = 0; round < 12; round += 1) {
      await flood(100, (index) => send(`${clocked.url}/oauth/authorize?${query(index)}`));
      await clocked.world.refusals.finish();
      clocked.pass(601);
    }

    const kept = await clocked.world.database.read<{ reason: string; count: number }>(
      sql`select reason, count(*) as "count" from refused_requests group by reason order by reason`,
    );
    assert.deepEqual(
      kept.map(({ reason, count }) => [reason, count]),
      [
        ['client_secret_wrong', 1],
        ['grant_unsupported', 1],
        ['redirect_uri_unregistered', 499],
      ],
    );
  }),
);
