/** Proves that the requests of the tab Connect lead to a token as printed, whichever language is chosen. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { serverProgram } from '../support/debian-package.ts';
import { walkConnect } from './connect-steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'connect-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Stands in for the package of this name, which a machine may lack: what the programs call, sent by the standard library. */
const REQUESTS = `import json, urllib.error, urllib.parse, urllib.request


class Response:
    def __init__(self, answer):
        self.status_code, self.body = answer.status, answer.read()

    def json(self):
        return json.loads(self.body)


def get(url, headers, data=None):
    try:
        return Response(urllib.request.urlopen(urllib.request.Request(url, data, headers)))
    except urllib.error.HTTPError as refused:
        return Response(refused)


def post(url, headers, data):
    return get(url, headers, urllib.parse.urlencode(data).encode())
`;

async function runFile(program: string, file: string, code: string): Promise<string> {
  const path = join(folder, file);
  writeFileSync(path, code);
  // Not through a proxy that the machine may have.
  const { stdout } = await promisify(execFile)(program, [path], { env: { PATH: process.env.PATH ?? '' } });
  return stdout;
}

for (const isPublic of [false, true]) {
  const kind = isPublic ? 'a public' : 'a confidential';

  test(`each step with curl works as printed, for ${kind} application`, async () => {
    await Promise.all([serverProgram('curl'), serverProgram('openssl')]);

    await walkConnect({ name: 'Shell', run: (code) => runFile('/bin/sh', 'step.sh', code) }, isPublic);
  });

  test(`each step in JavaScript works as printed, for ${kind} application`, async () => {
    await walkConnect({ name: 'JavaScript', run: (code) => runFile(process.execPath, 'step.mjs', code) }, isPublic);
  });

  test(`each step in Python works as printed, for ${kind} application`, async () => {
    const python = await serverProgram('python3');
    writeFileSync(join(folder, 'requests.py'), REQUESTS);

    await walkConnect({ name: 'Python', run: (code) => runFile(python, 'step.py', code) }, isPublic);
  });
}
