/** People and applications of the tests, made through the contract for scripts. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type Browser, openBrowser } from './browser-like.ts';
import type { Service } from './service.ts';

export type User = { id: number; nickname: string; email: string; password: string };
export type Application = { client_id: string; client_secret: string; redirect_uris: string[] };

export const CALLBACK = 'https://app.example.com/cb';
export const PASSWORD = 'a lantern over the harbour';

export async function createUser(service: Service, input: Partial<User> & { admin?: boolean } = {}): Promise<User> {
  const nickname = input.nickname ?? `user${randomBytes(4).toString('hex')}`;
  const email = input.email ?? `${nickname}@example.org`;
  const password = input.password ?? PASSWORD;
  const args = ['users', 'create', '--nickname', nickname, '--email', email, '--password-stdin', '--json'];
  const made = await service.cliHere(input.admin ? [...args, '--admin'] : args, `${password}\n`);
  assert.equal(made.code, 0, `users create failed: ${made.stderr}`);
  const { id } = JSON.parse(made.stdout);
  return { id, nickname, email, password };
}

export type ApplicationWish = {
  owner: User;
  name?: string;
  redirectUris?: string[];
  scope?: string;
  isPublic?: boolean;
  noIss?: boolean;
  clientId?: string;
  clientSecret?: string;
};

export async function createApplication(service: Service, input: ApplicationWish): Promise<Application> {
  const made = await service.cliHere(applicationArguments(input));
  assert.equal(made.code, 0, `applications create failed: ${made.stderr}`);
  return JSON.parse(made.stdout);
}

export function applicationArguments(input: ApplicationWish): string[] {
  return [
    ...['applications', 'create', '--owner', input.owner.nickname, '--name', input.name ?? 'Quill'],
    ...(input.redirectUris ?? [CALLBACK]).flatMap((uri) => ['--redirect-uri', uri]),
    ...['--scope', input.scope ?? 'profile email'],
    ...(input.isPublic ? ['--public'] : []),
    ...(input.noIss ? ['--no-iss'] : []),
    ...(input.clientId ? [`--client-id=${input.clientId}`] : []),
    ...(input.clientSecret ? [`--client-secret=${input.clientSecret}`] : []),
    '--json',
  ];
}

/** A browser in which this user is signed in. */
export async function signedIn(service: Service, user: User): Promise<Browser> {
  const browser = openBrowser(service.url);
  const answer = await browser.signIn(user);
  assert.equal(answer.status, 303, `sign-in of ${user.nickname} answered ${answer.status}: ${answer.body}`);
  return browser;
}
