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

test('what was typed into a long form is there again for whoever goes back from an error to it', async () => {
  const [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
  const ada = await clocked.createUser('ada');
  const typed = { name: 'Quill', redirect_uri: 'https://quill.example/cb', homepage_url: 'https://quill.example/' };

  await visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    await page.goto(`${clocked.url}/oauth/applications/new`);
    await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");
    for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).first().fill(value);
    // In another tab somebody signed out and in again.
    await signInAt(page, clocked.url, ada);
    const button = page.locator(
      'form[action="/oauth/applications"] button[type=submit]:not([aria-hidden]):not([name])',
    );
    await Promise.all([page.waitForNavigation(), button.click()]);
    await page.waitForSelector('h1:has-text("This form has expired")');
    await page.goBack();

    for (const [name, value] of Object.entries(typed))
      assert.equal(await page.locator(`[name=${name}]`).first().inputValue(), value, name);
  });
});
