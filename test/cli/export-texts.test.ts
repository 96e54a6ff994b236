/** Proves that readers of YAML 1.1, which most languages have, take from `latchkey export` what was written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { createUser } from '../support/actors.ts';
import { startService } from '../support/service.ts';

test('every text of an export is a text for YAML 1.1 too, and the file is applied without a change', async () => {
  const service = await startService({ database: 'sqlite' });
  const { nickname } = await createUser(service);
  // For YAML 1.1 plain ones are true, false, a number, minutes and seconds, a day and nothing at all.
  const texts = ['yes', 'Off', '1_000', '12:30:45', '2026-01-01', '0b101', '~', '='];
  const description = 'yes: "no"\n# none';
  const made = { owner: nickname, redirect_uris: ['https://notes.example/cb'], description };
  const applications = texts.map((text) => ({ ...made, client_id: text, name: text.length > 1 ? text : 'on' }));
  const applied = await service.cliHere(['apply', '-'], JSON.stringify({ latchkey: 1, applications }));
  assert.equal(applied.code, 0, applied.stderr);

  const { stdout } = await service.cliHere(['export', '--applied']);
  const again = await service.cliHere(['apply', '-'], stdout);

  const read = parse(stdout, { version: '1.1' });
  assert.deepEqual(
    read.applications.map(({ client_id, name, ...rest }: Record<string, unknown>) => [
      client_id,
      name,
      rest.description,
    ]),
    applications.map(({ client_id, name }) => [client_id, name, description]),
  );
  // No plain text is left that some other reader could take for something else: "=" is such for PyYAML.
  assert.doesNotMatch(stdout, /^ *(?:- )*(?:client_id|name|owner|description|type): [^"]/m);
  assert.match(again.stdout, /Everything is as described\./);
});
