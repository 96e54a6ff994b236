/** The table of redirect URIs: the addresses a client may be answered to, in the order its developer gave them. */
import { andThen } from '../../../protocol/result.ts';
import { type Database, readSoon } from '../../database.ts';
import { insertRow, type Sql, sql } from '../../sql.ts';

export function readRedirectUris(database: Database, clientId: number): readonly string[] | Promise<readonly string[]> {
  const statement = sql`select uri from redirect_uris where client_id = ${clientId} order by position`;
  return andThen(readSoon<{ uri: string }>(database, statement), (rows) => rows.map((row) => row.uri));
}

/**
 * The writes that turn one list of redirect URIs into another. PostgreSQL runs a batch as one statement, so a row
 * cannot be deleted and inserted again in it: places that stay are rewritten, and only the difference in length comes
 * or goes.
 */
export function replaceRedirectUris(
  clientId: number,
  before: readonly string[],
  after: readonly string[],
): readonly Sql[] {
  const writes = after.flatMap((uri, position) => {
    if (before[position] === uri) return [];
    return position < before.length
      ? [setRedirectUri(clientId, position, uri)]
      : [insertRedirectUri(clientId, position, uri)];
  });
  return after.length < before.length ? [...writes, dropRedirectUris(clientId, after.length)] : writes;
}

const insertRedirectUri = insertRow('redirect_uris', (clientId: number, position: number, uri: string) => ({
  client_id: clientId,
  position,
  uri,
}));

function setRedirectUri(clientId: number, position: number, uri: string): Sql {
  return sql`update redirect_uris set uri = ${uri} where client_id = ${clientId} and position = ${position}`;
}

function dropRedirectUris(clientId: number, from: number): Sql {
  return sql`delete from redirect_uris where client_id = ${clientId} and position >= ${from}`;
}
