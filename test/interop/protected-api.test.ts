/** Proves that the programs of "Protect your API" run as they are printed: Node.js with the packed guard, and Python. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { packGuard } from '../guard/packed.ts';
import { serverProgram } from '../support/debian-package.ts';
import type { ResourceStage } from '../support/resources.ts';
import { apiStage, assertProtected, openFolder, runApi } from './protected-apis.ts';

let stage: ResourceStage;
const folder = openFolder();

before(async () => {
  stage = await apiStage();
});

test('the program for Node.js protects an Express API as printed, with the guard as it is packed', async () => {
  mkdirSync(join(folder, 'node_modules', '@latchkey'), { recursive: true });
  execFileSync('tar', ['-xzf', packGuard(), '-C', folder]);
  symlinkSync(join(folder, 'package'), join(folder, 'node_modules', '@latchkey', 'guard'));

  const command = (path: string) => [process.execPath, path] as const;
  const url = await runApi(stage, { id: 'node', file: 'api.mjs', folder, command });

  await assertProtected(stage, url);
});

test('the program for Python protects an API as printed', async () => {
  const python = await serverProgram('python3');
  const command = (path: string) => [python, path] as const;
  const url = await runApi(stage, { id: 'python', file: 'api.py', folder, command });

  await assertProtected(stage, url);
});
