/** A checkout that is told to run with a Node.js that is too old says so. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run, temporaryDirectory } from '../support/service.ts';

test('LATCHKEY_NODE that names too old a Node.js ends with one line, also in a checkout', async () => {
  for (const version of ['v20.20.2', 'v24.6.0']) {
    const old = join(temporaryDirectory(), 'node');
    writeFileSync(old, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });

    const { code, stderr } = await run(['config'], { env: { LATCHKEY_NODE: old } });

    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(
        `^latchkey: Node\\.js 24\\.15 or later is needed, and \\S+ is ${version}: name a newer one [^\\n]+\\n$`,
      ),
    );
  }
});

test('LATCHKEY_NODE that names a newer Node.js is used in a checkout', async () => {
  const { code, stdout, stderr } = await run(['config'], { env: { LATCHKEY_NODE: process.execPath } });

  assert.equal(stderr, '');
  assert.equal(code, 0);
  assert.match(stdout, /^LATCHKEY_PORT=/);
});
