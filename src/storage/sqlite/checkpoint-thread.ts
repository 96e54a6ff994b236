/** The thread that moves committed pages from the log into the database file, so that no commit has to wait for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './connection.ts';

if (parentPort) {
  const port = parentPort;
  // Passive: it never makes a reader or the writer wait.
  const checkpoint = connect(String(workerData), 'writer').prepare('pragma wal_checkpoint(passive)');
  port.on('message', () => {
    checkpoint.all();
    port.postMessage('done');
  });
}
