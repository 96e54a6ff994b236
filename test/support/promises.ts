/** The rule about SECURITY.md: each promise names a test that exists, by its file and its title. */
import type { SourceFile } from './source-files.ts';

const DOCUMENT = 'SECURITY.md';

/** `| Passwords | argon2id … |`, and below `| Passwords | [file](path): title |`. */
export function faultsOfPromises(files: readonly SourceFile[]): readonly string[] {
  const document = files.find(({ path }) => path === DOCUMENT)?.text ?? '';
  const promises = rowsBelow(document, '| what | how |').map(([promise = '']) => promise);
  const proofs = rowsBelow(document, '| what | proved by |');
  const proven = new Set(proofs.map(([promise = '']) => promise));
  return [
    ...(promises.length === 0 ? [`${DOCUMENT} promises nothing`] : []),
    ...promises.filter((promise) => !proven.has(promise)).map((promise) => `no test is named for: ${promise}`),
    ...[...proven].filter((name) => !promises.includes(name)).map((name) => `a test is named for nothing: ${name}`),
    ...proofs.flatMap(([promise = '', proof = '']) => faultOfProof(files, promise, proof)),
  ];
}

function faultOfProof(files: readonly SourceFile[], promise: string, proof: string): readonly string[] {
  const [, path = '', title = ''] = /^\[[^\]]+\]\((test\/[^)]+\.ts)\): (.+)$/.exec(proof) ?? [];
  if (title === '') return [`not the form of a proof, for ${promise}: ${proof}`];
  const text = files.find((file) => file.path === path)?.text;
  if (text === undefined) return [`${path} does not exist, which proves ${promise}`];
  return text.includes(title) ? [] : [`${path} has no test called: ${title}`];
}

/** The cells of the rows of a table, found by its heads. */
function rowsBelow(document: string, heads: string): readonly (readonly string[])[] {
  const [, table = ''] = document.split(`${heads}\n|---|---|\n`);
  const rows = table.slice(0, Math.max(0, table.search(/^(?!\|)/m))).split('\n');
  return rows.filter((row) => row !== '').map((row) => row.replace(/^\| | \|$/g, '').split(' | '));
}
