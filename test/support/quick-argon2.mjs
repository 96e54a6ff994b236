/**
 * Loaded into test files and into the services they start, before everything else: a password hash at the service's own cost
 * takes a thousandth of its time. Nearly every test signs somebody in, and few are about what that costs.
 *
 * It stands in for a function of Node.js, not for one of ours: what is stored says today's cost as always, a right password
 * still matches and a wrong one does not. Hashes of any other cost are computed as they are. `test/passwords` proves the
 * cost itself, and whoever needs time to pass while passwords are hashed calls `hashAtFullCost` (quick-hashing.ts).
 *
 * JavaScript, since every thread of every service that a test starts loads it: Node.js would load the parser of TypeScript
 * for this file alone, a third of the time that a start takes.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** A variable, so that services which a test starts are told too. */
export const COST = 'LATCHKEY_TEST_HASHING';
export const FULL = 'full';
/** TODAY of src/protocol/people/hash-cost.ts, which is not imported: nothing of the service may be loaded before it starts. */
const OURS = { memory: 19_456, passes: 2, parallelism: 1 };
const LEAST = { memory: 8, passes: 1, parallelism: 1 };

const real = crypto.argon2;

/** @param {crypto.Argon2Parameters} parameters */
function isOurs({ memory, passes, parallelism }) {
  return memory === OURS.memory && passes === OURS.passes && parallelism === OURS.parallelism;
}

crypto.argon2 = (algorithm, parameters, callback) => {
  const isQuick = isOurs(parameters) && process.env[COST] !== FULL;
  real(algorithm, isQuick ? { ...parameters, ...LEAST } : parameters, callback);
};
syncBuiltinESMExports();
