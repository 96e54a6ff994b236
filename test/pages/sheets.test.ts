/** The stylesheet: cut into sheets by subject, and served as one file in the listed order. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { STYLE_SHEETS } from '../../src/pages/assets/sheets.ts';
import { startClocked } from '../support/clocked.ts';
import { readSheet, SHEETS } from './sheets.ts';

const LONGEST_SHEET = 500;

test('every sheet of the folder is listed once', () => {
  const listed = STYLE_SHEETS.map((name) => `${name}.css`);

  assert.deepEqual(listed.toSorted(), readdirSync(SHEETS).toSorted());
});

test('every sheet opens with a comment that says its subject, and is short enough to be read', () => {
  for (const name of STYLE_SHEETS) {
    const sheet = readSheet(name);

    assert.match(sheet, /^\/\* [A-Z][^*]+\. \*\/\n\n/, name);
    assert.ok(sheet.split('\n').length <= LONGEST_SHEET, name);
  }
});

test('the served stylesheet is the sheets one after another, with the accent that is set', async () => {
  const { url } = await startClocked('sqlite', { LATCHKEY_ACCENT_HUE: '42' });
  const page = await (await fetch(`${url}/sign-in`)).text();
  const path = /<link rel="stylesheet" href="([^"]+)">/.exec(page)?.[1] ?? '';

  const served = await (await fetch(url + path)).text();

  const [first = '', ...others] = STYLE_SHEETS.map(readSheet);
  assert.equal(served, [first.replace(/--hue: \d+;/, '--hue: 42;'), ...others].join('\n'));
});

test('the stylesheet knows beginnings and ends, not left and right, so that pages can be mirrored', () => {
  for (const name of STYLE_SHEETS)
    assert.doesNotMatch(readSheet(name), /^\s*(?:[a-z-]+-)?(?:left|right)(?:-[a-z]+)?:|: (?:left|right);/m, name);
});
