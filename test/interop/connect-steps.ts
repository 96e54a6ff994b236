/** Runs the steps of the tab Connect as the page prints them, one after another, in one language. */
import assert from 'node:assert/strict';
import { decodeEntities } from '../support/html.ts';
import { interopStage, visit } from '../support/interop.ts';

/** The languages, in the order of the tabs. */
const TABS = ['Shell', 'JavaScript', 'Python', 'Go'] as const;

interface Language {
  readonly name: (typeof TABS)[number];
  /** Runs a program and answers what it printed. */
  readonly run: (code: string) => Promise<string>;
}

/** What a developer does: run each step, and put what it printed in the place of the words in capitals. */
export async function walkConnect({ name, run }: Language, isPublic: boolean): Promise<void> {
  const { user, browser, register } = await interopStage();
  const { client_id, client_secret } = await register({ isPublic });
  const { body } = await browser.get(`/oauth/applications/${client_id}/connect`);
  const known: Record<string, string> = isPublic ? {} : { YOUR_CLIENT_SECRET: client_secret };
  const step = (id: string) => run(filledIn(codeOf(body, `snippet-${id}-${TABS.indexOf(name)}`), known));

  const begun = await step('authorize');
  known.THE_VERIFIER = found(/^THE_VERIFIER: (\S+)$/m, begun);
  known.THE_CODE = (await visit(browser, found(/^(http\S+)$/m, begun))).searchParams.get('code') ?? '';
  const tokens = await step('token');
  known.ACCESS_TOKEN = printedValue('access_token', tokens);
  known.REFRESH_TOKEN = printedValue('refresh_token', tokens);

  assert.equal(printedValue('nickname', await step('whoami')), user.nickname);
  assert.notEqual(printedValue('access_token', await step('refresh')), known.ACCESS_TOKEN);
  if (!isPublic) assert.ok(printedValue('access_token', await step('client')));
}

function codeOf(page: string, id: string): string {
  return decodeEntities(found(new RegExp(`<code id="${id}">([^<]*)</code>`), page));
}

function filledIn(code: string, known: Readonly<Record<string, string>>): string {
  return Object.entries(known).reduce((text, [word, value]) => text.replaceAll(word, value), code);
}

/** JSON, or an object as the language prints it. */
function printedValue(member: string, printed: string): string {
  return found(new RegExp(`\\b${member}['"]?:\\s*['"]([^'"]+)`), printed);
}

function found(pattern: RegExp, text: string): string {
  const value = pattern.exec(text)?.[1];
  assert.ok(value, `${pattern} is not in: ${text}`);
  return value;
}
