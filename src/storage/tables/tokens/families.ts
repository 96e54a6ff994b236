/** The shelf of token families: everything that descends from one code, or a client's own tokens. */
import type { FamilyRevocation } from '../../../protocol/tokens/family-history.ts';
import type { Database } from '../../database.ts';
import { type Sql, sql } from '../../sql.ts';

interface NewFamily {
  readonly id: number;
  /** Null for the family of a client's own tokens (client credentials). */
  readonly consentId: number | null;
  readonly clientId: number;
  readonly scope: string;
  readonly createdAt: number;
  readonly endsAt: number | null;
}

export function insertFamily(family: NewFamily): Sql {
  return sql`insert into families (id, consent_id, client_id, scope, created_at, ends_at)
    values (${family.id}, ${family.consentId}, ${family.clientId}, ${family.scope}, ${family.createdAt}, ${family.endsAt})`;
}

/** Ends every token of the family, those a concurrent request is about to insert included. */
export function revokeFamily(id: number, because: FamilyRevocation, now: number): Sql {
  return sql`update families set revoked_at = ${now}, revoked_because = ${because}
    where id = ${id} and revoked_at is null`;
}

/** Why a family was revoked; undefined where it was not, or is gone. */
export async function readRevocation(database: Database, id: number): Promise<string | undefined> {
  const rows = await database.read<{ because: string | null }>(
    sql`select revoked_because as "because" from families where id = ${id}`,
  );
  return rows[0]?.because ?? undefined;
}

/** Remembers when, from where and by what a family was last used (SPEC D7). */
export function noteUse(familyId: number, now: number, address: string | null, userAgent: string | null): Sql {
  return sql`insert into uses (family_id, used_at, address, user_agent)
    values (${familyId}, ${now}, ${address}, ${userAgent})
    on conflict (family_id) do update set used_at = excluded.used_at, address = excluded.address,
      user_agent = excluded.user_agent`;
}
