/** Settings as somebody gave them, and what is wrong with them. */
import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { type Loaded, loadSettings, type Sources } from '../../src/config/load.ts';
import { NoText } from '../../src/config/text-file.ts';
import type { Draft } from '../../src/config.ts';

export interface Given {
  readonly flags?: Sources['flags'];
  readonly env?: Sources['env'];
  readonly files?: Readonly<Record<string, string | Buffer>>;
}

export function load({ flags = {}, env = {}, files = {} }: Given): ReturnType<typeof loadSettings> {
  const readFile = (path: string): string => {
    const content = files[path];
    if (content === undefined) throw new Error('no such file');
    if (!isUtf8(Buffer.from(content))) throw new NoText(`${path} is no text in UTF-8.`);
    return content.toString();
  };
  return loadSettings({ flags, env, readFile });
}

export function loaded(given: Given): Loaded {
  const result = load(given);
  assert.ok(result.ok, result.ok ? '' : result.faults.join('\n'));
  return result.loaded;
}

export function settings(given: Given): Draft {
  return loaded(given).settings;
}

export function faults(given: Given): readonly string[] {
  const result = load(given);
  return result.ok ? [] : result.faults;
}
