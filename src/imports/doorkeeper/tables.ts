/** The tables of Doorkeeper and Devise: which columns an import needs, and which it makes use of where they exist. */
import type { PersonColumns } from '../../protocol/imports/person.ts';
import { type ForeignSource, UnfitSource } from '../../storage/foreign/source.ts';

interface Table {
  readonly name: string;
  readonly needed: readonly string[];
  readonly useful: readonly string[];
}

export const APPLICATIONS: Table = {
  name: 'oauth_applications',
  needed: ['id', 'name', 'uid', 'secret', 'redirect_uri'],
  useful: ['scopes', 'confidential', 'owner_id', 'owner_type', 'created_at'],
};

const GRANTED = ['id', 'token', 'application_id', 'resource_owner_id', 'expires_in', 'created_at', 'revoked_at'];

export const TOKENS: Table = {
  name: 'oauth_access_tokens',
  needed: [...GRANTED, 'scopes'],
  useful: ['refresh_token', 'previous_refresh_token', 'resource_owner_type'],
};

export const CODES: Table = {
  name: 'oauth_access_grants',
  needed: [...GRANTED, 'redirect_uri'],
  useful: ['scopes', 'code_challenge', 'code_challenge_method', 'resource_owner_type'],
};

/** The columns to ask for. A table that lacks one was made by another program, or by a version that is not known. */
export async function columnsFor(source: ForeignSource, table: Table): Promise<readonly string[]> {
  const found = await source.columnsOf(table.name);
  if (found === undefined) {
    throw new UnfitSource(
      `There is no table ${table.name}: this is not a database of Doorkeeper, or not the whole of it.${source.elsewhere ?? ''}`,
    );
  }
  // Of a dump without a row nothing more can be known, and nothing more is needed.
  if (found.length === 0) return table.needed;
  const missing = table.needed.find((column) => !found.includes(column));
  if (missing !== undefined) {
    throw new UnfitSource(
      `The table ${table.name} has no column ${missing}: this is not a database of Doorkeeper 4 or 5, or not the whole of it.`,
    );
  }
  return [...table.needed, ...table.useful.filter((column) => found.includes(column))];
}

/** Of two rows nobody could say to which of them belongs what names them. */
export function doubled(table: string, column: string, value: string): UnfitSource {
  return new UnfitSource(`The table ${table} has the ${column} ${JSON.stringify(value.slice(0, 80))} twice.`);
}

/**
 * Under which names the columns of a table of users are looked for, in this order: one of them is read, and for `disabled` all, since
 * a service may lock, ban and delete people in columns of their own.
 */
const PERSON_COLUMNS: Readonly<Record<keyof PersonColumns, readonly string[]>> = {
  id: ['id'],
  nickname: ['nickname', 'username', 'user_name', 'login', 'screen_name'],
  email: ['email', 'email_address'],
  password: ['encrypted_password', 'password_digest', 'crypted_password', 'password_hash'],
  verified: ['confirmed_at', 'email_verified_at'],
  disabled: ['locked_at', 'disabled_at', 'suspended_at', 'banned_at', 'deleted_at'],
  name: ['name', 'full_name', 'display_name'],
  locale: ['locale', 'language'],
  created: ['created_at'],
  online: ['current_sign_in_at', 'last_sign_in_at', 'last_seen_at'],
};

const ROLES = Object.keys(PERSON_COLUMNS);

/** `chosen` are words such as `nickname=handle`; with nothing behind the sign the column is left out. */
export async function personColumns(
  source: ForeignSource,
  table: string,
  chosen: readonly string[],
): Promise<PersonColumns> {
  const found = await source.columnsOf(table);
  if (found === undefined)
    throw new UnfitSource(
      `There is no table ${table}: name the table of people with --users-table.${source.elsewhere ?? ''}`,
    );
  const columns = new Map<string, readonly string[]>();
  for (const [role, names] of Object.entries(PERSON_COLUMNS)) {
    const there = names.filter((each) => found.includes(each));
    columns.set(role, role === 'disabled' ? there : there.slice(0, 1));
  }
  const wished = readChosen(chosen);
  for (const [role, names] of wished) {
    const missing = found.length > 0 ? names.find((name) => !found.includes(name)) : undefined;
    if (missing !== undefined) throw new UnfitSource(`The table ${table} has no column ${missing}.`);
    columns.set(role, role === 'disabled' ? names : names.slice(-1));
  }
  const [id] = columns.get('id') ?? [];
  if (id === undefined && found.length > 0) throw new UnfitSource(`The table ${table} has no column id.`);
  const single = [...columns].flatMap(([role, [name]]) => (name === undefined ? [] : [[role, name] as const]));
  return { ...Object.fromEntries(single), id: id ?? 'id', disabled: columns.get('disabled') };
}

/** By role; a role that is named several times has several, and one with nothing behind the sign forgets those before. */
function readChosen(chosen: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const wished = new Map<string, readonly string[]>();
  for (const word of chosen) {
    const [role = '', name = ''] = word.split('=', 2);
    if (!ROLES.includes(role))
      throw new UnfitSource(`--column takes ROLE=COLUMN, where ROLE is one of ${ROLES.join(', ')}.`);
    wished.set(role, name === '' ? [] : [...(wished.get(role) ?? []), name]);
  }
  return wished;
}

export function columnNames(columns: PersonColumns): readonly string[] {
  return Object.values(columns)
    .flat()
    .filter((name) => name !== undefined);
}
