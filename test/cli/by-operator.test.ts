/** Every event that a command writes says what was done, that it was done by the operator, and which user of the system ran it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { command as applications } from '../../src/cli/applications.ts';
import { command as imports } from '../../src/cli/import.ts';
import { command as resources } from '../../src/cli/resources.ts';
import { command as secrets } from '../../src/cli/secrets.ts';
import { command as tokens } from '../../src/cli/tokens.ts';
import { command as users } from '../../src/cli/users.ts';
import { command as webhooks } from '../../src/cli/webhooks.ts';
import { PASSWORD } from '../support/actors.ts';
import { everyEngine } from '../support/each-database.ts';
import { obtainTokens, usualStage } from '../support/grant.ts';
import type { Service } from '../support/service.ts';
import { loadFixture } from '../takeover/fixture.ts';
import { setTakeoverStage } from '../takeover/stage.ts';

type Run = (words: readonly string[], stdin?: string) => Promise<Record<string, unknown>>;

/** These only tell. */
const READERS =
  /^(?:users (?:list|show)|applications (?:list|show)|(?:resources|webhooks) (?:list|show)|secrets list|tokens (?:list|show)|webhooks (?:deliveries|test|resend))$/;
const GROUPS = { users, applications, resources, secrets, webhooks, tokens, import: imports };

test('every event of every command says what it was and that it was by the operator, and who ran it', () =>
  everyEngine(async (engine) => {
    const { held, tables } = loadFixture('plain');
    const { service, importTables } = await setTakeoverStage(engine, held);
    const ran = new Set<string>();
    const run: Run = async (words, stdin) => {
      ran.add(words.slice(0, 2).join(' '));
      const done = await service.cliHere([...words, '--json'], stdin);
      assert.equal(done.code, 0, `${words.join(' ')}: ${done.stderr}`);
      return done.stdout === '' ? {} : JSON.parse(done.stdout.split('\n')[0] ?? '');
    };

    await importTables(tables, 'folder');
    await run(['import', 'doorkeeper', '--undo']);
    await runImports(service, run);
    await runAboutApplications(service, run);
    await runAboutTokens(service, run);
    await runAboutPeople(run);

    const acts = Object.entries(GROUPS).flatMap(([group, { acts: all }]) =>
      Object.keys(all).map((act) => `${group} ${act}`),
    );
    assert.deepEqual(
      acts.filter((act) => !ran.has(act) && !READERS.test(act)),
      [],
    );
    const log = (await service.cliHere(['events', '--limit', '10000', '--json'])).stdout.trim().split('\n');
    const events = log
      .map((line) => JSON.parse(line))
      .filter(({ kind, address }) => address === null && kind !== 'setup.link_printed');
    const who = userInfo().username;
    const says = new RegExp(`(?:^|[,;] )by the operator(?:: [^;]+)? \\(${who}\\)$`);
    for (const { kind, detail } of events) assert.match(String(detail), says, kind);
    const told = new Set(events.map(({ detail }) => detail));
    for (const what of ['administrator, ', 'users: 1 people; ', 'users; ']) {
      assert.ok(told.has(`${what}by the operator (${who})`), `${what} ${[...told].join('\n')}`);
    }
    const everything = events.find(({ detail }) => String(detail).startsWith('everything before '));
    assert.match(everything?.detail, /^everything before \S+Z; by the operator \(/);
  }));

async function runImports(service: Service, run: Run): Promise<void> {
  const file = join(service.directory, 'people.jsonl');
  writeFileSync(file, `${JSON.stringify({ id: 7, nickname: 'seventh', address: 'seventh@example.org' })}\n`);
  await run(['import', 'users', '--from', file]);
  await run(['import', 'users', '--undo']);
}

async function runAboutApplications(service: Service, run: Run): Promise<void> {
  const words = ['--owner', 'operator', '--name', 'Quill', '--redirect-uri', 'https://quill.example/cb'];
  const made = await run(['applications', 'create', ...words]);
  const id = String(made.client_id);
  await run(['applications', 'update', id, '--name', 'Quill Two', '--limit', 'token_requests=500', '--first-party']);
  await run(['applications', 'update', id, '--admin']);
  await run(['applications', 'suspend', id, '--reason', 'It sends spam.']);
  await run(['applications', 'resume', id]);
  await run(['secrets', 'rotate', id, '--overlap', 'day']);
  const [first] = (await service.cliHere(['secrets', 'list', id, '--json'])).stdout.split('\n');
  await run(['secrets', 'remove', id, '--secret', String(JSON.parse(first ?? '').id)]);
  await run(['tokens', 'revoke', '--client-id', id]);
  for (const [act, ...more] of [['approve'], ['decline', '--reason', 'A copy.']]) {
    const description = {
      latchkey: 1,
      applications: [{ client_id: `waits-${act}`, owner: 'operator', name: 'Waits' }],
    };
    const waiting = { ...description.applications[0], redirect_uris: ['https://waits.example/cb'], approved: false };
    await run(['apply', '-'], JSON.stringify({ ...description, applications: [waiting] }));
    await run(['applications', String(act), `waits-${act}`, ...more]);
  }
  const api = ['https://api.example.org/'];
  await run(['resources', 'create', '--identifier', ...api, '--name', 'Notes', '--scope', 'notes']);
  await run(['resources', 'update', ...api, '--name', 'Other notes']);
  await run(['resources', 'rotate', ...api]);
  await run(['resources', 'delete', ...api]);
  const { id: hook } = await run(['webhooks', 'create', '--url', 'https://hooks.example/in', '--group', 'token']);
  await run(['webhooks', 'update', String(hook), '--group', 'consent']);
  for (const act of ['rotate', 'off', 'on', 'delete']) await run(['webhooks', act, String(hook)]);
  await run(['apply', '-', '--prune'], JSON.stringify({ latchkey: 1, applications: [] }));
  await run(['applications', 'delete', id]);
}

async function runAboutTokens(service: Service, run: Run): Promise<void> {
  const stage = await usualStage(service);
  const { access } = await obtainTokens(stage);
  await run(['tokens', 'revoke', '--token-stdin'], access);
  await obtainTokens(stage);
  await run(['tokens', 'revoke', '--account', stage.ada.nickname]);
  await run(['tokens', 'invalidate', '--before', 'now']);
}

async function runAboutPeople(run: Run): Promise<void> {
  const create = ['users', 'create', '--nickname', 'grace', '--email', 'grace@example.org', '--password-stdin'];
  await run([...create, '--admin'], PASSWORD);
  await run(
    ['users', 'create-many'],
    JSON.stringify({ nickname: 'hopper', email: 'h@example.org', password: PASSWORD }),
  );
  for (const act of ['make-admin', 'remove-admin', 'make-developer', 'remove-developer', 'sign-in-link', 'sign-out'])
    await run(['users', act, 'hopper']);
  await run(['users', 'update', 'hopper', '--name', 'Grace H.', '--email-verified']);
  await run(['users', 'update', 'hopper', '--email', 'g@example.org', '--no-email-verified']);
  await run(['users', 'set-password', 'hopper', '--password-stdin'], 'seven herons on the quay');
  await run(['users', 'disable', 'hopper', '--reason', 'It sends spam.']);
  await run(['users', 'enable', 'hopper']);
  await run(['users', 'disable-many'], 'hopper\n');
  await run(['users', 'delete', 'hopper', '--yes']);
}
