/** Proves that `npm pack` gives a package that needs neither the checkout nor the network, nor a second Node.js. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { CALLBACK } from '../support/actors.ts';
import { authorizeParams, callback, usualStage } from '../support/grant.ts';
import { json, send } from '../support/http-client.ts';
import { run, startService, temporaryDirectory } from '../support/service.ts';
import { token } from '../support/token-client.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = temporaryDirectory();
const program = join(folder, 'node_modules', '.bin', 'latchkey');

before(() => {
  const archives = temporaryDirectory();
  execFileSync('npm', ['pack', '--silent', '--pack-destination', archives], { cwd: root });
  const archive = join(archives, readdirSync(archives)[0] ?? '');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: folder });
});

/** A machine whose `node` is the one given, and which has the tools that every system has. */
function pathWith(node: string): string {
  const directory = temporaryDirectory();
  symlinkSync(node, join(directory, 'node'));
  return `${directory}:/usr/bin:/bin`;
}

/** Stands in for a Node.js that is asked for nothing but its version. */
function nodeThatSays(version: string): string {
  const path = join(temporaryDirectory(), 'node');
  writeFileSync(path, `#!/bin/sh\necho ${version}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('the package starts in an empty folder with the Node.js of the machine, and hands out a token', async () => {
  const env = { PATH: pathWith(process.execPath) };
  const service = await startService({ database: 'sqlite', program, env });
  const { ada, browser, quill } = await usualStage(service);
  const page = await browser.authorize(authorizeParams(quill));
  const code = callback(await browser.approve(page)).get('code') ?? '';
  const { client_id, client_secret } = quill;
  const asked = { grant_type: 'authorization_code', client_id, client_secret, code, redirect_uri: CALLBACK };
  const { access_token } = json(await token(service.url, asked));
  const whoami = await send(`${service.url}/api/users/whoami`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(page.body)?.[1] ?? '';

  assert.equal(json(whoami).nickname, ada.nickname);
  assert.match((await send(service.url + style)).body, /--hue/);
  assert.equal(await service.stop(), 0);
});

test('the package holds everything that it needs, and no Node.js', () => {
  const own = join(folder, 'node_modules', 'latchkey');
  const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));

  assert.deepEqual(
    readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['latchkey'],
  );
  for (const name of Object.keys(dependencies)) assert.ok(existsSync(join(own, 'node_modules', name)), name);
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/operating.md', 'deploy'])
    assert.ok(existsSync(join(own, name)), name);
  for (const name of ['src', 'test', 'packages', 'node_modules/node']) assert.ok(!existsSync(join(own, name)), name);
});

test('every relative link of its documents leads to a file of the package, or into the tests and packages of the source', () => {
  const own = join(folder, 'node_modules', 'latchkey');
  const documents = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && !name.startsWith('node_modules'),
  );
  const links = documents.flatMap((name) =>
    [...readFileSync(join(own, name), 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !/^[a-z]+:/.test(to))
      .map((to) => ({ name, path: join(dirname(name), to) })),
  );
  const ofSource = (path: string) => /^(?:test|packages)\//.test(path) && existsSync(join(root, path));

  const dead = links.filter(({ path }) => !existsSync(join(own, path)) && !ofSource(path));

  assert.deepEqual(dead, []);
  assert.ok(links.length > 300, `${links.length} links of ${documents.length} documents`);
});

test('what is of others lies in its own folder with its licence, and nothing of it in the program', () => {
  const own = join(folder, 'node_modules', 'latchkey');
  const maps = readdirSync(join(own, 'dist')).filter((name) => name.endsWith('.map'));
  const sources = maps.flatMap((name) => JSON.parse(readFileSync(join(own, 'dist', name), 'utf8')).sources as string[]);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const brought = Object.keys(packages).filter((path) => packages[path].inBundle);

  for (const source of sources) assert.match(source, /^(?:\.\.\/)+src\/|^node:/);
  assert.ok(sources.length > 500 && brought.length > 10, `${sources.length} sources, ${brought.length} packages`);
  for (const path of brought) {
    // Who gives a work to everybody asks for no text beside it.
    const isFree = packages[path].license === 'Unlicense';
    assert.ok(isFree || readdirSync(join(own, path)).some((name) => /^licen[cs]e/i.test(name)), path);
  }
});

test('source maps lead from the program to the lines of its source, so that a stack names the right place', () => {
  const built = join(folder, 'node_modules', 'latchkey', 'dist');
  const files = readdirSync(built).filter((name) => name.endsWith('.js'));
  const known = files.flatMap((name) => {
    const map = new SourceMap(JSON.parse(readFileSync(join(built, `${name}.map`), 'utf8')));
    const lines = readFileSync(join(built, name), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const [, declared = ''] = /^(?:async )?function (\w+)\(/.exec(line) ?? [];
      const entry = map.findEntry(index, line.indexOf(declared));
      return declared && 'originalSource' in entry ? [{ declared, ...entry }] : [];
    });
  });
  const own = known.filter(({ originalSource }) => !/\/pages\/docs\/snippets\//.test(originalSource));

  for (const { declared, originalSource, originalLine } of own) {
    const [, path = ''] = /\/(src\/.+)$/.exec(originalSource) ?? [];
    const line = readFileSync(join(root, path), 'utf8').split('\n')[originalLine] ?? '';
    assert.ok(line.includes(`function ${declared.replace(/\d+$/, '')}`), `${declared} of ${path}:${originalLine + 1}`);
  }
  assert.ok(own.length > 1000, `${own.length} functions`);
});

test('a Node.js that is too old or missing is refused with one line that says what to do', async () => {
  for (const version of ['v18.19.0', 'v20.20.2', 'v22.20.0', 'v24.6.0']) {
    const old = await run(['serve'], { program, env: { PATH: pathWith(nodeThatSays(version)) } });
    assert.equal(old.code, 1);
    assert.match(
      old.stderr,
      new RegExp(`^latchkey: Node\\.js 24\\.15 or later is needed, and \\S+ is ${version}: .+\\n$`),
    );
  }
  const lost = await run(['serve'], { program, env: { LATCHKEY_NODE: '/nowhere/node' } });

  assert.equal(lost.code, 1);
  assert.equal(lost.stderr, 'latchkey: LATCHKEY_NODE names /nowhere/node, which cannot be run.\n');
});

test('LATCHKEY_NODE chooses the Node.js, one that lies beside the package is used, and neither is taken for a setting', async () => {
  const old = pathWith(nodeThatSays('v20.20.2'));
  const named = await run(['config'], { program, env: { PATH: old, LATCHKEY_NODE: process.execPath } });
  const [, beside = ''] =
    /npm install (\S+)@/.exec((await run(['config'], { program, env: { PATH: old } })).stderr) ?? [];
  mkdirSync(join(folder, 'node_modules', beside, 'bin'), { recursive: true });
  symlinkSync(process.execPath, join(folder, 'node_modules', beside, 'bin', 'node'));
  const found = await run(['config'], { program, env: { PATH: old } });

  for (const { code, stdout, stderr } of [named, found]) {
    assert.equal(stderr, '');
    assert.equal(code, 0);
    assert.match(stdout, /^LATCHKEY_PORT=/);
  }
});

test('a Node.js of the right version that lacks argon2 or has an old SQLite says so in one line', () => {
  const lacking = (change: string): string => {
    const words = ['--input-type=module', '--eval'];
    const script = `${change}; process.argv[2] = '--version'; await import(${JSON.stringify(join(root, 'bin', 'start.mjs'))});`;
    try {
      return execFileSync(process.execPath, [...words, script], { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      // What execFileSync throws carries what the program said.
      return String((error as { stderr?: unknown }).stderr);
    }
  };
  const sqlite = "Object.defineProperty(process, 'versions', { value: { ...process.versions, sqlite: '3.50.4' } })";
  const argon2 =
    "const { default: crypto } = await import('node:crypto'); delete crypto.argon2; (await import('node:module')).syncBuiltinESMExports()";

  assert.match(lacking(sqlite), /^latchkey: Node\.js \S+ \(\S+\) will not do: it has SQLite 3\.50\.4, .+\n$/);
  assert.match(lacking(argon2), /^latchkey: Node\.js \S+ \(\S+\) will not do: it has no argon2 .+\n$/);
});
