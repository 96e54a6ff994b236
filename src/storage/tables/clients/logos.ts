/** The table of logos: pictures that were drawn anew from an upload, as text that both engines keep alike. */
import type { StoredPicture } from '../../../protocol/pictures/stored.ts';
import type { Database } from '../../database.ts';
import { type Sql, sql } from '../../sql.ts';

type LogoRow = Pick<StoredPicture, 'contentType' | 'content'>;

/** Undefined once its client is deleted or another logo has replaced it, and while it is suspended. */
export async function findLogo(database: Database, digest: string): Promise<LogoRow | undefined> {
  const rows = await database.read<LogoRow>(sql`select l.content_type as "contentType", l.content
    from logos l join clients c on c.id = l.client_id
    where l.digest = ${digest} and c.deleted_at is null and c.suspended_at is null limit 1`);
  return rows[0];
}

interface NewLogo extends StoredPicture {
  readonly clientId: number;
  readonly createdAt: number;
}

export function putLogo(logo: NewLogo): Sql {
  return sql`insert into logos (client_id, content_type, content, digest, created_at)
    values (${logo.clientId}, ${logo.contentType}, ${logo.content}, ${logo.digest}, ${logo.createdAt})
    on conflict (client_id) do update set content_type = excluded.content_type, content = excluded.content,
      digest = excluded.digest, created_at = excluded.created_at`;
}

export function deleteLogo(clientId: number): Sql {
  return sql`delete from logos where client_id = ${clientId}`;
}
