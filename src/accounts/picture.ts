/** The picture of a person: uploaded, drawn anew like the logo of an application, and removed again. */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { type PictureFile, pictureFile, storedPicture } from '../protocol/pictures/stored.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import { findPicture, putPicture, takePicture } from '../storage/tables/people/pictures.ts';
import type { World } from '../world.ts';
import { type Administrator, act, type Outcome, told } from './administration.ts';
import { type Account, findLive } from './find.ts';

type PictureRefusal =
  | { readonly reason: 'faulty'; readonly why: FieldFault }
  /** The account ended in the meantime. */
  | { readonly reason: 'signed_out' };

export async function setPicture(
  world: World,
  accountId: number,
  { upload, source }: { readonly upload: Buffer; readonly source: Source },
): Promise<Result<null, PictureRefusal>> {
  const picture = await storedPicture(upload);
  if (!picture.ok) return refuse({ reason: 'faulty', why: { reason: 'picture_refused', rule: picture.refusal } });
  return await attempt<Result<null, PictureRefusal>>(async () => {
    if (!(await findLive(world, accountId))) return refuse({ reason: 'signed_out' });
    const written = await world.database.write([
      ...putPicture({ ...picture.value, accountId, createdAt: world.now() }),
      report(world, source, 'account.picture_changed', { accountId }),
    ]);
    return written ? accept(null) : stale;
  });
}

/** False once the account has ended. To remove what is not there changes nothing. */
export async function removePicture(world: World, accountId: number, source: Source): Promise<boolean> {
  return await attempt<boolean>(async () => {
    const account = await findLive(world, accountId);
    if (!account || !hasPicture(account)) return account !== null;
    const written = await world.database.write([
      ...takePicture(accountId),
      report(world, source, 'account.picture_removed', { accountId }),
    ]);
    return written ? true : stale;
  });
}

/** By an administrator, of somebody else: a batch touches no row twice, and one's own row is the guard's. */
export function removePictureOf(world: World, by: Administrator, id: number): Promise<Outcome> {
  return act(world, by, id, (person) => {
    if (person.id === by.id) return 'self';
    if (!hasPicture(person)) return 'already';
    return [...takePicture(id), told(world, by, 'account.picture_removed', id)];
  });
}

/** Uploaded, or an address that applications are given. */
function hasPicture({ pictureDigest, avatarUrl }: Pick<Account, 'pictureDigest' | 'avatarUrl'>): boolean {
  return pictureDigest !== null || avatarUrl !== '';
}

export async function readPicture(world: World, name: string): Promise<PictureFile | undefined> {
  const row = await findPicture(world.database, name);
  return row && pictureFile(row);
}
