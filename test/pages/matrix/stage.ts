/** The people, applications and troubles behind the pages of the matrix: enough of everything that a page can show. */
import { createByOperator } from '../../../src/accounts/operator.ts';
import { setPicture } from '../../../src/accounts/picture.ts';
import { offerSetup } from '../../../src/accounts/setup.ts';
import { OPERATOR } from '../../../src/clients/act.ts';
import { findClient } from '../../../src/clients/find.ts';
import { OPERATOR_ACTS } from '../../../src/resources/act.ts';
import { createResource } from '../../../src/resources/manage.ts';
import { sendTest } from '../../../src/webhooks/by-hand.ts';
import { createWebhook } from '../../../src/webhooks/manage.ts';
import { type Application, PASSWORD, type User } from '../../support/actors.ts';
import { press, suspend } from '../../support/administration.ts';
import type { Browser } from '../../support/browser-like.ts';
import { type Clocked, startClocked } from '../../support/clocked.ts';
import { agree, authorizeParams, codeFields, obtainCode, refreshFields, tokensOf } from '../../support/grant.ts';
import { links } from '../../support/html.ts';
import { png } from '../../support/png.ts';
import { applicationPath, credentialsOn, register } from '../../support/portal.ts';
import { token } from '../../support/token-client.ts';

export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob';
export const LONG = `${'Die außerordentlich ausführliche Anwendung '.repeat(5)}Ende`;
const REASON = 'It sends unsolicited messages to everybody who ever allowed it anything, several times a day.';
const URIS = Array.from(
  { length: 20 },
  (_, index) => `https://a-rather-long-host-name.example.com/callback/number/${index}?with=query`,
);

export interface Stage {
  readonly clocked: Clocked;
  /** Owns everything here, and nobody's administrator. */
  readonly ada: User;
  readonly root: User;
  readonly newcomer: User;
  readonly quill: Application;
  /** With the longest name and twenty redirect URIs. */
  readonly many: Application;
  /** Shows its codes on a page. */
  readonly pocket: Application;
  readonly suspended: Application;
  /** The address of an API with the longest name. */
  readonly resourcePath: string;
  /** The addresses of a webhook of Quill and of one of the service, and of a delivery of each. */
  readonly webhookPaths: readonly string[];
  readonly setupUrl: string;
  /** One that was ended by a theft. */
  readonly familyPath: string;
  /** One whose redirect URI has a slash too many. */
  readonly diagnosisPath: string;
}

export async function buildStage(): Promise<Stage> {
  const [clocked, fresh] = await Promise.all([startClocked('sqlite'), startClocked('sqlite')]);
  const [ada, newcomer] = await Promise.all([clocked.createUser('ada'), clocked.createUser('newcomer')]);
  const made = await createByOperator(
    clocked.world,
    { nickname: 'root', email: 'root@example.org', password: PASSWORD },
    true,
  );
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  const root: User = { id: made.value.id, nickname: 'root', email: 'root@example.org', password: PASSWORD };
  // Of all people here one has uploaded a picture.
  await setPicture(clocked.world, root.id, { upload: png(), source: { address: null, userAgent: null } });
  const [quill, pocket, given, suspended] = [
    await clocked.createApplication(ada, { scopes: ['profile', 'email', 'applications'], required: ['profile'] }),
    await clocked.createApplication(ada, { name: 'Pocket', redirectUri: OUT_OF_BAND }),
    await clocked.createApplication(ada, { name: 'Given' }),
    await clocked.createApplication(ada, { name: 'Spammer' }),
  ];
  const browser = await clocked.signedIn(ada);
  const { client_id, client_secret } = credentialsOn(
    await register(browser, { name: LONG, redirectUris: URIS, scopes: ['profile', 'email'] }),
  );
  const many = { client_id, client_secret, redirect_uris: URIS };
  await agree(browser, authorizeParams(many));
  await press(browser, `${applicationPath(given)}/settings`, `${applicationPath(given)}/transfer`, {
    nickname: newcomer.nickname,
  });
  await suspend(await clocked.signedIn(root), suspended, REASON);
  const details = { name: LONG, scopes: ['profile', 'email'], seconds: 600, isPlain: true };
  const api = await createResource(clocked.world, { identifier: 'https://api.example.org/', details }, OPERATOR_ACTS);
  if (!api.ok) throw new Error(JSON.stringify(api.refusal));
  const webhookPaths = [...(await addWebhook(clocked, quill)), ...(await addWebhook(clocked, null))];
  await beRobbed(clocked, browser, quill);
  await loop(await clocked.signedIn(root), quill);
  // The error with the longest name.
  await browser.authorize(authorizeParams(quill, { response_type: 'token' }));
  await browser.authorize(authorizeParams(quill, { redirect_uri: `${quill.redirect_uris[0]}/` }));
  await clocked.flush();
  return {
    ...{ clocked, ada, root, newcomer, quill, many, pocket, suspended },
    resourcePath: `/admin/resources/${api.value.resource.publicId}`,
    webhookPaths,
    setupUrl: `${fresh.url}/setup/${await offerSetup(fresh.world)}`,
    familyPath: await linkOn(browser, `${applicationPath(quill)}/families`, /\/families\/\d+$/),
    diagnosisPath: await linkOn(browser, `${applicationPath(quill)}/activity`, /\/requests\/[0-9a-f]{16}$/),
  };
}

/** With a test that waits: nothing is sent here. */
async function addWebhook({ world }: Clocked, quill: Application | null): Promise<readonly string[]> {
  const client = quill && (await findClient(quill.client_id, world));
  const details = { url: `https://192.0.32.8/${'a-rather-long-path/'.repeat(12)}`, groups: ['application', 'limit'] };
  const made = await createWebhook(world, { scope: client ?? null, details }, OPERATOR);
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  const { webhook } = made.value;
  const path = `${quill ? applicationPath(quill) : '/admin'}/webhooks/${webhook.id}`;
  return [path, `${path}/deliveries/${await sendTest(world, webhook, OPERATOR.source)}`];
}

/** A refresh token that somebody uses after its time, and a wrong secret besides. */
async function beRobbed(clocked: Clocked, browser: Browser, quill: Application): Promise<void> {
  const code = await obtainCode(browser, quill, { scope: 'profile email' });
  const { refresh } = tokensOf(await token(clocked.url, codeFields(quill, code)));
  const next = tokensOf(await token(clocked.url, refreshFields(quill, refresh)));
  await token(clocked.url, refreshFields(quill, next.refresh));
  clocked.pass(60);
  await token(clocked.url, refreshFields(quill, refresh));
  await token(clocked.url, { ...codeFields(quill, 'x'), client_secret: 'wrong' });
  await obtainCode(browser, quill, { scope: 'profile' });
}

/** As often as an application may come back within an hour without the user being asked. */
async function loop(browser: Browser, quill: Application): Promise<void> {
  for (let count = 0; count < 10; count += 1) await obtainCode(browser, quill, { scope: 'profile' });
}

async function linkOn(browser: Browser, path: string, wanted: RegExp): Promise<string> {
  const page = await browser.get(path);
  const found = links(page.body).find((link) => wanted.test(link));
  if (found === undefined) throw new Error(`${path} has no link like ${wanted}`);
  return found;
}
