/** Proves in a real Chromium that whoever goes back to a form and sends it again is not told of a change of their own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchChromium, signInAt, visit } from '../support/chromium.ts';
import { startClocked } from '../support/clocked.ts';
import { applicationPath } from '../support/portal.ts';

for (const script of [true, false]) {
  test(`a name that is saved, gone back to and saved otherwise is the last one, ${script ? 'with' : 'without'} script`, async () => {
    const [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
    const ada = await clocked.createUser('ada');
    const path = applicationPath(await clocked.createApplication(ada));

    await visit(chromium, { script, language: 'en' }, async (page) => {
      await signInAt(page, clocked.url, ada);
      const save = async (name: string) => {
        await page.locator('input[name="name"]').fill(name);
        await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: 'Save application' }).click()]);
      };
      await page.goto(`${clocked.url}${path}/edit`);
      await save('First');
      await page.goBack();
      const shown = await page.locator('input[name="name"]').inputValue();
      await save('Second');

      assert.equal(shown, 'First');
      assert.doesNotMatch(await page.locator('main').innerText(), /meanwhile/);
      await page.goto(`${clocked.url}${path}/edit`);
      assert.equal(await page.locator('input[name="name"]').inputValue(), 'Second');
    });
  });
}
