/** Reads the sheets of the stylesheet from the source. */
import { readFileSync } from 'node:fs';
import { STYLE_SHEETS } from '../../src/pages/assets/sheets.ts';

export const SHEETS = new URL('../../src/pages/assets/styles/', import.meta.url);

export function readSheet(name: string): string {
  return readFileSync(new URL(`${name}.css`, SHEETS), 'utf8');
}

export function readStylesheet(): string {
  return STYLE_SHEETS.map(readSheet).join('\n');
}
