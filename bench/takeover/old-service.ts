/** Makes the SQLite file of a large Doorkeeper service: people, applications, and live tokens of all of them. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

export interface OldSizes {
  readonly people: number;
  readonly applications: number;
  readonly tokens: number;
}

/** Of bcrypt with cost 4; an import compares none of them. */
const HASH = '$2a$04$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
/** Every so many tokens one has replaced the one before it, whose holder has not used the new one yet. */
const RENEWED_EVERY = 20;
/** Every so many tokens one is an application's own. */
const MACHINE_EVERY = 100;

const TABLES = `
create table users (id integer primary key, nickname varchar, email varchar, encrypted_password varchar,
  confirmed_at timestamp(6), locked_at timestamp(6), created_at timestamp(6));
create table oauth_applications (id integer primary key, name varchar, uid varchar, secret varchar, redirect_uri varchar,
  scopes varchar, confidential boolean, owner_id bigint, owner_type varchar, created_at timestamp(6));
create table oauth_access_tokens (id integer primary key, resource_owner_id bigint, application_id bigint, token varchar,
  refresh_token varchar, expires_in integer, revoked_at timestamp(6), created_at timestamp(6), scopes varchar,
  previous_refresh_token varchar);
create table oauth_access_grants (id integer primary key, resource_owner_id bigint, application_id bigint, token varchar,
  expires_in integer, redirect_uri varchar, created_at timestamp(6), revoked_at timestamp(6), scopes varchar);`;

export function makeOldService(path: string, { people, applications, tokens }: OldSizes): void {
  const database = new DatabaseSync(path);
  database.exec(`pragma journal_mode = off; pragma synchronous = off; begin;${TABLES}`);
  const now = railsTime(0);
  const person = database.prepare('insert into users values (?, ?, ?, ?, ?, null, ?)');
  for (let id = 1; id <= people; id += 1)
    person.run(id, `person${id}`, `person${id}@example.org`, HASH, id % 5 === 0 ? null : now, railsTime(id));
  const application = database.prepare("insert into oauth_applications values (?, ?, ?, ?, ?, ?, ?, ?, 'User', ?)");
  for (let id = 1; id <= applications; id += 1) {
    const callback = `https://app${id}.example.org/callback`;
    application.run(id, `Application ${id}`, uidOf(id), stringOf('secret', id), callback, 'profile email', 1, id, now);
  }
  const token = database.prepare(
    "insert into oauth_access_tokens values (?, ?, ?, ?, ?, 31536000, null, ?, 'profile', ?)",
  );
  for (let id = 1; id <= tokens; id += 1) {
    const isMachine = id % MACHINE_EVERY === 1;
    const isRenewal = id % RENEWED_EVERY === 0;
    // A renewal is of the same person and application as the one before it.
    const of = isRenewal ? id - 1 : id;
    const refresh = isMachine ? null : stringOf('refresh', id);
    const previous = isRenewal ? stringOf('refresh', id - 1) : '';
    const applicationId = 1 + ((Math.floor(of / people) + of) % applications);
    token.run(
      id,
      isMachine ? null : 1 + (of % people),
      applicationId,
      accessOf(id),
      refresh,
      railsTime(id % 86_400),
      previous,
    );
  }
  database.exec('commit');
  database.close();
}

/** The access token that the holder of this row has. */
export function accessOf(id: number): string {
  return stringOf('access', id);
}

export function uidOf(id: number): string {
  return stringOf('uid', id);
}

/** As long as those that Doorkeeper makes, and the same in every run. */
function stringOf(what: string, id: number): string {
  return createHash('sha256').update(`${what} ${id}`).digest('base64url');
}

/** So many seconds ago, as Rails writes it. */
function railsTime(ago: number): string {
  return new Date(Date.now() - 1000 * (ago + 60)).toISOString().replace('T', ' ').replace('Z', '000');
}
