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

for (const script of [true, false]) {
  const how = script ? 'with' : 'without';

  test(`what was typed into a long form is there again after the session ended, and registered once it is sent, ${how} script`, async () => {
    const [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
    const ada = await clocked.createUser(`kept${how}`);
    const typed = {
      name: `Kept ${how}`,
      redirect_uri: 'https://quill.example/cb?a=1&b=2',
      description: 'Two lines,\nand "quotes" & <tags>.',
      homepage_url: 'https://quill.example/',
    };

    await visit(chromium, { script, language: 'en' }, async (page, context) => {
      const press = (action: string) =>
        Promise.all([
          page.waitForNavigation(),
          page.locator(`form[action="${action}"] button[type=submit]:not([aria-hidden]):not([name])`).click(),
        ]);
      await signInAt(page, clocked.url, ada);
      await page.goto(`${clocked.url}/oauth/applications/new`);
      for (const summary of await page.locator('form details:not([open]) > summary').elementHandles())
        await summary.click();
      for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).first().fill(value);
      const other = await context.newPage();
      await other.goto(`${clocked.url}/account`);
      await Promise.all([other.waitForNavigation(), other.locator('form[action="/sign-out"] button').click()]);

      await press('/oauth/applications');
      await page.waitForSelector('.notice:has-text("the form comes back with what you entered")');
      await page.fill('[name=nickname]', ada.nickname);
      await page.fill('[name=password]', ada.password);
      await press('/oauth/applications');
      await page.waitForSelector('.notice:has-text("Nothing has been saved yet")');

      for (const [name, value] of Object.entries(typed)) {
        assert.equal(await page.locator(`[name=${name}]`).first().inputValue(), value, name);
        assert.ok(await page.locator(`[name=${name}]`).first().isVisible(), `${name} is in sight`);
      }
      await press('/oauth/applications');
      await page.waitForSelector('#client_secret');
    });
  });
}

test('what was typed is there again for whoever signed in anew in another tab', async () => {
  const [chromium, clocked] = await Promise.all([launchChromium(), startClocked('sqlite')]);
  const ada = await clocked.createUser('anew');

  await visit(chromium, { language: 'en' }, async (page) => {
    await signInAt(page, clocked.url, ada);
    await page.goto(`${clocked.url}/account`);
    await page.locator('[name=website]').fill('https://anew.example/');
    await signInAt(page, clocked.url, ada);
    const save = page.locator('form[action="/account"] button[type=submit]:not([aria-hidden]):not([name])');
    await Promise.all([page.waitForNavigation(), save.click()]);
    await page.waitForSelector('.notice:has-text("Nothing has been saved yet")');
    assert.equal(await page.locator('[name=website]').inputValue(), 'https://anew.example/');

    await Promise.all([page.waitForNavigation(), save.click()]);

    await page.waitForSelector('text=Profile saved.');
  });
});
