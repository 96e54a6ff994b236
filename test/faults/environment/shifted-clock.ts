/**
 * Loaded into a process of the service before everything else: its wall clock is off by what a file says, and jumps
 * when the file changes. Time that is measured and not read goes on as it did, as on a machine whose clock is set.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOOK_EVERY_MS = 10;
const folder = process.env.LATCHKEY_TEST_CLOCKS;

if (folder !== undefined) {
  // Each instance has a port of its own, by which whoever sets the clocks tells them apart.
  const path = join(folder, String(process.env.LATCHKEY_PORT));
  const read = () => {
    try {
      return Number(readFileSync(path, 'utf8'));
    } catch {
      return 0;
    }
  };
  let offsetMs = read();
  const wallClock = Date.now;
  Date.now = () => wallClock() + offsetMs;
  setInterval(() => {
    offsetMs = read();
  }, LOOK_EVERY_MS).unref();
}
