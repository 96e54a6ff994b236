/** Reads the rows that the checker of test/faults compares with a history, in the middle of a simulation. */
import type { Rows } from '../faults/rows.ts';
import type { Memory } from './memory.ts';

const CODES = 'select digest, family_id as "familyId" from codes';
const FAMILIES = `select f.id, k.account_id as "account", c.public_id as "client", f.revoked_because as "revokedBecause"
  from families f join consents k on k.id = f.consent_id join clients c on c.id = f.client_id`;
const PAIRS = `select id, family_id as "familyId", parent_id as "parentId", access_digest as "accessDigest",
  refresh_digest as "refreshDigest", issued_at as "issuedAt", used_at as "usedAt", renewed_at as "renewedAt",
  superseded_at as "supersededAt", revoked_at as "revokedAt" from pairs`;
const EVENTS = `select kind, family_id as "familyId" from events where kind like 'code.%' or kind like 'token.%'`;

export function readRowsOf(memory: Memory): Rows {
  return {
    codes: memory.all(CODES),
    families: memory.all(FAMILIES),
    pairs: memory.all(PAIRS),
    events: memory.all(EVENTS),
    damage: memory.all<{ table: string }>('pragma foreign_key_check').map(({ table }) => `foreign key of ${table}`),
  };
}
