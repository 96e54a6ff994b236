/** Proves that the snippets which the pages print run as they stand, and that the printed document has the same. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { exampleRequest } from '../../src/pages/docs/requests.ts';
import { LIBRARIES, librariesFor } from '../../src/pages/docs/snippets/libraries.ts';
import {
  agentOf,
  goString,
  jsString,
  phpString,
  pythonString,
  shellString,
} from '../../src/pages/docs/snippets/quote.ts';
import { requestSnippets } from '../../src/pages/docs/snippets/request.ts';
import { exampleValues, type SnippetValues } from '../../src/pages/docs/snippets/values.ts';
import type { WireRequest } from '../../src/protocol/playground/wire.ts';
import { type Application, CALLBACK } from '../support/actors.ts';
import { serverProgram } from '../support/debian-package.ts';
import { assertAlive } from '../support/grant.ts';
import { interopStage, visit } from '../support/interop.ts';

type Tokens = { access_token?: string; refresh_token?: string; token?: { access_token: string } };
type Snippet = {
  begin: () => Promise<{ address: string; verifier?: string; state: string }>;
  finish: (callbackUrl: string, kept: object) => Promise<Tokens>;
  refresh: (of: unknown) => Promise<Tokens>;
};
type Refused = Snippet & { refusalOf: (thrown: unknown) => Promise<Record<string, string>> };

const root = join(import.meta.dirname, '..', '..');
// Below node_modules, so that the packages which a snippet names are found.
const cache = join(root, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const directory = mkdtempSync(join(cache, 'latchkey-snippets-'));
after(() => rmSync(directory, { recursive: true, force: true }));

async function load<Module>(name: string, text: string): Promise<Module> {
  const file = join(directory, `${name}.mjs`);
  writeFileSync(file, text);
  // The snippet is text; what it exports is what the test below calls.
  return (await import(pathToFileURL(file).href)) as Module;
}

function snippet(id: string, subject: SnippetValues): string {
  const library = LIBRARIES.find((each) => each.id === id);
  assert.ok(library, id);
  return library.write(subject);
}

function subjectOf(
  { client_id, client_secret }: Application,
  url: string,
  more: Partial<SnippetValues> = {},
): SnippetValues {
  return {
    ...exampleValues(url),
    clientId: client_id,
    secret: client_secret,
    redirectUri: CALLBACK,
    ...more,
  };
}

for (const id of ['oauth4webapi', 'openid-client', 'simple-oauth2']) {
  for (const kind of ['confidential', 'public', 'without iss'] as const) {
    if (kind === 'public' && id === 'simple-oauth2') continue;
    test(`the snippet for ${id} obtains and refreshes tokens as printed, ${kind}`, async () => {
      const { service, browser, register } = await interopStage();
      const isConfidential = kind !== 'public';
      const sendsIssuer = kind !== 'without iss';
      const application = await register({ isPublic: !isConfidential, noIss: !sendsIssuer });
      const subject = subjectOf(application, service.url, { isConfidential, sendsIssuer });
      const printed = await load<Snippet>(`${id}-${kind.replace(' ', '-')}`, snippet(id, subject));
      const { address, ...kept } = await printed.begin();

      const tokens = await printed.finish((await visit(browser, address)).href, kept);
      const fresh = await printed.refresh(tokens.token === undefined ? tokens.refresh_token : tokens);

      await assertAlive(service, fresh.access_token ?? fresh.token?.access_token ?? '');
    });
  }
}

for (const id of ['oauth4webapi', 'openid-client'])
  test(`the snippet for ${id} tells a refresh that is over, and what the service said to a refused exchange`, async () => {
    const { service, browser, register } = await interopStage();
    const subject = subjectOf(await register(), service.url);
    const printed = await load<Refused>(`${id}-refused`, snippet(id, subject));
    const { address, ...kept } = await printed.begin();
    const callback = (await visit(browser, address)).href;
    await printed.finish(callback, kept);

    assert.equal(await printed.refresh('no-token-of-this-service'), null);
    const thrown = await printed.finish(callback, kept).catch((error: unknown) => error);
    const { error, error_uri } = await printed.refusalOf(thrown);
    assert.equal(error, 'invalid_grant');
    assert.match(error_uri ?? '', new RegExp(`^${service.url}/errors/invalid_grant/\\w+$`));
  });

for (const id of ['authlib', 'requests-oauthlib'])
  test(`the program for ${id} shows the address to open before it asks for the one that came back`, async () => {
    const python = await serverProgram('python3');
    const program = snippet(id, exampleValues('https://id.example.org'));

    const shown = execFileSync(python, ['-c', `${LIBRARIES_OF_PYTHON}\n${program}`], {
      input: 'x\n',
      encoding: 'utf8',
    });

    assert.match(shown, /^https:\/\/to\.open\nThe address you came back to: /);
  });

test('the snippets for Passport and Auth.js load as printed, with the values of the application', async () => {
  const subject = exampleValues('https://id.example.org');
  const passport = await load<{ LatchkeyStrategy: new (verify: () => void) => { name: string } }>(
    'passport',
    snippet('passport-oauth2', subject),
  );
  const auth = await load<{ latchkey: Record<string, unknown> }>('auth', snippet('auth-js', subject));

  assert.equal(new passport.LatchkeyStrategy(() => {}).name, 'latchkey');
  assert.equal(auth.latchkey.clientId, 'YOUR_CLIENT_ID');
  assert.equal(auth.latchkey.issuer, 'https://id.example.org');
});

/** Stands in for the packages, which a machine may lack: a session that knows where to send the user. */
const LIBRARIES_OF_PYTHON = `import sys
from unittest.mock import MagicMock

library = MagicMock()
session = library.OAuth2Session.return_value
session.create_authorization_url.return_value = session.authorization_url.return_value = ('https://to.open', 'state')
for name in ('authlib.common.security', 'authlib.integrations.requests_client', 'requests_oauthlib'):
    sys.modules[name] = library`;

