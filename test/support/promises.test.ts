/** Proves that the rule about the promises of SECURITY.md sees what it is there for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOfPromises } from './promises.ts';
import type { SourceFile } from './source-files.ts';

const planted = (path: string, text: string): SourceFile => ({ path, text });

test('a promise without a test, a test of another title and a test for no promise are found', () => {
  const faultsOf = (...proofs: string[]): number => {
    const tables = [
      '| what | how |',
      '|---|---|',
      '| Locks | hold |',
      '',
      '| what | proved by |',
      '|---|---|',
      ...proofs,
      '',
      '',
    ];
    return faultsOfPromises([
      planted('SECURITY.md', tables.join('\n')),
      planted('test/lock.test.ts', "test('a lock holds', f);"),
    ]).length;
  };

  assert.equal(faultsOf('| Locks | [lock.test.ts](test/lock.test.ts): a lock holds |'), 0);
  assert.equal(faultsOf(), 1);
  assert.equal(faultsOf('| Locks | [lock.test.ts](test/lock.test.ts): a lock opens |'), 1);
  assert.equal(faultsOf('| Locks | [key.test.ts](test/key.test.ts): a lock holds |'), 1);
  assert.equal(faultsOf('| Locks | a lock holds |'), 1);
  assert.equal(
    faultsOf(
      '| Locks | [lock.test.ts](test/lock.test.ts): a lock holds |',
      '| Keys | [lock.test.ts](test/lock.test.ts): a lock holds |',
    ),
    1,
  );
});
