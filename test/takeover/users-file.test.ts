/** What a file of people may be: plain; what is wrong with it is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/service.ts';

test('what can be read only once is refused, where the second reading found nobody to import', async () => {
  const service = await startService({ database: 'sqlite' });

  for (const kind of ['users', 'doorkeeper']) {
    const refused = await service.cliHere(['import', kind, '--from', '/dev/null']);

    assert.equal(refused.code, 1, kind);
    assert.match(
      refused.stderr,
      /^latchkey: \/dev\/null is no plain file, and an import reads .+: write it to a file first\.\n$/,
    );
  }
});
