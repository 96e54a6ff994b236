/** Proves the first administrator: a link on the console of whoever started the service, once, and never again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser, PASSWORD } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { formTo } from '../../support/html.ts';
import { type Service, startService } from '../../support/service.ts';

const linkOf = (service: Service) => /http:\/\/\S+(\/setup\/\S+)/.exec(service.stdout())?.[1];

/** The link comes a moment after the line that says where the service listens. */
async function printedLink(service: Service): Promise<string> {
  await eventually('the link on the console', () => linkOf(service) !== undefined);
  return linkOf(service) ?? '';
}

async function create(service: Service, path: string, nickname: string) {
  const browser = openBrowser(service.url);
  const page = await browser.get(path);
  if (page.status !== 200) return { page, browser };
  const set = { nickname, email: `${nickname}@example.org`, password: PASSWORD };
  return { browser, page: await browser.submit(page, formTo(page.body, path), { set }) };
}

test('the link makes one administrator, and then it is dead', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const path = await printedLink(service);

    const first = await create(service, path, 'first');
    const second = await create(service, path, 'second');

    assert.equal(first.page.status, 303, first.page.body);
    assert.equal((await first.browser.get('/account')).status, 200);
    assert.equal(second.page.status, 404);
    const { stdout } = await service.cliHere(['users', 'list', '--json']);
    assert.match(stdout, /"nickname":"first".*"role":"administrator"/);
    assert.doesNotMatch(stdout, /"nickname":"second"/);
    await service.stop();
  }));

test('an invented link leads nowhere, and a weak password does not use the real one up', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const path = await printedLink(service);
    assert.equal(
      (await openBrowser(service.url).get('/setup/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).status,
      404,
    );
    const browser = openBrowser(service.url);
    const page = await browser.get(path);

    const weak = await browser.submit(page, formTo(page.body, path), {
      set: { nickname: 'first', email: 'f@example.org', password: 'short' },
    });

    assert.equal(weak.status, 422);
    assert.equal((await create(service, path, 'first')).page.status, 303);
    await service.stop();
  }));

test('a service that has an administrator prints no link, and an older link is dead', () =>
  everyEngine(async (engine) => {
    const first = await startService({ database: engine });
    const path = await printedLink(first);
    await createUser(first, { admin: true });
    assert.equal((await openBrowser(first.url).get(path)).status, 404, 'an administrator exists, so the link is dead');
    await first.stop();

    const second = await startService({ database: engine, sharedWith: first });
    await second.stop();

    assert.equal(linkOf(second), undefined);
  }));
