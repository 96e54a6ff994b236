/** The number of an account means that account, and nobody takes its place by a nickname of the same digits. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PASSWORD, signedIn } from '../support/actors.ts';
import { openBrowser } from '../support/browser-like.ts';
import { eachDatabase } from '../support/each-database.ts';
import { formWith } from '../support/html.ts';
import { assertOk, type ManagementStage, managementStage } from '../support/management.ts';
import type { Service } from '../support/service.ts';

const on = eachDatabase(managementStage);
let imported = 900_000_000_000;

/** Somebody from before, or from another service, who is called what the text says. */
async function importPerson(service: Service, nickname: string): Promise<number> {
  imported += 1;
  const id = imported;
  const file = join(service.directory, `people-${id}.jsonl`);
  writeFileSync(file, `${JSON.stringify({ id, nickname, address: `i${id}@example.org` })}\n`);
  const done = await service.cliHere(['import', 'users', '--from', file]);
  assert.equal(done.code, 0, done.stderr);
  return id;
}

async function asked(service: Service, words: string[], stdin?: string): Promise<Record<string, unknown>> {
  const done = await service.cliHere([...words, '--json'], stdin);
  assert.equal(done.code, 0, done.stderr);
  return JSON.parse(done.stdout);
}

test(
  'commands take the number of an account for that account, though another has the same digits for a nickname',
  on(async ({ service, bob: { id, nickname } }) => {
    const number = String(id);
    const stranger = await importPerson(service, number);

    const acts = [
      'show',
      'make-admin',
      'remove-admin',
      'make-developer',
      'sign-out',
      'sign-in-link',
      'disable',
      'enable',
    ];
    for (const act of acts) assert.equal((await asked(service, ['users', act, number])).id, id, act);
    const many = await service.cliHere(['users', 'disable-many'], `${number}\n`);
    await asked(service, ['users', 'enable', number]);
    const words = ['--name', 'Numbered', '--redirect-uri', 'https://numbered.example/cb'];
    const { client_id } = await asked(service, ['applications', 'create', '--owner', number, ...words]);
    const revoked = await asked(service, ['tokens', 'revoke', '--account', number]);
    const event = await asked(service, ['events', '--account', number, '--limit', '1']);

    assert.match(many.stdout, new RegExp(`\\(${id}\\)$`, 'm'));
    assert.equal((await asked(service, ['applications', 'show', String(client_id)])).owner_nickname, nickname);
    assert.equal(revoked.account_id, id);
    assert.equal(event.account_id, id);
    const shown = await asked(service, ['users', 'show', String(stranger)]);
    assert.deepEqual([shown.id, shown.nickname], [stranger, number]);
    assert.equal((await asked(service, ['users', 'show', `i${stranger}@example.org`])).id, stranger);
  }),
);

test(
  'the number of an account that was deleted names nobody else',
  on(async ({ service }) => {
    const gone = await importPerson(service, 'gone');
    const stranger = await importPerson(service, String(gone));
    assert.equal((await asked(service, ['users', 'delete', `i${gone}@example.org`])).id, gone);

    const shown = await service.cliHere(['users', 'show', String(gone)]);

    assert.equal(shown.code, 1, shown.stdout);
    assert.match(shown.stderr, /There is no user/);
    assert.equal((await asked(service, ['users', 'delete', String(stranger)])).id, stranger);
  }),
);

test(
  'users delete deletes the account that it was given, with the applications that were asked about, and no other',
  on(async ({ service }) => {
    const meant = await importPerson(service, 'meant');
    const stranger = await importPerson(service, String(meant));
    const words = ['--name', 'Kept', '--redirect-uri', 'https://kept.example/cb'];
    const kept = await asked(service, ['applications', 'create', '--owner', String(stranger), ...words]);

    const deleted = await asked(service, ['users', 'delete', 'meant']);

    assert.equal(deleted.id, meant);
    assert.equal((await asked(service, ['users', 'show', String(stranger)])).state, 'active');
    assert.equal((await asked(service, ['applications', 'show', String(kept.client_id)])).client_id, kept.client_id);
    const owned = await service.cliHere(['users', 'delete', String(stranger)]);
    assert.match(owned.stderr, /owns 1 application .* add --yes/);
    assert.equal((await asked(service, ['users', 'delete', String(stranger), '--yes'])).id, stranger);
  }),
);

test(
  'digits that are no number of an account are a nickname, and a description is applied again as it was exported',
  on(async ({ service, ada: { id } }) => {
    await importPerson(service, '00042');
    const alike = await importPerson(service, String(id));
    for (const [owner, clientId] of [['00042', 'of-digits'] as const, [String(alike), 'of-alike'] as const]) {
      const words = ['--name', clientId, '--redirect-uri', 'https://digits.example/cb', '--client-id', clientId];
      await asked(service, ['applications', 'create', '--owner', owner, ...words]);
    }

    const exported = await asked(service, ['export']);
    const again = await service.cliHere(['apply', '-'], JSON.stringify(exported));

    const owners = new Map(
      (exported.applications as { client_id: string; owner: string }[]).map((each) => [each.client_id, each.owner]),
    );
    assert.equal(owners.get('of-digits'), '00042');
    assert.equal(owners.get('of-alike'), String(alike));
    assert.equal(again.code, 0, again.stderr);
  }),
);

async function assertRefusedEverywhere({ service, all, browser }: ManagementStage, nickname: string): Promise<void> {
  const person = { nickname, email: `d${Buffer.from(nickname).toString('hex')}@example.org`, password: PASSWORD };
  const visitor = openBrowser(service.url);
  const page = await visitor.get('/sign-up');
  const signedUp = await visitor.submit(page, formWith(page.body, 'nickname', 'email'), { set: person });
  const profile = await browser.get('/account');
  const renamed = await browser.submit(profile, formWith(profile.body, 'nickname'), { set: { nickname } });
  const words = ['users', 'create', '--nickname', nickname, '--email', person.email, '--password-stdin'];
  const created = await service.cliHere(words, PASSWORD);
  const many = await service.cliHere(['users', 'create-many'], JSON.stringify(person));
  const made = await all('POST', '/people', { body: person });

  for (const answer of [signedUp, renamed]) {
    assert.equal(answer.status, 422, answer.body);
    assert.match(answer.body, /may not be digits alone/);
  }
  assert.equal(created.code, 1);
  assert.match(created.stderr, /may not be digits alone/);
  assert.match(many.stdout, /may not be digits alone/);
  assert.equal(made.status, 422, made.answer.body);
}

test(
  'a nickname of digits alone cannot be chosen, by anybody or in any script',
  on(async (stage) => {
    await assertRefusedEverywhere(stage, '813422526');
    await assertRefusedEverywhere(stage, '\uff18\uff11\uff13\uff14\uff12\uff12\uff15\uff12\uff16');

    const { all, ada } = stage;
    const read = assertOk(await all('GET', `/people/${ada.id}`));
    const headers = { 'if-match': read.headers.etag ?? '' };
    const changed = await all('PATCH', `/people/${ada.id}`, { body: { nickname: '813422526' }, headers });
    assert.equal(changed.status, 422, changed.answer.body);
  }),
);

test(
  'who signs in types a nickname or an address: the number of an account is neither',
  on(async ({ service, root }) => {
    const answer = await openBrowser(service.url).signIn({ ...root, nickname: String(root.id) });

    assert.equal(answer.status, 422, answer.body);
    await signedIn(service, root);
  }),
);
