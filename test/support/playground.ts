/** Drives the playground of an application through its forms and links. */
import assert from 'node:assert/strict';
import type { Application } from './actors.ts';
import type { Browser, Page } from './browser-like.ts';
import { decodeEntities, formWith } from './html.ts';
import { applicationPath } from './portal.ts';

/** The authorization address that the first page builds, as a path. */
export async function askIn(browser: Browser, application: Application): Promise<string> {
  const page = await browser.get(`${applicationPath(application)}/test`);
  assert.equal(page.status, 200, page.body);
  const address = /<a class="button primary" href="([^"]+)"/.exec(page.body)?.[1] ?? '';
  return decodeEntities(address);
}

/** Agrees on the consent page; answers the page that caught the redirect. */
export async function catchIn(browser: Browser, application: Application): Promise<Page> {
  const consent = await browser.get(await askIn(browser, application));
  assert.equal(consent.status, 200, consent.body);
  return browser.follow(await browser.approve(consent));
}

export async function exchangeIn(browser: Browser, application: Application): Promise<Page> {
  return actIn(browser, await catchIn(browser, application), 'exchange');
}

export async function actIn(browser: Browser, page: Page, act: string): Promise<Page> {
  return browser.submit(page, formWith(page.body, 'act', 'state'), { button: { name: 'act', value: act } });
}

export function tokensOn(page: Page): { access: string; refresh: string } {
  const read = (id: string) => new RegExp(`<code id="${id}"[^>]*>([^<]+)<`).exec(page.body)?.[1] ?? '';
  return { access: read('access_token'), refresh: read('refresh_token') };
}

/** The status of every answer on the page, oldest first. */
export function statusesOn(page: Page): string[] {
  return [...page.body.matchAll(/<span class="chip (?:good|bad)"[^>]*>([^<]+)</g)]
    .map(([, status = '']) => status)
    .reverse();
}
