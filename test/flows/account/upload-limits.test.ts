/** Proves that uploads are counted before they are read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import { usualStage } from '../../support/grant.ts';
import { png } from '../../support/png.ts';
import { applicationPath } from '../../support/portal.ts';
import { upload } from '../../support/upload.ts';

const on = eachDatabase(usualStage, { LATCHKEY_DANGER_NO_RATE_LIMITS: 'false' });

test(
  'uploads count toward their limit whatever they carry: no picture, a forged form, no file',
  on(async ({ service, browser, quill }) => {
    const logo = `${applicationPath(quill)}/logo`;
    const page = await browser.get(`${applicationPath(quill)}/settings`);
    const pictures = { page: await browser.get('/account'), action: '/account/picture', field: 'picture' };
    for (const input of [pictures, { page, action: logo, field: 'logo' }]) {
      const tries = [
        { file: Buffer.from('GIF89a') },
        { file: png(), token: 'forged' },
        { file: png(), field: 'other' },
      ];

      const statuses: number[] = [];
      for (let time = 0; time < 10; time += 1) {
        for (const each of tries) statuses.push((await upload(service, browser, { ...input, ...each })).status);
      }

      assert.ok(!statuses.includes(429), String(statuses));
      assert.equal((await upload(service, browser, { ...input, file: png() })).status, 429, String(statuses));
    }
  }),
);
