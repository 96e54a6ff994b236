/** The token core itself, through its acts, on SQLite with a clock that is set, behind the same calls as the model. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { revokeAuthorization } from '../../src/accounts/authorizations.ts';
import { createByOperator, disableAccount, enableAccount } from '../../src/accounts/operator.ts';
import { OPERATOR } from '../../src/clients/act.ts';
import { deleteClient } from '../../src/clients/ending.ts';
import { findClient } from '../../src/clients/find.ts';
import { registerClient } from '../../src/clients/register.ts';
import { loadSettings } from '../../src/config/load.ts';
import { type Settings, withListeningPort } from '../../src/config.ts';
import { createCounters } from '../../src/counters.ts';
import { approve } from '../../src/grants/authorize.ts';
import { authenticateCall, type ClientCall, exchange } from '../../src/grants/exchange.ts';
import { createLog } from '../../src/log.ts';
import { createPasswords } from '../../src/passwords/argon2.ts';
import { QUERY_MODE } from '../../src/protocol/authorize/response-types.ts';
import { parseBasic } from '../../src/protocol/clients/identification.ts';
import { trustRedirect } from '../../src/protocol/clients/redirect-uri.ts';
import { createForm } from '../../src/protocol/form.ts';
import { toWire } from '../../src/protocol/refusal.ts';
import { createDeferredWrites } from '../../src/storage/later/deferred-writes.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { admit } from '../../src/tokens/guard.ts';
import { revokeToken } from '../../src/tokens/revoke.ts';
import { createWorld, type World } from '../../src/world.ts';
import type { Presented, Terms } from './model.ts';

export const FIRST_MOMENT = 1_790_000_000;
const CALLBACK = 'https://app.example.com/cb';
const OTHER_CALLBACK = 'https://app.example.com/other';
const PASSWORD = 'a lantern over the harbour';
/** Durability is not what is tested here, so where there is a file system in memory, nothing waits for a disk. */
const MEMORY = '/dev/shm';
const SOURCE = { address: '192.0.2.10', userAgent: 'Model' };

interface Person {
  readonly id: number;
  readonly nickname: string;
}

interface Application {
  readonly clientId: string;
  readonly secret: string;
}

/** A database with two people and two applications, to be copied for each sequence. */
export interface Template {
  readonly file: string;
  readonly directory: string;
  readonly people: readonly Person[];
  readonly applications: readonly Application[];
  remove(): void;
}

export interface Real {
  readonly template: Template;
  readonly file: string;
  world: World;
  now: number;
  readonly codes: string[];
  readonly pairs: { readonly access: string; readonly refresh: string }[];
}

export const TERMS: Terms = { codeSeconds: 600, accessSeconds: 86_400, idleSeconds: 10_368_000, leewaySeconds: 30 };

