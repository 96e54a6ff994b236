/** Finds the command that the words name, reads its options and settings, and runs it. */
import { loadSettings, nameAsGiven, type Sources } from '../config/load.ts';
import { nearest } from '../config/nearest.ts';
import { VERSION } from '../config/version.ts';
import { type Act, type Call, type Command, readWords } from './command-line.ts';
import { helpOfAct, helpOfAll, helpOfGroup, type Listed } from './output/help.ts';
import { oneLine } from './output/one-line.ts';
import { noteInvoker } from './system-user.ts';

/** Commands are loaded when they are called: the service must not wait for code that only other commands need. */
export interface CommandEntry extends Listed {
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** What a command touches outside the program, so that a test can stand in for a terminal. */
interface Surroundings extends Pick<Sources, 'env' | 'readFile'> {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly readInput: () => Promise<string>;
  /** Told before an act runs. */
  readonly onAct?: (act: Act) => void;
}

const WRONG_CALL = 2;

export async function dispatch(
  words: readonly string[],
  table: readonly CommandEntry[],
  around: Surroundings,
): Promise<number> {
  const [name, ...rest] = words;
  const [about] = rest;
  if (name === 'help' && about !== undefined && about !== 'help' && !about.startsWith('-'))
    return await dispatch([...rest, '--help'], table, around);
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    around.print(helpOfAll(table));
    return 0;
  }
  if (name === 'version' || name === '--version' || name === '-V') {
    around.print(`latchkey ${VERSION}`);
    return 0;
  }
  const entry = table.find((candidate) => candidate.name === name);
  if (entry === undefined)
    return refuse(
      around,
      [
        unknownWord(
          name,
          'a command',
          table.map((known) => known.name),
        ),
      ],
      '',
    );
  const { command } = await entry.load();
  if (!('acts' in command)) return runAct(name, command, { words: rest, around });

  const [word, ...others] = rest;
  if (command.bare && (word === undefined || (word.startsWith('-') && word !== '--help' && word !== '-h')))
    return runAct(name, command.bare, { words: rest, around });
  if (word === '--help' || word === '-h') {
    around.print(helpOfGroup(name, command));
    return 0;
  }
  const known = Object.keys(command.acts);
  const act = word !== undefined && Object.hasOwn(command.acts, word) ? command.acts[word] : undefined;
  if (act !== undefined) return runAct(`${name} ${word}`, act, { words: others, around });
  if (word === undefined) return refuse(around, [`${name} needs one word more: ${known.join(', ')}.`], name);
  return refuse(around, [unknownWord(word, `something that ${name} can do`, known)], name);
}

async function runAct(
  path: string,
  act: Act,
  { words, around }: { words: readonly string[]; around: Surroundings },
): Promise<number> {
  noteInvoker(around.env);
  const read = readWords(words, act);
  if (read.wantsHelp) {
    around.print(helpOfAct(path, act));
    return 0;
  }
  const result = loadSettings({ flags: read.flags, env: around.env, readFile: around.readFile });
  // One line for a wrong call: what follows the first fault is often only its consequence.
  if (read.faults.length > 0) return refuse(around, read.faults.slice(0, 1), path);
  if (!result.ok) return refuse(around, result.faults, undefined);
  const call = {
    options: read.options,
    operands: read.operands,
    ...result.loaded,
    print: around.print,
    tell: (line: string) => around.complain(`latchkey: ${oneLine(line)}`),
    fail: (line: string) => complain(around, line, 1),
    wrong: (line: string) => complain(around, line, WRONG_CALL),
    readVariable: (name: string) => around.env[name],
    readInput: around.readInput,
  };
  around.onAct?.(act);
  try {
    // The options were read with this act's own table, which is what `run` was checked against.
    return await act.run(call as Call);
  } catch (error) {
    throw nameAsGiven(error, result.loaded.origins);
  }
}

/** One line for each fault; where help would help, the last one names it. */
function refuse(around: Surroundings, faults: readonly string[], path: string | undefined): typeof WRONG_CALL {
  const help = path === undefined ? '' : ` See: bin/latchkey ${`${path} `.trimStart()}--help`;
  faults.forEach((fault, position) => {
    around.complain(`latchkey: ${oneLine(fault)}${position === faults.length - 1 ? help : ''}`);
  });
  return WRONG_CALL;
}

function complain<Code extends number>(around: Surroundings, line: string, code: Code): Code {
  around.complain(`latchkey: ${oneLine(line)}`);
  return code;
}

function unknownWord(word: string, kind: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return `${JSON.stringify(word)} is not ${kind}${near === undefined ? `: ${known.join(', ')}.` : `: did you mean ${near}?`}`;
}
