/** The logo of an application: uploaded, checked, and written as a new file, so that nothing else of it is served. */
import { report } from '../events/report.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { type PictureFile, pictureFile, storedPicture } from '../protocol/pictures/stored.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { ClientChange } from '../storage/tables/clients/clients.ts';
import { deleteLogo, findLogo, putLogo } from '../storage/tables/clients/logos.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient, actOnClient, type Judged } from './act.ts';

type LogoRefusal = { readonly reason: 'unknown' } | { readonly reason: 'faulty'; readonly why: FieldFault };

export async function setLogo(
  world: World,
  { publicId, upload }: { readonly publicId: string; readonly upload: Buffer },
  actor: Actor,
): Promise<Result<null, LogoRefusal>> {
  const picture = await storedPicture(upload);
  if (!picture.ok) return refuse({ reason: 'faulty', why: { reason: 'picture_refused', rule: picture.refusal } });
  const set = await actOnClient(world, { publicId, actor }, (client) => ({
    change: changeOfPicture(actor),
    batch: [
      putLogo({ ...picture.value, clientId: client.id, createdAt: world.now() }),
      report(world, actor.source, 'application.logo_changed', aboutClient(client, actor)),
    ],
    done: () => accept(null),
  }));
  return set ?? refuse({ reason: 'unknown' });
}

export async function removeLogo(world: World, publicId: string, actor: Actor): Promise<boolean> {
  const removed = await actOnClient(world, { publicId, actor }, (client): Judged<true> => {
    if (client.logoPath === null) return { answer: true };
    const told = report(world, actor.source, 'application.logo_changed', aboutClient(client, actor, 'removed'));
    return { change: changeOfPicture(actor), batch: [deleteLogo(client.id), told], done: () => true };
  });
  return removed ?? false;
}

/** Whoever vouched for the application has seen another picture beside its name. */
function changeOfPicture({ isAdmin }: Actor): ClientChange {
  return { kind: isAdmin ? 'touched' : 'unvouched' };
}

export async function readLogo(world: World, name: string): Promise<PictureFile | undefined> {
  const row = await findLogo(world.database, name);
  return row && pictureFile(row);
}
