/** Proves the security headers of every kind of answer, and that no page repeats what a stranger sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { authorizeParams, obtainTokens, usualStage, whoami } from '../../support/grant.ts';
import { type Answer, send } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);

const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/account',
  '/account/sessions',
  '/account/events',
  '/account/delete',
  '/oauth/applications',
  '/oauth/applications/new',
  '/oauth/authorized_applications',
  '/nowhere',
  '/oauth/authorize',
  '/oauth/authorize/x',
];

function assertEverywhere({ headers }: Answer, what: string): void {
  assert.equal(headers['x-content-type-options'], 'nosniff', what);
  assert.equal(headers['referrer-policy'], 'no-referrer', what);
  assert.equal(headers['x-powered-by'], undefined, what);
  assert.equal(headers.server, undefined, what);
}

proves(
  'RFC 9700 §4.16',
  'Authorization servers MUST prevent clickjacking attacks.',
  on(async ({ browser, quill }) => {
    const consent = `/oauth/authorize?${new URLSearchParams(authorizeParams(quill, { prompt: 'consent' }))}`;
    for (const path of [...PAGES, consent]) {
      const page = await browser.get(path);

      assertEverywhere(page, path);
      assert.equal(page.headers['x-frame-options'], 'DENY', path);
      const policy = page.headers['content-security-policy'] ?? '';
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
        assert.ok(policy.includes(rule), `${path}: ${policy}`);
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*/);
      assert.match(page.headers['cache-control'] ?? '', /no-store/, path);
    }
  }),
);

test(
  'only the consent page may lead a form elsewhere, and only to this application',
  on(async ({ browser, quill }) => {
    const page = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
    const policy = /form-action ([^;]+)/.exec(page.headers['content-security-policy'] ?? '')?.[1] ?? '';
    const elsewhere = /form-action ([^;]+)/.exec(
      (await browser.get('/account')).headers['content-security-policy'] ?? '',
    )?.[1];

    assert.ok(policy.split(' ').includes("'self'"));
    assert.ok(policy.includes('https://app.example.com'), policy);
    assert.equal(elsewhere?.trim(), "'self'");
  }),
);

test(
  'answers for programs carry their own headers',
  on(async (stage) => {
    const { service, quill } = stage;
    const { access } = await obtainTokens(stage);
    const { client_id, client_secret } = quill;
    const answers: [string, Answer][] = [
      ['token', await token(service.url, { grant_type: 'client_credentials', client_id, client_secret })],
      ['token error', await token(service.url, { grant_type: 'x' })],
      ['revoke', await token(service.url, { client_id, client_secret, token: 'x' }, { path: '/oauth/revoke' })],
      [
        'introspect',
        await token(service.url, { client_id, client_secret, token: access }, { path: '/oauth/introspect' }),
      ],
      ['whoami', await whoami(service, access)],
      ['whoami error', await whoami(service, 'x')],
      ['metadata', await send(`${service.url}/.well-known/oauth-authorization-server`)],
      ['live', await send(`${service.url}/health/live`)],
    ];

    for (const [what, answer] of answers) {
      assertEverywhere(answer, what);
      assert.match(answer.headers['content-security-policy'] ?? '', /default-src 'none'/, what);
      if (what !== 'metadata') assert.match(answer.headers['cache-control'] ?? '', /no-store/, what);
      assert.deepEqual(answer.setCookies, [], what);
    }
  }),
);

test(
  'assets are cached for good under names that change with their content',
  on(async ({ service, browser }) => {
    const page = await browser.get('/account');
    const assets = [...page.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');

    assert.ok(assets.length > 0);
    for (const path of assets) {
      const answer = await send(service.url + path);
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers['cache-control'] ?? '', /public, max-age=31536000, immutable/, path);
      assertEverywhere(answer, path);
    }
  }),
);

test(
  'a page loads nothing from elsewhere and has no script or style inside',
  on(async ({ service, browser, quill }) => {
    const consent = await browser.authorize(authorizeParams(quill, { prompt: 'consent' }));
    for (const page of [consent, await browser.get('/account'), await openBrowser(service.url).get('/sign-in')]) {
      assert.doesNotMatch(page.body, /<(?:script|link|img|iframe)\b[^>]*(?:src|href)="(?:https?:)?\/\//);
      assert.doesNotMatch(page.body, /<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
      assert.doesNotMatch(page.body, /<style|\son\w+="|\sstyle="/);
    }
  }),
);

const MARKS = [
  '"><svg/onload=alert(1)>',
  "'-alert(1)-'",
  '</title><script>alert(1)</script>',
  '{{constructor}}',
  '<!--',
  ']]>',
  '\u2028<b>',
];

test(
  'error pages repeat nothing that could run',
  on(async ({ service, browser, quill }) => {
    for (const mark of MARKS) {
      const pages = [
        await browser.authorize(authorizeParams(quill, { client_id: mark })),
        await browser.authorize(authorizeParams(quill, { redirect_uri: mark })),
        await browser.authorize(
          authorizeParams(quill, { redirect_uri: `https://evil.example/${mark}`, state: mark, scope: mark }),
        ),
        await browser.get(`/nowhere/${encodeURIComponent(mark)}?error=${encodeURIComponent(mark)}`),
        await browser.get(`/oauth/authorize/${encodeURIComponent(mark)}`),
        await openBrowser(service.url).signIn({ nickname: mark, password: mark }),
      ];

      for (const page of pages) {
        assert.ok(page.status >= 400 && page.status < 500, `${page.path}: ${page.status}`);
        assert.doesNotMatch(page.body, /<svg\/onload|<script>alert|\u2028<b>/, page.path);
      }
    }
  }),
);

test(
  'an error page or a foreign path never shows the inside of the service',
  on(async ({ service }) => {
    const paths = [
      '/assets/../package.json',
      '/assets/%2e%2e%2fpackage.json',
      '/assets/..%5cpackage.json',
      '/assets/....//package.json',
      '/assets/%00',
      '/assets/.git',
      '/assets//etc/passwd',
      '/avatars/../package.json',
      '/.git/config',
      '/%',
      '/%ff',
      '/users/x',
      '/users/999999999',
      '/oauth/applications/x.css',
      `/${'a'.repeat(5000)}`,
    ];
    for (const path of paths) {
      const answer = await send(service.url + path);

      assert.ok([303, 400, 404, 414].includes(answer.status), `${path.slice(0, 60)}: ${answer.status}`);
      assert.doesNotMatch(answer.body, /SQLITE|node:internal|\.ts:\d|"dependencies"|root:/);
    }
  }),
);

test(
  'a wrong method is told which would be right',
  on(async ({ service }) => {
    for (const [method, path] of [
      ['POST', '/'],
      ['DELETE', '/sign-in'],
      ['GET', '/sign-out'],
      ['PUT', '/oauth/applications'],
      ['POST', '/health/live'],
      ['POST', '/.well-known/oauth-authorization-server'],
    ]) {
      const answer = await send(service.url + path, { method: method ?? '' });

      assert.equal(answer.status, 405, `${method} ${path}: ${answer.status}`);
      assert.ok(answer.headers.allow);
    }
  }),
);
