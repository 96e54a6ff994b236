/** Every page in a real Chromium: in and out, with and without script, both languages, light and dark, wide and narrow. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openRoutes } from '../../../src/endpoints/open-routes.ts';
import { asksToSignIn, openBrowser } from '../../support/browser-like.ts';
import { launchChromium, signInAt } from '../../support/chromium.ts';
import { createJudge, watch } from '../../support/looks.ts';
import { applicationPath } from '../../support/portal.ts';
import { listPlaces, type Place, type Who } from './places.ts';
import { buildStage, type Stage } from './stage.ts';

/** Addresses that answer with something else than a page, and what that is. */
const NOT_PAGES = new Map([
  ['/account/data', 'a file'],
  ['/admin/people/export', 'a file'],
  ['/admin/events/export', 'a file'],
  ['/admin/events/newer', 'a part of a page, for its script'],
  ['/.well-known/change-password', 'leads to /account/password'],
  ['/oauth/applications/:id/requests', 'leads to …/activity'],
]);
const LANGUAGES = ['en', 'ru'];
/** Long enough that the password is asked for again where it has to be. */
const AN_HOUR = 3600;

let chromium: Browser;
let stage: Stage;
let places: readonly Place[];
/** The cookies of everybody, so that each signs in once. */
const jars = new Map<Who, Awaited<ReturnType<BrowserContext['cookies']>>>([['stranger', []]]);
const judge = createJudge();

before(async () => {
  [chromium, stage] = await Promise.all([launchChromium(), buildStage()]);
  places = listPlaces(stage);
  for (const who of ['newcomer', 'root', 'ada'] as const) await signIn(who);
});

async function signIn(who: 'newcomer' | 'root' | 'ada'): Promise<void> {
  const context = await chromium.newContext();
  const page = await context.newPage();
  await signInAt(page, stage.clocked.url, stage[who]);
  jars.set(who, await context.cookies());
  await context.close();
}

/** What a page may cost somebody who comes for the first time: the page itself, its stylesheet, its script. */
const MOST_BYTES = 60_000;
const MOST_REQUESTS = 3;
const BYTES_OF_HEADERS = 1000;

