/** Where a request came from, in words: its browser or program, and its address, as far as they are known. */
import type { Source } from '../../protocol/event.ts';
import { type Html, html } from '../html.ts';
import type { Text } from '../text/en.ts';

/** `Quill 2.1 (203.0.113.9)`; null where neither is known. */
export function sourceWords(text: Text, { address, userAgent }: Source): Html | null {
  const device = userAgent === null ? null : html`<bdi class="name">${deviceWords(text, userAgent)}</bdi>`;
  const where = address === null ? null : html`<span class="mono">${address}</span>`;
  if (device && where) return html`${device} (${where})`;
  return device ?? where;
}

/** ` · Firefox on Linux · 203.0.113.9`, as far as it is known. */
export function sourceSuffix(text: Text, source: Source): Html {
  return html`${source.userAgent !== null && html` · <bdi>${deviceWords(text, source.userAgent)}</bdi>`}${
    source.address !== null && html` · <span class="mono">${source.address}</span>`
  }`;
}

/** The device with a mark behind it, and under it the address. The service does not look up where an address is. */
export function sourceBlock(text: Text, { userAgent, address }: Source, mark: Html | null = null): Html {
  const device = userAgent === null ? text.sessions.unknownBrowser : deviceWords(text, userAgent);
  return html`<span class="named-words"><span class="named-name"><bdi>${device}</bdi>${mark && html` ${mark}`}</span><span class="named-line mono">${address ?? text.sessions.unknownAddress}</span></span>`;
}

/** Order matters: every browser also claims to be the ones below it. */
const BROWSERS = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const LONGEST = 60;

/** What a User-Agent header says: a browser and its system, or the program's own name. */
export function deviceWords({ parts }: Text, userAgent: string): string {
  if (userAgent.trim() === '') return parts.unnamedProgram;
  const browser = userAgent.startsWith('Mozilla/') ? first(BROWSERS, userAgent) : undefined;
  if (browser === undefined) return programName(userAgent);
  const system = first(SYSTEMS, userAgent);
  return system === undefined ? browser : parts.browserOn(browser, system);
}

/** Clients send the application's name (SPEC S8), often as `Name/1.2 (comment)`. */
function programName(userAgent: string): string {
  const name = userAgent.replace(/\s*\([^)]*\).*$/, '').replace(/^([^/\s]+)\/(\d[\w.]*)/, '$1 $2') || userAgent;
  const letters = Array.from(name);
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : name;
}

function first(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}
