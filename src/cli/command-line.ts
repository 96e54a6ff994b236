/** What a command is, how its words are read, and what its help says. */

import type { Origin } from '../config/load.ts';
import { flagOf, SETTING_NAMES } from '../config/names.ts';
import { nearest } from '../config/nearest.ts';
import { type Draft, SETTINGS, type SettingName } from '../config.ts';

/** `latchkey users` is a group of acts, `latchkey serve` a single act. Each file of this folder exports a `command`. */
export type Command = Act | Group;

export interface Group {
  readonly says: string;
  readonly acts: Readonly<Record<string, Act>>;
  /** What is done where no word follows. */
  readonly bare?: Act;
}

export interface Act {
  /** One line for the list of commands. */
  readonly says: string;
  /** Words without dashes, by the names that help gives them; a name in brackets may be left out, one with … repeated. */
  readonly operands: readonly string[];
  readonly options: OptionTable;
  /**
   * What standard output is to it. `answer`: all that it does, so that it ends where nobody reads. `unneeded`: a service goes
   * on, whatever becomes of it. Any other act finishes its work, and its exit code says how that went.
   */
  readonly output?: 'answer' | 'unneeded' | undefined;
  /** Answers the exit code: 0 done, 1 not done, 2 called wrongly. */
  readonly run: (call: Call) => Promise<number>;
}

interface Option {
  readonly says: string;
  /** What stands for the value in help. An option without one is a switch. */
  readonly value?: string;
  readonly required?: true;
  readonly repeats?: true;
}

/** By name without dashes. Every setting is an option of every act as well, unless the act uses its name. */
type OptionTable = Readonly<Record<string, Option>>;

type ValueOf<Kind extends Option> = Kind extends { value: string }
  ? Kind extends { repeats: true }
    ? readonly string[]
    : Kind extends { required: true }
      ? string
      : string | undefined
  : boolean;

export interface Call<Table extends OptionTable = OptionTable> {
  readonly options: { readonly [Name in keyof Table]: ValueOf<Table[Name]> };
  readonly operands: readonly string[];
  readonly settings: Draft;
  readonly origins: Readonly<Record<SettingName, Origin>>;
  /** Writes a line to stdout. */
  print(line: string): void;
  /** Writes to stderr what an operator should know beside the answer. */
  tell(line: string): void;
  /** Writes one line to stderr and answers 1: `return call.fail('There is no user bob.')`. */
  fail(line: string): 1;
  /** The same for a call that can never succeed as it was written: answers 2. */
  wrong(line: string): 2;
  /** A variable of the environment in which the command was called. */
  readVariable(name: string): string | undefined;
  /** All of stdin as text, without the line break at its end. */
  readInput(): Promise<string>;
}

interface ActDefinition<Table extends OptionTable> {
  readonly says: string;
  readonly operands?: readonly string[];
  readonly options: Table;
  readonly output?: Act['output'];
  readonly run: (call: Call<Table>) => Promise<number>;
}

/** Writes an act down so that the compiler knows, in `run`, which options exist and which may be missing. */
export function act<const Table extends OptionTable>(definition: ActDefinition<Table>): Act {
  // readWords fills `options` from this very table, so the call has the shape that `run` was checked against.
  const run = definition.run as unknown as Act['run'];
  const { says, operands = [], options, output } = definition;
  return { says, operands, options, output, run };
}

