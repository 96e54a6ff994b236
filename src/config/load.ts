/** Gathers the settings from flags, environment and file, in this order of weight, and lists every fault at once. */
import { resolve } from 'node:path';
import { type Draft, SETTINGS, type SettingName } from '../config.ts';
import { findDoubledMember } from './doubled-member.ts';
import { blamedSetting, blameSetting, flagOf, SETTING_NAMES, variableOf } from './names.ts';
import { nearest } from './nearest.ts';
import { serversOf } from './servers.ts';
import { withoutServiceLinks } from './service-links.ts';
import { NoText } from './text-file.ts';
import { transportOf } from './transport.ts';
import type { Row } from './values.ts';
import { isLoopback, isRecord, readJson } from './values.ts';

export interface Sources {
  /** By flag name without dashes. Unknown flags are the command line's business (cli/command-line.ts). */
  readonly flags: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Throws when the file cannot be read. */
  readonly readFile: (path: string) => string;
}

export type Origin = 'default' | 'file' | 'environment' | 'flag';

export interface Loaded {
  readonly settings: Draft;
  readonly origins: Readonly<Record<SettingName, Origin>>;
}

type LoadResult =
  | { readonly ok: true; readonly loaded: Loaded }
  | { readonly ok: false; readonly faults: readonly string[] };

/** What a setting led to, with the setting named as whoever gave it knows it. */
export function nameAsGiven(error: unknown, origins: Loaded['origins']): unknown {
  const name = blamedSetting(error);
  return name === undefined ? error : blameSetting(name, error, labelOf(name, origins[name]));
}

function labelOf(name: SettingName, origin: Origin): string {
  if (origin === 'flag') return `--${flagOf(name)}`;
  return origin === 'file' ? `"${name}" in the configuration file` : variableOf(name);
}

/** One found text: where it came from, and what to call that place in a fault. */
interface Found {
  readonly origin: Origin;
  readonly label: string;
  readonly text: string;
}

/** Names of the test suite's own variables start like this; the service ignores them. */
const TEST_PREFIX = 'LATCHKEY_TEST_';
const FILE_VARIABLE = 'LATCHKEY_CONFIG';
const LONGEST_SHOWN = 100;

export function loadSettings(given: Sources): LoadResult {
  const sources = { ...given, env: withoutServiceLinks(given.env) };
  const faults: string[] = [];
  const file = readConfigFile(sources, faults);
  refuseStrangers(sources.env, faults);

  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const name of SETTING_NAMES) {
    const found = find(name, { sources, file, faults });
    const parsed = SETTINGS[name].parse(found.text);
    if (parsed.ok) values[name] = parsed.value;
    else faults.push(`${found.label} ${shown(SETTINGS[name], found.text)}must ${parsed.must}.`);
    origins[name] = found.origin;
  }
  // Every name of the table is present now, each parsed by its own row; where one failed, the faults are answered.
  const loaded = { settings: values, origins } as unknown as Loaded;
  if (faults.length === 0) faults.push(...judgeTogether(loaded));
  faults.push(...judgeFiles(loaded, sources, faults.length > 0));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, loaded };
}

/** The environment variables that may hold a secret, so that main can take them out of the process once read. */
export function secretVariables(): readonly string[] {
  return SETTING_NAMES.filter((name) => SETTINGS[name].secret).map(variableOf);
}

/** The files that settings name are read when the service starts; what is wrong with one is reported before. */
function judgeFiles({ settings, origins }: Loaded, sources: Sources, isFaulty: boolean): readonly string[] {
  const label = (name: SettingName) => labelOf(name, origins[name]);
  const faults: string[] = [];
  const { logo } = settings;
  const why = logo ? whyNoPicture(sources, logo) : undefined;
  if (why !== undefined) faults.push(`${label('logo')} names a file that ${why}: ${logo}.`);
  const authorities = isFaulty ? undefined : authoritiesOf(settings.database);
  if (authorities)
    readOr(sources, authorities, () =>
      faults.push(`${label('database')} has an sslrootcert that cannot be read: ${authorities}.`),
    );
  return faults;
}

/** A drawing is text, and every other picture is not. */
function whyNoPicture({ readFile }: Sources, path: string): string | undefined {
  try {
    return /<([\w.-]+:)?svg[\s>]/.test(readFile(path)) ? undefined : 'is empty or holds no picture';
  } catch (error) {
    return error instanceof NoText ? undefined : 'cannot be read';
  }
}

/** Rules that need more than one setting. */
function judgeTogether({ settings, origins }: Loaded): readonly string[] {
  const label = (name: SettingName) => labelOf(name, origins[name]);
  const faults = settings.resources.flatMap(({ identifier, scopes }) => {
    const unknown = scopes.filter((scope) => !Object.hasOwn(settings.scopes, scope));
    if (unknown.length === 0) return [];
    return `${label('resources')} gives ${identifier} the scope ${unknown.join(' ')}, which is not in the catalogue: describe it in ${label('scopes')}, so that people can read what it means.`;
  });
  if (shareAPort(settings))
    faults.push(`${label('port')} and ${label('metricsPort')} are both ${settings.port}: give each a port of its own.`);
  if (logsIntoDatabase(settings))
    faults.push(`${label('logFile')} is a file of the database, which log lines would damage: name another.`);
  if (settings.url !== undefined || isLoopback(settings.host)) return faults;
  return [
    ...faults,
    `${label('host')} is ${settings.host}, which others can reach: set ${variableOf('url')} to the address people use, such as https://id.example.org.`,
  ];
}

