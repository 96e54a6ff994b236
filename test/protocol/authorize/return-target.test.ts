/** Proves that nobody is sent elsewhere than to a page of ours after signing in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ROWS } from '../../../src/endpoints/routes.ts';
import { createLocalTarget } from '../../../src/protocol/authorize/return-target.ts';

const localTarget = createLocalTarget(ROWS.filter((row) => row.mayReturn).map((row) => row.path));

const OWN = 'https://login.example.org';

test('pages of ours are returned to exactly as they were written', () => {
  const pages = `/ /?next=//evil.com /account /account/sessions /account/events /account/delete /oauth/applications
    /oauth/applications/new /oauth/applications/aB3_-xyz /oauth/applications/caf%C3%A9%2Fx/edit
    /oauth/applications/x/requests/0123456789abcdef?done=x /errors/0123456789abcdef
    /oauth/applications/x/delete /oauth/authorized_applications /oauth/authorized_applications/x /oauth/authorize /users/42
    /admin /admin/people?q=a /admin/people/new /admin/people/12/disable /admin/applications/x%2Fy/suspend /admin/scopes /admin/events
    /oauth/authorize?client_id=a&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&response_type=code&scope=&state=%0a+%ff"|{}\\`;
  for (const page of pages.split(/\s+/)) assert.equal(localTarget(page), page);
});

test('addresses of others become the front page', () => {
  const strangers = `//evil.com ///evil /\\evil.com \\/evil \\\\evil https:evil https://evil http://evil //evil.com/account
    /%2fevil.com /%5cevil /..//evil javascript:alert(1) data:text/html,x @evil /@evil .evil /.evil.com ?x account
    //account /\\account https://login.example.org/account /account@evil.com /account:80 account/ /oauth/authorize/../..//evil
    /oauth/authorize#x /account# /account%3F /account; //login.example.org/account`;
  for (const text of strangers.split(/\s+/)) assert.equal(localTarget(text), '/', text);
  const odd = [
    '/acc\tount',
    '/\n/evil.com',
    '/account\n',
    ' /account',
    '/account ',
    '\0/account',
    '/account?\r\nx',
    '/account?é',
  ];
  for (const text of [...odd, '', undefined, `/account?${'x'.repeat(1 << 20)}`]) assert.equal(localTarget(text), '/');
});

test('local addresses that change something, carry a secret or do not exist become the front page', () => {
  const others = `/sign-out /sign-in /sign-up /confirm /setup/abc /account/sessions/end
    /oauth/token /oauth/revoke /oauth/introspect /oauth/authorize/the-code /oauth/applications/x/secrets
    /oauth/applications/x/secrets/1/remove /oauth/authorized_applications/x/revoke /oauth/authorized_applications/revoke_all
    /api/users/whoami /assets/x.css /avatars/1.svg /users/x /users/ /ACCOUNT /account/ /oauth/applications/
    /oauth/applications/. /oauth/applications/.. /oauth/applications/%2e%2E /oauth/applications/.%2e/edit
    /oauth/applications/x/requests/.. /oauth/applications/x/redirect_uris /errors/ /errors/X /errors/0123456789abcdef/
    /oauth/applications//edit /oauth/applications/a/b/edit /account/data /admin/ /admin/people/12/enable
    /admin/people/x /admin/people/12/sign-out /admin/applications/x/lift /admin/applications/..`;
  for (const text of others.split(/\s+/)) assert.equal(localTarget(text), '/', text);
});

test('whatever is asked, a browser stays on this service and on the path that was judged', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    '%2e',
    '%2f',
    'evil.com',
    '@',
    ':',
    '?',
    '#',
    '\t',
    'https:',
    'account',
    'oauth',
  );
  const page = fc.constantFrom('/account', '/oauth/applications', '/oauth/authorize?x=1', '/users/1', '/');
  fc.assert(
    fc.property(page, fc.array(piece, { maxLength: 6 }), fc.nat(20), (start, pieces, at) => {
      const target = localTarget(start.slice(0, at) + pieces.join('') + start.slice(at));
      const followed = new URL(target, OWN);
      assert.equal(followed.origin, OWN);
      assert.equal(followed.pathname, target.split('?')[0]);
    }),
    { numRuns: 5000 },
  );
});
