/** How pictures are answered that pages embed: the uploaded file under the name of its content, or a line of text. */
import type { Reply, Request } from '../http/route.ts';
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

/** How long a copy outlives a picture that was removed, or whose owner was disabled, suspended or deleted. */
const CACHED = { 'Cache-Control': 'public, max-age=3600' };

/** Its content never changes under one name; only whether it is served does, which is asked again after a while. */
export function pictureReply(
  picture: PictureFile | undefined,
  { parameters, headers }: Pick<Request, 'parameters' | 'headers'>,
  more: Readonly<Record<string, string>> = {},
): Reply {
  if (!picture) return NO_PICTURE;
  const tag = `"${uploadedName(parameters.file)}"`;
  const kept = { ...CACHED, ETag: tag, ...more };
  if (headers['if-none-match'] === tag) return { status: 304, headers: kept };
  return { status: 200, headers: { ...kept, 'Content-Type': picture.contentType }, body: picture.bytes };
}
