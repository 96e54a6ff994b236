/** Proves over HTTP that what an account leaves behind for long is bounded: registrations and deletions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/storage/sql.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { text } from '../../support/html.ts';
import { credentialsOn, deleteApplication, register } from '../../support/portal.ts';

const URIS = ['https://app.example.com/cb'];

async function cast(clocked: Clocked) {
  const ada = await clocked.createUser('Ada');
  return { ada, browser: await clocked.signedIn(ada) };
}

test(
  'an account registers twenty applications in an hour, those that it deletes included; faults do not count',
  onMovedClock(async (clocked) => {
    const { browser } = await cast(clocked);
    const first = await register(browser, { name: 'First', redirectUris: URIS });
    const faulty = await register(browser, { name: 'Faulty', redirectUris: [] });
    await deleteApplication(browser, { ...credentialsOn(first), redirect_uris: URIS }, 'First');
    for (let index = 1; index < 20; index += 1) {
      assert.equal((await register(browser, { name: `App ${index}`, redirectUris: URIS })).status, 201);
    }

    const refused = await register(browser, { name: 'One more', redirectUris: URIS });

    assert.deepEqual([first.status, faulty.status, refused.status], [201, 422, 429]);
    assert.match(refused.headers['retry-after'] ?? '', /^\d+$/);
    assert.match(text(refused.body), /Try again in 1 hour/);
    clocked.pass(3600);
    assert.equal((await register(browser, { name: 'Later', redirectUris: URIS })).status, 201);
  }),
);

test(
  'a deleted application leaves no redirect URI and no secret behind',
  onMovedClock(async (clocked) => {
    const { ada, browser } = await cast(clocked);
    const [quill] = [await clocked.createApplication(ada), await clocked.createApplication(ada, { name: 'Pen' })];
    const left = async () => {
      const { database } = clocked.world;
      const uris = await database.read(sql`select client_id from redirect_uris`);
      const secrets = await database.read(sql`select client_id from client_secrets`);
      return [uris.length, secrets.length];
    };
    assert.deepEqual(await left(), [2, 2]);

    await deleteApplication(browser, quill, 'Quill');

    assert.deepEqual(await left(), [1, 1]);
  }),
);
