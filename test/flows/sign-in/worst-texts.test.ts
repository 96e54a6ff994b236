/** Proves that no text in a form holds up everybody else: the worst texts cost no more than harmless ones of their size. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser, PASSWORD, signedIn } from '../../support/actors.ts';
import { type Browser, openBrowser } from '../../support/browser-like.ts';
import { eachDatabase, everyEngine } from '../../support/each-database.ts';
import { eventually } from '../../support/eventually.ts';
import { formTo } from '../../support/html.ts';
import { mostMsForARequest } from '../../support/processor.ts';
import { startService } from '../../support/service.ts';

/** The most bytes that a field of a page may have. */
const FIELD_BYTES = 16_380;
/** Normalising has to sort these, and sorting a long run of them takes the square of its length. */
const UNSORTED_MARKS = '\u0301\u0316\u0327'.repeat(FIELD_BYTES / 6);
/** One character that NFKC makes eighteen of. */
const GROWING = '\ufdfa'.repeat(256);
const MOST_TRIES = 12;

const on = eachDatabase(async (service) => {
  const owner = await createUser(service);
  const application = await createApplication(service, { owner });
  return { service, owner, application, browser: await signedIn(service, owner) };
});

interface Place {
  readonly page: string;
  readonly action?: string;
  readonly fields: readonly string[];
  /** What else has to be filled in, so that the text is looked at. */
  readonly set?: Record<string, string>;
}

/** The quickest answer to each of both texts, asked in turns until they are near enough or it is certain that they are not. */
async function insistHarmless(
  browser: Browser,
  { page, action = page, fields, set = {} }: Place,
  worst: string,
): Promise<void> {
  const shown = await browser.get(page);
  const form = formTo(shown.body, action);
  const harmless = 'x'.repeat(Buffer.byteLength(worst));
  for (const field of fields) {
    const quickest = { worst: Number.POSITIVE_INFINITY, harmless: Number.POSITIVE_INFINITY };
    const surplus = () => quickest.worst - quickest.harmless;
    for (let tries = 0; tries < MOST_TRIES && !(surplus() < mostMsForARequest()); tries += 1) {
      for (const [name, text] of Object.entries({ harmless, worst }) as ['worst' | 'harmless', string][]) {
        const begun = performance.now();
        const { status } = await browser.submit(shown, form, { set: { ...set, [field]: text } });
        quickest[name] = Math.min(quickest[name], performance.now() - begun);
        assert.equal(status, 422, `${action}, ${field}`);
      }
    }
    assert.ok(surplus() < mostMsForARequest(), `${action}, ${field}: ${surplus().toFixed(0)} ms more`);
  }
}

test(
  'a password of characters that grow when they are folded costs a stranger no more than another',
  on(async ({ service }) => {
    await insistHarmless(openBrowser(service.url), { page: '/sign-up', fields: ['password'] }, GROWING);
  }),
);

test(
  'accents in the wrong order cost a stranger no more than letters',
  on(async ({ service }) => {
    const stranger = openBrowser(service.url);

    await insistHarmless(stranger, { page: '/sign-up', fields: ['nickname', 'email', 'password'] }, UNSORTED_MARKS);
    const credentials = { nickname: 'nobody', password: PASSWORD };
    const signIn = { page: '/sign-in', fields: ['nickname', 'password'], set: credentials };
    await insistHarmless(stranger, signIn, UNSORTED_MARKS);
  }),
);

test('accents in the wrong order cost no more than letters on the page of the first administrator', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const link = () => /\/setup\/\S+/.exec(service.stdout())?.[0];
    await eventually('the link on the console', () => link() !== undefined);
    const page = link() ?? '';

    await insistHarmless(openBrowser(service.url), { page, fields: ['nickname', 'email', 'password'] }, UNSORTED_MARKS);
  }));

test(
  'accents in the wrong order cost no more than letters in the forms of an account',
  on(async ({ browser }) => {
    const password = { current_password: PASSWORD };
    const passwords = { current_password: PASSWORD, new_password: PASSWORD };

    await insistHarmless(
      browser,
      { page: '/account', fields: ['nickname', 'name', 'website', 'locale'] },
      UNSORTED_MARKS,
    );
    const email = { page: '/account/email', action: '/account/email', fields: ['email', 'current_password'] };
    await insistHarmless(browser, { ...email, set: { email: 'new@example.org', ...password } }, UNSORTED_MARKS);
    const change = {
      page: '/account/password',
      action: '/account/password',
      fields: Object.keys(passwords),
      set: passwords,
    };
    await insistHarmless(browser, change, UNSORTED_MARKS);
    await insistHarmless(browser, { page: '/account/delete', fields: ['confirm_nickname'] }, UNSORTED_MARKS);
  }),
);

test(
  'accents in the wrong order cost no more than letters in the forms of an application',
  on(async ({ browser, application }) => {
    const path = `/oauth/applications/${application.client_id}`;
    const details = ['name', 'description', 'homepage_url', 'redirect_uri'];
    // Without a name nothing is registered, whatever the other fields say.
    const required = { name: '', redirect_uri: 'https://app.example.com/cb' };

    const create = { page: '/oauth/applications/new', action: '/oauth/applications', fields: details, set: required };
    await insistHarmless(browser, create, UNSORTED_MARKS);
    await insistHarmless(browser, { page: `${path}/delete`, fields: ['confirm_name'] }, UNSORTED_MARKS);
    await insistHarmless(
      browser,
      { page: `${path}/settings`, action: `${path}/transfer`, fields: ['nickname'] },
      UNSORTED_MARKS,
    );
  }),
);
