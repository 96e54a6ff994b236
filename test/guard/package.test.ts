/** Proves that the package of the guard can be packed, installed into an empty folder, and imported with its types. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../support/service.ts';

const root = join(import.meta.dirname, '..', '..');
const tsc = join(root, 'node_modules', '.bin', 'tsc');

const CONSUMER = `import { createGuard, type Token } from '@latchkey/guard';
const guard = createGuard({ issuer: 'http://127.0.0.1:1', resource: 'https://api.example.org/', clientId: 'a', clientSecret: 'b' });
const told = (token: Token): string | null => token.sub;
guard.check('Basic YTpi').then((checked) => {
  guard.close();
  console.log(checked.ok ? told(checked.token) : checked.refusal.status);
});
`;

test('the packed guard is imported by a program in an empty folder, and its types are found', () => {
  const source = temporaryDirectory();
  cpSync(join(root, 'packages', 'guard'), join(source, 'packages', 'guard'), { recursive: true });
  cpSync(join(root, 'tsconfig.json'), join(source, 'tsconfig.json'));
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
  const guard = join(source, 'packages', 'guard');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.json'], { cwd: guard, encoding: 'utf8' });
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: guard });
  const archive = readdirSync(guard).find((name) => name.endsWith('.tgz')) ?? '';

  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(guard, archive)], { cwd: folder });
  writeFileSync(join(folder, 'api.mts'), CONSUMER);
  const words = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--skipLibCheck',
    'false',
    'api.mts',
  ];
  symlinkSync(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
  execFileSync(process.execPath, [tsc, ...words], { cwd: folder, encoding: 'utf8' });

  const told = execFileSync(process.execPath, ['api.mts'], { cwd: folder, encoding: 'utf8' });

  assert.equal(told.trim(), '401');
  assert.deepEqual(
    readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.') && name !== '@types'),
    ['@latchkey'],
  );
});
