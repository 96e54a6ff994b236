/** `latchkey migrate`: brings the database to this program's schema, as every start does by itself, or says whether it would. */
import { newestSchema } from '../storage/migrations.ts';
import { act, type Call } from './command-line.ts';
import { withMigratedWorld, withNewWorld } from './open-world.ts';
import { answer, JSON_OPTION } from './output/answer.ts';
import { oneLine } from './output/one-line.ts';
import { failureSentence } from './output/system-error.ts';

export const command = act({
  says: 'Brings the database up to date.',
  options: {
    check: {
      says: 'Changes nothing. Exit code 0: nothing to change, 1: something, as a line says, 3: the database could not be asked, or its role may not change it.',
    },
    json: JSON_OPTION,
  },
  run: (call) => {
    const newest = newestSchema();
    const done = async () =>
      answer(call, `The database has schema ${newest}, the newest this program knows.`, { schema: newest, newest });
    return call.options.check ? check(call, done) : withNewWorld(call, done);
  },
});

/** Neither yes nor no: an upgrade is decided by the answer. 2 is a wrong call, as of every command. */
const NO_ANSWER = 3;

type Asked = Pick<Call, 'settings' | 'fail' | 'print'> & { readonly options: { readonly json: boolean } };

async function check(call: Asked, done: () => Promise<number>): Promise<number> {
  let outdated: number | null = null;
  try {
    return await withMigratedWorld(call.settings, done, (schema) => {
      outdated = schema;
    });
  } catch (error) {
    const says = oneLine(failureSentence(error));
    // Whichever it is, it was asked for: programs read it where they read the other answer.
    if (call.options.json) call.print(JSON.stringify({ schema: outdated, newest: newestSchema(), says }));
    else call.fail(says);
    return outdated === null ? NO_ANSWER : 1;
  }
}
