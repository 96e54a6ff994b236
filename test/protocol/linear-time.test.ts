/** Guards against inputs that cost more than their length: every rule on the worst texts of 64 KiB and of half that. */
import { test } from 'node:test';
import { examineAuthorization } from '../../src/protocol/authorize/request.ts';
import { createLocalTarget } from '../../src/protocol/authorize/return-target.ts';
import { parseBasic } from '../../src/protocol/clients/identification.ts';
import { examineRedirectUri } from '../../src/protocol/clients/redirect-registration.ts';
import { redirectWith, trustRedirect } from '../../src/protocol/clients/redirect-uri.ts';
import { createForm } from '../../src/protocol/form.ts';
import { networkOf } from '../../src/protocol/limits.ts';
import { emailKey, examineEmail, examineNickname, nicknameKey } from '../../src/protocol/people/account-rules.ts';
import { examinePassword } from '../../src/protocol/people/password-rule.ts';
import {
  examineDescription,
  examineLocale,
  examineName,
  examinePictureAddress,
  examineWebAddress,
} from '../../src/protocol/people/text-rules.ts';
import { parseScope, resolveScope } from '../../src/protocol/scope.ts';
import { basicChallenge, bearerChallenge, parseBearer } from '../../src/protocol/tokens/bearer.ts';
import { isCodeChallenge, isCodeVerifier, verifierMatches } from '../../src/protocol/tokens/pkce.ts';
import { assertLinear } from '../support/linear-time.ts';

const localTarget = createLocalTarget(['/account', '/oauth/authorize', '/oauth/applications/:id/edit']);

const owner = { nickname: 'alice', email: 'a@b.example', serviceName: 'Latchkey' };
const client = { publicId: 'c', isConfidential: false, redirectUris: ['https://a.example/cb'], scope: ['a'] };
const catalogue = { a: { description: '', default: true } };

/** Each starts like something that is accepted, goes on for long, and may fail only at its very end. */
const SHAPES: readonly (readonly [start: string, unit: string, end: string])[] = [
  ['', 'a', '!'],
  ['', ' ', 'x'],
  ['', 'a ', '\0'],
  ['', '=', 'x'],
  ['', '%2e', '%'],
  ['', '::', 'x'],
  ['', '1.', 'x'],
  ['', '/', '\n'],
  ['', '@', 'x'],
  ['', 'é', '\ud800'],
  ['', 'e\u0301', '@'],
  ['', '\ufdfa', 'x'],
  ['', '\u200d', '❤'],
  ['', '❤\ufe0f\u200d', 'x'],
  ['', '\r\n', '\r'],
  ['Basic ', 'YTph', '!'],
  ['Basic ', '=', 'x'],
  ['Bearer ', 'a', ' '],
  ['Bearer ', '=', 'a'],
  ['Bearer ', ' ', 'a'],
  ['https://a.example/', 'a', ' '],
  ['https://', 'a.', '#'],
  ['https://a.example/?', 'a&', '\\'],
  ['http://127.0.0.1:', '1', '/cb'],
  ['/oauth/applications/', '%2e', '/edit/'],
  ['/oauth/applications/', 'a', '/'],
  ['a@', 'a-', '.'],
  ['en', '-abcdefgh', '-'],
];

const RULES: Readonly<Record<string, (text: string) => unknown>> = {
  parseScope,
  resolveScope: (text) => resolveScope({ requested: text, catalogue, allowed: ['a'] }),
  examineRedirectUri: (text) => examineRedirectUri(text, 'https://login.example.org'),
  trustRedirect: (text) => trustRedirect(text, [...client.redirectUris, 'http://127.0.0.1/cb', text.slice(1)]),
  redirectWith: (text) => {
    const redirect = trustRedirect('https://a.example/cb', client.redirectUris);
    return redirect && redirectWith(redirect, [['state', text.toWellFormed()]]);
  },
  pkce: (text) => [isCodeChallenge(text), isCodeVerifier(text), verifierMatches(text, text)],
  examineAuthorization: (text) => {
    const names = ['response_type', 'state', 'scope', 'code_challenge', 'prompt'];
    const rest = names.map((name) => createForm([...entries, [name, text]]));
    return rest.map((form) => examineAuthorization(form, client, { catalogue, target: { kind: 'own' } }));
  },
  parseBasic: (text) => [parseBasic(text), parseBasic(`Basic ${Buffer.from(text).toString('base64')}`)],
  parseBearer,
  challenges: (text) => [basicChallenge(text), bearerChallenge({ realm: text, scope: text })],
  networkOf,
  localTarget,
  examineNickname,
  nicknameKey,
  examineEmail,
  emailKey,
  examineName: (text) => examineName(text, 255),
  examineDescription,
  examineWebAddress,
  examinePictureAddress,
  examineLocale,
  examinePassword: (text) => examinePassword(text, owner),
};

const entries: [string, string][] = [
  ['client_id', 'c'],
  ['redirect_uri', 'https://a.example/cb'],
];

for (const [name, rule] of Object.entries(RULES)) {
  test(`${name} takes twice as long for twice as much, never four times`, () => {
    for (const [start, unit, end] of SHAPES) {
      assertLinear(rule, (length) => start + unit.repeat((length - start.length - end.length) / unit.length) + end);
    }
  });
}