/** SQLite keeps what it has not filed yet in files beside the database, of the same name with an ending. */
const FILES_OF_SQLITE = ['', '-wal', '-shm', '-journal'];

function logsIntoDatabase({ database, logFile }: Draft): boolean {
  if (logFile === '' || !database.startsWith('sqlite:')) return false;
  const path = resolve(database.slice('sqlite:'.length));
  return FILES_OF_SQLITE.some((ending) => resolve(logFile) === `${path}${ending}`);
}

/** On two addresses of the machine one port can be opened twice; 0 stands for any free port, or for none. */
function shareAPort({ host, port, metricsHost, metricsPort }: Draft): boolean {
  const isEvery = (place: string) => place === '0.0.0.0' || place === '::';
  return port !== 0 && port === metricsPort && (host === metricsHost || isEvery(host) || isEvery(metricsHost));
}

/** The file of certificates that an address of PostgreSQL names; all servers of one address share it. */
function authoritiesOf(database: string): string | undefined {
  if (database.startsWith('sqlite:')) return undefined;
  const [first = database] = serversOf(database);
  return transportOf(first).authorities;
}

interface Search {
  readonly sources: Sources;
  readonly file: Readonly<Record<string, unknown>>;
  readonly faults: string[];
}

function find(name: SettingName, search: Search): Found {
  const row = SETTINGS[name];
  const flag = row.flagless ? undefined : search.sources.flags[flagOf(name)];
  const variable = variableOf(name);
  const fromEnv = search.sources.env[variable] || undefined;
  const fromSecretFile = row.secret ? readSecret(`${variable}_FILE`, search) : undefined;
  if (fromEnv !== undefined && fromSecretFile !== undefined) {
    search.faults.push(`${variable} and ${variable}_FILE are both set: keep one of them.`);
  }
  if (flag !== undefined) return { origin: 'flag', label: labelOf(name, 'flag'), text: flag };
  if (fromEnv !== undefined) return { origin: 'environment', label: variable, text: fromEnv };
  if (fromSecretFile !== undefined) return { origin: 'environment', label: `${variable}_FILE`, text: fromSecretFile };
  if (Object.hasOwn(search.file, name)) {
    return { origin: 'file', label: labelOf(name, 'file'), text: asText(search.file[name]) };
  }
  return { origin: 'default', label: name, text: row.fallback };
}

/** What the file says as JSON becomes the text that the environment would carry, so that one parser judges both. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(',');
  return JSON.stringify(value);
}

function readSecret(variable: string, { sources, faults }: Search): string | undefined {
  const path = sources.env[variable];
  if (!path) return undefined;
  const text = readOr(sources, path, (why) => faults.push(`${variable} names a file that ${why}: ${path}.`));
  return text?.replace(/\r?\n$/, '');
}

function readConfigFile(sources: Sources, faults: string[]): Readonly<Record<string, unknown>> {
  const path = sources.env[FILE_VARIABLE];
  if (!path) return {};
  const text = readOr(sources, path, (why) => faults.push(`${FILE_VARIABLE} names a file that ${why}: ${path}.`));
  if (text === undefined) return {};
  // Some editors begin a file with a byte order mark, which is no part of its text.
  const json = text.replace(/^\uFEFF/, '');
  const content = readJson(json);
  if (!isRecord(content)) {
    faults.push(`${FILE_VARIABLE} names a file that is not a JSON object: ${path}.`);
    return {};
  }
  const doubled = findDoubledMember(json);
  if (doubled !== undefined) faults.push(`${JSON.stringify(doubled)} stands twice in ${path}: keep one of them.`);
  for (const key of Object.keys(content)) {
    if (!Object.hasOwn(SETTINGS, key))
      faults.push(`${JSON.stringify(key)} in ${path} is not a setting${hint(key, SETTING_NAMES)}`);
  }
  return content;
}

function readOr(sources: Sources, path: string, complain: (why: string) => void): string | undefined {
  try {
    return sources.readFile(path);
  } catch (error) {
    // Why it failed (missing, not permitted, a folder) is for the operator to see; the fault names the path.
    complain(error instanceof NoText ? 'is no text in UTF-8' : 'cannot be read');
    return undefined;
  }
}

function refuseStrangers(env: Sources['env'], faults: string[]): void {
  const known = [FILE_VARIABLE, ...SETTING_NAMES.map(variableOf), ...secretVariables().map((name) => `${name}_FILE`)];
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith('LATCHKEY_') || variable.startsWith(TEST_PREFIX) || known.includes(variable)) continue;
    faults.push(`${variable} is not a setting${hint(variable, known)}`);
  }
}

function hint(wrong: string, known: readonly string[]): string {
  const near = nearest(wrong, known);
  return near === undefined ? ': bin/latchkey config lists them all.' : `: did you mean ${near}?`;
}

function shown(row: Row<unknown>, text: string): string {
  if (row.secret) return '';
  const cut = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return `is ${JSON.stringify(cut)} but `;
}
