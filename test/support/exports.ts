/** What a file of the source offers to others, and what of it nobody takes. */
import { posix } from 'node:path';
import { codeOnly, withoutComments } from './code-only.ts';
import type { SourceFile } from './source-files.ts';

/** `src/a.ts name`, for every export of src that no other file imports. Files that only tests read are not to be given. */
export function deadExports(files: readonly SourceFile[]): readonly string[] {
  const taken = new Set(files.flatMap(takenBy));
  return files
    .filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts'))
    .flatMap((file) => exportsOf(file).map((name) => `${file.path} ${name}`))
    .filter((offer) => !taken.has(offer) && !taken.has(`${offer.split(' ')[0]} *`));
}

const DECLARED = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;

function exportsOf({ text }: SourceFile): readonly string[] {
  const code = codeOnly(text);
  const declared = [...code.matchAll(DECLARED)].map(([, name = '']) => name);
  const listed = [...code.matchAll(LISTED)].flatMap(([, names = '']) => namesIn(names).map(({ outside }) => outside));
  return [...declared, ...listed];
}

const NAMED = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'(\.\.?\/[^']+)'/g;
/** What a lazy import is taken apart into; `command` is read from every module that a command entry loads. */
const LAZY = /\{([^{}]*)\}\s*(?:,[^=;{}]*)?\]?\s*=\s*await [^;]*?import\('(\.\.?\/[^']+)'\)/g;
const WHOLE = /(?:import|export)\s+\*[^']*from\s*'(\.\.?\/[^']+)'/g;
const COMMAND = /load: \(\) => import\('(\.\.?\/[^']+)'\)/g;

function takenBy({ path, text }: SourceFile): readonly string[] {
  const code = withoutComments(text);
  const at = (target: string) => posix.join(posix.dirname(path), target);
  const named = [...code.matchAll(NAMED), ...code.matchAll(LAZY)].flatMap(([, names = '', target = '']) =>
    namesIn(names).map(({ inside }) => `${at(target)} ${inside}`),
  );
  const whole = [...code.matchAll(WHOLE)].map(([, target = '']) => `${at(target)} *`);
  const commands = [...code.matchAll(COMMAND)].map(([, target = '']) => `${at(target)} command`);
  return [...named, ...whole, ...commands];
}

/** `a`, `type b`, `c as d`, `e: f`. */
function namesIn(list: string): readonly { readonly inside: string; readonly outside: string }[] {
  const words = list
    .split(',')
    .map((word) => word.trim().replace(/^type /, ''))
    .filter((word) => word !== '');
  return words.map((word) => {
    const [inside = '', outside = inside] = word.split(/ as |:\s*/);
    return { inside, outside };
  });
}
