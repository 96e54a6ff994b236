/** Checks bcrypt hashes in a thread of their own: a computation of half a second must not hold the event loop. */
import { Worker } from 'node:worker_threads';
import { NotNow } from '../../protocol/not-now.ts';
import type { BcryptAnswer, BcryptQuestion } from './bcrypt-thread.ts';
import type { HashKind } from './kind.ts';

/** The prefixes differ in how old programs failed at unusual passwords; what they compute today is the same. */
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
/** Costs beyond this take seconds: each step doubles the time. */
const MOST_COST = 15;
const LEAST_COST = 4;

const THREAD = new URL('./bcrypt-thread.ts', import.meta.url);

export function isBcrypt(kept: string): boolean {
  const cost = Number(BCRYPT.exec(kept)?.[1] ?? 0);
  return cost >= LEAST_COST && cost <= MOST_COST;
}

/** The thread starts with the first question, and keeps no process alive. What it is asked waits in the queue of passwords. */
export function createBcrypt(script: URL = THREAD): HashKind {
  const asked = new Map<number, PromiseWithResolvers<boolean>>();
  let thread: Worker | undefined;
  let last = 0;

  function start(): Worker {
    const started = new Worker(script);
    started.on('message', ({ number, isRight }: BcryptAnswer) => {
      asked.get(number)?.resolve(isRight);
      asked.delete(number);
      if (asked.size === 0) started.unref();
    });
    started.on('error', () => forget(started));
    started.on('exit', () => forget(started));
    return started;
  }

  function forget(ended: Worker): void {
    if (thread !== ended) return;
    thread = undefined;
    for (const { reject } of asked.values())
      reject(new NotNow('unavailable', 'The thread for passwords has ended.', { shortage: 'passwords' }));
    asked.clear();
  }

  function ask(password: string, kept: string): Promise<boolean> {
    last += 1;
    const answer = Promise.withResolvers<boolean>();
    asked.set(last, answer);
    thread ??= start();
    thread.ref();
    thread.postMessage({ number: last, password, kept } satisfies BcryptQuestion);
    return answer.promise;
  }

  return { name: 'bcrypt', read: (kept) => (isBcrypt(kept) ? (password) => ask(password, kept) : undefined) };
}