const HOSTILE = `O'Hara "$(id)" \`id\` \${x} \\ %s \u202e\u2028\ufeff\u{e0041} é\n'); evil('`;

test('a hostile value stays one string in JavaScript and in a shell', async () => {
  const { value } = await load<{ value: string }>('hostile', `export const value = ${jsString(HOSTILE)};`);
  const shell = execFileSync('/bin/sh', ['-c', `printf %s ${shellString(HOSTILE)}`], { encoding: 'utf8' });

  assert.equal(value, HOSTILE);
  assert.equal(shell, HOSTILE);
});

test('a hostile value stays one string in Python, Go and PHP, by the rules of their literals', () => {
  assert.equal(
    pythonString(HOSTILE),
    `'O\\'Hara "$(id)" \`id\` \${x} \\\\ %s \\u202e\\u2028\\ufeff\\U000e0041 é\\n\\'); evil(\\''`,
  );
  assert.equal(
    goString(HOSTILE),
    `"O'Hara \\"$(id)\\" \`id\` \${x} \\\\ %s \\u202e\\u2028\\ufeff\\U000e0041 é\\n'); evil('"`,
  );
  assert.equal(phpString("a'b\\"), "'a\\'b\\\\'");
  assert.equal(phpString('\\'), "'\\\\'");
});

test('an application with a hostile name and id yields snippets that still load', async () => {
  const subject = {
    ...exampleValues('https://id.example.org'),
    clientId: `a'b"\\`,
    name: HOSTILE,
    redirectUri: "x:/'",
  };

  const auth = await load<{ latchkey: Record<string, unknown> }>('hostile-auth', snippet('auth-js', subject));
  await load('hostile-passport', snippet('passport-oauth2', subject));

  assert.equal(auth.latchkey.clientId, `a'b"\\`);
  assert.match(agentOf(HOSTILE), /^[\x20-\x7e]+$/);
});

const REQUEST: WireRequest = {
  method: 'POST',
  url: "https://id.example.org/oauth/token?it's",
  headers: [
    ['Host', 'id.example.org'],
    ['User-Agent', `O'Hara "$(id)"`],
    ['Content-Length', '1'],
  ],
  fields: [
    ['grant_type', 'refresh_token'],
    ['client_id', `a'b"\\ é&=`],
  ],
};

test('a request as curl and as JavaScript sends exactly what it shows', async () => {
  const [curl, js] = requestSnippets(REQUEST);
  const words = execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${curl?.text}`], { encoding: 'utf8' });
  const sent = await load<{ calls: [string, RequestInit][] }>(
    'request',
    `export const calls = []; const console = { log() {} };
const fetch = async (...call) => { calls.push(call); return { status: 200, json: async () => ({}) }; };
${js?.text}`,
  );

  assert.deepEqual(words.split('\0').slice(0, 3), ["https://id.example.org/oauth/token?it's", '-A', `O'Hara "$(id)"`]);
  assert.ok(words.includes(`client_id=a'b"\\ é&=\0`));
  const [url, init] = sent.calls[0] ?? [];
  assert.equal(url, REQUEST.url);
  assert.equal(
    String(init?.body),
    new URLSearchParams(REQUEST.fields.map(([name, value]) => [name, value])).toString(),
  );
  assert.deepEqual(init?.headers, { 'User-Agent': `O'Hara "$(id)"` });
});

test('docs/clients.md has every snippet as the service prints it', () => {
  const document = readFileSync(join(root, 'docs', 'clients.md'), 'utf8');
  const subject = exampleValues('https://id.example.org');

  for (const { name, write } of LIBRARIES) assert.ok(document.includes(`\n${write(subject)}\n`), name);
  for (const example of ['exchange', 'whoami'] as const)
    assert.ok(document.includes(`\n${requestSnippets(exampleRequest(subject, example))[0]?.text}\n`), example);
});

test('an application without a secret is shown only libraries that can do without one', () => {
  const names = librariesFor({ isConfidential: false }).map(({ id }) => id);

  assert.deepEqual(
    names.filter((id) => id === 'simple-oauth2' || id === 'php'),
    [],
  );
  for (const id of names)
    assert.doesNotMatch(
      snippet(id, { ...exampleValues('https://id.example.org'), isConfidential: false }),
      /YOUR_CLIENT_SECRET/,
      id,
    );
});
