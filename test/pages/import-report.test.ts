/** Proves that the report of an import is a page that everybody can read, from a file and without a service. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium, visit } from '../support/chromium.ts';
import { axe } from '../support/looks.ts';
import { temporaryDirectory } from '../support/service.ts';
import { loadFixture } from '../takeover/fixture.ts';
import { setTakeoverStage } from '../takeover/stage.ts';

test('the report of a dry run is read as a file, without script or network, narrow and wide, light and dark', async () => {
  const { held, tables } = loadFixture('plain');
  const [stage, chromium] = await Promise.all([setTakeoverStage('sqlite', held), launchChromium()]);
  const long = `https://${'a-very-long-name.'.repeat(10)}example.org/callback?${'x'.repeat(300)}#fragment`;
  const [first] = tables.oauth_applications;
  const crowded = { ...first, id: 90, uid: 'u'.repeat(200), name: 'W'.repeat(100), redirect_uri: long } as typeof first;
  const path = join(temporaryDirectory(), 'report.html');
  const all = { ...tables, oauth_applications: [...tables.oauth_applications, ...(crowded ? [crowded] : [])] };
  await stage.importTables(all, 'folder', '--dry-run', '--report', path);

  await visit(chromium, { script: true, language: 'en' }, async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(pathToFileURL(path).href);
      const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(excess) <= 0, `${excess} pixels too wide at ${width}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await axe(page, {}), [], `${width}, ${colorScheme}`);
      }
    }
    assert.deepEqual([...new Set(asked.map((url) => new URL(url).protocol))], ['file:']);
    assert.match(await page.locator('main').innerText(), /Nothing was written/);
  });
});
