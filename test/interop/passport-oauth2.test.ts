/** Proves that Passport's OAuth 2.0 strategy works against the service, with and without PKCE. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { CALLBACK } from '../support/actors.ts';
import { assertAlive } from '../support/grant.ts';
import { interopStage, visit } from '../support/interop.ts';

type Request = { query: Record<string, string>; session: Record<string, unknown> };
type Outcome = { redirect?: string; user?: unknown; failure?: unknown; error?: Error };
type Done = (error: Error | null, user?: unknown) => void;
type Verify = (access: string, refresh: string, params: Record<string, unknown>, profile: object, done: Done) => void;
type Strategy = {
  authenticate: (request: Request, options: object) => void;
  redirect: (url: string) => void;
  success: (user: unknown) => void;
  fail: (failure: unknown) => void;
  error: (error: Error) => void;
};
type Package = new (options: object, verify: Verify) => Strategy;

// The package has no types; these are the parts that Passport itself fills in and calls.
const OAuth2Strategy = createRequire(import.meta.url)('passport-oauth2') as Package;

/** Passport gives every request a copy of the strategy with these four endings; this does the same. */
function authenticate(strategy: Strategy, request: Request): Promise<Outcome> {
  return new Promise((resolve) => {
    const copy: Strategy = Object.create(strategy);
    copy.redirect = (redirect) => resolve({ redirect });
    copy.success = (user) => resolve({ user });
    copy.fail = (failure) => resolve({ failure });
    copy.error = (error) => resolve({ error });
    copy.authenticate(request, {});
  });
}

async function strategy(more: object): Promise<Strategy> {
  const { service, register } = await interopStage();
  const { client_id, client_secret } = await register();
  const options = {
    authorizationURL: `${service.url}/oauth/authorize`,
    tokenURL: `${service.url}/oauth/token`,
    clientID: client_id,
    clientSecret: client_secret,
    callbackURL: CALLBACK,
    scope: ['profile', 'email'],
    ...more,
  };
  return new OAuth2Strategy(options, (access, refresh, params, _profile, done) =>
    done(null, { access, refresh, params }),
  );
}

for (const [what, more] of [
  ['plainly', {}],
  ['with a state', { state: true }],
  ['with a state and PKCE', { state: true, pkce: true }],
] as const) {
  test(`passport-oauth2 signs a user in ${what}`, async () => {
    const { service, browser } = await interopStage();
    const passport = await strategy(more);
    const session = {};
    const asked = await authenticate(passport, { query: {}, session });
    const callback = await visit(browser, asked.redirect ?? '');

    const { user, error } = await authenticate(passport, { query: Object.fromEntries(callback.searchParams), session });

    assert.equal(error, undefined);
    // The verify callback above makes the user.
    const { access, refresh, params } = user as { access: string; refresh: string; params: Record<string, unknown> };
    assert.equal(params.expires_in, 86400);
    assert.ok(refresh);
    await assertAlive(service, access);
  });
}

test('passport-oauth2 tells a refusal of the user from an error', async () => {
  const { browser } = await interopStage();
  const passport = await strategy({});
  const asked = await authenticate(passport, { query: {}, session: {} });
  const page = await browser.authorize(Object.fromEntries(new URL(asked.redirect ?? '').searchParams));
  const denied = new URL((await browser.deny(page)).location ?? '');

  const outcome = await authenticate(passport, { query: Object.fromEntries(denied.searchParams), session: {} });

  assert.ok(outcome.failure);
  const wrong = await authenticate(passport, { query: { code: 'unknown' }, session: {} });
  assert.match(wrong.error?.constructor.name ?? '', /TokenError|InternalOAuthError/);
});
