/** The logo of an application: uploaded, checked, and written as a new file, so that nothing else of it is served. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { report } from '../events/report.ts';
import { digest } from '../protocol/digest.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { chunk, type LogoRule, type PngImage, parsePng, SIGNATURE } from '../protocol/pictures/png.ts';
import { hasPaletteFault, unfilterRows } from '../protocol/pictures/png-rows.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/attempt.ts';
import { touchClient } from '../storage/tables/clients/clients.ts';
import { deleteLogo, findLogo, putLogo } from '../storage/tables/clients/logos.ts';
import type { World } from '../world.ts';
import { type Actor, aboutClient } from './actor.ts';
import { findManagedClient } from './find.ts';

/** Of an upload, and of what is kept of it. */
export const MOST_LOGO_BYTES = 262_144;

const inflated = promisify(inflate);
const deflated = promisify(deflate);

export type LogoRefusal = { readonly reason: 'unknown' } | { readonly reason: 'faulty'; readonly why: FieldFault };

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

export interface Logo {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export async function readLogo(world: World, name: string): Promise<Logo | undefined> {
  const row = await findLogo(world.database, name);
  return row && { contentType: row.contentType, bytes: Buffer.from(row.content, 'base64') };
}

/** The pixels of a PNG in a PNG of our own making: no chunk, no comment, no trailing byte of the upload survives. */
export async function redraw(upload: Buffer): Promise<Result<Buffer, LogoRule>> {
  if (upload.length === 0) return refuse('missing');
  if (upload.length > MOST_LOGO_BYTES) return refuse('file_large');
  const parsed = parsePng(upload);
  if (!parsed.ok) return parsed;
  const image = parsed.value;
  const rows = await inflateWhole(image);
  const pixels = rows && unfilterRows(rows, image);
  if (!pixels || hasPaletteFault(pixels, image)) return refuse('unreadable');
  // Packed with the filters that the upload chose: they were all read, and other ones could make the file larger.
  const packed = await deflated(rows, { level: 9 });
  const drawn = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', image.header),
    ...(image.palette ? [chunk('PLTE', image.palette)] : []),
    ...(image.transparency ? [chunk('tRNS', image.transparency)] : []),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return drawn.length > MOST_LOGO_BYTES ? refuse('result_large') : accept(drawn);
}

/** Never more than the header promised, whatever the packed bytes would swell to. */
async function inflateWhole({ packed, rowBytes, height }: PngImage): Promise<Buffer | undefined> {
  const length = (rowBytes + 1) * height;
  try {
    const bytes = await inflated(packed, { maxOutputLength: length });
    return bytes.length === length ? bytes : undefined;
  } catch {
    // Broken or longer than the header says: both are reported as the same fault of the upload.
    return undefined;
  }
}
