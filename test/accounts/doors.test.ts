/** Proves what the account's pages do: the ways in and back, the confirmation, the setup link, the public pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disableAccount } from '../../src/accounts/operator.ts';
import { get } from '../../src/endpoints/needs.ts';
import { ROWS } from '../../src/endpoints/routes.ts';
import { report } from '../../src/events/report.ts';
import { links, text } from '../support/html.ts';
import { createPerson, HOME, OTHER_PASSWORD, onEachEngine, PASSWORD, type Stage } from './stage.ts';
import { type Caller, createCaller } from './visits.ts';

async function enter(stage: Stage, nickname = 'Ada'): Promise<Caller> {
  const caller = createCaller(stage);
  assert.equal((await caller.signIn(nickname)).status, 303);
  return caller;
}

test(
  'an authorization request survives the way over the sign-in page, byte for byte',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const guarded = get('/oauth/authorize', { needs: 'account', mayReturn: true, handler: () => ({ status: 200 }) });
    const caller = createCaller(stage, [guarded, ...ROWS.filter(({ path }) => path !== guarded.path)]);
    const state = encodeURIComponent(`a&b=c+d #%"é${'x'.repeat(3000)}`);
    const target = `/oauth/authorize?client_id=x&redirect_uri=https%3A%2F%2Fapp.example%2Fcb%3Fa%3D1%26b&state=${state}`;

    const away = await caller.get(target);
    assert.equal(away.status, 303);
    const page = await caller.get(away.location ?? '');
    const back = await caller.submit(page, '/sign-in', { nickname: 'Ada', password: PASSWORD });

    assert.equal(back.location, target);
    assert.equal((await caller.get(away.location ?? '')).location, target);
    assert.equal((await caller.get(target)).status, 200);
  }),
);

test(
  'a dangerous act asks for the password once it is five minutes old, and leads back',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const terms = { needs: 'account', confirmed: true, back: '/oauth/applications/abc' } as const;
    const caller = createCaller(stage, [get('/x', { ...terms, handler: () => ({ status: 200 }) }), ...ROWS]);
    await caller.signIn('Ada');
    assert.equal((await caller.get('/x')).status, 200);
    stage.pass(301);

    const asked = await caller.get('/x');
    const page = await caller.get(asked.location ?? '');
    assert.match(text(page.body), /change the application/);
    const wrong = await caller.submit(page, '/confirm', { password: OTHER_PASSWORD });
    assert.equal(wrong.status, 422);
    const before = caller.cookies.get('latchkey');
    const right = await caller.submit(page, '/confirm', { password: PASSWORD });

    assert.equal(right.location, '/oauth/applications/abc');
    assert.notEqual(caller.cookies.get('latchkey'), before);
    assert.equal((await caller.get('/x')).status, 200);
  }),
);

test(
  'the account pages change profile, address and password, and say what is wrong beside the field',
  onEachEngine(async (stage) => {
    await createPerson(stage);
    const caller = await enter(stage);
    const send = async (action: string, fields: Record<string, string>) =>
      caller.submit(await caller.get(action), action, fields);

    assert.equal((await send('/account', { website: 'javascript:x' })).status, 422);
    const saved = await send('/account', {
      name: 'Ada L.',
      id: '1',
      admin_at: '1',
      email: 'x@y.example',
    });
    assert.equal(saved.location, '/account?done=profile_saved');
    const wrong = { email: 'new@example.org', current_password: OTHER_PASSWORD };
    assert.match(text((await send('/account/email', wrong)).body), /This is not your password/);
    const changed = await send('/account/email', { ...wrong, current_password: PASSWORD });
    assert.equal(changed.location, '/account/email?done=email_changed');
    const fields = { current_password: PASSWORD, new_password: 'short' };
    assert.equal((await send('/account/password', fields)).status, 422);
    const renewed = await send('/account/password', { ...fields, new_password: OTHER_PASSWORD });
    assert.equal(renewed.location, '/account/password?done=password_changed');

    const after = await caller.get('/account/password?done=password_changed');
    assert.match(text(after.body), /Password changed/);
    assert.match((await caller.get('/account/email')).body, /new@example\.org/);
    assert.doesNotMatch((await caller.get('/')).body, /You administer/);
  }),
);

test(
  'somebody sees and ends sessions, and reads what happened page by page',
  onEachEngine(async (stage) => {
    const { world } = stage;
    const { id } = await createPerson(stage);
    const [here, there] = [await enter(stage), await enter(stage)];
    const page = await here.get('/account/sessions');
    const digests = [...page.body.matchAll(/name="session" value="([\w-]{43})"/g)].map(([, value]) => value ?? '');
    assert.equal(digests.length, 1);

    await here.submit(page, '/account/sessions/end', { session: digests[0] ?? '' });

    assert.equal((await there.get('/account')).status, 303);
    const failure = () => report(world, HOME, 'account.sign_in_failed', { accountId: id });
    await world.database.write(Array.from({ length: 60 }, failure));
    const newest = await here.get('/account/events');
    const older = links(newest.body).find((link) => link.startsWith('/account/events?before=')) ?? '';
    assert.match(text((await here.get(older)).body), /Your account was created/);
    assert.equal((await here.get('/account/events?before=x')).status, 200);
  }),
);

test(
  'an account is deleted with its nickname and its password, and is then nowhere to be seen',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage);
    const caller = await enter(stage);
    const page = await caller.get('/account/delete');
    const send = (confirm_nickname: string, password: string) =>
      caller.submit(page, '/account/delete', { confirm_nickname, password });
    const profile = () => createCaller(stage).get(`/users/${id}`);

    assert.equal((await send('Eve', PASSWORD)).status, 422);
    assert.equal((await send('Ada', OTHER_PASSWORD)).status, 422);
    assert.equal((await profile()).status, 200);
    assert.equal((await send('ada', PASSWORD)).location, '/?done=account_deleted');

    assert.equal((await profile()).status, 404);
    assert.equal(caller.cookies.has('latchkey'), false);
    assert.equal((await createCaller(stage).signIn('Ada')).status, 422);
  }),
);

test(
  'a public profile tells neither e-mail address nor last sign-in, and nothing once the account is disabled',
  onEachEngine(async (stage) => {
    const { id } = await createPerson(stage);
    const stranger = createCaller(stage);
    const look = (number: string) => stranger.get(`/users/${number}`);

    const shown = await look(String(id));
    assert.equal(shown.status, 200);
    assert.doesNotMatch(shown.body, /example\.org/);
    assert.equal(shown.body.match(/<time\b/g)?.length, 1, 'the day on which the account was created');
    assert.equal(shown.cookies.length, 0);
    for (const odd of [`0${id}`, '1', 'x', '99999999999', `${id}.0`]) assert.equal((await look(odd)).status, 404, odd);
    await disableAccount(stage.world, 'Ada');
    assert.equal((await look(String(id))).status, 404);
  }),
);

test(
  'every number has a picture in each size, cached for an hour, and nothing else has one',
  onEachEngine(async (stage) => {
    const draw = (file: string) => createCaller(stage).get(`/avatars/${file}`);

    const whole = await draw('123456789.svg');
    assert.equal(whole.header('content-type'), 'image/svg+xml');
    assert.equal(whole.header('cache-control'), 'public, max-age=3600');
    for (const size of [160, 148, 80, 64, 48, 32, 16]) {
      assert.match((await draw(`123456789-x${size}.svg`)).body, new RegExp(`width="${size}"`));
    }
    for (const odd of ['1.png', '-1.svg', '1-x17.svg', '01.svg', '9999999999999999.svg', '1.svg.svg', '..%2F1.svg']) {
      assert.equal((await draw(odd)).status, 404, odd);
    }
  }),
);
