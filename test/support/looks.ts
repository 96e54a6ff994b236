/** Judges a page in every look it has: with and without script, wide and narrow, light and dark. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const IN_PAGE = readFileSync(new URL('in-page.js', import.meta.url), 'utf8');

/** The rules that a theme can break; the others read the page as it is written and laid out. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

export interface Judge {
  /** What is wrong with the page, look by look; leaves it narrow or wide, as it comes. */
  inspect(page: Page, name: string): Promise<readonly string[]>;
  /** How often axe-core was really asked. */
  readonly count: { looks: number; shapes: number; colours: number };
}

/**
 * A full run of axe-core takes a quarter of a second, and there are thousands of looks. Most are the same to axe-core: it is
 * asked once for each structure, again where a look shows what the looks before it did not, and for colours once for each
 * theme that brings a pair which no page before has had.
 */
export function createJudge(): Judge {
  const shapes = new Set<string>();
  const colours = new Set<string>();
  const count = { looks: 0, shapes: 0, colours: 0 };

  async function judgeShape(page: Page): Promise<readonly string[]> {
    const shape: string = await page.evaluate('look.shape()');
    const key = createHash('sha256').update(shape).digest('base64');
    if (shapes.has(key)) return [];
    shapes.add(key);
    count.shapes += 1;
    return axe(page, { rules: Object.fromEntries(OF_COLOUR.map((rule) => [rule, { enabled: false }])) });
  }

  async function judgeColours(page: Page): Promise<readonly string[]> {
    const pairs: readonly string[] = await page.evaluate('look.colours()');
    if (pairs.every((pair) => colours.has(pair))) return [];
    for (const pair of pairs) colours.add(pair);
    count.colours += 1;
    return axe(page, { runOnly: { type: 'rule', values: OF_COLOUR } });
  }

  async function inspect(page: Page, name: string): Promise<readonly string[]> {
    const found: string[] = [];
    await page.evaluate(IN_PAGE);
    for (const [width, script, isExtreme] of looksFrom(page.viewportSize()?.width ?? 0)) {
      await page.setViewportSize({ width, height: 900 });
      const look: { isFresh: boolean; isTooWide: boolean; isDark: boolean } = await page.evaluate(
        `look.take(${script})`,
      );
      const where = `${name}, ${width} pixels wide, ${script ? 'with' : 'without'} script`;
      count.looks += 2;
      if (look.isTooWide) found.push(`${where}: wider than its window`);
      if (look.isFresh) found.push(...(await judgeShape(page)).map((fault) => `${where}: ${fault}`));
      if (!look.isFresh && !isExtreme) continue;
      // The theme that it has already comes first, since every change draws it anew.
      for (const colorScheme of look.isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await judgeColours(page)).map((fault) => `${where}, ${colorScheme}: ${fault}`));
      }
    }
    return found;
  }

  return { inspect, count };
}

/**
 * Each width with and without script, and whether the look is as different from the first as can be. The width that the
 * page has already comes first, since every change lays it out anew.
 */
function looksFrom(current: number): readonly (readonly [width: number, script: boolean, isExtreme: boolean])[] {
  const [near, far] = current === 360 ? [360, 1280] : [1280, 360];
  return [
    [near, true, true],
    [near, false, false],
    [far, false, true],
    [far, true, false],
  ];
}

/** What axe-core complains of, each with the elements it means. */
export async function axe(page: Page, options: object = {}): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const chosen = JSON.stringify({ resultTypes: ['violations'], preload: false, ...options });
  return page.evaluate(`axe.run(document, ${chosen}).then(({ violations }) => violations.map(
    ({ id, nodes }) => id + ' at ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
}

/** Watches for what no page may do: complain on the console, or ask another server for anything. */
export function watch(page: Page, origins: readonly string[]): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A page that says "not found" is one, and the browser notes the status of every page.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!origins.includes(origin) && protocol !== 'data:') complaints.push(`asks for ${request.url()}`);
  });
  return complaints;
}
