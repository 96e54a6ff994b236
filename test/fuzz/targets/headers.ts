/** Targets: what is read out of headers, cookies, paths and addresses. */
import { isIP } from 'node:net';
import { identifyClient } from '../../../src/clients/authentication/registry.ts';
import { openRoutes } from '../../../src/endpoints/open-routes.ts';
import { ROWS } from '../../../src/endpoints/routes.ts';
import { readCookie, setCookie } from '../../../src/http/browser/cookies.ts';
import { isOwnOrigin } from '../../../src/http/browser/origin.ts';
import { checkTarget } from '../../../src/http/reading/target.ts';
import { createRouter } from '../../../src/http/router.ts';
import { createAddressReader } from '../../../src/http/server/address.ts';
import { deviceWords } from '../../../src/pages/parts/source.ts';
import { en } from '../../../src/pages/text/en.ts';
import { createLocalTarget } from '../../../src/protocol/authorize/return-target.ts';
import { parseBasic } from '../../../src/protocol/clients/identification.ts';
import { createForm } from '../../../src/protocol/form.ts';
import { networkOf } from '../../../src/protocol/limits.ts';
import { chooseLanguage, LANGUAGES } from '../../../src/protocol/people/language.ts';
import { parseBearer } from '../../../src/protocol/tokens/bearer.ts';
import { basicHeader } from '../../support/token-client.ts';
import { requestOf } from '../requests.ts';
import { asHeader, asText, insist, insistEqual, type Target } from './target.ts';

const localTarget = createLocalTarget(ROWS.filter((row) => row.mayReturn).map((row) => row.path));

const HEADER_BYTES = 24_576;
/** As the hallway cuts it. */
const USER_AGENT_CHARACTERS = 255;
const OWN = 'https://id.example.org';
const router = createRouter(openRoutes({ isDraining: () => false, isWhole: () => true }).routes);
const readers = [[], ['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8']].map(createAddressReader);

