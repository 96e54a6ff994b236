/** What pages fetch (styles, script, the operator's logo), held in memory under names made from its content. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path/posix';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Settings } from '../../config.ts';
import { STYLE_SHEETS } from '../../pages/assets/sheets.ts';
import type { Site } from '../../pages/frame.ts';
import { keyholeFile, themeColors } from '../../pages/parts/icon.ts';
import { THEMES, type Theme } from '../../protocol/people/look.ts';
import { chooseEncoding, type Encoding, encodingHeaders } from '../replying/encoding.ts';
import type { Handler, Reply, Request } from '../route.ts';

type Look = Pick<Settings, 'accentHue' | 'logo' | 'footerLinks' | 'contact' | 'url'>;

interface LoadedAssets {
  readonly assets: Assets;
  readonly sites: Readonly<Record<Theme, Site>>;
}

const loaded = new WeakMap<Look, LoadedAssets>();

/** With the stylesheet of the theme that the reader chose; always the same object. */
export function siteOf(settings: Look, theme: Theme): Site {
  return loadAssets(settings).sites[theme];
}

const STYLES: Readonly<Record<Theme, string>> = {
  auto: 'style.css',
  light: 'style-light.css',
  dark: 'style-dark.css',
};

/** When the dark colours hold (never on paper), and what the browser's own controls look like: the system decides, or the reader did. */
const DARK: Readonly<Record<Theme, readonly [media: string, scheme: string]>> = {
  auto: ['screen and (prefers-color-scheme: dark)', 'light dark'],
  light: ['not all', 'light'],
  dark: ['screen', 'dark'],
};

export const showAsset: Handler = (request, world) => loadAssets(world.settings).assets.handler(request, world);

/** `/favicon.ico`, for whatever asks without having read a page. */
export const showIcon: Handler = (_request, world) => {
  const { assets, sites } = loadAssets(world.settings);
  return {
    status: 303,
    headers: { Location: sites.auto.logoPath ?? assets.path('icon.svg'), 'Cache-Control': 'no-cache' },
  };
};

/** Everything is read once for the settings of a service, at its start. */
export function loadAssets(settings: Look): LoadedAssets {
  const known = loaded.get(settings);
  if (known) return known;
  const logo = logoOf(settings);
  const assets = createAssets([
    ...THEMES.map((theme) => ({
      name: STYLES[theme],
      type: 'text/css; charset=utf-8',
      content: Buffer.from(styleWith(settings.accentHue, theme)),
    })),
    { name: 'script.js', type: 'text/javascript; charset=utf-8', content: readFileSync(addressOf('script.js')) },
    { name: 'preview.png', type: 'image/png', content: readFileSync(addressOf('preview.png')) },
    logo ?? { name: 'icon.svg', type: 'image/svg+xml', content: Buffer.from(keyholeFile(settings.accentHue)) },
  ]);
  const logoPath = logo ? assets.path(logo.name) : null;
  const siteIn = (theme: Theme): Site => ({
    theme,
    stylePath: assets.path(STYLES[theme]),
    scriptPath: assets.path('script.js'),
    logoPath,
    // Without a request of its own: the picture is smaller than the headers that would fetch it.
    iconUrl: logoPath ?? `data:image/svg+xml,${encodeURIComponent(keyholeFile(settings.accentHue))}`,
    themeColors: themeColors(settings.accentHue),
    previewUrl: new URL(assets.path('preview.png'), settings.url).href,
    footerLinks: settings.footerLinks,
    contact: settings.contact,
  });
  const made = { assets, sites: { auto: siteIn('auto'), light: siteIn('light'), dark: siteIn('dark') } };
  loaded.set(settings, made);
  return made;
}

/** The accent is a single number of the stylesheet, and everything neutral is tinted by it. */
function styleWith(hue: number, theme: Theme): string {
  const [media, scheme] = DARK[theme];
  const style = STYLE_SHEETS.map((name) => readFileSync(addressOf(`styles/${name}.css`), 'utf8')).join('\n');
  return style
    .replace(/--hue: \d+;/, `--hue: ${hue};`)
    .replaceAll(DARK.auto[0], media)
    .replace(`color-scheme: ${DARK.auto[1]};`, `color-scheme: ${scheme};`);
}

