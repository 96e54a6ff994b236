/** A writer thread that ends at its first group, and does its work when it is started again. */
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const mark = `${String(workerData)}.died`;
if (existsSync(mark)) await import('../../../src/storage/sqlite/writer-thread.ts');
else {
  parentPort?.on('message', () => {
    writeFileSync(mark, '');
    process.exit(1);
  });
}
