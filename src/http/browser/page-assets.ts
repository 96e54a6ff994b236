/** What the pages fetch beside themselves: stylesheet, script and the operator's logo, named after their content. */
import { readFileSync } from 'node:fs';
import type { FooterLink } from '../../config/values.ts';
import type { Settings } from '../../config.ts';
import { STYLE_SHEETS } from '../../pages/assets/sheets.ts';
import type { Route } from '../route.ts';
import { type AssetFile, type Assets, createAssets } from './assets.ts';

/** What every page needs to know of them, and of the operator's links. */
export interface SiteAssets {
  readonly stylePath: string;
  readonly scriptPath: string;
  /** Null for the keyhole. */
  readonly logoPath: string | null;
  readonly footerLinks: readonly FooterLink[];
}

type Look = Pick<Settings, 'accentHue' | 'logo' | 'footerLinks'>;

interface LoadedAssets {
  readonly assets: Assets;
  readonly site: SiteAssets;
}

const loaded = new WeakMap<Look, LoadedAssets>();

export function siteAssetsOf(settings: Look): SiteAssets {
  return loadAssets(settings).site;
}

export const ASSET_ROUTE: Route = {
  method: 'GET',
  path: '/assets/:file',
  kind: 'asset',
  handler: (request, world) => loadAssets(world.settings).assets.route.handler(request, world),
};

/** Everything is read once for the settings of a service, at its start. */
export function loadAssets(settings: Look): LoadedAssets {
  const known = loaded.get(settings);
  if (known) return known;
  const logo = logoOf(settings);
  const assets = createAssets([
    { name: 'style.css', type: 'text/css; charset=utf-8', content: styleWith(settings.accentHue) },
    { name: 'script.js', type: 'text/javascript; charset=utf-8', content: contentOf('script.js') },
    ...(logo ? [logo] : []),
  ]);
  const site = {
    stylePath: assets.path('style.css'),
    scriptPath: assets.path('script.js'),
    logoPath: logo ? assets.path(logo.name) : null,
    footerLinks: settings.footerLinks,
  };
  const made = { assets, site };
  loaded.set(settings, made);
  return made;
}

/** The accent is a single number of the stylesheet, and everything neutral is tinted by it. */
function styleWith(hue: number): string {
  const style = STYLE_SHEETS.map((name) => contentOf(`styles/${name}.css`)).join('\n');
  return style.replace(/--hue: \d+;/, `--hue: ${hue};`);
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
