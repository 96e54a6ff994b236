/** Proves that a program which asks the management API again and again what came since is told of every event once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../../src/clients/act.ts';
import { changeAdministration } from '../../../src/clients/administration.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { send } from '../../support/http-client.ts';
import { adminToken } from '../../support/management.ts';

interface Page {
  readonly items: readonly { readonly id: string; readonly nickname: string; readonly kind: string }[];
  readonly next_cursor: string | null;
  readonly after: string;
}

type Ask = (query: string) => Promise<Page>;

async function asker(clocked: Clocked): Promise<Ask> {
  const robot = await clocked.createApplication(await clocked.createUser('root', true));
  await changeAdministration(clocked.world, { publicId: robot.client_id, isGiven: true }, OPERATOR);
  const authorization = `Bearer ${await adminToken(clocked, robot)}`;
  return async (query) => {
    const answer = await send(`${clocked.url}/api/v1/events?${query}`, { headers: { authorization } });
    assert.equal(answer.status, 200, answer.body);
    return JSON.parse(answer.body);
  };
}

const namesOf = ({ items }: Page) => items.map(({ nickname }) => nickname);

test(
  'what came since is told oldest first, once each, and what may still be overtaken is left for the next question',
  onMovedClock(async (clocked) => {
    const ask = await asker(clocked);
    const created = 'kind=account.created';
    const tooEarly = await ask(`after=0&${created}`);
    clocked.pass(11);
    const first = await ask(`after=${tooEarly.after}&${created}`);
    for (const name of ['ada', 'grace']) await clocked.createUser(name);
    const stillEarly = await ask(`after=${first.after}&${created}`);
    clocked.pass(11);
    const second = await ask(`after=${stillEarly.after}&${created}`);
    const none = await ask(`after=${second.after}&${created}`);

    assert.deepEqual([tooEarly, first, stillEarly, second, none].map(namesOf), [
      [],
      ['root'],
      [],
      ['ada', 'grace'],
      [],
    ]);
    assert.equal((await ask(`after=${second.items[0]?.id}&${created}`)).items[0]?.nickname, 'grace');
  }),
);

test(
  'a page of what came since leads to the next by its cursor or its own after, through all kinds that are asked for',
  onMovedClock(async (clocked) => {
    const ask = await asker(clocked);
    for (const name of ['ada', 'grace', 'edsger', 'barbara']) await clocked.createUser(name);
    clocked.pass(11);
    const query = 'after=0&limit=2&kind=account.created&kind=application.created';

    const first = await ask(query);
    const byCursor = await ask(`${query}&cursor=${first.next_cursor}`);
    const byAfter = await ask(query.replace('after=0', `after=${first.after}`));
    const last = await ask(`limit=2&kind=account.created&cursor=${byCursor.next_cursor}`);

    assert.deepEqual(
      first.items.map(({ kind }) => kind),
      ['account.created', 'application.created'],
    );
    assert.deepEqual(namesOf(byCursor), ['ada', 'grace']);
    assert.deepEqual(byAfter, byCursor);
    assert.deepEqual(namesOf(last), ['edsger', 'barbara']);
    assert.equal(last.next_cursor, null);
    const back = await ask('kind=account.created&limit=2');
    assert.deepEqual([namesOf(back), back.after], [['barbara', 'edsger'], undefined]);
  }),
);
