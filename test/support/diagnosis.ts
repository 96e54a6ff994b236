/** Reads what the owner of an application, and a stranger, are told about a refused request. */
import assert from 'node:assert/strict';
import { type Application, createApplication, createUser, signedIn } from './actors.ts';
import { type Browser, openBrowser } from './browser-like.ts';
import { type Stage as GrantStage, usualStage } from './grant.ts';
import { links, text } from './html.ts';
import type { Answer } from './http-client.ts';
import type { Service } from './service.ts';

/** Ada owns Quill, and a public and another confidential application beside it. */
export type Stage = GrantStage & { phone: Application; sister: Application };

export async function diagnosisStage(service: Service): Promise<Stage> {
  const stage = await usualStage(service);
  const owner = stage.ada;
  const [phone, sister] = await Promise.all([
    createApplication(service, { owner, name: 'Phone', isPublic: true }),
    createApplication(service, { owner, name: 'Sister' }),
  ]);
  return { ...stage, phone, sister };
}

/** Somebody else who builds applications. */
export async function anotherDeveloper(service: Service): Promise<Browser> {
  return signedIn(service, await createUser(service));
}

export function traceOf(answer: Answer): string {
  const trace = /^[0-9a-f]{16}$/.exec(answer.headers['x-request-id'] ?? '')?.[0];
  assert.ok(trace, `no trace beside ${answer.body}`);
  return trace;
}

/** The page about this very request for whoever uses this browser. */
export async function pageBehind(browser: Browser, answer: Answer): Promise<Answer> {
  const page = await browser.follow(await browser.get(`/errors/${traceOf(answer)}`));
  assert.equal(page.status, 200, page.body);
  return page;
}

/** The list of requests; with a slash and a trace, the page about one that was refused. */
export function requestsPath(application: Application, end = ''): string {
  const place = end.startsWith('/') ? 'requests' : 'activity';
  return `/oauth/applications/${encodeURIComponent(application.client_id)}/${place}${end}`;
}

/** The words of the diagnosis of the newest refused request. */
export async function newestDiagnosis({ browser }: Pick<Stage, 'browser'>, application: Application): Promise<string> {
  const list = await browser.get(requestsPath(application));
  assert.equal(list.status, 200, list.body);
  const newest = links(list.body).find((link) => /\/requests\/[0-9a-f]{16}$/.test(link));
  assert.ok(newest, `nothing was refused: ${text(list.body)}`);
  return wordsOf(await browser.get(newest));
}

/** Whether an answer or a redirect: the words of its diagnosis, as the owner reads them. */
export async function diagnosisOf(stage: Stage, refused: Answer | Application): Promise<string> {
  if ('client_id' in refused) return await newestDiagnosis(stage, refused);
  return wordsOf(await pageBehind(stage.browser, refused));
}

export function strangersBrowser(service: Service): Browser {
  return openBrowser(service.url);
}

/** Marks are kept as brackets, so that a test sees which characters they mark. */
export function wordsOf(page: Answer): string {
  assert.equal(page.status, 200, page.body);
  const marked = page.body.replace(/<del>(.*?)<\/del>/g, '[-$1-]').replace(/<ins>(.*?)<\/ins>/g, '[+$1+]');
  return text(marked.replace(/<\/?(?:code|bdi|span|time)\b[^>]*>/g, ''));
}
