/** Proves what an operator can set about the look of the pages: accent, logo and links. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { links, text } from '../../support/html.ts';
import { send } from '../../support/http-client.ts';
import { png } from '../../support/png.ts';
import { run, startService, temporaryDirectory } from '../../support/service.ts';

test('name, accent, logo and links of the operator are on the pages, and nothing is fetched from elsewhere', async () => {
  const logo = join(temporaryDirectory(), 'mark.png');
  writeFileSync(logo, png());
  const service = await startService({
    database: 'sqlite',
    env: {
      LATCHKEY_NAME: 'Harbour',
      LATCHKEY_ACCENT_HUE: '150',
      LATCHKEY_LOGO: logo,
      LATCHKEY_FOOTER_LINKS: '{"Privacy": "https://example.org/privacy", "Help": "/docs"}',
    },
  });

  const page = await send(`${service.url}/`, { headers: { accept: 'text/html' } });

  assert.match(text(page.body), /Harbour is running/);
  for (const link of ['https://example.org/privacy', '/docs']) assert.ok(links(page.body).includes(link), link);
  const [, style = ''] = /href="(\/assets\/style-[^"]+)"/.exec(page.body) ?? [];
  assert.match((await send(service.url + style)).body, /--hue: 150;/);
  const [, mark = ''] = /<img class="keyhole" src="(\/assets\/logo-[^"]+\.png)"/.exec(page.body) ?? [];
  assert.equal((await send(service.url + mark)).headers['content-type'], 'image/png');
  assert.doesNotMatch(page.body, /(?:src|stylesheet" href)="https?:/);
  await service.stop();
});

const FAULTS: readonly (readonly [what: string, env: Record<string, string>, named: RegExp])[] = [
  ['a hue beyond the circle', { LATCHKEY_ACCENT_HUE: '361' }, /ACCENT_HUE/],
  ['a logo that is no picture', { LATCHKEY_LOGO: '/etc/passwd' }, /LOGO/],
  ['a logo that is not there', { LATCHKEY_LOGO: '/nonexistent/logo.svg' }, /nonexistent/],
  ['links that are no JSON', { LATCHKEY_FOOTER_LINKS: 'Privacy' }, /FOOTER_LINKS/],
  ['a link that would run code', { LATCHKEY_FOOTER_LINKS: '{"X": "javascript:alert(1)"}' }, /FOOTER_LINKS/],
  ['a link to a page of any host', { LATCHKEY_FOOTER_LINKS: '{"X": "//evil.example"}' }, /FOOTER_LINKS/],
];

for (const [what, env, named] of FAULTS) {
  test(`${what} is refused with exit code 2 and named`, async () => {
    const { code, stderr } = await run(['serve', '--port', '0'], { env, cwd: temporaryDirectory() });

    assert.equal(code, 2, stderr);
    assert.match(stderr, named);
  });
}
