/** The stage for client programs of others: a running service, a user who agrees, and an application of theirs. */
import {
  type Application,
  type ApplicationWish,
  createApplication,
  createUser,
  signedIn,
  type User,
} from './actors.ts';
import type { Browser } from './browser-like.ts';
import { agree } from './grant.ts';
import { type Service, startService } from './service.ts';

export type InteropStage = {
  service: Service;
  user: User;
  browser: Browser;
  register: (input?: Omit<ApplicationWish, 'owner'>) => Promise<Application>;
};

let stage: Promise<InteropStage> | undefined;

/** One for each test file; what such clients see does not depend on the database, so the embedded one serves. */
export function interopStage(): Promise<InteropStage> {
  stage ??= setUp();
  return stage;
}

async function setUp(): Promise<InteropStage> {
  const service = await startService({ database: 'sqlite' });
  const user = await createUser(service);
  const browser = await signedIn(service, user);
  return { service, user, browser, register: (input = {}) => createApplication(service, { owner: user, ...input }) };
}

/** The user follows a link that a client made, agrees, and is sent back: answers the address of the callback. */
export async function visit(browser: Browser, authorizationUrl: string | URL): Promise<URL> {
  const params = Object.fromEntries(new URL(authorizationUrl).searchParams);
  const page = await agree(browser, params);
  if (!page.location) throw new Error(`the authorization page answered ${page.status}: ${page.body}`);
  return new URL(page.location);
}
