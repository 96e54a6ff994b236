/** The logo of an application: uploaded, checked, and written as a new file, so that nothing else of it is served. */
import { report } from '../events/report.ts';
import { digest } from '../protocol/digest.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import { touchClient } from '../storage/tables/clients/clients.ts';
import { deleteLogo, findLogo, putLogo } from '../storage/tables/clients/logos.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient } from './actor.ts';
import { findManagedClient } from './find.ts';
import { redraw } from './redraw.ts';

type LogoRefusal = { readonly reason: 'unknown' } | { readonly reason: 'faulty'; readonly why: FieldFault };

export async function setLogo(
  world: World,
  { publicId, upload }: { readonly publicId: string; readonly upload: Buffer },
  actor: Actor,
): Promise<Result<null, LogoRefusal>> {
  const drawn = await redraw(upload);
  if (!drawn.ok) return refuse({ reason: 'faulty', why: { reason: 'logo_refused', rule: drawn.refusal } });
  const content = drawn.value.toString('base64');
  const row = { contentType: 'image/png', content, digest: digest(content) };
  return await attempt<Result<null, LogoRefusal>>(async () => {
    const client = await findManagedClient(publicId, actor, world);
    if (!client) return refuse({ reason: 'unknown' });
    const now = world.now();
    const written = await world.database.write([
      touchClient(client, now),
      putLogo({ ...row, clientId: client.id, createdAt: now }),
      report(world, actor.source, 'application.logo_changed', aboutClient(client, actor)),
    ]);
    return written === null ? stale : accept(null);
  });
}

export async function removeLogo(world: World, publicId: string, actor: Actor): Promise<boolean> {
  return await attempt(async () => {
    const client = await findManagedClient(publicId, actor, world);
    if (!client) return false;
    if (client.logoPath === null) return true;
    const written = await world.database.write([
      touchClient(client, world.now()),
      deleteLogo(client.id),
      report(world, actor.source, 'application.logo_changed', aboutClient(client, actor, 'removed')),
    ]);
    return written === null ? stale : true;
  });
}

interface Logo {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export async function readLogo(world: World, name: string): Promise<Logo | undefined> {
  const row = await findLogo(world.database, name);
  return row && { contentType: row.contentType, bytes: Buffer.from(row.content, 'base64') };
}
