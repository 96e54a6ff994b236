/** What a User-Agent header says, in a few words: a browser and its system, or the program's own name. */

import type { Text } from '../text/en.ts';

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
