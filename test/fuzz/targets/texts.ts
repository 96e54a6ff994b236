/** Targets: texts that people type, settings, cursors, what is logged, and the template of pages. */
import { loadSettings } from '../../../src/config/load.ts';
import { scopeCatalogue } from '../../../src/config/scope-catalogue.ts';
import {
  databaseAddress,
  footerLinks,
  hostName,
  networks,
  publicAddress,
  withoutPassword,
} from '../../../src/config/values.ts';
import { pagerFor, readPageNumber } from '../../../src/endpoints/lists.ts';
import { lazyQuery } from '../../../src/http/reading/urlencoded.ts';
import { createAddressReader } from '../../../src/http/server/address.ts';
import { censor, scrub } from '../../../src/log/redact.ts';
import { html } from '../../../src/pages/html.ts';
import {
  emailKey,
  examineEmail,
  examineNickname,
  nicknameKey,
  readAccountNumber,
} from '../../../src/protocol/people/account-rules.ts';
import { examinePassword } from '../../../src/protocol/people/password-rule.ts';
import {
  examineDescription,
  examineLocale,
  examineName,
  examinePictureAddress,
  examineWebAddress,
} from '../../../src/protocol/people/text-rules.ts';
import { fold } from '../fold.ts';
import { asText, insist, insistEqual, type Target } from './target.ts';

const VALUE_BYTES = 16_384;
const OWNER = { nickname: 'Ada', email: 'ada@example.org', serviceName: 'Latchkey' };
const SECRET = 'lka_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

const RULES: Readonly<Record<string, (text: string) => { ok: true; value: string } | { ok: false; refusal: unknown }>> =
  {
    name: (text) => examineName(text, 255),
    description: examineDescription,
    'web address': examineWebAddress,
    'picture address': examinePictureAddress,
    locale: examineLocale,
    nickname: examineNickname,
    'e-mail address': examineEmail,
    password: (text) => examinePassword(text, OWNER),
  };

export const TEXT_TARGETS: readonly Target[] = [
  {
    name: 'typed',
    says: 'names, addresses, languages and passwords that people type',
    words: [
      'https://',
      'http://',
      'a@b.example',
      '@',
      'ru_RU',
      'en-US',
      'x-',
      '\u{1f468}\u200d\u{1f469}',
      'ß',
      'ﬁ',
      '\u0130',
    ],
    mostBytes: VALUE_BYTES,
    run(input) {
      const text = asText(input);
      for (const [says, rule] of Object.entries(RULES)) {
        const examined = rule(text);
        if (!examined.ok) continue;
        insist(examined.value.isWellFormed(), `${says}, with half a character`);
        // A password is hashed and never stored, so any character will do.
        insist(says === 'password' || !examined.value.includes('\0'), `${says}, with a NUL`);
        insistEqual(rule(examined.value), examined, `${says}, judged again`);
      }
      fold(nicknameKey, text);
      const email = examineEmail(text);
      if (email.ok) fold(emailKey, email.value);
    },
  },
  {
    name: 'settings',
    says: 'the settings file, and single settings',
    words: [
      '{"scopes":',
      '{"url":"https://id.example.org"}',
      '"port":3000',
      '"footerLinks":',
      'null',
      '10.0.0.0/8',
      'sqlite:',
      'postgres://u:p@h/n',
      ',h2:5432',
    ],
    mostBytes: VALUE_BYTES,
    run(input) {
      const text = asText(input);
      const loaded = loadSettings({ flags: {}, env: { LATCHKEY_CONFIG: 'file' }, readFile: () => text });
      insist(loaded.ok || loaded.faults.length > 0, 'refused without a fault');
      for (const parse of [scopeCatalogue, footerLinks, hostName, publicAddress, databaseAddress]) parse(text);
      const catalogue = scopeCatalogue(text);
      if (catalogue.ok) insist(Object.getPrototypeOf(catalogue.value) === Object.prototype, 'a strange catalogue');
      const trusted = networks(text);
      if (trusted.ok) createAddressReader(trusted.value)('127.0.0.1', '10.0.0.1');
      insist(
        !withoutPassword(`postgres://u:hunter2secret@h/n?${text.slice(0, 50)}`).includes('hunter2secret'),
        'a password',
      );
    },
  },
  {
    name: 'cursor',
    says: 'page numbers and record numbers in queries and paths',
    words: ['page=', 'before=', '1', '10000', '99999', '2147483647', '2147483648', '&page=2', '%31'],
    mostBytes: VALUE_BYTES,
    run(input) {
      const text = asText(input);
      const page = readPageNumber(lazyQuery(text).form());
      insist(Number.isInteger(page) && page >= 1 && page <= 10_000, `page ${page}`);
      const { next } = pagerFor('/account/events', page, true);
      insist(
        readPageNumber(lazyQuery(next?.split('?')[1] ?? '').form()) === Math.min(page + 1, 10_000),
        'written and read again',
      );
      const number = readAccountNumber(text);
      insist(number === undefined || String(number) === text, 'two spellings of one number');
    },
  },
  {
    name: 'redaction',
    says: 'what is logged',
    words: [SECRET, 'Bearer ', 'Basic ', '?code=', '&client_secret=', 'postgres://u:p@h', '"', '\\'],
    mostBytes: VALUE_BYTES,
    run(input) {
      const text = asText(input);
      const line = JSON.stringify(
        censor({ message: text, [text.slice(0, 20)]: { cookie: text }, code: text, cause: SECRET }),
      );
      const clean = scrub(line);
      JSON.parse(clean);
      insist(!clean.includes(SECRET), 'a token in the log');
      insist(!scrub(`${text} ${SECRET}`).includes(SECRET), 'a token in the log');
    },
  },
  {
    name: 'html',
    says: 'text on pages',
    words: ['<script>', '"', "'", '&amp;', ']]>', '<!--', '${', '`'],
    mostBytes: VALUE_BYTES,
    run(input) {
      const written = html`<p title="${asText(input)}">${asText(input)}</p>`.toString();
      const inner = written.slice('<p title="'.length, -'</p>'.length);
      insist(inner.split('">').length === 2 && !/[<']/.test(inner), 'markup of a stranger');
    },
  },
];
