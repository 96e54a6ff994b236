/** `latchkey import`: takes over from Doorkeeper, or brings people from a file. */
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { isLive } from '../accounts/find.ts';
import { findNamed } from '../accounts/people.ts';
import { NoText, readTextFile } from '../config/text-file.ts';
import type { TakeoverOptions } from '../imports/doorkeeper/stage.ts';
import { DOORKEEPER, type Progress, surveyTakeover, type Takeover, takeOver } from '../imports/doorkeeper/takeover.ts';
import type { Pepper } from '../imports/people.ts';
import { ImportRefused } from '../imports/refused.ts';
import type { ImportReport } from '../imports/report.ts';
import { undoImport } from '../imports/undo.ts';
import { importUsers, surveyUsers, USERS } from '../imports/users-file.ts';
import { sheetOf, textOf } from '../imports/words.ts';
import { importReportPage } from '../pages/imports/report.ts';
import type { Keeping } from '../protocol/imports/kept-secret.ts';
import { NotNow } from '../protocol/not-now.ts';
import { openSource } from '../storage/foreign/open.ts';
import { refuseNoFile } from '../storage/foreign/place.ts';
import { UnfitSource } from '../storage/foreign/source.ts';
import type { World } from '../world.ts';
import { act, type Call, type Group } from './command-line.ts';
import { withNewWorld, withWorld } from './open-world.ts';
import { tellingWhenStopped } from './output/when-stopped.ts';

const SHARED = {
  'pepper-file': { says: 'A file with the pepper of the passwords (config.pepper of Devise).', value: 'FILE' },
  'no-pepper': { says: 'Says that there is none, where an earlier run was given one.' },
  'dry-run': { says: 'Reads everything, reports, and writes nothing.' },
  undo: { says: 'Takes the import back, while nobody has signed in.' },
  report: { says: 'Writes the report to this file as a page (.html), JSON (.json) or text.', value: 'FILE' },
  json: { says: 'Prints the report as JSON.' },
} as const;

const doorkeeper = act({
  says: 'Takes over people, applications, tokens and codes from Doorkeeper; run again, what is new since.',
  options: {
    from: { says: 'postgres://…, an SQLite file, or JSON lines in a folder or a file.', value: 'SOURCE' },
    owner: { says: 'The account that gets applications without an owner.', value: 'NAME' },
    tokens: { says: 'How the source kept tokens; asked for where it cannot be seen.', value: 'plain|sha256' },
    secrets: { says: 'The same for the secrets of applications; bcrypt is recognised.', value: 'plain|sha256' },
    scopes: { says: 'What applications and tokens without scopes have.', value: '"a b"' },
    'users-table': { says: 'The table of people; users unless said otherwise.', value: 'TABLE' },
    'owner-type': { says: 'The type of resource owner that is a person; User unless said otherwise.', value: 'TYPE' },
    column: { says: 'Which column of people is which: nickname=login, disabled=', value: 'ROLE=COLUMN', repeats: true },
    'endless-days': { says: 'Gives access tokens that never expire an end so many days from now.', value: 'N' },
    'danger-http-redirects': { says: 'Keeps http redirect URIs beyond loopback.' },
    ...SHARED,
  },
  run: (call) =>
    guarded(call, async (withTarget) => {
      const { options } = call;
      if (options.undo) return await withTarget((world) => undo(call, world, DOORKEEPER));
      if (options.from === undefined) return call.wrong('--from SOURCE is missing.');
      const source = await openSource(options.from);
      try {
        return await withTarget(async (world) => {
          const chosen = await readOptions(options, world);
          if (typeof chosen === 'string') return call.wrong(chosen);
          const takeover: Takeover = { source, options: chosen, pepper: pepperOf(call), progress: progress(call) };
          return show(call, await (options['dry-run'] ? surveyTakeover : takeOver)(world, takeover));
        });
      } finally {
        await source.close();
      }
    }),
});

const users = act({
  says: 'Imports people from JSON lines: id, nickname, address, verified, hash.',
  options: { from: { says: 'The file.', value: 'FILE' }, ...SHARED },
  run: (call) =>
    guarded(call, async (withTarget) => {
      const { from: path, undo: isUndo, 'dry-run': isDry } = call.options;
      if (isUndo) return await withTarget((world) => undo(call, world, USERS));
      if (path === undefined) return call.wrong('--from FILE is missing.');
      refuseNoFile(path);
      const file = { path, pepper: pepperOf(call), progress: progress(call) };
      return await withTarget(async (world) => show(call, await (isDry ? surveyUsers : importUsers)(world, file)));
    }),
});

export const command: Group = {
  says: 'Takes over from another service, or brings people from a file.',
  acts: { doorkeeper, users },
};

type SharedCall = Call<typeof SHARED>;

type WithTarget = (work: (world: World) => Promise<number>) => Promise<number>;

/**
 * What the source, the disk or another import has against it is one line, not a stack. An import may be the first that the
 * database sees, and makes it then, once the source is there; a look at it or the way back does not.
 */
async function guarded(call: SharedCall, work: (withTarget: WithTarget) => Promise<number>): Promise<number> {
  if (call.options['dry-run'] && call.options.undo) return call.wrong(DRY_UNDO);
  if (call.options['no-pepper'] && call.options['pepper-file'] !== undefined) return call.wrong(TWO_PEPPERS);
  if (call.options.report !== undefined && !call.options.undo) tryToWrite(call.options.report);
  const isFirst = !call.options['dry-run'] && !call.options.undo;
  const withTarget: WithTarget = (done) => {
    const bring = (world: World) =>
      tellingWhenStopped(
        call,
        () => stoppedWords(call),
        () => done(world).catch((error: unknown) => whole(call, error)),
      );
    return isFirst ? withNewWorld(call, bring) : withWorld(call.settings, bring);
  };
  return await work(withTarget).catch((error: unknown) => {
    if (error instanceof UnfitSource || error instanceof ImportRefused) return call.fail(error.message);
    throw error;
  });
}

