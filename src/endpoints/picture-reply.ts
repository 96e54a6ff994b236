/** How pictures are answered that pages embed: the uploaded file under the name of its content, or a line of text. */
import type { Reply } from '../http/route.ts';
import { MOST_PICTURE_BYTES } from '../protocol/pictures/redraw.ts';
import type { PictureFile } from '../protocol/pictures/stored.ts';

/** The file, and room for the boundaries and the form token around it. */
export const PICTURE_BODY_BYTES = MOST_PICTURE_BYTES + 4096;

export const NO_PICTURE: Reply = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: 'There is no such picture.\n',
};

const UPLOADED = /^([A-Za-z0-9_-]{43})\.png$/;

/** The digest in the name of an uploaded picture's file; undefined for every other name. */
export function uploadedName(file: string | undefined): string | undefined {
  return UPLOADED.exec(file ?? '')?.[1];
}

/** Browsers may keep it for ever: another picture has another name. */
export function pictureReply(picture: PictureFile | undefined, headers: Readonly<Record<string, string>> = {}): Reply {
  if (!picture) return NO_PICTURE;
  return { status: 200, headers: { 'Content-Type': picture.contentType, ...headers }, body: picture.bytes };
}
