/** `latchkey users create-many`, `disable-many`: thousands of accounts from standard input in one process. */
import { createByOperator, disableAccount } from '../../accounts/operator.ts';
import { isAdministered } from '../../accounts/operator-endings.ts';
import { findDoubledMember } from '../../config/doubled-member.ts';
import { isRecord, readJson } from '../../config/values.ts';
import { en } from '../../pages/text/en.ts';
import { faultWords } from '../../pages/text/texts.ts';
import { emailKey, nicknameKey } from '../../protocol/people/account-rules.ts';
import { examineOptionalReason } from '../../protocol/people/suspension.ts';
import { oneAtATime } from '../../storage/one-at-a-time.ts';
import type { World } from '../../world.ts';
import { act, type Call } from '../command-line.ts';
import { withNewWorld, withWorld } from '../open-world.ts';
import { tellingWhenStopped } from '../output/when-stopped.ts';
import { NONE_LEFT } from './ending.ts';

/** As many as hash passwords at once, and a few that write or wait meanwhile. */
const AT_ONCE = 8;

/** One line of the answer; `error` where nothing was done. */
interface Line {
  readonly line: number;
  readonly name: string;
  readonly id?: number;
  readonly error?: string;
}

export const createMany = act({
  says: 'Creates accounts from standard input, a JSON object a line: {"nickname": …, "email": …, "password": …}; may have "name" and "email_verified", and no password.',
  options: { json: { says: 'Prints JSON, one account a line.' } },
  run: async (call) => {
    const lines = linesOf(await call.readInput());
    return await withNewWorld(call, (world) => doAll(call, lines, (text) => createOne(world, text)));
  },
});

export const disableMany = act({
  says: 'Disables accounts from standard input: a nickname, an email address or a number a line.',
  options: {
    reason: { says: 'Why, in one line that each person reads at sign-in.', value: '"R"' },
    json: { says: 'Prints JSON, one account a line.' },
  },
  run: async (call) => {
    const because = examineOptionalReason(call.options.reason ?? '');
    if (!because.ok) return call.wrong(`--reason: ${faultWords(en, because.refusal)}`);
    const lines = linesOf(await call.readInput());
    return await withWorld(call.settings, async (world) => {
      const wasAdministered = await isAdministered(world);
      const code = await doAll(call, lines, (name) => disableOne(world, name, because.value));
      if (wasAdministered && !(await isAdministered(world))) call.tell(NONE_LEFT);
      return code;
    });
  },
});

type Done = Omit<Line, 'line'>;

async function createOne(world: World, text: string): Promise<Done> {
  const given = readJson(text);
  const {
    nickname,
    email,
    password,
    name = '',
    email_verified: isEmailVerified = false,
    ...unknown
  } = isRecord(given) ? given : {};
  if (typeof nickname !== 'string' || typeof email !== 'string')
    return { name: '', error: 'The line must be a JSON object with the texts nickname and email.' };
  if (password !== undefined && typeof password !== 'string')
    return { name: nickname, error: 'password must be a text; leave it out for an account without one.' };
  if (typeof name !== 'string' || typeof isEmailVerified !== 'boolean')
    return { name: nickname, error: 'name must be a text, and email_verified true or false.' };
  const [misspelt] = Object.keys(unknown);
  if (misspelt !== undefined)
    return { name: nickname, error: `${misspelt.slice(0, 40)} is nothing that a line can have.` };
  const doubled = findDoubledMember(text)?.slice(1);
  if (doubled !== undefined)
    return { name: doubled === 'nickname' ? '' : nickname, error: `The line has "${doubled}" more than once.` };
  const person = { nickname, email, password, name, isEmailVerified };
  const made = await inLine(world, person, () => createByOperator(world, person, false));
  if (made.ok) return { name: made.value.nickname, id: made.value.id };
  const faults = Object.values(made.refusal).filter((fault) => fault !== undefined);
  return { name: nickname, error: faults.map((fault) => faultWords(en, fault)).join(' ') };
}

/** Of two lines with one nickname or one address it is the first that has it, however long its password takes to hash. */
function inLine<T>(
  { database }: World,
  { nickname, email }: { readonly nickname: string; readonly email: string },
  create: () => Promise<T>,
): Promise<T> {
  return oneAtATime(database, `nickname ${nicknameKey(nickname)}`, () =>
    oneAtATime(database, `email ${emailKey(email)}`, create),
  );
}

async function disableOne(world: World, name: string, because: string | null): Promise<Done> {
  const done = await disableAccount(world, name, because);
  if (done.ok) return { name: done.value.nickname, id: done.value.id };
  const isUnknown = done.refusal.reason === 'unknown';
  return { name, error: isUnknown ? 'There is no such user.' : 'The account is disabled already.' };
}

/** In any order; what fails does not hold up the rest. The exit code is 1 when anything failed. */
async function doAll(
  call: Pick<Call, 'print' | 'tell'> & { readonly options: { readonly json: boolean } },
  lines: readonly GivenLine[],
  work: (text: string) => Promise<Done>,
): Promise<number> {
  let next = 0;
  let failed = 0;
  let answered = 0;
  const lane = async (): Promise<void> => {
    for (let given = lines[next]; given !== undefined; given = lines[next]) {
      next += 1;
      const done: Line = { line: given.number, ...(await work(given.text)) };
      if (done.error !== undefined) failed += 1;
      answered += 1;
      call.print(call.options.json ? JSON.stringify(done) : wordsOf(done));
    }
  };
  await tellingWhenStopped(
    call,
    () => `Stopped: ${answered - failed} done, ${failed} not. Lines that have no answer may be given again.`,
    () => Promise.all(Array.from({ length: AT_ONCE }, lane)),
  );
  call.tell(`${lines.length - failed} done, ${failed} not.`);
  return failed === 0 ? 0 : 1;
}

function wordsOf({ line, name, id, error }: Line): string {
  const said = error === undefined ? `${name} (${id})` : `not done: ${name === '' ? '' : `${name} `}${error}`;
  return `${line}: ${said.replace(/\p{Cc}/gu, '\uFFFD')}`;
}

/** As it stands in what was given, so that it is found there again; empty ones are passed over. */
interface GivenLine {
  readonly number: number;
  readonly text: string;
}

function linesOf(text: string): readonly GivenLine[] {
  const all = text.split(/\r?\n/).map((line, index) => ({ number: index + 1, text: line.trim() }));
  return all.filter((line) => line.text !== '');
}
