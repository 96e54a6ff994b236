/** Proves that a developer reads what was wrong with authorization requests and with bearer tokens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, CALLBACK, createApplication, createUser, signedIn } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { diagnosisOf, diagnosisStage, newestDiagnosis, requestsPath, type Stage } from '../../support/diagnosis.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  agree,
  authorizeParams,
  callback,
  codeFields,
  obtainTokens,
  refresh,
  tokensOf,
  whoami,
} from '../../support/grant.ts';
import { decodeEntities, forms, formTo, links, text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(diagnosisStage);

interface Mistake {
  readonly name: string;
  readonly make: (stage: Stage) => Promise<Application>;
  readonly says: readonly RegExp[];
  readonly never?: RegExp;
}

function asks(more: Record<string, string>, without: readonly string[] = []): Mistake['make'] {
  return async ({ browser, quill }) => {
    const params = Object.entries(authorizeParams(quill, more)).filter(([name]) => !without.includes(name));
    await browser.authorize(params);
    return quill;
  };
}

const PROOF = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

const AUTHORIZATIONS: readonly Mistake[] = [
  {
    name: 'a trailing slash in the redirect URI',
    make: asks({ redirect_uri: `${CALLBACK}/` }),
    says: [
      /The redirect_uri has an extra trailing slash untrusted_request at \/oauth\/authorize/,
      /cb\[-\/-\]/,
      /Registered then https:/,
    ],
  },
  {
    name: 'a redirect URI without encryption',
    make: asks({ redirect_uri: CALLBACK.replace('https', 'http') }),
    says: [
      /has another scheme \(http or https\)/,
      /http\[\+s\+\]:\/\/app/,
      /could not be registered as it is\. Plain http/,
    ],
  },
  {
    name: 'a redirect URI of another host',
    make: asks({ redirect_uri: 'https://evil.example/cb' }),
    says: [/leads to another host/, /add it only if it is yours/],
  },
  { name: 'a missing redirect URI', make: asks({}, ['redirect_uri']), says: [/redirect_uri was not sent/] },
  {
    name: 'a misspelt redirect URI parameter',
    make: asks({ redirect_url: CALLBACK }, ['redirect_uri']),
    says: [/You sent redirect_url: did you mean redirect_uri\?/],
  },
  {
    name: 'the implicit flow',
    make: asks({ response_type: 'token' }),
    says: [/unsupported_response_type/, /You sent token, and code is known here/],
  },
  { name: 'a missing response type', make: asks({}, ['response_type']), says: [/response_type was not sent/] },
  {
    name: 'a scope of somebody else’s catalogue',
    make: asks({ scope: 'profile read:user' }),
    says: [/This service has no such scope invalid_scope at/, /no scope called read:user/],
    never: /malformed, unknown|invalid, unknown/,
  },
  {
    name: 'a scope that was not ticked',
    make: asks({ scope: 'openid' }),
    says: [/The scope is not ticked for this application invalid_scope at/, /not registered for openid/],
    never: /malformed, unknown|invalid, unknown/,
  },
  {
    name: 'the plain method of PKCE',
    make: asks({ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }),
    says: [
      /Only the code_challenge_method S256 is accepted/,
      /What to do Send the SHA-256 of the verifier, base64url-encoded/,
    ],
  },
  {
    name: 'a public application without PKCE',
    make: async ({ browser, phone }) => {
      await browser.authorize(authorizeParams(phone));
      return phone;
    },
    says: [
      /The request has no code_challenge invalid_request at/,
      /What to do Use PKCE/,
      /error_description ?: .*must send code_challenge and code_challenge_method=S256/,
    ],
  },
  {
    name: 'a user who cancelled',
    make: async ({ browser, quill }) => {
      await browser.deny(await browser.authorize(authorizeParams(quill, { prompt: 'consent' })));
      return quill;
    },
    says: [/access_denied at/, /Not an error/, /From a user’s browser/],
    never: /Check that failed|Others with this mistake|The user denied/,
  },
  {
    name: 'prompt=none before the user allowed anything',
    make: async ({ browser, sister }) => {
      await browser.authorize(authorizeParams(sister, { prompt: 'none' }));
      return sister;
    },
    says: [/user has not allowed this application yet consent_required at/, /a rule of this service/],
    never: /got all its codes|asked every time/,
  },
  {
    name: 'prompt=none with more scope than the user allowed',
    make: async ({ browser, quill }) => {
      await agree(browser, authorizeParams(quill, { scope: 'profile' }));
      await browser.authorize(authorizeParams(quill, { scope: 'profile email', prompt: 'none' }));
      return quill;
    },
    says: [/has not allowed all of this scope consent_required at/, /called scope/],
    never: /not allowed this application yet/,
  },
  {
    name: 'prompt=none of an application whose users are asked every time',
    make: async ({ service, browser, ada }) => {
      const redirectUris = ['http://127.0.0.1/cb'];
      const tool = await createApplication(service, { owner: ada, name: 'Tool', isPublic: true, redirectUris });
      const params = authorizeParams(tool, { redirect_uri: 'http://127.0.0.1:4711/cb', ...PROOF });
      await agree(browser, params);
      await browser.authorize({ ...params, prompt: 'none' });
      return tool;
    },
    says: [/users of this application are asked every time consent_required at/, /Renew with the refresh token/],
    never: /not allowed this application yet/,
  },
  {
    name: 'prompt=none in a hidden frame of another site',
    make: async ({ service, quill }) => {
      const query = new URLSearchParams(authorizeParams(quill, { prompt: 'none' }));
      const frame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' };
      const answer = await openBrowser(service.url).get(`/oauth/authorize?${query}`, frame);
      assert.equal(callback(answer).get('error'), 'login_required');
      return quill;
    },
    says: [
      /in a frame of another site, where nobody is ever signed in login_required at/,
      /Renew with the refresh token/,
    ],
    never: /nobody is signed in|user is not signed in/,
  },
  {
    name: 'a response mode that is not offered',
    make: asks({ response_mode: 'form_post' }),
    says: [/The value of response_mode cannot be used here invalid_request at/, /Leave response_mode out/],
    never: /missing, doubled or malformed|names the parameter/,
  },
  {
    name: 'a verifier in the place of the challenge',
    make: asks({ ...PROOF, code_challenge: 'a'.repeat(64) }),
    says: [/The value of code_challenge cannot be used here/, /base64url-encoded without = at the end/],
    never: /missing, doubled or malformed|was not sent/,
  },
  {
    name: 'a prompt that contradicts itself',
    make: asks({ prompt: 'none login' }),
    says: [/The value of prompt cannot be used here/, /Send none alone/],
  },
  {
    name: 'a machine that sends people here',
    make: async ({ service, browser, ada }) => {
      const words = ['applications', 'create', '--owner', ada.nickname, '--name', 'Robot', '--json'];
      const made = await service.cliHere([...words, '--grant-type', 'client_credentials']);
      const machine = JSON.parse(made.stdout) as Application;
      await browser.authorize(authorizeParams(machine));
      return machine;
    },
    says: [/This application has no redirect URIs untrusted_request at/, /grant_type=client_credentials/],
    never: /registered URI|add it only if/,
  },
];

const BEARERS: readonly Mistake[] = [
  {
    name: 'a refresh token as bearer token',
    make: async (stage) => {
      await whoami(stage.service, (await obtainTokens(stage)).refresh);
      return stage.quill;
    },
    says: [/invalid_token at \/api\/users\/whoami/, /bearer is a refresh token/, /answer calls access_token/],
  },
  {
    name: 'an access token in the query',
    make: async (stage) => {
      const { access } = await obtainTokens(stage);
      await send(`${stage.service.url}/api/users/whoami?access_token=${access}`);
      return stage.quill;
    },
    says: [/in the query of the address, which is not read/],
  },
  {
    name: 'an access token without the word Bearer',
    make: async (stage) => {
      await whoami(stage.service, '', { authorization: (await obtainTokens(stage)).access });
      return stage.quill;
    },
    says: [/without the word Bearer/],
  },
  {
    name: 'an access token whose successor was used',
    make: async (stage) => {
      const first = await obtainTokens(stage);
      const second = tokensOf(await refresh(stage, first.refresh));
      await whoami(stage.service, second.access);
      await whoami(stage.service, first.access);
      return stage.quill;
    },
    says: [/first used (?:a moment|\d+ seconds?) earlier/, /That ends the old access token at once/, /by Token-client/],
  },
  {
    name: 'an access token that the application revoked itself',
    make: async (stage) => {
      const { access } = await obtainTokens(stage);
      const { client_id, client_secret } = stage.quill;
      await token(stage.service.url, { client_id, client_secret, token: access }, { path: '/oauth/revoke' });
      await whoami(stage.service, access);
      return stage.quill;
    },
    says: [
      /The application revoked the token itself/,
      /Everything that came from this authorization was revoked/,
      /revoked it itself, at the revocation endpoint/,
      /What to do Refreshing does not help/,
    ],
  },
  {
    name: 'an application’s own token where a user is asked for',
    make: async (stage) => {
      const { client_id, client_secret } = stage.quill;
      const fields = { grant_type: 'client_credentials', client_id, client_secret };
      await whoami(stage.service, tokensOf(await token(stage.service.url, fields)).access);
      return stage.quill;
    },
    says: [/insufficient_scope at/, /there is no user behind it/],
  },
];

for (const { name, make, says, never } of [...AUTHORIZATIONS, ...BEARERS]) {
  test(
    `the diagnosis explains ${name}`,
    on(async (stage) => {
      const application = await make(stage);

      const told = await diagnosisOf(stage, application);

      for (const sentence of says) assert.match(told, sentence);
      if (never) assert.doesNotMatch(told, never);
    }),
  );
}

test(
  'a redirect URI of a registered host is added with one click on the error page, and the same request then goes through',
  on(async (stage) => {
    const { browser, quill } = stage;
    const params = authorizeParams(quill, { redirect_uri: `${CALLBACK}/mended`, prompt: 'consent' });
    const refused = await browser.authorize(params);
    const diagnosis = links(refused.body).find((link) => link.includes('/requests/'));
    assert.ok(diagnosis, 'the owner is led from the error page to the diagnosis');

    const added = await browser.follow(await browser.submit(refused, formTo(refused.body, /\/redirect_uris$/)));

    assert.match(text(added.body), /Redirect URI added\. Try the request again/);
    assert.match(text(added.body), /registered by now: the same request would go through/);
    assert.match((await browser.authorize(params)).body, /name="decision"/);
  }),
);

test(
  'the owner reads the difference right on the error page; everybody else reads the name and nothing of it',
  on(async ({ service, browser, quill }) => {
    const params = authorizeParams(quill, { redirect_uri: `${CALLBACK}/` });

    const own = await browser.authorize(params);
    const stranger = await signedIn(service, await createUser(service));
    const other = await stranger.authorize(params);

    assert.equal(own.status, 400);
    assert.match(text(own.body), /The redirect_uri has an extra trailing slash/);
    assert.match(own.body, /cb<del>\/<\/del>/);
    assert.match(text(other.body), /Quill sent you here with a request that does not match its registration/);
    assert.match(text(other.body), /Only the app’s developer can fix this/);
    assert.doesNotMatch(other.body, /<del>|\/redirect_uris|\/requests\//);
  }),
);

test(
  'where there is no address for the answer, the owner reads the diagnosis on the page that stands in its place',
  on(async ({ service, ada, browser }) => {
    const uris = ['urn:ietf:wg:oauth:2.0:oob'];
    const terminal = await createApplication(service, { owner: ada, name: 'Terminal', redirectUris: uris });
    const params = authorizeParams(terminal, { redirect_uri: uris[0] ?? '', scope: 'openid' });

    const own = await browser.authorize(params);
    const stranger = await signedIn(service, await createUser(service));
    const other = await stranger.authorize(params);

    assert.equal(own.status, 400);
    assert.match(text(own.body), /You see this because the application is yours|whole diagnosis/);
    assert.ok(links(own.body).some((link) => link.includes('add_scope=openid')));
    assert.match(text(other.body), /Only the app’s developer can fix this/);
    assert.doesNotMatch(other.body, /add_scope|\/requests\//);
  }),
);

test(
  'a refused request can be copied as a command with its own values and without a secret',
  on(async ({ service, browser, quill }) => {
    const secret = 'not-the-secret-but-secret';
    await token(service.url, { ...codeFields(quill, 'x'), client_secret: secret, code: 'some-code-of-theirs' });
    const list = await browser.get(requestsPath(quill));
    const newest = links(list.body).find((link) => /\/requests\/[0-9a-f]{16}$/.test(link)) ?? '';

    const { body } = await browser.get(newest);

    const command = decodeEntities(/<code id="refused-curl">([^<]*)</.exec(body)?.[1] ?? '');
    assert.ok(command.startsWith(`curl '${service.url}/oauth/token'`), command);
    assert.ok(command.includes(`--data-urlencode 'client_id=${quill.client_id}'`), command);
    assert.ok(command.includes(`--data-urlencode 'client_secret='"$CLIENT_SECRET"`), command);
    assert.doesNotMatch(body, /not-the-secret|some-code-of-theirs/);
  }),
);

test(
  'no button adds the address of a host that the owner never registered, or one that breaks a rule',
  on(async (stage) => {
    const { browser, quill } = stage;

    for (const redirect_uri of ['https://evil.example/cb', 'http://app.example.com/cb', `${CALLBACK}#x`]) {
      await browser.authorize(authorizeParams(quill, { redirect_uri }));
      const list = await browser.get(requestsPath(quill));
      const newest = links(list.body).find((link) => /\/requests\/[0-9a-f]{16}$/.test(link)) ?? '';
      const page = await browser.get(newest);
      const actions = forms(page.body).map(({ action }) => action);
      assert.ok(!actions.some((action) => action.endsWith('/redirect_uris')), redirect_uri);
    }
  }),
);

test(
  'the address of a user’s browser is not told to the developer',
  on(async (stage) => {
    const { service, quill } = stage;
    const someone = await signedIn(service, await createUser(service));
    await someone.authorize(authorizeParams(quill, { response_type: 'token' }));

    const told = await newestDiagnosis(stage, quill);

    assert.match(told, /From a user’s browser/);
    assert.doesNotMatch(told.replaceAll(service.url, ''), /127\.0\.0\.1|Browser-like/);
  }),
);

test(
  'a scope that is not registered leads the owner to the form with it ticked, and nothing changes before it is saved',
  on(async (stage) => {
    const { browser, quill } = stage;
    const path = `/oauth/applications/${quill.client_id}`;
    const params = authorizeParams(quill, { scope: 'openid', prompt: 'consent' });
    await browser.authorize(params);
    const list = await browser.get(requestsPath(quill));
    const newest = links(list.body).find((link) => /\/requests\/[0-9a-f]{16}$/.test(link)) ?? '';
    const adding = links((await browser.get(newest)).body).find((link) => link.includes('add_scope=')) ?? '';
    assert.equal(adding, `${path}/edit?add_scope=openid#picked`);

    const form = await browser.get(`${path}/edit?add_scope=openid&add_scope=profile&add_scope=zebra`);

    assert.match(text(form.body), /Ticked by the link you followed, not saved yet: openid \./);
    assert.match(form.body, /value="openid" checked/);
    assert.doesNotMatch((await browser.authorize(params)).body, /name="decision"/);
    await browser.submit(form, formTo(form.body, path));
    assert.match((await browser.authorize(params)).body, /name="decision"/);
    assert.ok(!links((await browser.get(newest)).body).some((link) => link.includes('add_scope=')));
  }),
);
