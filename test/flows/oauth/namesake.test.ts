/** Proves that the consent page says when an application looks like an older one of another owner, and only then. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplication, createUser } from '../../support/actors.ts';
import { eachDatabase } from '../../support/each-database.ts';
import { authorizeParams, usualStage } from '../../support/grant.ts';

const on = eachDatabase(usualStage);
const MARK = /has a name that looks the same/;

test(
  'the consent page of an application that looks like an older one names its owner and asks to be sure',
  on(async ({ service, browser, quill }) => {
    const eve = await createUser(service);
    const copy = await createApplication(service, { owner: eve, name: 'QuiIl' });

    const older = await browser.authorize(authorizeParams(quill));
    const newer = await browser.authorize(authorizeParams(copy));

    assert.doesNotMatch(older.body, MARK);
    assert.match(newer.body, MARK);
    assert.match(newer.body, new RegExp(`belongs to [^.]*${eve.nickname}`));
  }),
);
