/** What pages fetch (styles, script, the operator's logo), held in memory under names made from its content. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path/posix';
import type { FooterLink } from '../../config/values.ts';
import type { Settings } from '../../config.ts';
import { STYLE_SHEETS } from '../../pages/assets/sheets.ts';
import { THEMES, type Theme } from '../../protocol/people/look.ts';
import type { Handler, Reply, Request } from '../route.ts';

/** What every page needs to know of them, and of the operator's links. */
interface SiteAssets {
  readonly stylePath: string;
  readonly scriptPath: string;
  /** Null for the keyhole. */
  readonly logoPath: string | null;
  readonly footerLinks: readonly FooterLink[];
  readonly contact: string;
}

type Look = Pick<Settings, 'accentHue' | 'logo' | 'footerLinks' | 'contact'>;

interface LoadedAssets {
  readonly assets: Assets;
  readonly site: SiteAssets;
}

const loaded = new WeakMap<Look, LoadedAssets>();

/** With the stylesheet of the theme that the reader chose. */
export function siteAssetsOf(settings: Look, theme: Theme): SiteAssets & { readonly theme: Theme } {
  const { assets, site } = loadAssets(settings);
  return { ...site, theme, stylePath: assets.path(STYLES[theme]) };
}

const STYLES: Readonly<Record<Theme, string>> = {
  auto: 'style.css',
  light: 'style-light.css',
  dark: 'style-dark.css',
};

/** When the dark colours hold, and what the browser's own controls look like: the system decides, or the reader did. */
const DARK: Readonly<Record<Theme, readonly [media: string, scheme: string]>> = {
  auto: ['(prefers-color-scheme: dark)', 'light dark'],
  light: ['not all', 'light'],
  dark: ['all', 'dark'],
};

export const showAsset: Handler = (request, world) => loadAssets(world.settings).assets.handler(request, world);

/** Everything is read once for the settings of a service, at its start. */
export function loadAssets(settings: Look): LoadedAssets {
  const known = loaded.get(settings);
  if (known) return known;
  const logo = logoOf(settings);
  const assets = createAssets([
    ...THEMES.map((theme) => ({
      name: STYLES[theme],
      type: 'text/css; charset=utf-8',
      content: styleWith(settings.accentHue, theme),
    })),
    { name: 'script.js', type: 'text/javascript; charset=utf-8', content: contentOf('script.js') },
    ...(logo ? [logo] : []),
  ]);
  const site = {
    stylePath: assets.path('style.css'),
    scriptPath: assets.path('script.js'),
    logoPath: logo ? assets.path(logo.name) : null,
    footerLinks: settings.footerLinks,
    contact: settings.contact,
  };
  const made = { assets, site };
  loaded.set(settings, made);
  return made;
}

/** The accent is a single number of the stylesheet, and everything neutral is tinted by it. */
function styleWith(hue: number, theme: Theme): string {
  const [media, scheme] = DARK[theme];
  const style = STYLE_SHEETS.map((name) => contentOf(`styles/${name}.css`)).join('\n');
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

function contentOf(name: string): string {
  return readFileSync(new URL(`../../pages/assets/${name}`, import.meta.url), 'utf8');
}

interface AssetFile {
  /** `style.css` */
  readonly name: string;
  /** `text/css; charset=utf-8` */
  readonly type: string;
  readonly content: string | Buffer;
}

interface Assets {
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

function createAssets(files: readonly AssetFile[]): Assets {
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
