/** `npm run languages`: runs the programs of "Protect your API" for Go and PHP, whose tools are too large for `npm test`. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { serverProgram } from '../support/debian-package.ts';
import type { ResourceStage } from '../support/resources.ts';
import { apiStage, assertProtected, openFolder, runApi } from './protected-apis.ts';

let stage: ResourceStage;
const folder = openFolder();

before(async () => {
  stage = await apiStage();
});

test('the program for Go passes vet and protects an API as printed', async () => {
  const go = await serverProgram('go');
  const built = join(folder, 'api');
  // What is compiled once is kept beside it, and goes with it.
  const env = { GOCACHE: join(folder, 'cache'), GOTOOLCHAIN: 'local', HOME: folder };
  const compile = (path: string) => {
    const run = (...words: string[]) => execFileSync(go, words, { env: { ...process.env, ...env }, encoding: 'utf8' });
    run('vet', path);
    run('build', '-o', built, path);
    return [built] as const;
  };
  const url = await runApi(stage, { id: 'go', file: 'api.go', folder, command: compile });

  await assertProtected(stage, url);
});

test('the program for PHP protects an API as printed', async () => {
  const php = await serverProgram('php');
  const command = (path: string, port: number) => [php, '-S', `127.0.0.1:${port}`, path] as const;
  const url = await runApi(stage, { id: 'php', file: 'api.php', folder, command });

  await assertProtected(stage, url);
});
