/** Who ran a command, as the audit log tells it. */
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { invokerName, noteInvoker } from '../../src/cli/system-user.ts';
import { readDetail } from '../../src/protocol/audit/detail.ts';

const { username } = userInfo();

test('whoever stands behind sudo or doas is named with the user of the system, and alone where they are one', () => {
  noteInvoker({ SUDO_USER: 'carol' });
  assert.equal(invokerName(), `carol as ${username}`);
  noteInvoker({ DOAS_USER: 'dora' });
  assert.equal(invokerName(), `dora as ${username}`);
  noteInvoker({ SUDO_USER: username });
  assert.equal(invokerName(), username);
  noteInvoker({});
  assert.equal(invokerName(), username);
});

test('a name that would end its parentheses, break the line or go on for ever is told as one name', () => {
  noteInvoker({ SUDO_USER: `evil) (root\n${'x'.repeat(500)}` });
  const name = invokerName() ?? '';

  assert.match(name, /^evil rootx+$/);
  assert.equal(name.length, 100);
  assert.deepEqual(readDetail('account.disabled', `by the operator (${name})`).at(-1), { part: 'invoker', name });
});