function stoppedWords({ options }: SharedCall): string {
  if (options.undo) return 'Stopped: the import is taken back in part; run the same again for the rest.';
  return options['dry-run'] ? 'Stopped: nothing was brought.' : `Stopped. ${WHOLE}`;
}

const WHOLE = 'What was brought is whole; run the import again for the rest.';

/** Before anything is imported: whoever asks for a report wants to have it. */
function tryToWrite(path: string): void {
  const wasThere = existsSync(path);
  closeSync(openSync(path, 'a'));
  if (!wasThere) rmSync(path);
}

const DRY_UNDO = '--undo cannot be tried with --dry-run: it would take the import back. Leave one of them out.';

const TWO_PEPPERS = '--pepper-file and --no-pepper contradict each other: leave one of them out.';

/** The database went away in the middle. */
function whole(call: SharedCall, error: unknown): number {
  if (!(error instanceof NotNow)) throw error;
  return call.fail(`${error.message} ${WHOLE}`);
}

interface Words {
  readonly owner: string | undefined;
  readonly tokens: string | undefined;
  readonly secrets: string | undefined;
  readonly scopes: string | undefined;
  readonly 'users-table': string | undefined;
  readonly 'owner-type': string | undefined;
  readonly column: readonly string[];
  readonly 'endless-days': string | undefined;
  readonly 'danger-http-redirects': boolean;
}

/** A text says what is wrong with them. */
async function readOptions(words: Words, world: World): Promise<TakeoverOptions | string> {
  const tokens = keepingOf(words.tokens);
  const secrets = keepingOf(words.secrets);
  if (tokens === 'wrong' || secrets === 'wrong') return '--tokens and --secrets take plain or sha256.';
  const days = words['endless-days'];
  if (days !== undefined && !/^[1-9]\d{0,4}$/.test(days)) return '--endless-days takes a whole number from 1 to 99999.';
  const owner = words.owner === undefined ? undefined : await findNamed(world, words.owner);
  if (owner === null) return `There is no user ${words.owner}.`;
  if (owner && !isLive(owner)) return `${owner.nickname} is disabled.`;
  return {
    usersTable: words['users-table'] ?? 'users',
    columns: words.column,
    tokens,
    secrets,
    ownerType: words['owner-type'] ?? 'User',
    ownerId: owner?.id,
    keepsInsecure: words['danger-http-redirects'],
    endlessDays: days === undefined ? undefined : Number(days),
    scopes: (words.scopes ?? '').split(' ').filter((name) => name !== ''),
  };
}

function keepingOf(word: string | undefined): Keeping | 'wrong' | undefined {
  return word === undefined || word === 'plain' || word === 'sha256' ? word : 'wrong';
}

/** Whether passwords have a pepper; the running service has to know it, so one that is only named here is not enough. */
function pepperOf({ settings, options }: SharedCall): Pepper {
  const path = options['pepper-file'];
  if (options['no-pepper']) return 'none';
  if (path === undefined) return settings.importedPepper === '' ? 'unsaid' : 'named';
  const pepper = readPepper(path);
  if (pepper === '') throw new ImportRefused(`${path} is empty: no pepper is in it.`);
  if (settings.importedPepper !== '' && settings.importedPepper !== pepper)
    throw new ImportRefused(`${path} has another pepper than the setting importedPepper: keep one of them.`);
  return 'named';
}

function readPepper(path: string): string {
  try {
    return readTextFile(path).replace(/\r?\n$/, '');
  } catch (error) {
    throw new ImportRefused(error instanceof NoText ? error.message : `${path} cannot be read.`);
  }
}

const ROWS_PER_LINE = 50_000;

/** A line for every so many rows; to standard error, where the report does not go. */
function progress({ tell }: SharedCall): Progress {
  const told = new Map<string, number>();
  return (what, done, isDry) => {
    const key = `${what} ${isDry}`;
    const lines = Math.floor(done / ROWS_PER_LINE);
    if (lines <= (told.get(key) ?? 0)) return;
    told.set(key, lines);
    tell(`${isDry ? 'examined' : 'brought'}: ${done} ${what}`);
  };
}

async function undo(call: SharedCall, world: World, kind: string): Promise<number> {
  let told = 0;
  await undoImport(world, kind, (what, rows) => {
    if (rows < told + ROWS_PER_LINE) return;
    told = rows;
    call.tell(`removing ${what}: ${rows} rows are gone so far`);
  });
  call.print(
    call.options.json ? JSON.stringify({ undone: true }) : 'The import is undone: everything that it brought is gone.',
  );
  return 0;
}

function show(call: SharedCall, report: ImportReport): number {
  const { json, report: path } = call.options;
  const sheet = sheetOf(report);
  const forms = { html: importReportPage(sheet), json: `${JSON.stringify(report)}\n`, text: `${textOf(sheet)}\n` };
  if (path !== undefined)
    writeFileSync(path, path.endsWith('.html') ? forms.html : path.endsWith('.json') ? forms.json : forms.text);
  call.print((json ? forms.json : forms.text).trimEnd());
  const pepper = call.options['pepper-file'];
  if (!report.isDry && pepper !== undefined && call.settings.importedPepper === '')
    call.tell(
      `Run the service with LATCHKEY_IMPORTED_PEPPER_FILE=${pepper}, or nobody can sign in with an old password.`,
    );
  return 0;
}
