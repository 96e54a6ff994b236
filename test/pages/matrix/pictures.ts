/** Takes a picture of every place of the matrix, in every look that is asked for, into test-results/. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium, signInAt } from '../../support/chromium.ts';
import { listPlaces, type Place, type Who } from './places.ts';
import { buildStage, type Stage } from './stage.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'test-results');
const PEOPLE: readonly Who[] = ['stranger', 'newcomer', 'root', 'ada'];
const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;

/** `consent-en-360-dark.png`; words of the command line narrow the names down. */
const wanted = process.argv.slice(2);
const nameOf = (place: Place, language: string, { width, colorScheme }: (typeof LOOKS)[number]) =>
  `${place.name}-${language}-${width}${colorScheme === 'dark' ? '-dark' : ''}`;

mkdirSync(FOLDER, { recursive: true });
const [browser, stage] = await Promise.all([launchChromium(), buildStage()]);
for (const language of ['en', 'ru']) for (const who of PEOPLE) await visit(browser, stage, who, language);
await browser.close();
process.exit(0);

async function visit(browser: Browser, stage: Stage, who: Who, language: string): Promise<void> {
  const context = await browser.newContext({ locale: language });
  const page = await context.newPage();
  if (who !== 'stranger') await signInAt(page, stage.clocked.url, stage[who]);
  for (const place of listPlaces(stage).filter((each) => each.who === who)) {
    const looks = LOOKS.filter((look) => isWanted(nameOf(place, language, look)));
    if (looks.length === 0) continue;
    await page.goto(place.path.startsWith('http') ? place.path : stage.clocked.url + place.path);
    await place.act?.(page);
    await page.waitForLoadState();
    for (const look of looks) {
      await page.setViewportSize({ width: look.width, height: 900 });
      await page.emulateMedia({ colorScheme: look.colorScheme });
      // As somebody sees it who opens it in this window: from the top, and with the current tab in sight.
      await page.evaluate(`scrollTo(0, 0);
        for (const tab of document.querySelectorAll('nav [aria-current=page]')) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })`);
      await page.screenshot({ path: join(FOLDER, `${nameOf(place, language, look)}.png`), fullPage: true });
    }
  }
  await context.close();
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((each) => name === each || (!/\d/.test(each) && name.startsWith(each)));
}