export async function createTemplate(): Promise<Template> {
  const directory = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'latchkey-model-'));
  const file = join(directory, 'template.db');
  const world = await openAt(file, () => FIRST_MOMENT);
  const people: Person[] = [];
  for (const nickname of ['Ada', 'Ben']) {
    const made = await createByOperator(
      world,
      { nickname, email: `${nickname}@example.org`, password: PASSWORD },
      false,
    );
    if (!made.ok) throw new Error(JSON.stringify(made.refusal));
    people.push({ id: made.value.id, nickname });
  }
  const applications: Application[] = [];
  for (const name of ['Quill', 'Inkwell']) applications.push(await register(world, people[0]?.id ?? 0, name));
  await world.database.close();
  return { file, directory, people, applications, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

let copies = 0;

export async function openReal(template: Template): Promise<Real> {
  copies += 1;
  const file = join(template.directory, `copy-${copies}.db`);
  copyFileSync(template.file, file);
  const real: Real = { template, file, now: FIRST_MOMENT, codes: [], pairs: [], world: undefined as unknown as World };
  real.world = await openAt(file, () => real.now);
  return real;
}

export async function closeReal({ world, file }: Real): Promise<void> {
  await world.database.close();
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}

/** A new process on the same file: nothing that was only in memory comes along. */
export async function restart(real: Real): Promise<void> {
  await real.world.database.close();
  real.world = await openAt(real.file, () => real.now);
}

export async function authorize(real: Real, user: number, client: number): Promise<void> {
  const { people, applications } = real.template;
  const found = await findClient(applications[client]?.clientId ?? '', real.world);
  const redirect = trustRedirect(CALLBACK, [CALLBACK]);
  if (!found || !redirect) throw new Error('There is no such application.');
  const unset = { state: undefined, nonce: undefined, codeChallenge: undefined };
  const terms = {
    scope: ['profile'],
    responseMode: QUERY_MODE,
    prompt: [],
    isScopeUnasked: false,
    resource: null,
    ...unset,
  };
  const request = { clientId: found.publicId, redirect, ...terms };
  const session = { digest: '', authTime: real.now, amr: 'pwd' };
  const answering = { request, client: found, accountId: people[user]?.id ?? 0, session, source: SOURCE };
  const location = await approve(real.world, answering, { granted: ['profile'], lasts: 'until_removed' });
  real.codes.push(new URL(location).searchParams.get('code') ?? '');
}

export async function exchangeCode(real: Real, presented: Presented, isRightRedirect: boolean): Promise<string> {
  return await askForTokens(real, presented.client, [
    ['grant_type', 'authorization_code'],
    ['code', real.codes[presented.which] ?? ''],
    ['redirect_uri', isRightRedirect ? CALLBACK : OTHER_CALLBACK],
  ]);
}

export async function refresh(real: Real, { which, client }: Presented): Promise<string> {
  return await askForTokens(real, client, [
    ['grant_type', 'refresh_token'],
    ['refresh_token', real.pairs[which]?.refresh ?? ''],
  ]);
}

export async function use(real: Real, which: number): Promise<string> {
  const bearer = `Bearer ${real.pairs[which]?.access ?? ''}`;
  const admitted = await admit(real.world, bearer, SOURCE, { scope: [], uses: [], account: true, resource: null });
  return admitted.ok ? 'ok' : 'invalid_token';
}

export async function revoke(real: Real, { which, client }: Presented, isAccess: boolean): Promise<string> {
  const call = callOf(real, client, []);
  const authenticated = await authenticateCall(real.world, call);
  if (!authenticated.ok) return toWire(authenticated.refusal.because).error;
  const token = isAccess ? real.pairs[which]?.access : real.pairs[which]?.refresh;
  await revokeToken(real.world, token ?? '', authenticated.value.id, SOURCE);
  return 'ok';
}

export async function withdraw(real: Real, user: number, client: number): Promise<void> {
  const { people, applications } = real.template;
  const which = { accountId: people[user]?.id ?? 0, clientPublicId: applications[client]?.clientId ?? '' };
  await revokeAuthorization(real.world, which, SOURCE);
}

export async function disable(real: Real, user: number): Promise<void> {
  await disableAccount(real.world, real.template.people[user]?.nickname ?? '');
}

export async function enable(real: Real, user: number): Promise<void> {
  await enableAccount(real.world, real.template.people[user]?.nickname ?? '');
}

export async function remove(real: Real, client: number): Promise<void> {
  await deleteClient(real.world, real.template.applications[client]?.clientId ?? '', OPERATOR);
}

async function askForTokens(real: Real, client: number, form: [string, string][]): Promise<string> {
  const answer = await exchange(real.world, callOf(real, client, form));
  if (!answer.ok) return toWire(answer.refusal.because).error;
  real.pairs.push({ access: answer.value.accessToken, refresh: answer.value.refreshToken ?? '' });
  return 'ok';
}

function callOf(real: Real, client: number, form: [string, string][]): ClientCall {
  const { clientId = '', secret = '' } = real.template.applications[client] ?? {};
  const entries: [string, string][] = [...form, ['client_id', clientId], ['client_secret', secret]];
  const traceId = real.world.randomBytes(8).toString('hex');
  const basic = parseBasic(undefined);
  return { traceId, endpoint: 'token', source: SOURCE, authorization: undefined, basic, form: createForm(entries) };
}

async function openAt(file: string, now: () => number): Promise<World> {
  const settings = settingsOf();
  const database = await openDatabase(`sqlite:${file}`, 1);
  return createWorld({
    settings,
    database,
    deferred: createDeferredWrites(database),
    passwords: createPasswords(),
    log: createLog(settings),
    counters: createCounters(true),
    now,
  });
}

function settingsOf(): Settings {
  const result = loadSettings({ flags: { 'log-level': 'silent' }, env: {}, readFile: () => '' });
  if (!result.ok) throw new Error(result.faults.join('\n'));
  return withListeningPort(result.loaded.settings, 3000);
}

async function register(world: World, ownerId: number, name: string): Promise<Application> {
  const empty = { description: '', homepageUrl: '', logoUrl: '' };
  const kind = { redirectUris: [CALLBACK], scopes: ['profile'], isConfidential: true, sendsIssuer: false };
  const made = await registerClient(world, { ownerId, details: { name, ...empty, ...kind }, actor: OPERATOR });
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return { clientId: made.value.publicId, secret: made.value.secret ?? '' };
}
