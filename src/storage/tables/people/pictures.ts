/** The table of people's pictures, and the name of the current one in the account's row, which every page reads. */
import type { StoredPicture } from '../../../protocol/pictures/stored.ts';
import type { Database } from '../../database.ts';
import { changeRow, must, type Sql, set, sql, where } from '../../sql.ts';

type PictureRow = Pick<StoredPicture, 'contentType' | 'content'>;

/** Undefined once its account is deleted, or shows another picture or none; and while it is disabled. */
export async function findPicture(database: Database, digest: string): Promise<PictureRow | undefined> {
  const rows = await database.read<PictureRow>(sql`select p.content_type as "contentType", p.content
    from pictures p join accounts a on a.id = p.account_id
    where p.digest = ${digest} and a.picture_digest = p.digest and a.deleted_at is null and a.disabled_at is null
    limit 1`);
  return rows[0];
}

interface NewPicture extends StoredPicture {
  readonly accountId: number;
  readonly createdAt: number;
}

/** Takes the place of the picture before, and of an address that was typed: an account has one picture. */
export function putPicture(picture: NewPicture): readonly Sql[] {
  return [
    must(
      changeRow(
        'accounts',
        picture.accountId,
        set`picture_digest = ${picture.digest}, avatar_url = ''`,
        where`disabled_at is null and deleted_at is null`,
      ),
    ),
    sql`insert into pictures (account_id, content_type, content, digest, created_at)
      values (${picture.accountId}, ${picture.contentType}, ${picture.content}, ${picture.digest}, ${picture.createdAt})
      on conflict (account_id) do update set content_type = excluded.content_type, content = excluded.content,
        digest = excluded.digest, created_at = excluded.created_at`,
  ];
}

/** A guard: the first to do so. The drawn picture stands there from now on. */
export function takePicture(accountId: number): readonly Sql[] {
  return [
    must(
      changeRow(
        'accounts',
        accountId,
        set`picture_digest = null, avatar_url = ''`,
        where`deleted_at is null and (picture_digest is not null or avatar_url <> '')`,
      ),
    ),
    deletePicture(accountId),
  ];
}

/** For an account that ends: its row forgets the name by itself. */
export function deletePicture(accountId: number): Sql {
  return sql`delete from pictures where account_id = ${accountId}`;
}
