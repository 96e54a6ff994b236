/** Proves the commands that prove the log: exit codes, signed checkpoints, and keys that do not fit. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { report } from '../../src/events/report.ts';
import { sql } from '../../src/storage/sql.ts';
import { START, worldOn } from '../jobs/stage.ts';
import { addressOf, openAt } from '../storage/engines.ts';
import { everyEngine } from '../support/each-database.ts';
import { run, temporaryDirectory } from '../support/service.ts';

function keyFiles(folder: string, name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = { key: join(folder, `${name}.key`), pub: join(folder, `${name}.pub`) };
  writeFileSync(files.key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(files.pub, publicKey.export({ type: 'spki', format: 'pem' }));
  return files;
}

test('a signed checkpoint verifies with its key alone, one that was not checked is called so, and a changed event ends verify with exit code 1', () =>
  everyEngine(async (engine) => {
    const address = await addressOf(engine);
    const database = await openAt(address);
    const world = worldOn(database, () => START);
    for (const kind of ['account.created', 'account.signed_in'] as const)
      await database.write([report(world, { address: null, userAgent: null }, kind, { accountId: 7 })]);
    const folder = temporaryDirectory();
    const [own, other] = [keyFiles(folder, 'own'), keyFiles(folder, 'other')];
    const events = (...words: string[]) => run(['events', ...words], { env: { LATCHKEY_DATABASE: address } });
    const made = await events('checkpoint', '--key', own.key);
    assert.equal(made.code, 0, made.stderr);
    const file = join(folder, 'checkpoint.json');
    writeFileSync(file, made.stdout);

    const good = await events('verify', '--checkpoint', file, '--public-key', own.pub, '--json');
    assert.equal(good.code, 0, good.stderr);
    assert.deepEqual(JSON.parse(good.stdout).proved, 2);
    assert.equal(JSON.parse(good.stdout).signature, 'valid');
    const unchecked = await events('verify', '--checkpoint', file, '--json');
    assert.deepEqual([unchecked.code, JSON.parse(unchecked.stdout).signature], [0, 'unchecked']);
    assert.match((await events('verify', '--checkpoint', file)).stdout, /signature .* was not checked: .*--public-key/);
    assert.equal(JSON.parse((await events('verify', '--json')).stdout).signature, null);
    const unsigned = join(folder, 'unsigned.json');
    writeFileSync(unsigned, (await events('checkpoint')).stdout);
    const plain = await events('verify', '--checkpoint', unsigned, '--json');
    assert.deepEqual([plain.code, JSON.parse(plain.stdout).signature], [0, 'none']);
    assert.match((await events('verify', '--checkpoint', unsigned)).stdout, /is not signed/);
    assert.equal((await events('verify', '--checkpoint', unsigned, '--public-key', own.pub)).code, 1);
    const forged = await events('verify', '--checkpoint', file, '--public-key', other.pub);
    assert.deepEqual([forged.code, forged.stderr.includes('is not signed by')], [1, true]);
    assert.equal((await events('verify', '--checkpoint', own.pub)).code, 1);
    const daily = join(folder, 'checkpoints.jsonl');
    const foreign = JSON.stringify({ ...JSON.parse(made.stdout), chain: 'another', signature: 'of another' });
    writeFileSync(daily, `${foreign}\n${made.stdout}`);
    const last = await events('verify', '--checkpoint', daily, '--public-key', own.pub, '--json');
    assert.deepEqual([last.code, JSON.parse(last.stdout || '{}').signature], [0, 'valid'], last.stderr);
    writeFileSync(daily, `${made.stdout}${foreign}\n`);
    assert.equal((await events('verify', '--checkpoint', daily, '--public-key', own.pub)).code, 1);
    assert.equal((await events('verify', '--public-key', own.pub)).code, 2);
    assert.equal((await events('--json')).stdout.split('\n').filter(Boolean).length, 2);
    await database.write([sql`update events set detail = 'x' where kind = 'account.created'`]);
    const bad = await events('verify', '--checkpoint', file);
    assert.equal(bad.code, 1);
    assert.match(bad.stdout, /^Event \d+ was changed after it was sealed\.$/m);
  }));
