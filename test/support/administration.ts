/** Drives the pages under /admin through their forms, as an administrator does. */
import assert from 'node:assert/strict';
import { type Application, createUser, signedIn, type User } from './actors.ts';
import type { Browser, Page } from './browser-like.ts';
import { type Stage, usualStage } from './grant.ts';
import { formTo } from './html.ts';
import type { Service } from './service.ts';

export type AdminStage = Stage & { root: User; admin: Browser };

/** The usual stage, and an administrator who is signed in. */
export async function administeredStage(service: Service): Promise<AdminStage> {
  const root = await createUser(service, { admin: true });
  const [stage, admin] = await Promise.all([usualStage(service), signedIn(service, root)]);
  return { ...stage, root, admin };
}

export const personPath = ({ id }: User) => `/admin/people/${id}`;

export const administeredPath = ({ client_id }: Pick<Application, 'client_id'>) =>
  `/admin/applications/${encodeURIComponent(client_id)}`;

export async function press(browser: Browser, path: string, action: string, set = {}): Promise<Page> {
  const page = await browser.get(path);
  assert.equal(page.status, 200, `${path} answered ${page.status}`);
  return browser.submit(page, formTo(page.body, action), { set });
}

export async function suspend(browser: Browser, application: Application, reason: string): Promise<Page> {
  const path = `${administeredPath(application)}/suspend`;
  return press(browser, path, path, { reason });
}

export async function lift(browser: Browser, application: Application): Promise<Page> {
  const path = administeredPath(application);
  return press(browser, path, `${path}/lift`);
}

export async function disable(browser: Browser, person: User, typed = person.nickname): Promise<Page> {
  const path = `${personPath(person)}/disable`;
  return press(browser, path, path, { confirm_nickname: typed });
}

/** What the command line finds in the log, newest first. */
export async function eventsOf(
  service: Service,
  kind: string,
): Promise<{ account_id: number; detail: string | null }[]> {
  const { stdout } = await service.cliHere(['events', '--kind', kind, '--json']);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
