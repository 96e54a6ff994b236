/** The rules about who may import what (ARCHITECTURE.md), as functions from a file's text to its faults. */
import { posix } from 'node:path';
import { codeOnly, withoutComments } from './code-only.ts';
import type { SourceFile } from './source-files.ts';

/** From the roof down: a room imports from itself and from lower floors, never from a neighbour or from above. */
const FLOORS: readonly (readonly string[])[] = [
  ['main'],
  ['cli'],
  ['app', 'job-kinds', 'growth'],
  ['endpoints', 'imports'],
  ['grants', 'http'],
  ['tokens', 'clients', 'accounts', 'resources', 'webhooks'],
  ['audit'],
  ['events', 'limits', 'jobs', 'outbound'],
  ['world'],
  ['storage', 'passwords', 'keys', 'pages', 'log', 'counters', 'metrics'],
  ['protocol', 'config', 'per-record', 'on-behalf', 'node-http', 'ownership'],
];

/** What only some files may touch, by what it looks like in code. */
const RESERVED: readonly { readonly what: string; readonly pattern: RegExp; readonly mayUse: RegExp }[] = [
  { what: 'node:sqlite', pattern: /from 'node:sqlite'/, mayUse: /^src\/storage\/sqlite\/connection\.ts$/ },
  { what: 'postgres', pattern: /from 'postgres'/, mayUse: /^src\/storage\/postgres\/pool\.ts$/ },
  { what: 'pino', pattern: /from 'pino'/, mayUse: /^src\/log\.ts$/ },
  {
    what: 'createServer',
    pattern: /\bcreateServer\b/,
    mayUse: /^src\/(node-http|http\/server\/(server|metrics-port)|cli\/trying\/callback)\.ts$/,
  },
  {
    what: 'another HTTP stack',
    pattern: /from 'node:(https|http2|net|tls)'/,
    mayUse: /^src\/(http|config|outbound)\/|postgres\/(pool|socket)\.ts$/,
  },
  {
    what: 'normalising text, which is costly where the text is long',
    pattern: /\.normalize\(/,
    mayUse: /^src\/protocol\/people\/bounded-text\.ts$/,
  },
  {
    what: 'node:http by its name, which loads much that nobody needs (src/node-http.ts)',
    pattern: /\bimport (?!type\b)[^;]*from 'node:https?'/,
    mayUse: /^$/,
  },
  { what: 'a part of Node.js without an import', pattern: /\bgetBuiltinModule\b/, mayUse: /^src\/node-http\.ts$/ },
  { what: 'fetch', pattern: /\bfetch\(|\bnew WebSocket\(/, mayUse: /^$/ },
  {
    what: 'a call to another host',
    pattern:
      /\bfrom 'node:(https|http2|tls|dgram)'|import [^;]*\b(request|get|connect|createConnection|Agent)\b[^;]*from 'node:(http|net)'|\b(request|loadHttps)\b[^;]*from '[./]+node-http\.ts'/,
    mayUse: /^src\/outbound\/|postgres\/socket\.ts$|http\/server\/(last-call|closing|port)\.ts$/,
  },
  { what: 'the resolver of names', pattern: /from 'node:dns/, mayUse: /^src\/world\.ts$/ },
  {
    what: 'signing and sealing',
    pattern: /\bcreate(Hmac|Cipheriv|Decipheriv|Sign|Verify|PrivateKey|SecretKey)\b/,
    mayUse: /^src\/keys\//,
  },
  {
    what: 'signing',
    pattern: /import [^;]*\b(sign|verify|hkdf\w*|generateKey\w*|subtle|webcrypto)\b[^;]*from 'node:crypto'/,
    mayUse: /^src\/keys\//,
  },
  { what: 'the clock', pattern: /\bDate\.now\b|\bnew Date\(\)/, mayUse: /^src\/world\.ts$/ },
  {
    what: 'randomness',
    pattern:
      /\bMath\.random\b|\bgetRandomValues\b|import [^;]*\brandom(Bytes|UUID|Int|Fill\w*)\b[^;]*from 'node:crypto'/,
    mayUse: /^src\/world\.ts$/,
  },
  { what: 'process.env', pattern: /\bprocess\.env\b/, mayUse: /^src\/(main|config)\.ts$/ },
  { what: 'console', pattern: /\bconsole\.\w/, mayUse: /^$/ },
  { what: 'text run as code', pattern: /\beval\(|\bnew Function\(/, mayUse: /^$/ },
];

/** Every import between files of ours, resolved; and every file named by a relative URL, such as a worker's. */
export function importsOf({ path, text }: SourceFile): readonly string[] {
  const named = withoutComments(text).matchAll(/(?:from|import|import\(|new URL\()\s*'(\.\.?\/[^']+)'/g);
  return [...named].map(([, target = '']) => posix.join(posix.dirname(path), target));
}

export function faultsOfImports(file: SourceFile): readonly string[] {
  if (!file.path.startsWith('src/')) return [];
  return [...faultsOfDirection(file), ...faultsOfReserved(file)];
}

function faultsOfDirection(file: SourceFile): readonly string[] {
  const from = roomOf(file.path);
  return importsOf(file).flatMap((target) => {
    const to = roomOf(target);
    if (floorOf(from) < 0) return [`${file.path} is in no room that ARCHITECTURE.md knows`];
    if (!target.startsWith('src/')) return [`${file.path} imports ${target}, which is outside src`];
    if (from === 'endpoints' && to === 'storage')
      return [`${file.path} imports ${target}: doors never speak to storage`];
    const isBelow = floorOf(to) > floorOf(from);
    return from === to || isBelow ? [] : [`${file.path} imports ${target}: ${from} must not know ${to}`];
  });
}

function faultsOfReserved({ path, text }: SourceFile): readonly string[] {
  const code = withoutComments(text);
  const bare = codeOnly(text);
  const isMet = (pattern: RegExp): boolean => pattern.test(pattern.source.includes("'") ? code : bare);
  const broken = RESERVED.filter(({ pattern, mayUse }) => isMet(pattern) && !mayUse.test(path));
  return broken.map(({ what }) => `${path} uses ${what}, which is reserved`);
}

/** Files that nothing leads to from the entries. */
export function unreachable(files: readonly SourceFile[], entries: readonly string[]): readonly string[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = known.get(path);
    if (file === undefined || reached.has(path)) continue;
    reached.add(path);
    waiting.push(...importsOf(file));
  }
  return [...known.keys()].filter((path) => !reached.has(path));
}

/** Circles of imports, types included, each as the files along it. A split that needs an import back is no split. */
export function circles(files: readonly SourceFile[]): readonly string[] {
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]));
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]): void => {
    const met = way.indexOf(path);
    if (met >= 0) found.push([...way.slice(met), path].join(' → '));
    if (met >= 0 || done.has(path)) return;
    for (const target of imports.get(path) ?? []) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  return found;
}

/** `src/log/sink.ts` and `src/log.ts` are one room. */
function roomOf(path: string): string {
  return (path.split('/')[1] ?? '').replace(/\.ts$/, '');
}

function floorOf(room: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(room));
}
