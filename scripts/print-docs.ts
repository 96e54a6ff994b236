/** `npm run docs`: writes the printed documents. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DOCUMENTS } from './documents.ts';

for (const { path, print } of DOCUMENTS) {
  const file = join(import.meta.dirname, '..', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, print());
  process.stdout.write(`${path}\n`);
}
