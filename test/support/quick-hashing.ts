/** Password hashes that cost next to nothing (quick-argon2.mjs), and the way back for tests that are about what they cost. */
import { COST, FULL } from './quick-argon2.mjs';

/** From here on, in this file and in the services that it starts afterwards. */
export function hashAtFullCost(): void {
  process.env[COST] = FULL;
}

const preloaded = new URL('quick-argon2.mjs', import.meta.url).href;

/** What a service that a test starts finds in its environment. */
export function quickHashing(): Record<string, string> {
  return process.env[COST] === FULL ? {} : { NODE_OPTIONS: `--import=${preloaded}` };
}
