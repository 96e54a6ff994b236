/** Proves over HTTP that a dangerous act is done once the account is proved again, with everything that was typed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClient } from '../../../src/clients/find.ts';
import { FROM_THE_NEWEST, readEvents } from '../../../src/storage/tables/events/events.ts';
import { administeredPath, personPath } from '../../support/administration.ts';
import { openBrowser, type Page } from '../../support/browser-like.ts';
import { type Clocked, onMovedClock } from '../../support/clocked.ts';
import { forms, formTo, text } from '../../support/html.ts';
import { applicationPath } from '../../support/portal.ts';

const AN_HOUR = 3600;
const ALL = { kinds: null, accountId: null, clientId: null, since: 0 };

/** Ada's desk, with every form already open in a tab, an hour after the password was typed. */
async function lateDesk(clocked: Clocked, isAdmin = false) {
  const ada = await clocked.createUser('Ada', isAdmin);
  const bob = await clocked.createUser('Bob');
  const quill = await clocked.createApplication(ada, { scopes: ['profile', 'email'] });
  const path = applicationPath(quill);
  const browser = await clocked.signedIn(ada);
  const open = async (page: string, action = page) => {
    const opened = await browser.get(page);
    return { page: opened, form: formTo(opened.body, action) };
  };
  const stored = () => findClient(quill.client_id, clocked.world);
  const events = async () => {
    const all = await readEvents(clocked.world.database, ALL, { below: FROM_THE_NEWEST, most: 50 });
    return all.map(({ kind }) => kind);
  };
  /** Types the password into the page that stands in place of the answer. */
  const prove = (asked: Page, action: string, password = ada.password) =>
    browser.submit(asked, formTo(asked.body, action), { set: { password } });
  return { ada, bob, quill, path, browser, open, stored, events, prove };
}

test(
  'a secret is rotated with the overlap that was chosen, after the password was asked for',
  onMovedClock(async (clocked) => {
    const { path, browser, open, events, prove } = await lateDesk(clocked);
    const { page, form } = await open(`${path}/credentials`, `${path}/secrets/rotate`);
    clocked.pass(AN_HOUR);

    const asked = await browser.submit(page, form, { set: { overlap: 'week' } });
    assert.equal(asked.status, 403);
    assert.match(text(asked.body), /Enter your password once more to rotate the secret/);
    assert.ok(!(await events()).includes('application.secret_rotated'));
    const done = await prove(asked, `${path}/secrets/rotate`);

    assert.equal(done.status, 201);
    assert.match(done.body, /id="client_secret"/);
    assert.match(text(done.body), /until|works|stops/);
    const credentials = await browser.get(`${path}/credentials`);
    assert.match(text(credentials.body), /in 7 days|7 days/);
  }),
);

test(
  'a password that was left empty is asked for everywhere; it is no try, and no event tells of one',
  onMovedClock(async (clocked) => {
    const { path, browser, open, events, prove } = await lateDesk(clocked);
    const { page, form } = await open(`${path}/credentials`, `${path}/secrets/rotate`);
    clocked.pass(AN_HOUR);
    const asked = await browser.submit(page, form);
    const confirming = await open('/confirm?return_to=/account', '/confirm');
    const email = await open('/account/email');
    const password = await open('/account/password');
    const end = await open('/account/delete');
    const empty = { password: '', current_password: '' };

    const answers = [
      await prove(asked, `${path}/secrets/rotate`, ''),
      await browser.submit(confirming.page, confirming.form, { set: { password: '' } }),
      await browser.submit(email.page, email.form, { set: { ...empty, email: 'next@example.org' } }),
      await browser.submit(password.page, password.form, { set: { ...empty, new_password: 'seven quiet otters by' } }),
      await browser.submit(end.page, end.form, { set: { ...empty, confirm_nickname: 'Ada' } }),
    ];

    for (const { status, body } of answers) {
      assert.equal(status, 422);
      assert.match(text(body), /Enter your password\./);
      assert.doesNotMatch(text(body), /This is not your password/);
    }
    assert.ok(!(await events()).includes('account.confirmation_failed'));
    assert.equal((await prove(asked, `${path}/secrets/rotate`)).status, 201);
  }),
);