interface ReadWords {
  readonly wantsHelp: boolean;
  readonly options: Readonly<Record<string, string | readonly string[] | boolean>>;
  readonly operands: readonly string[];
  /** Settings given as flags, for loadSettings. */
  readonly flags: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

/**
 * Not by `parseArgs` of node:util: to keep the hints for misspelt options, the words about a missing value and the
 * rules about repeated options, its tokens would need all the checks below, and it splits `-abc` into three options.
 */
export function readWords(words: readonly string[], act: Act): ReadWords {
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  const faults: string[] = [];
  let position = 0;
  while (position < words.length) {
    const word = words[position] ?? '';
    position += 1;
    if (word === '--') operands.push(...words.slice(position));
    if (word === '--') break;
    if (word === '-h') given.set('help', ['']);
    else if (!word.startsWith('-') || word === '-' || IDENTIFIER.test(word)) operands.push(word);
    else position += readOption(word, words[position], { act, given, faults });
  }
  if (given.has('help')) return { wantsHelp: true, options: {}, operands: [], flags: {}, faults: [] };
  faults.push(...faultsOfOperands(operands, act.operands), ...faultsOfMissing(given, act));
  return { wantsHelp: false, options: optionValues(given, act), operands, flags: flagValues(given, act), faults };
}

/** A client_id of ours: one in 64 begins with a dash, and no option is that long. */
const IDENTIFIER = /^-[\w-]{42}$/;

interface Reading {
  readonly act: Act;
  readonly given: Map<string, string[]>;
  readonly faults: string[];
}

/** Answers how many further words were used: 1 when the value was the next word. */
function readOption(word: string, next: string | undefined, { act, given, faults }: Reading): 0 | 1 {
  const [, name = '', value] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const option = optionOf(name, act);
  if (option === undefined || !word.startsWith('--')) {
    const near = nearest(name, [...Object.keys(act.options), ...SETTING_FLAGS.keys(), 'help']);
    faults.push(`${word.split('=')[0]} is not an option here${near === undefined ? '.' : `: did you mean --${near}?`}`);
    return 0;
  }
  const values = given.get(name) ?? [];
  if (values.length > 0 && option.repeats !== true)
    faults.push(`--${name} was given more than once: keep one of them.`);
  given.set(name, values);
  // An empty name would be that of the folder, or of a file without one.
  if (option.value === 'FILE' && (value ?? next) === '') faults.push(`--${name} needs a value: --${name} FILE.`);
  if (option.value === undefined || value !== undefined) {
    if (option.value === undefined && value !== undefined && !isSwitchSetting(name, act))
      faults.push(`--${name} takes no value.`);
    values.push(value ?? 'true');
    return 0;
  }
  if (next === undefined) faults.push(`--${name} needs a value: --${name} ${option.value}.`);
  values.push(next ?? '');
  return 1;
}

const SETTING_FLAGS: ReadonlyMap<string, SettingName> = new Map(
  SETTING_NAMES.filter((name) => !SETTINGS[name].flagless).map((name) => [flagOf(name), name]),
);

const HELP: Option = { says: 'Prints this.' };

function optionOf(name: string, act: Act): Option | undefined {
  if (Object.hasOwn(act.options, name)) return act.options[name];
  if (name === 'help') return HELP;
  const setting = SETTING_FLAGS.get(name);
  if (setting === undefined) return undefined;
  return SETTINGS[setting].isSwitch
    ? { says: SETTINGS[setting].says }
    : { says: SETTINGS[setting].says, value: 'VALUE' };
}

function isSwitchSetting(name: string, act: Act): boolean {
  return !Object.hasOwn(act.options, name) && SETTING_FLAGS.has(name);
}

function optionValues(given: ReadonlyMap<string, readonly string[]>, act: Act): ReadWords['options'] {
  const values: Record<string, string | readonly string[] | boolean> = {};
  for (const [name, option] of Object.entries(act.options)) {
    const texts = given.get(name);
    if (option.value === undefined) values[name] = texts !== undefined;
    else if (option.repeats) values[name] = texts ?? [];
    else if (texts?.[0] !== undefined) values[name] = texts[0];
  }
  return values;
}

function flagValues(given: ReadonlyMap<string, readonly string[]>, act: Act): Readonly<Record<string, string>> {
  const own = [...given].filter(([name]) => SETTING_FLAGS.has(name) && !Object.hasOwn(act.options, name));
  return Object.fromEntries(own.map(([name, texts]) => [name, texts[0] ?? '']));
}

function faultsOfMissing(given: ReadonlyMap<string, readonly string[]>, act: Act): readonly string[] {
  const missing = Object.entries(act.options).filter(([name, option]) => option.required && !given.has(name));
  return missing.map(([name, option]) => `--${name} ${option.value ?? ''} is missing.`);
}

function faultsOfOperands(operands: readonly string[], names: readonly string[]): readonly string[] {
  const missing = names.slice(operands.length).filter((name) => !name.startsWith('['));
  const most = names.at(-1)?.endsWith('…') ? operands.length : names.length;
  const extra = operands.slice(most).map((word) => `${JSON.stringify(word)} is one word too many.`);
  // Of a script whose variable is unset.
  const empty = operands.slice(0, most).flatMap((word, at) => (word === '' ? [names[at] ?? names.at(-1) ?? ''] : []));
  return [...[...missing, ...empty].map((name) => `${name.replace(/[[\]]/g, '')} is missing.`), ...extra];
}

/** What a command is about: its first word, or an option that scripts may give in its place. Undefined where none is named, or two are. */
export function namedOnce(word: string | undefined, given: string | undefined): string | undefined {
  if (word === undefined || given === undefined) return word ?? given;
  return word === given ? word : undefined;
}

export const CHANGE_MISSING = 'Name what is to change.';

/** Everything but which thing it is, and how the answer is printed: an update that names nothing is a mistake, and no change. */
export function namesAChange(options: Readonly<Record<string, unknown>>): boolean {
  const named = Object.entries(options).filter(([name]) => !BESIDE_CHANGES.has(name));
  return named.some(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false));
}

const BESIDE_CHANGES: ReadonlySet<string> = new Set(['client-id', 'identifier', 'json']);
