/** Proves the playground end to end, over HTTP and on both databases: every button, and what it shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication } from '../support/actors.ts';
import type { Browser, Page } from '../support/browser-like.ts';
import { eachDatabase } from '../support/each-database.ts';
import { assertAlive, assertDead, usualStage } from '../support/grant.ts';
import { formWith, text } from '../support/html.ts';
import { applicationPath } from '../support/portal.ts';
import { actIn, askIn, exchangeIn, statusesOn, tokensOn } from '../support/playground.ts';

const on = eachDatabase(usualStage);

test('the owner asks, catches the code, exchanges it and is told who they are', () =>
  on(async ({ service, browser, quill, ada }) => {
    const run = await exchangeIn(browser, quill);
    await assertAlive(service, tokensOn(run).access);

    const asked = await actIn(browser, run, 'whoami');

    assert.deepEqual(statusesOn(asked), ['200 OK', '200 OK']);
    assert.ok(text(asked.body).includes(`"nickname":"${ada.nickname}"`));
  })());
