/** Counts what a process says to its databases, and ends it with SIGKILL right after the n-th thing. */
import { Socket } from 'node:net';
import { DatabaseSync, StatementSync } from 'node:sqlite';

/** `last` is 0 for never. Answers how many things were said so far. */
export function killAfter(last: number, urls: readonly string[]): () => number {
  let said = 0;

  /** Whatever is said last has been said: the database may have done it or not. */
  function countCalls<Method extends string>(
    owner: { [name in Method]: (...words: never[]) => unknown },
    name: Method,
  ): void {
    const original = owner[name];
    owner[name] = function (this: unknown, ...words: never[]) {
      // The last lines of this process go to a pipe, which is a socket too.
      if (this === process.stdout) return original.apply(this, words);
      const answer = original.apply(this, words);
      said += 1;
      if (said === last) process.kill(process.pid, 'SIGKILL');
      return answer;
    };
  }

  countCalls(DatabaseSync.prototype, 'exec');
  countCalls(StatementSync.prototype, 'run');
  if (urls.some((url) => url.startsWith('postgres'))) countCalls(Socket.prototype, 'write');
  return () => said;
}
