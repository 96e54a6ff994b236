/** How many files a folder of the source may hold, and when names in it ask for a folder of their own. */
import type { SourceFile } from './source-files.ts';

const MOST_FILES = 22;
const MOST_OF_A_PREFIX = 2;

/** Folders that are larger, and prefixes that are shared more often, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/clients': 'Its small files are being joined; 21 remain.',
  'src/storage/migrations':
    'One file for each migration, in the order of their numbers; none is ever joined or removed.',
  'src/accounts/sign-': 'Sign-in and sign-up are words of their own, not two files about signing.',
  'src/endpoints/sign-in/sign-': 'The same: sign-in, sign-up and sign-out are addresses.',
  'src/protocol/clients/redirect-':
    'Matching, registering and previewing a redirect URI: three rules among eight files.',
};

export function faultsOfFolders(files: readonly SourceFile[]): readonly string[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => path.startsWith('src/')),
    ({ path }) => path.slice(0, path.lastIndexOf('/')),
  );
  return [...folders].flatMap(([folder, members]) => [
    ...faultsOfSize(folder, members),
    ...prefixesIn(folder, members),
  ]);
}

function faultsOfSize(folder: string, members: readonly SourceFile[]): readonly string[] {
  if (members.length <= MOST_FILES || Object.hasOwn(ALLOWED, folder)) return [];
  return [`${folder}: ${members.length} files beside each other, ${MOST_FILES} at most`];
}

/** Files called `x-…` are a folder called `x`. */
function prefixesIn(folder: string, members: readonly SourceFile[]): readonly string[] {
  const names = members.map(({ path }) => path.slice(folder.length + 1));
  const byPrefix = Map.groupBy(
    names.filter((name) => /^[a-z]+-/.test(name)),
    (name) => `${folder}/${name.slice(0, name.indexOf('-') + 1)}`,
  );
  return [...byPrefix]
    .filter(([prefix, sharing]) => sharing.length > MOST_OF_A_PREFIX && !Object.hasOwn(ALLOWED, prefix))
    .map(([prefix, sharing]) => `${prefix}: ${sharing.join(', ')} share a prefix, so they are a folder`);
}
