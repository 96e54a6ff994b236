/** Drives the developer's pages under /oauth/applications, through their forms. */
import assert from 'node:assert/strict';
import type { Application } from './actors.ts';
import { type Browser, filled, type Page } from './browser-like.ts';
import { formTo, text } from './html.ts';

export type Registration = { name?: string; redirectUris?: string[]; set?: Record<string, string>; scopes?: string[] };

export const applicationPath = ({ client_id }: { client_id: string }) =>
  `/oauth/applications/${encodeURIComponent(client_id)}`;

/** Fills in the form of /oauth/applications/new and sends it. */
export async function register(browser: Browser, registration: Registration): Promise<Page> {
  return sendForm(browser, '/oauth/applications/new', '/oauth/applications', registration);
}

/** Changes an application through its edit page. */
export async function edit(browser: Browser, application: Application, change: Registration): Promise<Page> {
  const path = applicationPath(application);
  return sendForm(browser, `${path}/edit`, path, change);
}

async function sendForm(browser: Browser, path: string, action: string, input: Registration): Promise<Page> {
  const page = await browser.get(path);
  const form = formTo(page.body, action);
  const { name, redirectUris, scopes } = input;
  const set = { ...(name === undefined ? {} : { name }), ...input.set };
  const kept = filled(form, { set }).filter(
    ([field]) => !(redirectUris && field === 'redirect_uri') && !(scopes && field === 'scope'),
  );
  const uris = (redirectUris ?? []).map((uri): [string, string] => ['redirect_uri', uri]);
  const ticked = (scopes ?? []).map((scope): [string, string] => ['scope', scope]);
  return browser.post(action, [...kept, ...uris, ...ticked]);
}

/** Reads client_id and client_secret from the page that shows the secret once. */
export function credentialsOn(page: Page): { client_id: string; client_secret: string } {
  const read = (id: string) => new RegExp(`<code id="${id}"[^>]*>([^<]+)<`).exec(page.body)?.[1] ?? '';
  const found = { client_id: read('client_id'), client_secret: read('client_secret') };
  assert.ok(found.client_id, `no client_id on this page: ${text(page.body)}`);
  return found;
}

export const credentialsPath = (application: { client_id: string }) => `${applicationPath(application)}/credentials`;

/** Adds a secret on the application's page; answers it. */
export async function addSecret(browser: Browser, application: Application): Promise<Page> {
  const page = await browser.get(credentialsPath(application));
  return browser.submit(page, formTo(page.body, /\/secrets$/));
}

export async function deleteApplication(browser: Browser, application: Application, name: string): Promise<Page> {
  const path = `${applicationPath(application)}/delete`;
  const page = await browser.get(path);
  return browser.submit(page, formTo(page.body, path), { set: { confirm_name: name } });
}
