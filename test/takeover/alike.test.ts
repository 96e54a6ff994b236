/** A wrong password costs the same work for every name, so that no answer comes sooner for one that nobody has. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashSync } from 'bcryptjs';
import { createUser } from '../support/actors.ts';
import { openBrowser } from '../support/browser-like.ts';
import { everyEngine } from '../support/each-database.ts';
import { send } from '../support/http-client.ts';
import { freePort } from '../support/postgres-home.ts';
import { type Service, startService, temporaryDirectory } from '../support/service.ts';

const PASSWORD = 'correct horse battery';
const SALT_AND_TAG = `${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Two costs of one kind, and a kind each of which Node.js computes. */
const IMPORTED: Readonly<Record<string, string>> = {
  cheap: hashSync(PASSWORD, 4),
  dear: hashSync(PASSWORD, 5),
  argon: `$argon2id$v=19$m=64,t=1,p=1$${SALT_AND_TAG}`,
  rounds: `$pbkdf2-sha256$i=1000$${SALT_AND_TAG}`,
};

/** How many hashes of each kind were computed while something was done. */
async function hashesWhile(port: string, act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readHashes(port);
  await act();
  const after = await readHashes(port);
  const grown = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count > 0).toSorted());
}

async function readHashes(port: string): Promise<Record<string, number>> {
  const { body } = await send(`http://127.0.0.1:${port}/metrics`);
  const lines = body.matchAll(/^latchkey_password_hashes_total\{kind="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, kind = '', count]) => [kind, Number(count)]));
}

async function importPeople(service: Service): Promise<void> {
  const lines = Object.entries(IMPORTED).map(([nickname, hash], index) =>
    JSON.stringify({ id: 50 + index, nickname, address: `${nickname}@example.org`, verified: true, hash }),
  );
  const path = join(temporaryDirectory(), 'people.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  const { code, stderr } = await service.cliHere(['import', 'users', '--from', path]);
  assert.equal(code, 0, stderr);
}

test('a wrong password costs the same hashes for names that nobody has, accounts of ours and imported ones of any cost', () =>
  everyEngine(async (engine) => {
    const port = String(await freePort());
    const service = await startService({ database: engine, env: { LATCHKEY_METRICS_PORT: port } });
    const signIn = (nickname: string, password: string) => openBrowser(service.url).signIn({ nickname, password });
    await createUser(service, { nickname: 'ada', email: 'ada@example.org', password: PASSWORD });
    const tryWrong = (nickname: string) => hashesWhile(port, () => signIn(nickname, `${PASSWORD}!`));

    assert.deepEqual(await tryWrong('ada'), { argon2id: 1 });
    await importPeople(service);
    const costs = await tryWrong('nobody.here');

    assert.deepEqual(costs, { argon2id: 2, bcrypt: 2, pbkdf2: 1 });
    for (const nickname of ['ada', ...Object.keys(IMPORTED)])
      assert.deepEqual(await tryWrong(nickname), costs, nickname);
    // Once the owner has signed in, the hash is ours, and its cost is nobody's any more.
    assert.equal((await signIn('dear', PASSWORD)).status, 303);
    for (const nickname of ['dear', 'nobody.here', 'cheap'])
      assert.deepEqual(await tryWrong(nickname), { argon2id: 2, bcrypt: 1, pbkdf2: 1 }, nickname);
  }));
