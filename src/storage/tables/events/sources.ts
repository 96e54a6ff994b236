/** From where the requests of an application came: forgotten when it gets another owner. */
import { type Sql, sql } from '../../sql.ts';

/** What was sent stays, without the addresses of the programs and machines of whoever had the application before. */
export function forgetSourcesOf(clientId: number): readonly Sql[] {
  return [
    sql`update answered_requests set address = null, user_agent = null where client_id = ${clientId}`,
    sql`update refused_requests set address = null, user_agent = null where client_id = ${clientId}`,
    sql`delete from client_uses where client_id = ${clientId}`,
  ];
}
