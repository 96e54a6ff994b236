/** Proves in a real Chromium that the keyboard alone reaches everything, in reading order, with visible focus. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type Application, createApplication, createUser, type User } from '../support/actors.ts';
import { launchChromium, signInAt, visitor } from '../support/chromium.ts';
import { authorizeParams } from '../support/grant.ts';
import { applicationPath } from '../support/portal.ts';
import { type Service, startService } from '../support/service.ts';

/** More than any page has. */
const MOST_STOPS = 150;

interface Stop {
  readonly name: string;
  readonly isInMain: boolean;
  /** Whether an outline around it, or around its row, shows the focus. */
  readonly isMarked: boolean;
  readonly isInSight: boolean;
  /** Whether it comes later in the document than the stop before. */
  readonly isAfter: boolean;
  /** From the top of the page. */
  readonly top: number;
}

const STOP = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const marks = [element, element.closest('.choice'), element.nextElementSibling].filter(Boolean);
  const ringed = (each) => getComputedStyle(each).outlineStyle !== 'none' && getComputedStyle(each).outlineWidth !== '0px';
  const { top, bottom, left, right } = (element.closest('.choice, .code-tab') ?? element).getBoundingClientRect();
  const isAfter = !window.before || Boolean(window.before.compareDocumentPosition(element) & 4);
  window.before = element;
  return {
    name: element.tagName + ' ' + (element.id || element.name || element.textContent.trim().slice(0, 30)),
    isInMain: element.closest('main') !== null,
    isMarked: marks.some(ringed),
    isInSight: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
    isAfter,
    top: top + scrollY,
  };
})()`;

let chromium: Browser;
let service: Service;
let ada: User;
let quill: Application;

before(async () => {
  [chromium, service] = await Promise.all([launchChromium(), startService({ database: 'sqlite' })]);
  ada = await createUser(service);
  quill = await createApplication(service, { owner: ada });
});

/** Presses Tab from the top of the page until it leaves the page. */
async function stopsOf(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let count = 0; count < MOST_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const stop: Stop | null = await page.evaluate(STOP);
    if (stop === null || !stop.isAfter) return stops;
    stops.push(stop);
  }
  return assert.fail('Tab never leaves the page');
}

const consent = () => `/oauth/authorize?${new URLSearchParams(authorizeParams(quill, { scope: 'profile email' }))}`;

const PAGES: readonly (readonly [name: string, isStranger: boolean, path: () => string, reached: readonly string[]])[] =
  [
    ['sign-in', true, () => '/sign-in', ['INPUT nickname', 'INPUT password', 'BUTTON Sign in', 'A Create an account']],
    ['sign-up', true, () => '/sign-up', ['INPUT nickname', 'INPUT email', 'INPUT password', 'BUTTON Create account']],
    [
      'registration',
      false,
      () => '/oauth/applications/new',
      ['BUTTON trial', 'INPUT type_web', 'INPUT redirect_uri_1', 'SUMMARY More options', 'BUTTON Register application'],
    ],
    ['consent', false, consent, ['INPUT scope_1', 'SELECT lasts', 'BUTTON decision']],
    ['playground', false, () => `${applicationPath(quill)}/test`, ['A Open the consent page', 'BUTTON act']],
  ];

for (const width of [1280, 360]) {
  for (const [name, isStranger, path, reached] of PAGES) {
    test(`Tab walks through ${name} from top to bottom, each stop marked and in sight, ${width} pixels wide`, async () => {
      const context = await visitor(chromium, { width });
      const page = await context.newPage();
      if (!isStranger) await signInAt(page, service.url, ada);
      await page.goto(service.url + path());
      // An autofocused field would start the sequence in the middle of the page.
      await page.evaluate(
        'document.body.tabIndex = -1, document.body.focus(), document.body.removeAttribute("tabindex")',
      );

      const stops = await stopsOf(page);

      assert.match(stops[0]?.name ?? '', /^A Skip to content/);
      const names = stops.map((stop) => stop.name);
      for (const wanted of reached) assert.ok(names.includes(wanted), `${wanted} is not among ${names.join(', ')}`);
      assert.deepEqual(
        stops.filter((stop) => !stop.isMarked).map((stop) => stop.name),
        [],
      );
      assert.deepEqual(
        stops.filter((stop) => !stop.isInSight).map((stop) => stop.name),
        [],
      );
      assert.deepEqual(climbsOf(stops.filter((stop) => stop.isInMain)), []);
      await context.close();
    });
  }
}

/** Where the focus moves up by more than a line. */
function climbsOf(stops: readonly Stop[]): readonly string[] {
  return stops.flatMap((stop, index) => {
    const before = stops[index - 1];
    return before && stop.top < before.top - 48 ? [`${before.name} → ${stop.name}`] : [];
  });
}

test('the skip link leads past the navigation to the content', async () => {
  const context = await visitor(chromium);
  const page = await context.newPage();
  await signInAt(page, service.url, ada);
  await page.goto(`${service.url}/oauth/applications/new`);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');

  assert.equal(await page.evaluate('document.activeElement.closest("main") !== null'), true);
  await context.close();
});
