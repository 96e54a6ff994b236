/** The rules about decision records: each has a status, stands in the table of contents, and agrees with the others. */
import type { SourceFile } from './source-files.ts';

interface Decision {
  readonly number: string;
  readonly path: string;
  readonly title: string;
  /** The parts of its status line without their notes in brackets; none where there is no such line. */
  readonly status: readonly string[];
}

const FOLDER = 'docs/decisions/';
const CONTENTS = `${FOLDER}README.md`;

/** How each side of a replacement is told by the other one. */
const MIRRORS: readonly (readonly [said: RegExp, mirror: (number: string) => string])[] = [
  [/^superseded by (\d{4})$/, (number) => `replaces ${number}`],
  [/^superseded in part by (\d{4})$/, (number) => `replaces part of ${number}`],
  [/^replaces (\d{4})$/, (number) => `superseded by ${number}`],
  [/^replaces part of (\d{4})$/, (number) => `superseded in part by ${number}`],
];

export function faultsOfDecisions(files: readonly SourceFile[]): readonly string[] {
  const contents = files.find(({ path }) => path === CONTENTS)?.text.split('\n') ?? [];
  const records = files.filter(({ path }) => path.startsWith(FOLDER) && path !== CONTENTS).map(read);
  return [
    ...records.flatMap((record) => [
      ...faultsOfStatus(record).map((fault) => `${record.path}: ${fault}`),
      ...faultsOfMirrors(record, records).map((fault) => `${record.path}: ${fault}`),
      ...(contents.some((row) => isRowOf(row, record)) ? [] : [`${CONTENTS} has no row with what ${record.path} says`]),
    ]),
    ...rowsOfNobody(contents, records).map((row) => `${CONTENTS} lists a record that is not there: ${row}`),
  ];
}

function read({ path, text }: SourceFile): Decision {
  const number = path.slice(FOLDER.length, FOLDER.length + 4);
  const title = new RegExp(`^# ${number} (.+)\\n`).exec(text)?.[1] ?? '';
  const line = /^# .+\n\nStatus: (.+?)\\?\n/.exec(text)?.[1];
  const status = line === undefined ? [] : line.split('; ').map((part) => part.replace(/ \(.*\)$/, ''));
  return { number, path, title, status };
}

function faultsOfStatus({ title, status }: Decision): readonly string[] {
  if (title === '') return ['does not open with its number and title'];
  if (status.length === 0) return ['has no Status line below its title'];
  const strange = status.filter((part) => part !== 'accepted' && !MIRRORS.some(([said]) => said.test(part)));
  return strange.map((part) => `a status that says nothing: ${part}`);
}

function faultsOfMirrors(record: Decision, records: readonly Decision[]): readonly string[] {
  return record.status.flatMap((part) =>
    MIRRORS.flatMap(([said, mirror]) => {
      const other = said.exec(part)?.[1];
      if (other === undefined) return [];
      const isMirrored = records.some(
        ({ number, status }) => number === other && status.includes(mirror(record.number)),
      );
      return isMirrored ? [] : [`"${part}", and ${other} does not say "${mirror(record.number)}"`];
    }),
  );
}

/** A row: the number with a link to the file, the title, the status, and a sentence. */
function isRowOf(row: string, { number, path, title, status }: Decision): boolean {
  const file = path.slice(FOLDER.length);
  return (
    row.startsWith(`| [${number}](${file}) | ${title} | ${status.join('; ')} | `) && /\| [^|]*[^| ]\. \|$/.test(row)
  );
}

function rowsOfNobody(contents: readonly string[], records: readonly Decision[]): readonly string[] {
  const listed = contents.flatMap((row) => /^\| \[(\d{4})\]/.exec(row)?.[1] ?? []);
  return listed.filter((number) => !records.some((record) => record.number === number));
}
