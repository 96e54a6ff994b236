/** Requests of one turn of the event loop, which one look at the database serves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGathering } from '../../../src/http/server/turns.ts';

/** A gathering that writes down what happens: requests are answered when they are begun, or later. */
function openGathering(lookMs = 0) {
  const story: string[] = [];
  let open = 0;
  const gathering = createGathering({
    look: () => {
      story.push('look');
      for (const until = performance.now() + lookMs; performance.now() < until; );
      return { during: (begin) => begin(), end: () => story.push('end') };
    },
    open: () => open,
    begun: () => story.push('begun'),
  });
  const come = (name: string, answer: (done: () => void) => void) => {
    open += 1;
    gathering.begin(() => {
      story.push(name);
      answer(() => {
        open -= 1;
      });
    });
  };
  return { story, come };
}

const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('requests of one turn share one look, which ends when all of them have begun', async () => {
  const { story, come } = openGathering();
  for (const name of ['a', 'b', 'c']) come(name, (done) => done());
  assert.deepEqual(story, [], 'none is begun before the others are there');
  await nextTurn();
  assert.deepEqual(story, ['look', 'a', 'b', 'c', 'end', 'begun']);

  come('d', (done) => done());
  await nextTurn();
  assert.deepEqual(story.slice(6), ['look', 'd', 'end', 'begun']);
});

test('what one of them does in promises is done before the next begins, by the same look', async () => {
  const { story, come } = openGathering();
  come('a', async (done) => {
    await null;
    await null;
    story.push('a is answered');
    done();
  });
  come('b', (done) => done());
  await nextTurn();
  assert.deepEqual(story, ['look', 'a', 'a is answered', 'b', 'end', 'begun']);
});

test('the sixty-fourth does not wait for the end of the turn, and nobody is left behind', async () => {
  const { story, come } = openGathering();
  const names = Array.from({ length: 200 }, (_, index) => String(index));
  for (const name of names) come(name, (done) => done());
  assert.ok(story.filter((word) => word === 'look').length >= 1, 'some were begun in the turn in which they came');
  for (let turns = 0; turns < 5; turns += 1) await nextTurn();
  assert.deepEqual(
    story.filter((word) => names.includes(word)),
    names,
  );
});

test('however long a look takes, requests are begun', async () => {
  const { story, come } = openGathering(10);
  for (const name of ['a', 'b']) come(name, (done) => done());
  for (let turns = 0; turns < 5; turns += 1) await nextTurn();
  assert.deepEqual(story, ['look', 'a', 'end', 'begun', 'look', 'b', 'end', 'begun']);
});
