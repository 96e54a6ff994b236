/** An uploaded picture as it is kept: drawn anew, as text that both engines store alike, and named after its content. */
import { digest } from '../digest.ts';
import { accept, type Result } from '../result.ts';
import type { PictureRule } from './png.ts';
import { redraw } from './redraw.ts';

export interface StoredPicture {
  readonly contentType: string;
  /** Base64. */
  readonly content: string;
  /** The name of the file: another picture has another name, so that browsers may keep it for ever. */
  readonly digest: string;
}

/** What a reader of the picture is sent. */
export interface PictureFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export async function storedPicture(upload: Buffer): Promise<Result<StoredPicture, PictureRule>> {
  const drawn = await redraw(upload);
  if (!drawn.ok) return drawn;
  const content = drawn.value.toString('base64');
  return accept({ contentType: 'image/png', content, digest: digest(content) });
}

export function pictureFile(stored: Pick<StoredPicture, 'contentType' | 'content'>): PictureFile {
  return { contentType: stored.contentType, bytes: Buffer.from(stored.content, 'base64') };
}
