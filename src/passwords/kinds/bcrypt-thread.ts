/** The thread that compares passwords with bcrypt hashes, at a lower priority than requests. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { compareSync } from 'bcryptjs';

export interface BcryptQuestion {
  readonly number: number;
  readonly password: string;
  readonly kept: string;
}

export interface BcryptAnswer {
  readonly number: number;
  readonly isRight: boolean;
}

/** As in priority.ts. Linux keeps a priority for each thread, and 0 is the thread that asks; elsewhere it is the process. */
const NICENESS = 10;

if (process.platform === 'linux') setPriority(0, NICENESS);

parentPort?.on('message', ({ number, password, kept }: BcryptQuestion) => {
  // As it was typed, and its first 72 bytes alone: that is what the service compared that made the hash.
  const isRight = compareSync(password, kept);
  parentPort?.postMessage({ number, isRight } satisfies BcryptAnswer);
});
