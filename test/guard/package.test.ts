/** Proves that the package of the guard can be packed, installed into an empty folder, and imported with its types. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../support/service.ts';
import { packGuard, root, tsc } from './packed.ts';

const CONSUMER = `import { createGuard, type Token } from '@latchkey/guard';
const guard = createGuard({ issuer: 'http://127.0.0.1:1', resource: 'https://api.example.org/', clientId: 'a', clientSecret: 'b' });
const told = (token: Token): string | null => token.sub;
guard.check('Basic YTpi').then((checked) => {
  guard.close();
  console.log(checked.ok ? told(checked.token) : checked.refusal.status);
});
`;

test('the packed guard is imported by a program in an empty folder, and its types are found', () => {
  const archive = packGuard();

  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: folder });
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
