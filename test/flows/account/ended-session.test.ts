/** Proves that nothing is written for a session that ends while its request is at work, and that nothing of it survives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, createApplication, createUser, signedIn, type User } from '../../support/actors.ts';
import { disable } from '../../support/administration.ts';
import { type Browser, openBrowser, type Page } from '../../support/browser-like.ts';
import { everyEngine } from '../../support/each-database.ts';
import { authorizeParams, codeFields } from '../../support/grant.ts';
import { formTo, formWith } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';
import { type Service, startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

const NEXT = 'seven quiet otters by the mill';
/** Requests of the ended session that are under way at the same time, whatever the other one is doing. */
const LINES = 6;
/** Together within what an account may decide about one application in an hour. */
const MOST_TRIES = 9;

/** Repeats an act in several lines, begins the other one meanwhile, goes on until it is done, and answers what each try came to. */
async function beside(other: () => Promise<unknown>, act: () => Promise<Page>): Promise<Page[]> {
  const pages: Page[] = [];
  let isDone = false;
  const first = Promise.withResolvers<void>();
  const ended = first.promise.then(other).finally(() => {
    isDone = true;
  });
  const line = async () => {
    for (let tries = 0; tries < MOST_TRIES && !isDone; tries += 1) {
      pages.push(await act());
      first.resolve();
    }
  };
  await Promise.all([ended, ...Array.from({ length: LINES }, line)]);
  return pages;
}

async function changePassword(browser: Browser, user: User): Promise<Page> {
  const page = await browser.get('/account/password');
  const set = { current_password: user.password, new_password: NEXT, end_access: 'on' };
  const answer = await browser.submit(page, formWith(page.body, 'current_password', 'new_password'), { set });
  assert.equal(answer.status, 303);
  return answer;
}

async function isAlive(service: Service, application: Application, { location }: Page): Promise<boolean> {
  const code = new URL(location ?? '', service.url).searchParams.get('code');
  return code !== null && (await token(service.url, codeFields(application, code))).status === 200;
}

test('once the password is changed and access ended, nothing that another session allowed meanwhile is alive', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const [ada, eve] = [await createUser(service), await createUser(service)];
    const application = await createApplication(service, { owner: eve });
    const [owner, thief] = [await signedIn(service, ada), await signedIn(service, ada)];
    const asked = await thief.authorize(authorizeParams(application, { prompt: 'consent' }));

    const answers = await beside(
      () => changePassword(owner, ada),
      () => thief.approve(asked),
    );

    assert.ok(answers.length > LINES, 'several were tried');
    const alive = await Promise.all(answers.map((answer) => isAlive(service, application, answer)));
    assert.ok(!alive.includes(true));
    // A form of a session that had ended before is refused as a stranger's.
    for (const { status } of answers) assert.ok(status === 303 || status === 403, String(status));
    assert.doesNotMatch((await owner.get('/oauth/authorized_applications')).body, new RegExp(application.client_id));
    assert.equal((await thief.approve(asked)).status, 403);
  }));

test('a link that signs in does not survive the end of the session that made it', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const vera = await createUser(service, { admin: true });
    const [owner, thief] = [await signedIn(service, vera), await signedIn(service, vera)];
    const path = `/admin/people/${vera.id}`;
    const page = await thief.get(path);
    const form = formTo(page.body, `${path}/sign-in-link`);

    const before = await thief.submit(page, form);
    const answers = await beside(
      () => changePassword(owner, vera),
      () => thief.submit(page, form),
    );

    const links = [before, ...answers].flatMap(({ body }) => body.match(/\/sign-in\/link\/[\w-]{43}/g) ?? []);
    assert.ok(links.length > 0);
    for (const link of links) assert.notEqual((await openBrowser(service.url).get(link)).status, 200);
  }));

test('an offer that is made while its owner is disabled is not open afterwards', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const root = await createUser(service, { admin: true });
    const [eve, mate] = [await createUser(service), await createUser(service)];
    const application = await createApplication(service, { owner: eve });
    const [admin, owner] = [await signedIn(service, root), await signedIn(service, eve)];
    const path = applicationPath(application);
    const page = await owner.get(`${path}/settings`);
    const form = formTo(page.body, `${path}/transfer`);

    await beside(
      () => disable(admin, eve),
      () => owner.submit(page, form, { set: { nickname: mate.nickname } }),
    );

    const offered = await (await signedIn(service, mate)).get('/oauth/applications');
    assert.ok(!offered.body.includes(`${path}/transfer/accept`));
  }));
