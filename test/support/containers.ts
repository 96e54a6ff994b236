/** Finds in source what can grow while the service runs: maps, sets and lists that outlive the call that fills them. */
import { codeOnly } from './code-only.ts';
import type { SourceFile } from './source-files.ts';

/** `new Map(…)` and the like, or an empty list, with the name that it is given. */
const CONTAINER =
  /(?:\b(?:const|let|readonly)\s+(\w+)(?::(?:[^=;\n]|=>)+)?\s*=|\b(\w+):)\s*(?:new (?:Map|Set|WeakMap|WeakSet)\b|\[\](?=[;,\s}]))/g;

/** Functions by whose name one knows that they return something to keep. */
const FACTORY = /^(?:create|open|start|connect|watch)[A-Z]/;

/** Rooms whose functions compute and return: nothing in them outlives a call, unless such a function makes it. */
const PASSING =
  /^src\/(?:protocol|config|cli|growth|accounts|audit|clients|endpoints|events|grants|tokens|pages\/(?!text\/memoize)|http\/reading)/;

/** Makes a value of one request, in spite of its name. */
const OF_A_REQUEST: ReadonlySet<string> = new Set(['createForm']);

/** `file name` of each container to which something is added later and which may outlive the call that made it. */
export function containersIn({ path, text }: SourceFile): readonly string[] {
  const code = codeOnly(text);
  return [...code.matchAll(CONTAINER)].flatMap(({ index, 1: declared, 2: property }) => {
    const name = declared ?? property ?? '';
    const around = functionAround(code, index);
    const passes = around !== undefined && (OF_A_REQUEST.has(around) || (PASSING.test(path) && !FACTORY.test(around)));
    return passes || !isFilled(code, name) ? [] : [`${path} ${name}`];
  });
}

/** The function at the left margin that a place lies in; undefined outside all of them. */
function functionAround(code: string, place: number): string | undefined {
  const before = code.slice(0, place);
  const opened = [...before.matchAll(/^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+)\b[^\n]*=>)/gm)].at(-1);
  if (!opened) return undefined;
  // A closing brace at the margin ends it.
  return /^\}/m.test(before.slice(opened.index)) ? undefined : (opened[1] ?? opened[2]);
}

function isFilled(code: string, name: string): boolean {
  return new RegExp(`\\b${name}\\??\\.(?:set|add|push|unshift)\\(|\\b${name}\\[[^\\]]+\\] =`).test(code);
}
