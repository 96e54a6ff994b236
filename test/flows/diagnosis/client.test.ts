/** Proves that a developer reads on the requests page what was wrong with credentials and parameters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Application } from '../../support/actors.ts';
import { diagnosisOf, diagnosisStage, type Stage } from '../../support/diagnosis.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { codeFields, refreshFields } from '../../support/grant.ts';
import { formTo } from '../../support/html.ts';
import { type Answer, send } from '../../support/http-client.ts';
import { basicHeader, type Fields, type How, token } from '../../support/token-client.ts';

const on = eachDatabase(diagnosisStage);

interface Mistake {
  readonly name: string;
  /** The answer that leads to the diagnosis; or the application, where the newest of its requests is meant. */
  readonly make: (stage: Stage) => Promise<Answer | Application>;
  readonly says: readonly RegExp[];
}

const ask = ({ service }: Stage, fields: Fields, how: How = {}) => token(service.url, fields, how);
const fieldsOf = (application: Application, more: Record<string, string> = {}): Record<string, string> => ({
  grant_type: 'client_credentials',
  client_id: application.client_id,
  client_secret: application.client_secret,
  ...more,
});

function raw({ service }: Stage, body: string, headers: Record<string, string>): Promise<Answer> {
  return send(`${service.url}/oauth/token`, { method: 'POST', headers: { 'user-agent': 'Quill', ...headers }, body });
}

/** Adds a second secret on the page, and removes the first. */
async function rotate({ browser }: Stage, application: Application): Promise<void> {
  const path = `/oauth/applications/${application.client_id}/credentials`;
  const before = await browser.get(path);
  await browser.submit(before, formTo(before.body, /\/secrets$/));
  const after = await browser.get(path);
  const removed = await browser.submit(after, formTo(after.body, /\/secrets\/\d+\/remove$/));
  assert.equal(removed.status, 303, removed.body);
}

const FORM = 'application/x-www-form-urlencoded';
const WRONG_SECRET = `lks_${'C'.repeat(60)}`;

