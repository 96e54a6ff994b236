/** Who shares a look at PostgreSQL's state, and in which order looks and answers follow one another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { QueryClient } from '../../../src/storage/postgres/pool.ts';
import { watchSnapshot } from '../../../src/storage/postgres/snapshot.ts';

/** A driver whose questions are answered by the test, in the order in which they were asked. */
function openDriver() {
  const questions: PromiseWithResolvers<readonly (readonly unknown[])[] & { readonly columns: [] }>[] = [];
  let asked = 0;
  const client: QueryClient = {
    unsafe: () => ({
      // biome-ignore lint/suspicious/noThenProperty: the driver's queries can be awaited too.
      then: () => assert.fail('The state is asked for as values.'),
      values() {
        asked += 1;
        const question = Promise.withResolvers<readonly (readonly unknown[])[] & { readonly columns: [] }>();
        questions.push(question);
        return question.promise;
      },
    }),
  };
  const answer = (state: string) => questions.shift()?.resolve(Object.assign([[state]], { columns: [] as [] }));
  return { client, answer, asked: () => asked };
}

test('whoever asks in one turn shares one look', async () => {
  const driver = openDriver();
  const watch = watchSnapshot(driver.client);

  const looks = [watch.current(), watch.current(), watch.current()];
  await turn();
  driver.answer('first');

  assert.deepEqual(await Promise.all(looks), ['first', 'first', 'first']);
  assert.equal(driver.asked(), 1);
});

test('whoever asks while a look is under way is told of the next one, never of that one', async () => {
  const driver = openDriver();
  const watch = watchSnapshot(driver.client);
  const early = watch.current();
  await turn();

  const late = watch.current();
  await turn();
  driver.answer('before the late question');
  assert.equal(await early, 'before the late question');
  driver.answer('after it');

  assert.equal(await late, 'after it');
});

test('the next look is on its way before those who waited for the last one are told', async () => {
  const driver = openDriver();
  const watch = watchSnapshot(driver.client);
  const early = watch.current().then(() => driver.asked());
  await turn();
  const late = watch.current();

  driver.answer('first');

  assert.equal(await early, 2);
  driver.answer('second');
  await late;
});
