/** Proves that no text of a person is computed by the spreadsheet of whoever opens a file with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '../../src/protocol/csv.ts';

test('a text that a spreadsheet would compute is written so that it is shown, in full width too', () => {
  for (const first of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
    assert.equal(csvLine([`${first}cmd("x")`]), `"'${first}cmd(""x"")"\r\n`, JSON.stringify(first));
  assert.equal(csvLine([-1, null, 'a=b']), '"-1","","a=b"\r\n');
});