const MISTAKES: readonly Mistake[] = [
  {
    name: 'a secret of nobody',
    make: (stage) => ask(stage, fieldsOf(stage.quill, { client_secret: WRONG_SECRET })),
    says: [/invalid_client at \/oauth\/token/, /Wrong client_secret/, /end in ••••\S{4}\./, /checksum/],
  },
  {
    name: 'a secret with a space at its end',
    make: (stage) => ask(stage, fieldsOf(stage.quill, { client_secret: `${stage.quill.client_secret} ` })),
    says: [/It is the secret ••••\S{4}, but not bare\. It contains white space/],
  },
  {
    name: 'a secret in quotation marks',
    make: (stage) => ask(stage, fieldsOf(stage.quill, { client_secret: `"${stage.quill.client_secret}"` })),
    says: [/It is the secret ••••\S{4}, but not bare\. It stands in quotation marks/],
  },
  {
    name: 'a secret that was cut',
    make: (stage) => ask(stage, fieldsOf(stage.quill, { client_secret: stage.quill.client_secret.slice(0, 50) })),
    says: [/client_secret was cut: it has 50 characters, and should have 64/],
  },
  {
    name: 'the client_id in the place of the secret',
    make: (stage) => ask(stage, fieldsOf(stage.quill, { client_secret: stage.quill.client_id })),
    says: [/The client_id was sent in the place of the secret/],
  },
  {
    name: 'the secret of a sister application',
    make: (stage) => ask(stage, fieldsOf(stage.quill, { client_secret: stage.sister.client_secret })),
    says: [/of another application of yours, Sister/, /end in ••••/],
  },
  {
    name: 'a secret that was removed',
    make: async (stage) => {
      await rotate(stage, stage.sister);
      return ask(stage, fieldsOf(stage.sister));
    },
    says: [
      /It is the secret ••••\S{4}, which stopped working on \d+ \w+ \d{4}, \d\d:\d\d UTC\. Something still uses it/,
    ],
  },
  {
    name: 'no secret at all',
    make: (stage) => ask(stage, { grant_type: 'client_credentials', client_id: stage.quill.client_id }),
    says: [/sent no secret/, /Check that failed client_secret_missing/, /RFC 6749 §3\.2\.1/],
  },
  {
    name: 'a secret of a public application',
    make: (stage) => ask(stage, { ...refreshFields(stage.phone, 'x'), client_secret: 'anything' }),
    says: [/A public application sent a secret/, /Leave client_secret out/],
  },
  {
    name: 'a Basic header that is not base64',
    make: (stage) => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: stage.quill.client_id });
      return raw(stage, String(body), { 'content-type': FORM, authorization: 'Basic not*base64' });
    },
    says: [/What follows Basic is not base64/, /Authorization Basic/],
  },
  {
    name: 'a Basic header with a bare percent sign',
    make: (stage) => {
      const pair = Buffer.from(`${stage.quill.client_id}:100%`).toString('base64');
      return raw(stage, 'grant_type=client_credentials', { 'content-type': FORM, authorization: `Basic ${pair}` });
    },
    says: [/has to be percent-encoded before base64/],
  },
  {
    name: 'Basic and a secret in the body',
    make: (stage) => {
      const { client_id: id, client_secret: secret } = stage.quill;
      return ask(stage, fieldsOf(stage.quill), { basic: { id, secret } });
    },
    says: [/came together/, /Parameters grant_type client_id client_secret/],
  },
  {
    name: 'two different clients in header and body',
    make: (stage) => {
      const authorization = basicHeader(stage.quill.client_id, stage.quill.client_secret);
      const fields = { grant_type: 'client_credentials', client_id: stage.sister.client_id };
      return ask(stage, fields, { headers: { authorization } });
    },
    says: [/names one client, the body another/],
  },
  {
    name: 'no grant_type',
    make: (stage) => ask(stage, { ...fieldsOf(stage.quill), grant_type: '' }),
    says: [/grant_type was sent without a value/],
  },
  {
    name: 'a grant_type with a hyphen',
    make: (stage) => ask(stage, fieldsOf(stage.quill, { grant_type: 'authorization-code' })),
    says: [/You sent authorization-code, and authorization_code is known here/, /authorization\[---\]code/],
  },
  {
    name: 'client credentials of a public application',
    make: (stage) => ask(stage, { grant_type: 'client_credentials', client_id: stage.phone.client_id }),
    says: [/unauthorized_client at \/oauth\/token/, /a public one asked for client credentials/],
  },
  {
    name: 'a misspelt parameter',
    make: (stage) => {
      const { redirect_uri, ...fields } = codeFields(stage.quill, 'x');
      return ask(stage, { ...fields, redirect_url: String(redirect_uri) });
    },
    says: [/redirect_uri was not sent/, /You sent redirect_url: did you mean redirect_uri\?/, /redirect_ur\[-l-\]/],
  },
  {
    name: 'a parameter without a value',
    make: (stage) => ask(stage, codeFields(stage.quill, '')),
    says: [/code was sent without a value/],
  },
  {
    name: 'a doubled parameter',
    make: (stage) => ask(stage, [...Object.entries(fieldsOf(stage.quill)), ['scope', 'profile'], ['scope', 'email']]),
    says: [/scope was sent more than once/, /RFC 6749 §3\.2/],
  },
  {
    name: 'a Content-Type that is not read',
    make: (stage) => {
      const authorization = basicHeader(stage.quill.client_id, stage.quill.client_secret);
      return raw(stage, 'grant_type=client_credentials', { 'content-type': 'text/plain', authorization });
    },
    says: [/The Content-Type was text\/plain/, /Parameters none that could be read/],
  },
  {
    name: 'a broken percent-encoding',
    make: (stage) => {
      const authorization = basicHeader(stage.quill.client_id, stage.quill.client_secret);
      return raw(stage, 'grant_type=%zz', { 'content-type': FORM, authorization });
    },
    says: [/broken percent-encoding/],
  },
  {
    name: 'scopes separated by commas',
    make: (stage) => ask(stage, fieldsOf(stage.quill, { scope: 'profile,email' })),
    says: [/The scope contains ,\. Names are separated by spaces/, /Scopes allowed then profile email/],
  },
  {
    name: 'a scope in capitals',
    make: (stage) => ask(stage, fieldsOf(stage.quill, { scope: 'Email' })),
    says: [/no scope called Email/, /You sent Email, and email is known here/],
  },
  {
    name: 'a scope that the application is not registered for',
    make: (stage) => ask(stage, fieldsOf(stage.quill, { scope: 'profile openid' })),
    says: [/The application is not registered for openid/],
  },
  {
    name: 'a revocation without a token',
    make: (stage) => ask(stage, fieldsOf(stage.quill), { path: '/oauth/revoke' }),
    says: [/invalid_request at \/oauth\/revoke/, /token was not sent/],
  },
  {
    name: 'an introspection by a public application',
    make: ({ service, phone }) =>
      token(service.url, { client_id: phone.client_id, token: 'x' }, { path: '/oauth/introspect' }),
    says: [/invalid_client at \/oauth\/introspect/, /a public one asked for introspection/],
  },
];

for (const { name, make, says } of MISTAKES) {
  test(
    `the diagnosis explains ${name}`,
    on(async (stage) => {
      const refused = await make(stage);

      const told = await diagnosisOf(stage, refused);

      for (const sentence of says) assert.match(told, sentence);
    }),
  );
}
