/** `latchkey migrate`: brings the database to this program's schema, as every start does by itself, or says whether it would. */
import { newestSchema } from '../storage/migrations.ts';
import { act, type Call } from './command-line.ts';
import { withMigratedWorld, withNewWorld } from './open-world.ts';
import { answer, JSON_OPTION } from './output/answer.ts';
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
    const schema = newestSchema();
    const done = async () =>
      answer(call, `The database has schema ${schema}, the newest this program knows.`, { schema });
    return call.options.check ? check(call, done) : withNewWorld(call, done);
  },
});

/** Neither yes nor no: an upgrade is decided by the answer. 2 is a wrong call, as of every command. */
const NO_ANSWER = 3;

async function check(call: Pick<Call, 'settings' | 'fail'>, done: () => Promise<number>): Promise<number> {
  let isOutdated = false;
  try {
    return await withMigratedWorld(call.settings, done, () => {
      isOutdated = true;
    });
  } catch (error) {
    const somethingToChange = call.fail(failureSentence(error));
    return isOutdated ? somethingToChange : NO_ANSWER;
  }
}
