/** The logo of an application: uploaded, checked, and written as a new file, so that nothing else of it is served. */
import { report } from '../events/report.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { type PictureFile, pictureFile, storedPicture } from '../protocol/pictures/stored.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { Sql } from '../storage/sql.ts';
import type { ClientChange } from '../storage/tables/clients/clients.ts';
import { deleteLogo, findLogo, putLogo } from '../storage/tables/clients/logos.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient, actOnClient, type Judged } from './act.ts';
import { asked, waitingAgain, waitingOf } from './approval.ts';
import type { Client } from './find.ts';

type LogoRefusal = { readonly reason: 'unknown' } | { readonly reason: 'faulty'; readonly why: FieldFault };

export async function setLogo(
  world: World,
  { publicId, upload }: { readonly publicId: string; readonly upload: Buffer },
  actor: Actor,
): Promise<Result<null, LogoRefusal>> {
  const picture = await storedPicture(upload);
  if (!picture.ok) return refuse({ reason: 'faulty', why: { reason: 'picture_refused', rule: picture.refusal } });
  const set = await actOnClient(world, { publicId, actor }, (client) => {
    const { change, batch } = changeOfPicture(world, client, actor);
    return {
      change,
      batch: [
        putLogo({ ...picture.value, clientId: client.id, createdAt: world.now() }),
        report(world, actor.source, 'application.logo_changed', aboutClient(client, actor)),
        ...batch,
      ],
      done: () => accept(null),
    };
  });
  return set ?? refuse({ reason: 'unknown' });
}

export async function removeLogo(world: World, publicId: string, actor: Actor): Promise<boolean> {
  const removed = await actOnClient(world, { publicId, actor }, (client): Judged<true> => {
    if (!client.hasLogo) return { answer: true };
    const told = report(world, actor.source, 'application.logo_changed', aboutClient(client, actor, 'removed'));
    const { change, batch } = changeOfPicture(world, client, actor);
    return { change, batch: [deleteLogo(client.id), told, ...batch], done: () => true };
  });
  return removed ?? false;
}

/** Whoever vouched for the application, or approved it, has seen another picture beside its name. */
function changeOfPicture(world: World, client: Client, actor: Actor): { change: ClientChange; batch: readonly Sql[] } {
  if (actor.isAdmin) return { change: { kind: 'touched' }, batch: [] };
  const isWatched = world.settings.applicationApproval === 'changes' && !client.isOfAdministrator;
  const waiting = isWatched ? waitingAgain(world, client) : waitingOf(client);
  const isHeld = waiting.waitingSince !== null && client.waitingSince === null;
  return { change: { kind: 'unvouched', waiting }, batch: isHeld ? [asked(world, client, actor, 'changed')] : [] };
}

export async function readLogo(world: World, name: string): Promise<PictureFile | undefined> {
  const row = await findLogo(world.database, name);
  return row && pictureFile(row);
}
