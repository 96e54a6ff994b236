/** Ends everything that was granted before a moment: for a backup that has forgotten what was revoked since. */
import { type Sql, sql } from './sql.ts';

/**
 * One statement for each kind of thing. A consent is as old as its last renewal, a family as its code; a family from
 * before ends even where its consent was renewed later. Codes end with their consents.
 */
export function invalidateBefore(before: number, now: number): readonly Sql[] {
  return [
    sql`update consents set revoked_at = ${now}, revoked_because = 'revoked_by_operator'
      where revoked_at is null and updated_at < ${before}`,
    sql`update families set revoked_at = ${now}, revoked_because = 'revoked_by_operator'
      where revoked_at is null and created_at < ${before}`,
    sql`update pairs set revoked_at = ${now} where revoked_at is null and issued_at < ${before}`,
    sql`update codes set expires_at = ${now} where redeemed_at is null and issued_at < ${before}`,
    sql`delete from sessions where created_at < ${before}`,
  ];
}
