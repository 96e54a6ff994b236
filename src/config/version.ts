/** The version of this program, as its package says it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from './values.ts';

export const VERSION = readVersion();

function readVersion(): string {
  const content: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'));
  return isRecord(content) && typeof content.version === 'string' ? content.version : 'unknown';
}
