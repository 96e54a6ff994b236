/** Which calls share a query for PostgreSQL's snapshot, and in which order queries and answers follow one another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { FieldLists, Query } from '../../../src/storage/postgres/pool.ts';
import { watchSnapshot } from '../../../src/storage/postgres/snapshot.ts';

/** A server whose questions are answered by the test, in the order in which they were asked. */
function openServer() {
  const questions: PromiseWithResolvers<FieldLists>[] = [];
  let asked = 0;
  const query: Query = () => {
    asked += 1;
    const question = Promise.withResolvers<FieldLists>();
    questions.push(question);
    return question.promise;
  };
  const answer = (state: string) => questions.shift()?.resolve(Object.assign([[state]], { columns: [] }));
  return { query, answer, asked: () => asked };
}

test('calls of one turn share one query', async () => {
  const server = openServer();
  const watch = watchSnapshot(server.query);

  const looks = [watch.current(), watch.current(), watch.current()];
  await turn();
  server.answer('first');

  assert.deepEqual(await Promise.all(looks), ['first', 'first', 'first']);
  assert.equal(server.asked(), 1);
});

test('a call made while a query is under way is answered by the next query, never by that one', async () => {
  const server = openServer();
  const watch = watchSnapshot(server.query);
  const early = watch.current();
  await turn();

  const late = watch.current();
  await turn();
  server.answer('before the late question');
  assert.equal(await early, 'before the late question');
  server.answer('after it');

  assert.equal(await late, 'after it');
});

test('the next query is sent before the answer to the last one is handed on', async () => {
  const server = openServer();
  const watch = watchSnapshot(server.query);
  const early = watch.current().then(() => server.asked());
  await turn();
  const late = watch.current();

  server.answer('first');

  assert.equal(await early, 2);
  server.answer('second');
  await late;
});
