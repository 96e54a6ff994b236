/** Proves that nothing the service hands out can be read in its logs or in its database. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { PASSWORD } from '../../support/actors.ts';
import { openBrowser } from '../../support/browser-like.ts';
import { eachDatabase } from '../../support/each-database.ts';
import {
  authorizeParams,
  codeFields,
  obtainCode,
  obtainTokens,
  refresh,
  tokensOf,
  usualStage,
  whoami,
} from '../../support/grant.ts';
import { send } from '../../support/http-client.ts';
import { proves } from '../../support/proves.ts';
import type { Service } from '../../support/service.ts';
import { basicHeader, token } from '../../support/token-client.ts';

/** A whole life of secrets, used rightly and wrongly, at the most talkative level. */
const on = eachDatabase(
  async (service) => {
    const stage = await usualStage(service);
    const { browser, quill, ada } = stage;
    const code = await obtainCode(browser, quill, { state: 'state-that-nobody-logs' });
    const tokens = tokensOf(await token(service.url, codeFields(quill, code)));
    const fresh = tokensOf(await refresh(stage, tokens.refresh));
    const unused = await obtainCode(browser, quill);
    await whoami(service, fresh.access);
    await send(`${service.url}/api/users/whoami?access_token=${fresh.access}`);
    await send(`${service.url}/oauth/token?${new URLSearchParams(codeFields(quill, unused))}x`, {
      method: 'POST',
      body: '',
    });
    await token(service.url, codeFields(quill, code));
    await token(
      service.url,
      { grant_type: 'x' },
      { headers: { authorization: basicHeader(quill.client_id, quill.client_secret) } },
    );
    await openBrowser(service.url).signIn({ nickname: ada.nickname, password: 'mistyped-password-value' });
    await browser.get(`/oauth/authorize/${unused}`);
    await browser.authorize(authorizeParams(quill, { client_secret: quill.client_secret }));
    const values: [what: string, value: string][] = [
      ...[...browser.cookies].map(([name, value]): [string, string] => [`the cookie ${name}`, value]),
      ['the first access token', tokens.access],
      ['the first refresh token', tokens.refresh],
      ['the second access token', fresh.access],
      ['the second refresh token', fresh.refresh],
      ['the used code', code],
      ['the unused code', unused],
      ['the client secret', quill.client_secret],
      ['the password', PASSWORD],
      ['a wrong password', 'mistyped-password-value'],
      ['the state', 'state-that-nobody-logs'],
    ];
    return { ...stage, values };
  },
  { LATCHKEY_LOG_LEVEL: 'debug' },
);

test(
  'no secret is written to the log, even at the most talkative level',
  on(async ({ service, values }) => {
    const log = service.stderr() + service.stdout();

    assert.ok(log.includes('listening'), 'the log says something');
    for (const [what, value] of values) assert.ok(!log.includes(value), `${what} is in the log`);
  }),
);

proves(
  'RFC 6819 §5.1.4.1.3',
  'Do not store credentials in cleartext: the authorization server should not store credentials in clear text.',
  on(async ({ service, values }) => {
    const stored = await everythingStored(service);

    assert.ok(stored.length > 1000);
    for (const [what, value] of values) assert.ok(!stored.includes(value), `${what} is in the database`);
  }),
);

test(
  'the database of the embedded engine is readable by its owner alone',
  on(async ({ service }) => {
    if (service.engine !== 'sqlite') return;
    for (const name of readdirSync(service.directory)) {
      const mode = statSync(join(service.directory, name)).mode & 0o077;
      assert.equal(mode, 0, `${name} is open to others: ${mode.toString(8)}`);
    }
  }),
);

async function everythingStored(service: Service): Promise<string> {
  if (service.engine === 'sqlite') {
    const files = readdirSync(service.directory).filter((name) => name.startsWith('latchkey.db'));
    return files.map((name) => readFileSync(join(service.directory, name), 'latin1')).join('');
  }
  const sql = postgres(service.databaseUrl, { max: 1 });
  const tables = await sql`select table_name from information_schema.tables where table_schema = 'public'`;
  const rows = [];
  for (const { table_name } of tables) {
    for (const row of await sql`select * from ${sql(table_name)}`) {
      rows.push(
        Object.values(row)
          .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
          .join('|'),
      );
    }
  }
  await sql.end();
  return rows.join('\n');
}

test(
  'secrets have at least 160 random bits and never repeat',
  on(async (stage) => {
    const seen = new Set<string>();
    for (let index = 0; index < 25; index += 1) {
      const { access, refresh: value } = await obtainTokens(stage);
      for (const each of [access, value]) {
        assert.match(each, /^[A-Za-z0-9_-]+$/);
        assert.ok(each.length >= 27, 'RFC 6749 §10.10 asks for 160 bits');
        seen.add(each);
      }
    }

    assert.equal(seen.size, 50);
  }),
);
