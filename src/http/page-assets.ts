/** The stylesheet and the script of the pages, read once at the start and named after their content. */
import { readFileSync } from 'node:fs';
import { createAssets } from './assets.ts';

export const pageAssets = createAssets([
  { name: 'style.css', type: 'text/css; charset=utf-8', content: contentOf('style.css') },
  { name: 'script.js', type: 'text/javascript; charset=utf-8', content: contentOf('script.js') },
]);

function contentOf(name: string): string {
  return readFileSync(new URL(`../pages/assets/${name}`, import.meta.url), 'utf8');
}
