/** The rule about files of endpoints: they hold handlers, all of them routed, or what handlers share, never both. */
import { withoutComments } from './code-only.ts';
import type { SourceFile } from './source-files.ts';

/** The table, and the part of it that is a file of its own. */
const TABLE = /^src\/endpoints\/(?:\w+-)?routes\.ts$/;

/** Handlers are known by their type, and makers of handlers by what they return. */
const HANDLER = /^export (?:const (\w+): Handler\b|function (\w+)\(.*\): Handler\b)/gm;
const EXPORTED = /^export (?:const|let|(?:async )?function\*?|class) (\w+)/gm;

export function faultsOfHandlers(files: readonly SourceFile[]): readonly string[] {
  const tables = files.filter(({ path }) => TABLE.test(path)).map(({ text }) => withoutComments(text));
  const routed = new Set(tables.join('\n').match(/\w+/g));
  return files
    .filter(({ path }) => path.startsWith('src/endpoints/') && !TABLE.test(path))
    .flatMap(({ path, text }) => faultsOf(path, withoutComments(text), routed));
}

function faultsOf(path: string, code: string, routed: ReadonlySet<string>): readonly string[] {
  const handlers = [...code.matchAll(HANDLER)].map(([, one, maker]) => one ?? maker ?? '');
  if (handlers.length === 0) return [];
  const others = [...code.matchAll(EXPORTED)].map(([, name = '']) => name).filter((name) => !handlers.includes(name));
  return [
    ...handlers.filter((name) => !routed.has(name)).map((name) => `${path}: ${name} is not in the route table`),
    ...others.map((name) => `${path}: ${name} is no handler, and belongs into a file of its subject`),
  ];
}
