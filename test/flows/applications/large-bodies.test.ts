/** Proves over HTTP that a body beyond the usual limit is asked for only from those who may use the route. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { createUser, signedIn } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { usualStage } from '../../support/grant.ts';
import { applicationPath } from '../../support/portal.ts';

const on = eachDatabase(usualStage);
const USUAL = 65_536;
const LARGE = 200_000;

interface Outcome {
  readonly answer: number | 'continue';
  readonly location: string | undefined;
}

/** Announces a body and sends none of it; answers whether the service asks for it, or what it says instead. */
function announce(url: string, headers: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST', headers: { expect: '100-continue', ...headers } });
    const settle = (answer: Outcome['answer'], location?: string) => {
      resolve({ answer, location });
      asking.destroy();
    };
    asking.on('continue', () => settle('continue'));
    asking.on('response', ({ statusCode = 0, headers: { location } }) => settle(statusCode, location));
    asking.on('error', reject);
    asking.flushHeaders();
  });
}

test(
  'strangers are sent to sign in before a large body is read, with a length or without',
  on(async ({ service, quill }) => {
    const ofApplication = ['/logo', '/test'].map((end) => applicationPath(quill) + end);
    for (const path of [...ofApplication, '/account/picture']) {
      const url = service.url + path;
      const forged = { cookie: `latchkey=${'A'.repeat(43)}` };
      const cases = [{}, forged].flatMap((cookie) => [
        { ...cookie, 'content-length': String(LARGE) },
        { ...cookie, 'transfer-encoding': 'chunked' },
      ]);

      for (const headers of cases) {
        const { answer, location } = await announce(url, headers);
        assert.equal(answer, 303, JSON.stringify(headers));
        assert.match(location ?? '', /^\/sign-in/);
      }
    }
  }),
);

test(
  'another account gets the page for what does not exist, and the owner is asked for the body',
  on(async ({ service, browser, quill }) => {
    const url = `${service.url}${applicationPath(quill)}/logo`;
    const other = await signedIn(service, await createUser(service));
    const as = (cookies: Map<string, string>) => ({
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-length': String(LARGE),
    });

    assert.equal((await announce(url, as(other.cookies))).answer, 404);
    assert.equal((await announce(url, as(browser.cookies))).answer, 'continue');
    assert.equal((await announce(url, { 'content-length': String(USUAL) })).answer, 'continue');
  }),
);
