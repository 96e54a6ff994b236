/** People whose number belongs to somebody else here are not taken, and nothing of theirs comes to that account. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { everyEngine } from '../support/each-database.ts';
import { whoami } from '../support/grant.ts';
import { loadFixture, type Row, railsTime, type Tables } from './fixture.ts';
import { setTakeoverStage, type TakeoverStage } from './stage.ts';

async function numberOf({ service }: TakeoverStage, nickname: string): Promise<number> {
  return JSON.parse((await service.cliHere(['users', 'show', nickname, '--json'])).stdout).id;
}

function random(): string {
  return randomBytes(32).toString('base64url');
}

/** Somebody of the source with this number, and a token, a code and an application of theirs. */
function addPerson(tables: Tables, id: number): { token: string; uid: string } {
  const pick = (table: keyof Tables): Row => ({ ...tables[table][0], id: 7000 + tables[table].length });
  const [token, uid] = [random(), random()];
  const granted = {
    resource_owner_id: id,
    created_at: railsTime(Date.now() / 1000),
    expires_in: 600,
    revoked_at: null,
  };
  tables.users.push({ ...pick('users'), id, nickname: `stranger${id}`, email: `stranger${id}@example.org` });
  tables.oauth_access_tokens.push({ ...pick('oauth_access_tokens'), ...granted, token, refresh_token: random() });
  tables.oauth_access_grants.push({ ...pick('oauth_access_grants'), ...granted, token: random() });
  tables.oauth_applications.push({
    ...pick('oauth_applications'),
    name: 'Theirs',
    uid,
    secret: random(),
    owner_id: id,
  });
  return { token, uid };
}

test('somebody whose number an account of this service has gives it neither tokens nor codes nor applications', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    const { service } = stage;
    const created = ['users', 'create', '--nickname', 'here', '--email', 'here@example.com', '--password-stdin'];
    assert.equal((await service.cliHere(created, 'a ferry in the fog')).code, 0);
    const here = await numberOf(stage, 'here');
    const { token, uid } = addPerson(tables, here);

    const report = await stage.importTables(tables, 'folder');

    assert.equal(report.people.refused, 1);
    assert.equal((await whoami(service, token)).status, 401);
    const shown = JSON.parse((await service.cliHere(['users', 'show', 'here', '--json'])).stdout);
    assert.deepEqual([shown.consents, shown.owned_applications], [[], []]);
    const findings = report.applications.flatMap((one) => one.findings);
    assert.equal(findings.find(({ kind }) => kind === 'tokens_of_refused')?.count, 2);
    const theirs = report.applications.find(({ publicId }) => publicId === uid);
    assert.deepEqual(
      theirs?.findings.map(({ kind }) => kind),
      ['owner_refused'],
    );
    const operator = JSON.parse((await service.cliHere(['users', 'show', 'operator', '--json'])).stdout);
    assert.ok(operator.owned_applications.includes(uid));
  }));

test('somebody whose account was deleted here is told as such, and gets nothing anew', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const stage = await setTakeoverStage(engine, held);
    addPerson(tables, 800);
    await stage.importTables(tables, 'folder');
    const deleted = await stage.service.cliHere(['users', 'delete', '800', '--yes']);
    assert.equal(deleted.code, 0, deleted.stderr);
    const { token, uid } = addPerson({ ...tables, users: [] }, 800);

    for (const isSwept of [false, true]) {
      if (isSwept) assert.equal((await stage.service.cli(['sweep'])).code, 0);
      const report = await stage.importTables(tables, 'folder');

      assert.deepEqual(
        report.people.notes.filter(({ id }) => id === 800).map(({ kind, why }) => [kind, why]),
        [['refused', 'deleted_here']],
      );
      assert.equal(report.tokens.ended, isSwept ? 0 : 1, 'what was brought before');
      assert.equal((await whoami(stage.service, token)).status, 401);
    }
    const { owner } = JSON.parse((await stage.service.cliHere(['applications', 'show', uid, '--json'])).stdout);
    assert.equal(owner, await numberOf(stage, 'operator'));
  }));
