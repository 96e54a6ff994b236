/** The people of a takeover: every row of the table of users, and those who are gone from it since the last run. */
import { type ForeignPerson, type PersonColumns, readPerson } from '../../protocol/imports/person.ts';
import { readSince } from '../../protocol/imports/values.ts';
import { attempt, stale } from '../../storage/database.ts';
import { type ForeignRow, UnfitSource } from '../../storage/foreign/source.ts';
import { findImportedAccount, listMarkedAccounts, remarkAccount } from '../../storage/tables/imports/people.ts';
import { disable } from '../../storage/tables/people/accounts.ts';
import type { World } from '../../world.ts';
import { type Handover, noHandover, toBeFreed } from '../handing-on.ts';
import { bringPeople, markOf, noNames } from '../people.ts';
import { ImportRefused } from '../refused.ts';
import { emptyPeople, notePerson } from '../report.ts';
import type { Stage } from './stage.ts';
import { columnNames, personColumns } from './tables.ts';

export async function takePeople(stage: Stage): Promise<void> {
  await takeOnce(stage, stage.handover);
  // A run frees these names before it brings anybody.
  const freed = stage.isSurvey ? await toBeFreed(stage.world, stage.handover, markOf) : undefined;
  if (!freed) return;
  stage.people.clear();
  Object.assign(stage.peopleReport, emptyPeople());
  await takeOnce(stage, noHandover(freed));
}

async function takeOnce(stage: Stage, handover: Handover): Promise<void> {
  const { source, options, world, importId, isDry, pepper, notTaken } = stage;
  const columns = await personColumns(source, options.usersTable, options.columns);
  const names = [...new Set(columnNames(columns))];
  const run = { world, importId, isDry, pepper, report: stage.peopleReport, names: noNames(), handover, notTaken };
  let done = 0;
  for await (const rows of source.rows(options.usersTable, names)) {
    const people = rows.map((row): ForeignPerson => {
      const person = readPerson(row, columns);
      if (!person.ok) throw new UnfitSource(unfit(options.usersTable, row, { columns, why: person.refusal }));
      return meet(stage, person.value);
    });
    await bringPeople(run, people);
    done += people.length;
    await stage.step('people', done);
  }
  await disableGone(stage);
}

function meet({ people, options }: Stage, person: ForeignPerson): ForeignPerson {
  if (people.has(person.id)) throw new UnfitSource(`The table ${options.usersTable} has the id ${person.id} twice.`);
  people.add(person.id);
  return person;
}

interface Unfit {
  readonly columns: PersonColumns;
  readonly why: 'id' | 'disabled';
}

function unfit(table: string, row: ForeignRow, { columns, why }: Unfit): string {
  const lock = columns.disabled?.find((name) => readSince(row[name]) === undefined) ?? '';
  const value = row[why === 'id' ? columns.id : lock] ?? null;
  const shown = value === null ? 'nothing' : JSON.stringify(value.slice(0, 40));
  if (why === 'disabled')
    return `The table ${table} has ${shown} in ${lock} of the id ${row[columns.id]}, which is neither a moment nor a truth, so nobody can say whether that account is disabled. Mend it, or leave the column out: --column disabled=NAME names the only one that counts, and --column disabled= lets everybody in.`;
  return `The table ${table} has ${shown} as an id. Ids are kept, so they must be whole numbers from 1 to ${Number.MAX_SAFE_INTEGER}: UUIDs cannot be taken over.`;
}

const AT_ONCE = 500;

/** Whoever deleted the account at the source must not be let in here: the account is disabled, not deleted. */
async function disableGone(stage: Stage): Promise<void> {
  const { world, importId, people, peopleReport, handover, isDry, options } = stage;
  let isAnybodyThere = false;
  for (let after = 0; ; ) {
    const marked = await listMarkedAccounts(world.database, after, AT_ONCE);
    for (const { accountId, importId: own } of marked) {
      if (own !== importId) continue;
      if (people.has(accountId)) {
        isAnybodyThere = true;
        continue;
      }
      handover.gone.add(accountId);
      if (!(await disableAbsent(world, accountId, isDry))) continue;
      peopleReport.gone += 1;
      notePerson(peopleReport, { id: accountId, kind: 'gone', why: null, nickname: '' });
    }
    const last = marked.at(-1);
    if (!last || marked.length < AT_ONCE) break;
    after = last.accountId;
  }
  // Everything is judged before anything is written, so that nobody is disabled yet.
  if (isDry && handover.gone.size > 0 && !isAnybodyThere) throw new ImportRefused(otherPeople(options.usersTable));
}

function otherPeople(table: string): string {
  return `None of the people who were imported before is in the table ${table}: it is another table or service, or an empty copy. All of them would be disabled. Nothing was changed.`;
}

/** Whoever is no longer at the source is let in again when the source has them again: the mark goes along. */
function disableAbsent(world: World, id: number, isDry: boolean): Promise<boolean> {
  return attempt(async () => {
    const found = await findImportedAccount(world.database, id);
    if (!found || found.disabledAt !== null || found.deletedAt !== null) return false;
    const now = world.now();
    const isOurs = found.mark !== null && markOf(found) === found.mark;
    const remark = isOurs ? [remarkAccount(id, found.mark, markOf({ ...found, disabledAt: now }))] : [];
    return isDry || (await world.database.write([disable(id, null, now), ...remark])) !== null || stale;
  });
}
