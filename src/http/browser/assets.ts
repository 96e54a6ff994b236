/** Style sheets, scripts and icons, held in memory under names that change with their content. */
import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path/posix';
import type { Reply, Request } from '../request.ts';
import type { Handler } from '../route.ts';

export interface AssetFile {
  /** `style.css` */
  readonly name: string;
  /** `text/css; charset=utf-8` */
  readonly type: string;
  readonly content: string | Buffer;
}

export interface Assets {
  /** The address of a file, for links in pages: `/assets/style-3f2a….css`. */
  path(name: string): string;
  /** Of `/assets/:file`. */
  readonly handler: Handler;
}

const HASH_CHARACTERS = 16;
const NOT_FOUND: Reply = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: 'There is no such file.\n',
};

export function createAssets(files: readonly AssetFile[]): Assets {
  const paths = new Map<string, string>();
  const replies = new Map<string, Reply>();
  for (const { name, type, content } of files) {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_CHARACTERS);
    const ending = extname(name);
    const published = `${basename(name, ending)}-${hash}${ending}`;
    paths.set(name, `/assets/${published}`);
    replies.set(published, { status: 200, headers: { 'Content-Type': type, ETag: `"${hash}"` }, body: content });
  }
  return {
    path(name) {
      const path = paths.get(name);
      if (path === undefined) throw new Error(`There is no asset called ${name}.`);
      return path;
    },
    handler: (request) => fetchAsset(replies.get(request.parameters.file ?? ''), request),
  };
}

function fetchAsset(reply: Reply | undefined, { headers }: Request): Reply {
  if (reply === undefined) return NOT_FOUND;
  const etag = reply.headers?.ETag;
  if (typeof etag === 'string' && headers['if-none-match'] === etag) return { status: 304, headers: { ETag: etag } };
  return reply;
}