test(
  'an edit, a deletion, an offer, a removal and a redirect URI are carried through with what was typed',
  onMovedClock(async (clocked) => {
    const { bob, path, browser, open, stored, prove, events } = await lateDesk(clocked);
    const edit = await open(`${path}/edit`, path);
    const settings = await open(`${path}/settings`, `${path}/transfer`);
    const deletion = await open(`${path}/delete`);
    clocked.pass(AN_HOUR);
    const uri = 'https://app.example.com/<other>?a=1&b="2"'.replace(/[<>"]/g, encodeURIComponent);

    const set = { description: 'Notes & "quotes"\nthat <stay>.', redirect_uri: uri };
    const saved = await prove(await browser.submit(edit.page, edit.form, { set }), path);
    assert.match(saved.location ?? '', /done=application_saved/);
    assert.deepEqual((await stored())?.redirectUris, [uri]);
    assert.equal((await stored())?.description.replaceAll('\r', ''), set.description);

    clocked.pass(AN_HOUR);
    const fresh = await browser.get(`${path}/settings`);
    const offer = await browser.submit(fresh, settings.form, {
      set: { nickname: bob.nickname, form_token: tokenOn(fresh) },
    });
    assert.match((await prove(offer, `${path}/transfer`)).location ?? '', /done=transfer_offered/);

    clocked.pass(AN_HOUR);
    const added = await browser.post(`${path}/redirect_uris`, {
      form_token: tokenOn(await browser.get(`${path}/settings`)),
      redirect_uri: 'https://app.example.com/third',
    });
    assert.match((await prove(added, `${path}/redirect_uris`)).location ?? '', /done=redirect_uri_added/);
    assert.equal((await stored())?.redirectUris.length, 2);

    clocked.pass(AN_HOUR);
    const ended = await browser.submit(deletion.page, deletion.form, {
      set: { confirm_name: 'Quill', form_token: tokenOn(await browser.get(`${path}/settings`)) },
    });
    assert.equal(await stored().then((client) => client?.name), 'Quill');
    assert.match((await prove(ended, `${path}/delete`)).location ?? '', /done=application_deleted/);
    assert.ok((await events()).includes('application.deleted'));
  }),
);

test(
  'what an administrator typed as the reason of a suspension is carried through, and so is the end of an account',
  onMovedClock(async (clocked) => {
    const { bob, quill, browser, open, stored, prove, events } = await lateDesk(clocked, true);
    const suspension = `${administeredPath(quill)}/suspend`;
    const disabling = `${personPath(bob)}/disable`;
    const [one, other] = [await open(suspension), await open(disabling)];
    clocked.pass(AN_HOUR);

    const asked = await browser.submit(one.page, one.form, { set: { reason: 'It sends spam.' } });
    await prove(asked, suspension);
    clocked.pass(AN_HOUR);
    const form_token = tokenOn(await browser.get('/account'));
    const again = await browser.submit(other.page, other.form, { set: { confirm_nickname: 'Bob', form_token } });
    await prove(again, disabling);

    assert.equal((await stored())?.suspendedBecause, 'It sends spam.');
    assert.ok((await events()).includes('account.disabled'));
  }),
);

test(
  'a wrong password keeps what was typed and does nothing; the right one opens a new session for the act',
  onMovedClock(async (clocked) => {
    const { path, browser, open, stored, prove } = await lateDesk(clocked);
    const { page, form } = await open(`${path}/edit`, path);
    clocked.pass(AN_HOUR);
    const thief = openBrowser(clocked.url);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);

    const set = { name: 'Inkwell', redirect_uri: 'https://app.example.com/other' };
    const wrong = await prove(await browser.submit(page, form, { set }), path, 'not the password');
    assert.equal(wrong.status, 422);
    assert.equal((await stored())?.name, 'Quill');
    await prove(wrong, path);

    assert.equal((await stored())?.name, 'Inkwell');
    assert.equal((await browser.get('/account')).status, 200);
    assert.equal((await thief.get('/account')).status, 303, 'the session from before has ended');
  }),
);

test(
  'the page that asks repeats nothing secret, is refused without its token, and cancels to where the form was',
  onMovedClock(async (clocked) => {
    const { path, browser, open, stored } = await lateDesk(clocked);
    const { page, form } = await open(`${path}/edit`, path);
    clocked.pass(AN_HOUR);

    const secrets = { password: 'typed-password', client_secret: 'typed-secret', way: 'password' };
    const set = { name: 'Inkwell', redirect_uri: 'https://app.example.com/other', ...secrets };
    const asked = await browser.submit(page, form, { set });
    const again = formTo(asked.body, path);
    const forged = await browser.submit(asked, again, { set: { password: 'x', form_token: '' } });

    assert.doesNotMatch(asked.body, /typed-password|typed-secret/);
    assert.equal(again.fields.filter(({ name }) => name === 'form_token').length, 1);
    assert.match(asked.body, new RegExp(`<a href="${path}/edit">Cancel`));
    assert.equal(forged.status, 403);
    assert.equal((await stored())?.name, 'Quill');
  }),
);

function tokenOn(page: Page): string {
  return (
    forms(page.body).flatMap(({ fields }) => fields.find(({ name }) => name === 'form_token')?.value ?? [])[0] ?? ''
  );
}
