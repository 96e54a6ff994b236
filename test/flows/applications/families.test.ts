/** Proves the answer to "why was I signed out?": a timeline for the user, and one without the user for the developer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listActivity } from '../../../src/clients/activity.ts';
import { findClient } from '../../../src/clients/find.ts';
import { sweep } from '../../../src/tokens/sweep.ts';
import type { Application } from '../../support/actors.ts';
import type { Browser } from '../../support/browser-like.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import {
  agree,
  authorizeParams,
  callback,
  codeFields,
  refreshFields,
  type Tokens,
  tokensOf,
} from '../../support/grant.ts';
import { formTo, links, text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import { token } from '../../support/token-client.ts';

const DAY = 86_400;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/131.0';
const userPath = ({ client_id }: Application) => `/oauth/authorized_applications/${encodeURIComponent(client_id)}`;
const applicationOf = ({ client_id }: Application) => `/oauth/applications/${encodeURIComponent(client_id)}`;
const ownerPath = ({ client_id }: Application) => `/oauth/applications/${encodeURIComponent(client_id)}/families`;

async function cast(clocked: Clocked) {
  const [ada, bob] = [await clocked.createUser('ada'), await clocked.createUser('bob')];
  const quill = await clocked.createApplication(ada);
  const browser = await clocked.signedIn(bob);
  return { ada, bob, quill, browser, tokens: await obtain(clocked, browser, quill) };
}

async function obtain({ url }: Clocked, browser: Browser, application: Application): Promise<Tokens> {
  const answer = await agree(browser, authorizeParams(application));
  return tokensOf(await token(url, codeFields(application, callback(answer).get('code') ?? '')));
}

async function refresh({ url }: Clocked, application: Application, value: string) {
  return token(url, refreshFields(application, value), { headers: { 'user-agent': FIREFOX } });
}

async function use({ url }: Clocked, access: string): Promise<void> {
  await send(`${url}/api/users/whoami`, { headers: { authorization: `Bearer ${access}`, 'user-agent': 'Quill/2.1' } });
}

/** A stolen refresh token: renewed, retried, used, and presented again after its time. */
async function steal(clocked: Clocked, quill: Application, tokens: Tokens): Promise<void> {
  await refresh(clocked, quill, tokens.refresh);
  const next = tokensOf(await refresh(clocked, quill, tokens.refresh));
  await use(clocked, next.access);
  clocked.pass(60);
  assert.equal((await refresh(clocked, quill, tokens.refresh)).status, 400);
  await clocked.flush();
}

test(
  'a theft is told to the user with everything that led to it, and why the sign-in ended',
  onMovedClock(async (clocked) => {
    const { quill, browser, tokens } = await cast(clocked);
    await steal(clocked, quill, tokens);

    const words = text((await browser.get(userPath(quill))).body);

    for (const step of ['signed in', 'renewed its access', 'because an answer was lost', 'last used', 'signed out']) {
      assert.ok(words.includes(step), `${step} is missing: ${words}`);
    }
    assert.match(words, /presented a key that had been replaced/);
    assert.match(words, /Firefox on Linux/);
    assert.match(words, /127\.0\.0\.1/);
  }),
);

test(
  'the developer sees the same in the protocol’s terms, and neither who it was nor from where',
  onMovedClock(async (clocked) => {
    const { ada, bob, quill, tokens } = await cast(clocked);
    await steal(clocked, quill, tokens);
    const owner = await clocked.signedIn(ada);

    const list = await owner.get(ownerPath(quill));
    const link = links(list.body).find((href) => href.startsWith(`${ownerPath(quill)}/`)) ?? '';
    const page = await owner.get(link);

    assert.match(text(list.body), /ended/);
    const words = text(page.body);
    for (const step of ['Code exchanged', 'Refreshed', 'same refresh token', 'Last use', 'used again', 'RFC 9700']) {
      assert.ok(words.includes(step), `${step} is missing: ${words}`);
    }
    for (const personal of [bob.nickname, bob.email, String(bob.id), '127.0.0.1']) {
      assert.ok(!page.body.includes(personal) && !list.body.includes(personal), `${personal} is shown`);
    }
  }),
);

test(
  'families of an application are shown to its owner alone',
  onMovedClock(async (clocked) => {
    const { ada, quill, browser } = await cast(clocked);
    const other = await clocked.createApplication(ada, { name: 'Other' });
    const owner = await clocked.signedIn(ada);
    const link = links((await owner.get(ownerPath(quill))).body).find((href) => /families\/\d+$/.test(href)) ?? '';
    const id = link.split('/').at(-1);

    const statuses = [
      (await browser.get(ownerPath(quill))).status,
      (await browser.get(link)).status,
      (await owner.get(`${ownerPath(other)}/${id}`)).status,
      (await owner.get(`${ownerPath(quill)}/nonsense`)).status,
      (await owner.get(`${ownerPath(quill)}/1`)).status,
      (await owner.get(link)).status,
    ];

    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 200]);
    assert.match(text((await owner.get(ownerPath(other))).body), /No user has exchanged a code yet/);
  }),
);

