/** Proves that the programs of "Webhooks" in the documentation take what the service signs, as printed, and nothing else. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { formatWebhookSecret, signWebhook } from '../../src/keys/webhook-signature.ts';
import { WEBHOOK_SNIPPETS } from '../../src/pages/docs/snippets/webhook.ts';
import { serverProgram } from '../support/debian-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'webhook-checking-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const [secret, former] = [formatWebhookSecret(Buffer.alloc(32, 7)), formatWebhookSecret(Buffer.alloc(32, 8))];
const body = '{"type":"webhook.test","data":{"name":"Ключ"}}';

/** Deliveries with whether they are to be taken. */
function deliveries(): readonly (readonly [headers: Record<string, string>, body: string, isGenuine: boolean])[] {
  const now = Math.floor(Date.now() / 1000);
  const signed = (timestamp: number, secrets: readonly string[]) => ({
    'webhook-id': 'msg_1_2',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook({ id: 'msg_1_2', timestamp, body }, secrets),
  });
  return [
    [signed(now, [secret]), body, true],
    [signed(now, [former, secret]), body, true],
    [signed(now, [former]), body, false],
    [signed(now - 600, [secret]), body, false],
    [signed(now, [secret]), `${body} `, false],
    [{ ...signed(now, [secret]), 'webhook-id': 'msg_1_3' }, body, false],
    [{ ...signed(now, [secret]), 'webhook-timestamp': 'soon' }, body, false],
    // What somebody else sends may lack anything and hold anything: it is no delivery, and no reason to fail.
    [{}, body, false],
    [{ 'webhook-timestamp': String(now) }, body, false],
    [{ ...signed(now, [secret]), 'webhook-timestamp': '\u00b2' }, body, false],
    [{ ...signed(now, [secret]), 'webhook-timestamp': '9'.repeat(5_000) }, body, false],
    [{ ...signed(now, [secret]), 'webhook-signature': 'v1,\u00e9' }, body, false],
  ];
}

/** The program of the page with a line behind it that prints what it thinks of each delivery. */
function judge(id: string, program: string, file: string, driver: (path: string) => string): void {
  const sent = deliveries();
  const [path, text] = [join(folder, `${id}.json`), WEBHOOK_SNIPPETS.find((each) => each.id === id)?.text];
  writeFileSync(path, JSON.stringify(sent.map(([headers, content]) => ({ headers, content }))));
  writeFileSync(join(folder, file), `${text}\n\n${driver(path)}\n`);

  const told = execFileSync(program, [join(folder, file)], {
    env: { PATH: process.env.PATH ?? '', WEBHOOK_SECRET: secret },
    encoding: 'utf8',
  });

  assert.deepEqual(
    JSON.parse(told),
    sent.map(([, , isGenuine]) => isGenuine),
  );
}

test('the program for Node.js takes what is signed with either secret of today, and nothing that was changed', () => {
  judge(
    'node',
    process.execPath,
    'check.mjs',
    (path) => `import { readFileSync } from 'node:fs';
const sent = JSON.parse(readFileSync(${JSON.stringify(path)}, 'utf8'));
console.log(JSON.stringify(sent.map(({ headers, content }) => isGenuine(headers, Buffer.from(content)))));`,
  );
});

test('the program for Python takes what is signed with either secret of today, and nothing that was changed', async () => {
  judge(
    'python',
    await serverProgram('python3'),
    'check.py',
    (path) => `import json
sent = json.load(open(${JSON.stringify(path)}))
print(json.dumps([is_genuine(each['headers'], each['content'].encode()) for each in sent]))`,
  );
});
