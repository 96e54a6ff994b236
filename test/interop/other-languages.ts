/** `npm run languages`: runs the programs of pages for Go and PHP, whose tools are too large for `npm test`. */
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { serverProgram } from '../support/debian-package.ts';
import type { ResourceStage } from '../support/resources.ts';
import { walkConnect } from './connect-steps.ts';
import { apiStage, assertProtected, openFolder, runApi } from './protected-apis.ts';

let stage: ResourceStage;
const folder = openFolder();

before(async () => {
  stage = await apiStage();
});

/** What is compiled once is kept beside it, and goes with it. */
const goEnv = { ...process.env, GOCACHE: join(folder, 'cache'), GOTOOLCHAIN: 'local', HOME: folder };

for (const isPublic of [false, true])
  test(`each step of the tab Connect in Go works as printed, ${isPublic ? 'public' : 'confidential'}`, async () => {
    const go = await serverProgram('go');
    const run = async (code: string) => {
      const path = join(folder, 'step.go');
      writeFileSync(path, code);
      execFileSync(go, ['vet', path], { env: goEnv });
      return (await promisify(execFile)(go, ['run', path], { env: goEnv })).stdout;
    };

    await walkConnect({ name: 'Go', run }, isPublic);
  });

test('the program for Go passes vet and protects an API as printed', async () => {
  const go = await serverProgram('go');
  const built = join(folder, 'api');
  const compile = (path: string) => {
    const run = (...words: string[]) => execFileSync(go, words, { env: goEnv, encoding: 'utf8' });
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