test(
  'every way to be signed out has its own reason',
  onMovedClock(async (clocked) => {
    const { bob, quill, browser, tokens } = await cast(clocked);
    await token(
      clocked.url,
      { ...refreshFields(quill, tokens.refresh), token: tokens.access },
      { path: '/oauth/revoke' },
    );
    assert.match(text((await browser.get(userPath(quill))).body), /The application itself signed you out/);

    const code = callback(await browser.authorize(authorizeParams(quill))).get('code') ?? '';
    await token(clocked.url, codeFields(quill, code));
    await token(clocked.url, codeFields(quill, code));
    assert.match(text((await browser.get(userPath(quill))).body), /presented its one-time code a second time/);

    await obtain(clocked, browser, quill);
    const page = await browser.get(userPath(quill));
    await browser.submit(page, formTo(page.body, `${userPath(quill)}/revoke`));
    assert.match(text((await browser.get(userPath(quill))).body), /no access.*You removed its access/);

    await obtain(clocked, browser, quill);
    clocked.pass(121 * DAY);
    assert.match(text((await (await clocked.signedIn(bob)).get(userPath(quill))).body), /was not used for too long/);
  }),
);

test(
  'the reason is still told after the tokens were swept away',
  onMovedClock(async (clocked) => {
    const { ada, bob, quill, tokens } = await cast(clocked);
    await steal(clocked, quill, tokens);
    const link = links((await (await clocked.signedIn(ada)).get(ownerPath(quill))).body).find((href) =>
      /families\/\d+$/.test(href),
    );
    clocked.pass(3 * DAY);
    await sweep(clocked.world);
    await sweep(clocked.world);

    const user = await (await clocked.signedIn(bob)).get(userPath(quill));
    const owner = await (await clocked.signedIn(ada)).get(link ?? '');

    assert.match(text(user.body), /presented a key that had been replaced/);
    assert.match(text(owner.body), /RFC 9700/);
  }),
);

test(
  'the owner revokes one family after the password, its tokens end, and the user’s other sign-in stays',
  onMovedClock(async (clocked) => {
    const { ada, bob, quill, browser, tokens } = await cast(clocked);
    const owner = await clocked.signedIn(ada);
    const link = links((await owner.get(ownerPath(quill))).body).find((href) => /families\/\d+$/.test(href)) ?? '';
    const other = await obtain(clocked, browser, quill);
    const page = await owner.get(link);
    const form = formTo(page.body, `${link}/revoke`);
    assert.match(text(page.body), /Revoke this family.*The user is signed out/);
    clocked.pass(600);
    const late = await clocked.signedIn(ada);
    const open = await late.get(link);

    const asked = await owner.submit(page, form);
    assert.equal(asked.status, 403);
    assert.match(text(asked.body), /once more to revoke this token family/);
    const done = await owner.submit(asked, formTo(asked.body, `${link}/revoke`), { set: { password: ada.password } });

    assert.equal(done.location, `${link}?done=family_revoked`);
    const after = await owner.get(done.location ?? '');
    assert.match(text(after.body), /Token family revoked\..*whoever owned the application then, revoked this family/);
    assert.ok(!after.body.includes(`${link}/revoke`));
    assert.equal((await refresh(clocked, quill, tokens.refresh)).status, 400);
    assert.equal((await refresh(clocked, quill, other.refresh)).status, 200);
    const again = await late.submit(open, formTo(open.body, `${link}/revoke`));
    assert.equal(again.location, `${link}?done=nothing_to_do`);
    const told = await (await clocked.signedIn(bob)).get(userPath(quill));
    assert.match(text(told.body), /The developer of the application ended this sign-in\./);
  }),
);

test(
  'a family is found by the ID of a request that was answered or refused, by its number, and by how that begins',
  onMovedClock(async (clocked) => {
    const { ada, quill, tokens } = await cast(clocked);
    await steal(clocked, quill, tokens);
    const owner = await clocked.signedIn(ada);
    const other = await clocked.createApplication(ada, { name: 'Other' });
    const link = links((await owner.get(ownerPath(quill))).body).find((href) => /families\/\d+$/.test(href)) ?? '';
    const number = link.split('/').at(-1) ?? '';
    const answered = await refresh(clocked, quill, tokens.refresh);
    const seek = (sought: string, application = quill) =>
      owner.get(`${ownerPath(application)}?q=${encodeURIComponent(sought)}`);

    assert.equal((await seek(number)).location, link);
    assert.equal((await seek(` ${answered.headers['x-request-id']} `)).location, link, 'a refused request');
    const lists = links((await owner.get(`${applicationOf(quill)}/activity`)).body);
    const trace =
      lists
        .find((href) => /requests\/[0-9a-f]{16}$/.test(href))
        ?.split('/')
        .at(-1) ?? '';
    assert.equal((await seek(trace)).location, link);
    assert.ok(links((await seek(number.slice(0, 3))).body).includes(link));
    for (const nothing of ['0000', 'bob', 'ffffffffffffffff', '%', `${number}1`])
      assert.match(text((await seek(nothing)).body), /No matches/, nothing);
    for (const foreign of [number, trace]) assert.match(text((await seek(foreign, other)).body), /No matches/);
  }),
);

/** As the operator reads it in the access log: an answer that refuses nothing carries no ID. */
async function answeredTrace({ world }: Clocked, { client_id }: Application): Promise<string> {
  const client = await findClient(client_id, world);
  const filter = { outcome: 'answered', endpoint: 'token', error: null, trace: null, before: null } as const;
  const found = client && (await listActivity(world, client, filter));
  return found?.entries[0]?.request.traceId ?? '';
}

test(
  'the family of an answered request is found by its ID',
  onMovedClock(async (clocked) => {
    const { ada, quill } = await cast(clocked);
    const trace = await answeredTrace(clocked, quill);
    const owner = await clocked.signedIn(ada);

    const found = await owner.get(`${ownerPath(quill)}?q=${trace}`);

    assert.match(trace, /^[0-9a-f]{16}$/);
    assert.match(found.location ?? '', /\/families\/\d+$/);
  }),
);