export const HEADER_TARGETS: readonly Target[] = [
  {
    name: 'basic',
    says: 'Authorization: Basic',
    words: ['Basic ', 'basic', 'Zm9vOmJhcg==', 'Zm9vOmJhcg', 'OmE=', '%3A', '+', '='],
    mostBytes: HEADER_BYTES,
    run(input) {
      const header = asHeader(input);
      const read = parseBasic(header);
      identifyClient({ authorization: header, basic: read, form: createForm([['client_id', 'a']]) });
      // The header is ASCII by nature, so what is encoded in it is tried as bytes too.
      const inner = parseBasic(`Basic ${input.toString('base64')}`);
      for (const each of [read, inner]) {
        if (!each.ok) continue;
        const { clientId, secret } = each.value;
        insist(!/\p{Cc}/u.test(clientId + secret), 'a control character');
        insistEqual(parseBasic(basicHeader(clientId, secret)), each, 'written and read again');
      }
    },
  },
  {
    name: 'bearer',
    says: 'Authorization: Bearer',
    words: ['Bearer ', 'bearer', 'lka_', '=', '  ', '.', '~', 'Basic '],
    mostBytes: HEADER_BYTES,
    run(input) {
      const read = parseBearer(asHeader(input));
      if (read.kind !== 'token') return;
      insistEqual(parseBearer(`Bearer ${read.token}`), read, 'written and read again');
    },
  },
  {
    name: 'cookie',
    says: 'Cookie headers',
    words: ['latchkey=', '; ', ';', '__Host-latchkey=', 'latchkey-stranger=', '='],
    mostBytes: HEADER_BYTES,
    run(input) {
      const header = asHeader(input);
      const value = readCookie(header, 'latchkey');
      readCookie(header, '__Host-latchkey');
      if (value === undefined || !/^[A-Za-z0-9._~-]*$/.test(value)) return;
      const [pair = ''] = setCookie('latchkey', value, { secure: true, sameSite: 'Lax' }).split(';');
      insist(readCookie(pair, 'latchkey') === value, 'written and read again');
    },
  },
  {
    name: 'language',
    says: 'Accept-Language headers',
    words: ['ru', 'en', 'ru-RU', ';q=', '0.5', '1.000', '*', ', ', 'Q = 1'],
    mostBytes: HEADER_BYTES,
    run(input) {
      insist(LANGUAGES.includes(chooseLanguage('', asHeader(input))), 'no language');
      insist(LANGUAGES.includes(chooseLanguage(asText(input), undefined)), 'no language');
    },
  },
  {
    name: 'address',
    says: 'X-Forwarded-For, by way of trusted and other proxies',
    words: ['10.0.0.1', '127.0.0.1', '::1', '::ffff:192.0.2.1', '2001:db8::1', ', ', ',,', '%eth0', '1.2.3.4'],
    mostBytes: HEADER_BYTES,
    run(input) {
      const header = asHeader(input);
      for (const read of readers) {
        for (const socket of ['127.0.0.1', '::ffff:10.1.2.3', '198.51.100.7']) {
          const address = read(socket, header);
          insist(address !== null && isIP(address) !== 0, 'no address');
        }
      }
      const network = networkOf(header);
      insist(/^(unknown|[\d.]+|[0-9a-f:]+::\/64)$/.test(network), `the network ${network}`);
      if (isIP(header) !== 0) insist(network !== 'unknown', 'an address without a network');
    },
  },
  {
    name: 'path',
    says: 'targets of requests, and the headers beside them',
    words: [
      '/oauth/applications/',
      '/setup/',
      '/users/',
      '/avatars/',
      '%2f',
      '%2e%2e',
      '..',
      '?',
      '#',
      'http://',
      '//',
    ],
    mostBytes: 16_384,
    run(input) {
      const target = asHeader(input);
      const path = target.split('?', 1)[0] ?? '';
      if (!checkTarget(target, ['Host', target.slice(0, 20), target.slice(0, 12), 'x']).ok) return;
      const found = router.find(path);
      for (const value of Object.values(found?.parameters ?? {})) {
        insist(value !== '' && value !== '.' && value !== '..' && !/[\0-\x1f\x7f]/.test(value), 'a strange segment');
        insist(value.isWellFormed(), 'half a character');
      }
    },
  },
  {
    name: 'return-target',
    says: 'where somebody is sent after signing in',
    words: [
      '/account',
      '/oauth/authorize?',
      '//',
      '/\\',
      '%2e%2e/',
      '/users/1',
      '\t',
      '@',
      'https://',
      '/oauth/applications/',
    ],
    mostBytes: 20_000,
    run(input) {
      const target = localTarget(asText(input));
      insist(/^\/[\x21-\x7e]*$/.test(target), 'not a path');
      const url = new URL(target, OWN);
      insist(url.origin === OWN && url.hash === '', `it leads to ${url.origin}`);
      insist(localTarget(target) === target, 'judged again it is another');
      insist(url.href === OWN + target || /['"<>`]/.test(target), `a browser reads ${url.href}`);
    },
  },
  {
    name: 'origin',
    says: 'Origin, a line end, and Sec-Fetch-Site; and the User-Agent that people are shown',
    words: [OWN, 'null', 'same-origin', 'none', 'cross-site', 'Mozilla/5.0 (', 'Chrome/', 'Windows', '('],
    mostBytes: HEADER_BYTES,
    run(input) {
      const [origin = '', site] = asHeader(input).split('\n');
      const headers = { origin, ...(site === undefined ? {} : { 'sec-fetch-site': site }) };
      const isOwn = isOwnOrigin(requestOf({ headers }), OWN);
      insist(!isOwn || origin === OWN || (origin === 'null' && site === 'same-origin'), 'a foreign origin');
      insist(deviceWords(en, origin.slice(0, USER_AGENT_CHARACTERS)).length <= 300, 'many words');
    },
  },
];