function logoOf({ logo }: Look): AssetFile | null {
  if (logo === '') return null;
  const isDrawn = /\.svg$/i.test(logo);
  const name = isDrawn ? 'logo.svg' : 'logo.png';
  return { name, type: isDrawn ? 'image/svg+xml' : 'image/png', content: readFileSync(logo) };
}

function addressOf(name: string): URL {
  return new URL(`../../pages/assets/${name}`, import.meta.url);
}

interface AssetFile {
  /** `style.css` */
  readonly name: string;
  /** `text/css; charset=utf-8` */
  readonly type: string;
  /** As bytes, outside the heap: the stylesheet of three themes is long. */
  readonly content: Buffer;
}

interface Assets {
  /** The address of a file, for links in pages: `/assets/style-3f2a….css`. */
  path(name: string): string;
  /** Of `/assets/:file`. */
  readonly handler: Handler;
}

const FOLDER = '/assets/';
const HASH_CHARACTERS = 16;
const NOT_FOUND: Reply = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: 'There is no such file.\n',
};

function createAssets(files: readonly AssetFile[]): Assets {
  const paths = new Map<string, string>();
  const replies = new Map<string, Asset>();
  for (const { name, type, content } of files) {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_CHARACTERS);
    const ending = extname(name);
    const published = `${basename(name, ending)}-${hash}${ending}`;
    paths.set(name, FOLDER + published);
    replies.set(published, createAsset(type, hash, content));
  }
  return {
    path(name) {
      const path = paths.get(name);
      if (path === undefined) throw new Error(`There is no asset called ${name}.`);
      return path;
    },
    handler: async (request) => {
      const file = request.parameters.file ?? '';
      const asset = replies.get(file);
      if (asset) return await fetchAsset(asset, request);
      const published = paths.get(nameOfAnother(file))?.slice(FOLDER.length);
      const standIn = published === undefined ? undefined : replies.get(published);
      return standIn ? uncached(await standIn(null)) : NOT_FOUND;
    },
  };
}

/**
 * While instances are replaced one by one, a page of one may ask the other for its style sheet or the logo: what is there
 * under that name will do, and is not kept. A script that is not the page's own would do harm, and no page needs one.
 */
function nameOfAnother(file: string): string {
  const [, name = '', ending = ''] = /^(.+)-[0-9a-f]{16}(\.(?:css|svg|png))$/.exec(file) ?? [];
  return name + ending;
}

function uncached({ headers: { ETag: _, ...headers } = {}, ...reply }: Reply): Reply {
  return { ...reply, headers: { ...headers, 'Cache-Control': 'no-store' } };
}

/** In which form an asset can be had: as it is, or compressed by the thread pool when it is first asked for so. */
type Asset = (encoding: Encoding | null) => Reply | Promise<Reply>;

function createAsset(type: string, hash: string, content: Buffer): Asset {
  const made = new Map<Encoding, Promise<Reply>>();
  const isText = !type.startsWith('image/png');
  const headers = { 'Content-Type': type, ...(isText ? encodingHeaders(null) : {}) };
  const plain: Reply = { status: 200, headers: { ...headers, ETag: `"${hash}"` }, body: content };
  return (encoding) => {
    if (encoding === null || !isText) return plain;
    const known = made.get(encoding);
    if (known) return known;
    const compressing = COMPRESS[encoding](content).then(
      (body): Reply => ({
        status: 200,
        // RFC 9110 §8.8.3.3: other bytes have another tag.
        headers: { ...headers, ...encodingHeaders(encoding), ETag: `"${hash}-${encoding}"` },
        body,
      }),
    );
    made.set(encoding, compressing);
    return compressing;
  };
}

const BROTLI_QUALITY = 9;
const COMPRESS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

async function fetchAsset(asset: Asset, { headers }: Request): Promise<Reply> {
  const reply = await asset(chooseEncoding(headers['accept-encoding'], ['br', 'gzip']));
  const { ETag: etag = '', Vary } = reply.headers ?? {};
  if (headers['if-none-match'] !== etag) return reply;
  return { status: 304, headers: { ETag: etag, ...(Vary === undefined ? {} : { Vary }) } };
}