const COUNT_SHIFTS = `globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** As the browser counted it, compressed; what it had kept from another page is counted too, uploaded pictures are not. */
async function weigh(page: Page, name: string): Promise<readonly string[]> {
  const { bytes, requests, shifted }: { bytes: number; requests: number; shifted: number } =
    await page.evaluate(`(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ initiatorType }) => initiatorType !== 'img');
    return { bytes: all.reduce((sum, each) => sum + each.encodedBodySize, 0), requests: all.length, shifted };
  })()`);
  const cold = bytes + requests * BYTES_OF_HEADERS;
  return [
    ...(cold > MOST_BYTES ? [`${name}: ${cold} bytes`] : []),
    ...(requests > MOST_REQUESTS ? [`${name}: ${requests} requests`] : []),
    ...(shifted > 0 ? [`${name}: shifted by ${shifted}`] : []),
  ];
}

interface Visit {
  readonly language: string;
  readonly script: boolean;
  readonly who: Who;
  readonly among: (place: Place, index: number) => boolean;
  readonly look: (page: Page, name: string) => Promise<readonly string[]>;
}

/** One person walks through all their places in one window; answers everything that is wrong with them. */
async function walk({ language, script, who, among, look }: Visit): Promise<readonly string[]> {
  const context = await chromium.newContext({ locale: language, javaScriptEnabled: script });
  // Anew for each walk: a proof is worth five minutes, and pages that want one would ask again on a slow machine.
  if (who !== 'stranger') await signIn(who);
  if (script) await context.addInitScript(COUNT_SHIFTS);
  await context.addCookies(jars.get(who) ?? []);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints = watch(page, [stage.clocked.url, new URL(stage.setupUrl).origin]);
  const found: string[] = [];
  for (const { name, path, act } of placesFor(who).filter(among)) {
    const how = `${name} in ${language} for ${who}`;
    await page.goto(path.startsWith('http') ? path : stage.clocked.url + path);
    await act?.(page);
    await page.waitForLoadState();
    found.push(...(await look(page, how)));
  }
  await context.close();
  return [...found, ...complaints];
}

/** What needs no sign-in; of the documents, nearly alike to everybody, a stranger is shown the first. */
const isOpen = ({ name }: Place) =>
  /^(docs|home|search|account-look|not-found|profile|untrusted-request|consent-suspended)/.test(name);
const isForAnybody = (place: Place) => isOpen(place) && !/^(docs-|home|account-|not-found-|profile-)/.test(place.name);

function placesFor(who: Who): readonly Place[] {
  return places.filter((place) => place.who === who || (who === 'stranger' && isForAnybody(place)));
}

const everyPlace = () => true;

/** Ada has most of the pages: two walks, each of which takes no longer than a test may on a slow machine. */
const WALKS: readonly (Pick<Visit, 'who' | 'among'> & { readonly of: string })[] = [
  { who: 'stranger', of: 'any page', among: everyPlace },
  { who: 'newcomer', of: 'any page', among: everyPlace },
  { who: 'root', of: 'any page', among: everyPlace },
  { who: 'ada', of: 'every other page', among: (_, index) => index % 2 === 0 },
  { who: 'ada', of: 'the pages between', among: (_, index) => index % 2 === 1 },
];

for (const { who, of, among } of WALKS) {
  test(`axe finds nothing on ${of} for ${who}, in any look; no page is heavy, shifts, is too wide, complains, or asks others`, async () => {
    const seen = new Set<string>();
    const look = async (page: Page, name: string) => {
      const key = (await page.content()).replace(/form_token" value="[^"]*"|return_to(?:=|" value=")[^"]*"/g, '');
      if (seen.has(key)) return [];
      seen.add(key);
      const weight = await weigh(page, name);
      return [...weight, ...(await judge.inspect(page, name))];
    };
    const found = await Promise.all(LANGUAGES.map((language) => walk({ language, who, among, script: true, look })));

    assert.deepEqual(found.flat(), []);
  });
}

/** Widths, and the size of letters that somebody has chosen in the browser. */
const FITTING = [
  [1280, '100%'],
  [1024, '100%'],
  [768, '100%'],
  [360, '100%'],
  [320, '100%'],
  [360, '200%'],
] as const;

for (const who of ['stranger', 'newcomer', 'root', 'ada'] as const) {
  test(`where scripts do not run, every page for ${who} fits its window, with everything opened, and stays quiet`, async () => {
    const look = async (page: Page, name: string) => {
      const found: string[] = [];
      // What is opened may be wider than what was there before.
      await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");
      for (const [width, letters] of FITTING) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(`document.documentElement.style.fontSize = '${letters}'`);
        const excess = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (excess !== 0) found.push(`${name}, ${width} pixels wide, letters of ${letters}: wider than its window`);
      }
      return found;
    };

    // In the language of the longer words; what a page is made of is the same in the other.
    const found = await walk({ language: 'ru', who, among: everyPlace, script: false, look });

    assert.deepEqual(found, []);
  });
}

/** Over HTTP alone: the way in is one page, which the stranger's own places have, and a browser would show it fifty times. */
test('at the places of others a stranger is shown the way in, but for what anybody may read', async () => {
  const closed = places.filter((place) => place.who !== 'stranger' && !place.act && !isOpen(place));
  const stranger = openBrowser(stage.clocked.url);

  for (const { name, path } of closed) assert.ok(asksToSignIn(await stranger.get(path)), name);

  assert.ok(closed.length > 40, `${closed.length} closed places`);
});

test('every page of the route table has a place in the matrix', () => {
  const routes = openRoutes({ isDraining: () => false, isWhole: () => true }).routes.filter(
    ({ method, kind }) => method === 'GET' && kind === 'page',
  );
  const seen = new Set(places.map(({ path, shows }) => routeOf(shows ?? path)));

  const forgotten = routes.map(({ path }) => path).filter((path) => !seen.has(path) && !NOT_PAGES.has(path));

  assert.deepEqual(forgotten, []);
  assert.ok(judge.count.looks > 8 * routes.length, `${judge.count.looks} looks`);

  /** The route with the fewest blanks that fits the path. */
  function routeOf(path: string): string | undefined {
    const segments = new URL(path, stage.clocked.url).pathname.split('/');
    const fits = (route: string) =>
      route.split('/').length === segments.length &&
      route.split('/').every((each, index) => each.startsWith(':') || each === segments[index]);
    const blanks = (route: string) => route.split(':').length;
    return routes
      .map((route) => route.path)
      .filter(fits)
      .sort((a, b) => blanks(a) - blanks(b))[0];
  }
});

test('the password is asked for again after an hour, in every look', async () => {
  stage.clocked.pass(AN_HOUR);
  const context = await chromium.newContext({ locale: 'ru' });
  await context.addCookies(jars.get('ada') ?? []);
  const page = await context.newPage();
  await page.goto(`${stage.clocked.url}/confirm?return_to=/account`);
  await page.waitForSelector('form[action="/confirm"]');

  const found = [...(await judge.inspect(page, 'confirm'))];
  const one = applicationPath(stage.quill);
  await page.goto(`${stage.clocked.url}${one}/credentials`);
  await page.click(`form[action="${one}/secrets/rotate"] button[type=submit]`);
  await page.waitForSelector('[name=confirming]', { state: 'attached' });
  found.push(...(await judge.inspect(page, 'confirm an act')));

  assert.deepEqual(found, []);
  await context.close();
});
