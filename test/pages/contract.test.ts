/** The names that scripts, tests and password managers rely on (SPEC part 4). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formsOf, type Tag, tagsOf } from './markup.ts';
import { everyPage } from './samples/samples.ts';

const PAGES = everyPage((text) => text);

function formOf(page: string, action: string): readonly Tag[] {
  const form = formsOf(PAGES.get(page) ?? '').find((each) => each.open.attributes.get('action') === action);
  assert.ok(form, `${page} has no form for ${action}`);
  return tagsOf(form.inner);
}

function namesOf(tags: readonly Tag[]): readonly string[] {
  return tags.flatMap((tag) => tag.attributes.get('name') ?? []);
}

function named(tags: readonly Tag[], name: string): readonly Tag[] {
  return tags.filter((tag) => tag.attributes.get('name') === name);
}

const FORMS: readonly (readonly [page: string, action: string, names: readonly string[]])[] = [
  ['sign-in', '/sign-in', ['form_token', 'return_to', 'nickname', 'password']],
  ['sign-up', '/sign-up', ['form_token', 'return_to', 'nickname', 'email', 'password']],
  ['setup', '/setup/one-time', ['form_token', 'nickname', 'email', 'password']],
  ['confirm', '/confirm', ['form_token', 'return_to', 'password']],
  ['account', '/account', ['form_token', 'shown', 'nickname', 'name', 'website', 'locale', 'avatar_url']],
  ['account', '/account/picture', ['form_token', 'picture']],
  ['account pictured', '/account/picture/remove', ['form_token']],
  ['account pictured', '/account', ['form_token', 'shown', 'nickname', 'name', 'website', 'locale']],
  ['account email', '/account/email', ['form_token', 'email', 'current_password']],
  ['account password', '/account/password', ['form_token', 'current_password', 'new_password', 'end_access']],
  ['account delete', '/account/delete', ['form_token', 'confirm_nickname', 'password']],
  ['application delete', '/oauth/applications/quill/delete', ['form_token', 'confirm_name']],
  ['credentials', '/oauth/applications/quill/secrets', ['form_token']],
  ['credentials two', '/oauth/applications/quill/secrets/2/remove', ['form_token']],
  ['settings', '/oauth/applications/quill/logo', ['form_token', 'logo']],
  ['settings', '/oauth/applications/quill/transfer', ['form_token', 'nickname']],
  ['settings', '/oauth/applications/quill/tokens/revoke', ['form_token']],
  ['settings offered', '/oauth/applications/quill/transfer/withdraw', ['form_token']],
  ['applications offered', '/oauth/applications/quill/transfer/accept', ['form_token']],
  ['applications offered', '/oauth/applications/quill/transfer/decline', ['form_token']],
  ['authorized', '/oauth/authorized_applications/quill/revoke', ['form_token']],
  ['authorized', '/oauth/authorized_applications/revoke_all', ['form_token']],
  ['authorized one', '/oauth/authorized_applications/quill/scopes/remove', ['form_token', 'scope']],
  ['authorized one', '/oauth/authorized_applications/quill/revoke', ['form_token']],
  ['look', '/look', ['form_token', 'return_to', 'language', 'language', 'language', 'theme', 'theme', 'theme']],
  ['home', '/sign-out', ['form_token']],
];

for (const [page, action, names] of FORMS) {
  test(`the form of ${page} for ${action} has the fields ${names.join(', ')}`, () => {
    assert.deepEqual(namesOf(formOf(page, action)), names);
  });
}

test('the forms of an application have one field name each, with several rows for redirect URIs', () => {
  const created = formOf('application new', '/oauth/applications');
  const edited = formOf('application edit', '/oauth/applications/quill');

  const first = ['type', 'name', 'redirect_uri', 'step', 'description', 'homepage_url'];
  const last = ['scope', 'send_iss'];
  assert.deepEqual([...new Set(namesOf(created))], ['form_token', 'trial', ...first, ...last]);
  assert.deepEqual(
    [...new Set(namesOf(edited))],
    ['form_token', 'shown', ...first, 'policy_url', 'terms_url', ...last],
  );
  assert.ok(named(created, 'redirect_uri').length >= 4, 'spare rows are there without script');
  assert.deepEqual(
    named(created, 'type').map((tag) => tag.attributes.get('value')),
    ['web', 'spa', 'native', 'machine'],
  );
  assert.equal(named(edited, 'redirect_uri')[0]?.attributes.get('aria-invalid'), 'true');
});

test('the consent form has the decision as two named buttons and a ticked checkbox for each scope that may be unticked', () => {
  const tags = formOf('consent', '/oauth/authorize');

  const buttons = named(tags, 'decision').map((tag) => [tag.name, tag.attributes.get('value')]);
  assert.deepEqual(buttons, [
    ['button', 'deny'],
    ['button', 'approve'],
  ]);
  const scopes = named(tags, 'scope');
  assert.deepEqual(
    scopes.map((tag) => tag.attributes.get('value')),
    ['email', 'notes'],
  );
  for (const tag of scopes) assert.ok(tag.attributes.has('checked') && tag.attributes.get('type') === 'checkbox');
});

test('the end of access is chosen from one list, and lasts until it is removed unless another is chosen', () => {
  const page = PAGES.get('consent') ?? '';
  const list = /<select id="lasts" name="lasts"[^>]*>(.*?)<\/select>/s.exec(page)?.[1] ?? '';

  const options = [...list.matchAll(/<option value="(\w+)"( selected)?>/g)];

  assert.deepEqual(
    options.map(([, value, selected]) => [value, selected !== undefined]),
    [
      ['day', false],
      ['month', false],
      ['until_removed', true],
    ],
  );
});

test('the hidden fields of the request come along, but never a second scope that would undo an unticked box', () => {
  const hidden = formOf('consent', '/oauth/authorize').filter((tag) => tag.attributes.get('type') === 'hidden');

  assert.deepEqual(namesOf(hidden), ['form_token', 'client_id', 'state', 'shown']);
});

test('a single scope is shown without a checkbox and sent all the same', () => {
  const scopes = named(formOf('consent one', '/oauth/authorize'), 'scope');

  assert.deepEqual(
    scopes.map((tag) => [tag.attributes.get('type'), tag.attributes.get('value')]),
    [['hidden', 'profile']],
  );
});

test('the consent page says who asks, who is asked, where it leads, how long, and that nobody checked', () => {
  const page = PAGES.get('consent') ?? '';

  assert.match(page, /henrik/);
  assert.match(page, /Signed in as <strong><bdi class="name">marta<\/bdi>/);
  assert.match(page, /Sends you to <strong dir="ltr">quill\.example<\/strong>/);
  assert.match(page, /unused for 120 days/);
  assert.match(page, /href="\/oauth\/authorized_applications\/quill"/);
  assert.match(page, /<li>Not verified<\/li><li>Created today<\/li><li>No users yet<\/li>/);
  assert.match(page, /Authorize<span class="seen"> <bdi class="whole-name">Quill<\/bdi><\/span>/);
});

test('"Not you?" carries the local path of the request; test/flows/oauth/consent.test.ts walks it', () => {
  const returnTo = named(formOf('consent', '/sign-out'), 'return_to')[0];

  assert.equal(returnTo?.attributes.get('value'), '/oauth/authorize?client_id=quill');
});

test('password managers are told which field is which', () => {
  const told = (page: string, action: string, name: string) =>
    named(formOf(page, action), name)[0]?.attributes.get('autocomplete');

  assert.equal(told('sign-in', '/sign-in', 'nickname'), 'username');
  assert.equal(told('sign-in', '/sign-in', 'password'), 'current-password');
  assert.equal(told('sign-up', '/sign-up', 'password'), 'new-password');
  assert.equal(told('sign-up', '/sign-up', 'email'), 'email');
  assert.equal(told('account password', '/account/password', 'new_password'), 'new-password');
});

test('ending sessions names the one, or all the others', () => {
  const values = formsOf(PAGES.get('sessions') ?? '').flatMap((form) =>
    named(tagsOf(form.inner), 'session').map((tag) => tag.attributes.get('value')),
  );

  assert.deepEqual(values, ['2', 'others']);
});

test('no page ever writes a password back', () => {
  for (const [name, document] of PAGES) {
    for (const tag of tagsOf(document)) {
      if (tag.attributes.get('type') === 'password') assert.ok(!tag.attributes.has('value'), name);
    }
  }
});

const CONTROLS = ['input', 'textarea', 'select'];

/** The controls that a fault is about: described by it, or inside of a group that is. */
function controlsOf(document: string, faultId: string): readonly Tag[] {
  const tags = tagsOf(document).filter(({ isClosing }) => !isClosing);
  const described = tags.filter(({ attributes }) => attributes.get('aria-describedby')?.split(' ').includes(faultId));
  return described.flatMap((tag) => {
    if (tag.name !== 'fieldset') return CONTROLS.includes(tag.name) ? [tag] : [];
    const end = document.indexOf('</fieldset>', tag.at);
    return tags.filter(({ name, at }) => CONTROLS.includes(name) && at > tag.at && at < end);
  });
}

test('every fault that is told beside a field marks its field: as invalid, described by the fault, in a frame in red', () => {
  const told = [...PAGES].flatMap(([page, document]) =>
    tagsOf(document).flatMap(({ attributes }) =>
      attributes.get('class') === 'fault' ? [{ page, document, id: attributes.get('id') ?? '' }] : [],
    ),
  );

  assert.ok(told.length > 40, String(told.length));
  for (const { page, document, id } of told) {
    const controls = controlsOf(document, id);
    assert.ok(controls.length > 0, `${page}: nothing is described by ${id}`);
    for (const { attributes, at } of controls) {
      assert.equal(attributes.get('aria-invalid'), 'true', `${page}: ${attributes.get('id')}`);
      const frame = document
        .slice(0, at)
        .match(/class="(?:field|uri-row|group)(?: [\w -]+)?"/g)
        ?.at(-1);
      assert.match(frame ?? '', /\bhas-fault\b/, `${page}: ${attributes.get('id')}`);
    }
  }
});
