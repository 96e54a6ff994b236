/** Proves that what clients call themselves is kept without the secrets that some of them put there. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import postgres from 'postgres';
import { openBrowser } from '../../support/browser-like.ts';
import { everyEngine } from '../../support/each-database.ts';
import { codeFields, obtainCode, refreshFields, tokensOf, usualStage, whoami } from '../../support/grant.ts';
import { type Service, startService } from '../../support/service.ts';
import { token } from '../../support/token-client.ts';

type Ask = (statement: string) => Promise<readonly Record<string, unknown>[]>;

async function withDatabase<T>(service: Service, use: (ask: Ask) => Promise<T>): Promise<T> {
  if (service.engine === 'sqlite') {
    const database = new DatabaseSync(service.databaseFile);
    try {
      return await use(async (statement) => database.prepare(statement).all());
    } finally {
      database.close();
    }
  }
  const sql = postgres(service.databaseUrl, { max: 1 });
  try {
    return await use(async (statement) => [...(await sql.unsafe(statement))]);
  } finally {
    await sql.end();
  }
}

const TABLES = {
  sqlite: `select m.name as "table" from sqlite_schema m, pragma_table_info(m.name) c
    where m.type = 'table' and c.name = 'user_agent'`,
  postgres: `select c.table_name as "table" from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.column_name = 'user_agent' and c.table_schema = current_schema() and t.table_type = 'BASE TABLE'`,
};

/** What each table that has such a column keeps in it. */
function keptNames(service: Service): Promise<ReadonlyMap<string, readonly string[]>> {
  return withDatabase(service, async (ask) => {
    const kept = new Map<string, string[]>();
    for (const { table } of await ask(TABLES[service.engine])) {
      const rows = await ask(`select distinct user_agent as name from ${table} where user_agent is not null`);
      kept.set(String(table), rows.map(({ name }) => String(name)).sort());
    }
    return kept;
  });
}

test('a token that a client sends as its User-Agent is kept in no table: events, sessions, consents, uses, answered and refused requests', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const { ada, quill } = await usualStage(service);
    const secret = randomBytes(32).toString('base64url');
    const name = `Odd/1.0 lka_${secret} Bearer abcdefghij`;
    const headers = { 'user-agent': name };
    const odd = openBrowser(service.url, name);
    assert.equal((await odd.signIn(ada)).status, 303);
    const code = await obtainCode(odd, quill);
    const tokens = tokensOf(await token(service.url, codeFields(quill, code), { headers }));
    tokensOf(await token(service.url, refreshFields(quill, tokens.refresh), { headers }));
    assert.equal((await whoami(service, tokens.access, headers)).status, 200);
    assert.equal((await token(service.url, codeFields(quill, code), { headers })).status, 400);
    await service.stop();

    const kept = await keptNames(service);

    const all = [...kept.values()].flat();
    assert.deepEqual(
      all.filter((each) => each.includes(secret)),
      [],
    );
    const shown = 'Odd/1.0 lka_[redacted] Bearer [redacted]';
    const having = [...kept].filter(([, names]) => names.includes(shown)).map(([table]) => table);
    assert.deepEqual(having.sort(), [
      'answered_requests',
      'client_uses',
      'consents',
      'events',
      'refused_requests',
      'sessions',
      'uses',
    ]);
  }));
