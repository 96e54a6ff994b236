/** Every page of the service and every state of it that is worth a look, with who sees it and how it comes about. */
import type { Page } from 'playwright-core';
import { administeredPath, personPath } from '../../support/administration.ts';
import { authorizeParams } from '../../support/grant.ts';
import { applicationPath } from '../../support/portal.ts';
import { OUT_OF_BAND, type Stage } from './stage.ts';

export type Who = 'stranger' | 'ada' | 'root' | 'newcomer';

export interface Place {
  readonly name: string;
  readonly who: Who;
  /** A path of the service, or a whole address. */
  readonly path: string;
  /** What is done there to come to the state; may be done again and again. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Where the act leads to another page: the route that it shows. */
  readonly shows?: string;
}

/** The button that people see and press; a form may have others for the Enter key or for single rows. */
const press = (action: string) => (page: Page) =>
  page.click(`form[action="${action}"] button[type=submit]:not([aria-hidden]):not([name])`);
const approve = (page: Page) => page.click('[name=decision][value=approve]');

export function listPlaces(stage: Stage): readonly Place[] {
  return [...entrance(stage), ...portal(stage), ...playground(stage), ...access(stage), ...desk(stage), ...root(stage)];
}

const authorizing = (params: Record<string, string>) => `/oauth/authorize?${new URLSearchParams(params)}`;

function entrance({ quill, ada, setupUrl }: Stage): readonly Place[] {
  const misled = authorizeParams(quill, { redirect_uri: `${quill.redirect_uris[0]}/` });
  return [
    { name: 'home', who: 'stranger', path: '/' },
    { name: 'sign-in', who: 'stranger', path: '/sign-in' },
    { name: 'sign-in-for-application', who: 'stranger', path: authorizing(authorizeParams(quill)) },
    { name: 'sign-in-refused', who: 'stranger', path: '/sign-in', act: press('/sign-in') },
    { name: 'sign-up', who: 'stranger', path: '/sign-up' },
    { name: 'sign-up-refused', who: 'stranger', path: '/sign-up', act: press('/sign-up') },
    { name: 'setup', who: 'stranger', path: setupUrl },
    { name: 'sign-in-link-dead', who: 'stranger', path: '/sign-in/link/used-already' },
    { name: 'not-found', who: 'stranger', path: '/nowhere' },
    { name: 'not-found-signed-in', who: 'ada', path: '/nowhere' },
    { name: 'untrusted-request', who: 'ada', path: authorizing(misled) },
    { name: 'error', who: 'stranger', path: '/errors/invalid_grant' },
    { name: 'error-traced', who: 'stranger', path: '/errors/invalid_grant/abcdefgh' },
    { name: 'profile', who: 'stranger', path: `/users/${ada.id}` },
    { name: 'profile-own', who: 'ada', path: `/users/${ada.id}` },
    { name: 'docs', who: 'ada', path: `/docs?client=${quill.client_id}` },
    ...['/endpoints', '/tokens', '/scopes', '/errors', '/clients', '/protect', '/webhooks', '/api', '/parts'].map(
      (end): Place => ({ name: `docs${end.replace('/', '-')}`, who: 'ada', path: `/docs${end}` }),
    ),
  ];
}

function portal({ quill, many, familyPath, diagnosisPath, webhookPaths }: Stage): readonly Place[] {
  const list = '/oauth/applications';
  const one = applicationPath(quill);
  const tabs = [
    ...['connect', 'credentials', 'permissions', 'users', 'families', 'activity', 'settings', 'edit', 'delete'],
    ...['webhooks', 'webhooks/new'],
  ];
  const [webhookPath = '', deliveryPath = ''] = webhookPaths;
  return [
    { name: 'applications', who: 'ada', path: list },
    { name: 'applications-empty', who: 'newcomer', path: list },
    { name: 'applications-searched', who: 'ada', path: `${list}?q=nothing-of-this-name` },
    { name: 'application-new', who: 'ada', path: `${list}/new` },
    { name: 'application-refused', who: 'ada', path: `${list}/new`, act: press(list) },
    { name: 'application-secret', who: 'ada', path: `${list}/new`, act: registerOneMore },
    { name: 'application', who: 'ada', path: one },
    { name: 'application-long', who: 'ada', path: applicationPath(many) },
    ...tabs.map((tab): Place => ({ name: `application-${tab.replace('/', '-')}`, who: 'ada', path: `${one}/${tab}` })),
    { name: 'application-edit-long', who: 'ada', path: `${applicationPath(many)}/edit` },
    { name: 'application-edit-picked', who: 'ada', path: `${one}/edit?add_scope=openid` },
    { name: 'application-users-none', who: 'ada', path: `${applicationPath(many)}/users` },
    { name: 'application-activity-none', who: 'ada', path: `${applicationPath(many)}/activity` },
    { name: 'application-events', who: 'ada', path: `${one}/activity/events` },
    { name: 'application-refused-only', who: 'ada', path: `${one}/activity?outcome=refused` },
    { name: 'application-settings-refused', who: 'ada', path: `${one}/settings`, act: offerToNobody },
    { name: 'application-family', who: 'ada', path: familyPath },
    { name: 'application-diagnosis', who: 'ada', path: diagnosisPath },
    { name: 'application-webhooks-none', who: 'ada', path: `${applicationPath(many)}/webhooks` },
    { name: 'application-webhook', who: 'ada', path: webhookPath },
    { name: 'application-delivery', who: 'ada', path: deliveryPath },
  ];
}

/** Without a nickname the offer comes back with its fault. */
const offerToNobody = (page: Page) => page.click('form[action$="/transfer"] button[type=submit]');

let registered = 0;

/** Each with a name of its own: the same form sent twice at once registers one application, and shows no secret again. */
async function registerOneMore(page: Page): Promise<void> {
  registered += 1;
  await page.fill('#name', `Number ${registered}`);
  await page.fill('#redirect_uri_1', 'https://app.example.com/cb');
  await press('/oauth/applications')(page);
  await page.waitForSelector('#client_secret');
}

function playground({ quill }: Stage): readonly Place[] {
  const path = `${applicationPath(quill)}/test`;
  const askAgain = async (page: Page) => {
    await page.click('main a.button.primary');
    await approve(page);
    await page.waitForSelector('[name=act][value=exchange]');
  };
  const breakIt = async (page: Page) => {
    await askAgain(page);
    await page.click('[name=act][value=exchange]');
    await page.click('[name=act][value=late]');
    await page.waitForSelector('#wire-5-answer');
  };
  return [
    { name: 'playground-start', who: 'ada', path },
    { name: 'playground-callback', who: 'ada', path, act: askAgain, shows: `${path}/callback` },
    { name: 'playground-run', who: 'ada', path, act: breakIt },
    { name: 'playground-foreign', who: 'ada', path: `${path}/callback?code=x&state=y` },
  ];
}

function access({ quill, many, pocket, suspended }: Stage): readonly Place[] {
  const list = '/oauth/authorized_applications';
  const asking = { prompt: 'consent', scope: 'profile email applications' };
  const code = authorizing(authorizeParams(pocket, { ...asking, scope: 'profile', redirect_uri: OUT_OF_BAND }));
  const untickAll = async (page: Page) => {
    for (const box of await page.locator('[name=scope][type=checkbox]').all()) await box.uncheck();
    await approve(page);
    await page.waitForSelector('[role=alert]');
  };
  return [
    { name: 'consent', who: 'newcomer', path: authorizing(authorizeParams(quill, asking)) },
    { name: 'consent-more', who: 'ada', path: authorizing(authorizeParams(quill, asking)) },
    { name: 'consent-long', who: 'ada', path: authorizing(authorizeParams(many, { prompt: 'consent' })) },
    {
      name: 'consent-empty',
      who: 'newcomer',
      path: authorizing(authorizeParams(many, { ...asking, scope: 'profile email' })),
      act: untickAll,
    },
    { name: 'consent-looping', who: 'root', path: authorizing(authorizeParams(quill, { scope: 'profile' })) },
    { name: 'consent-suspended', who: 'ada', path: authorizing(authorizeParams(suspended)) },
    { name: 'out-of-band', who: 'ada', path: code, act: approve, shows: '/oauth/authorize/x' },
    { name: 'authorized-applications', who: 'ada', path: list },
    { name: 'authorized-applications-empty', who: 'newcomer', path: list },
    { name: 'authorized-application', who: 'ada', path: `${list}/${quill.client_id}` },
    { name: 'authorized-application-never', who: 'newcomer', path: `${list}/${quill.client_id}` },
  ];
}

function desk(_: Stage): readonly Place[] {
  return [
    { name: 'home-signed-in', who: 'ada', path: '/' },
    { name: 'home-newcomer', who: 'newcomer', path: '/' },
    { name: 'confirm', who: 'ada', path: '/confirm?return_to=/account' },
    { name: 'account', who: 'ada', path: '/account' },
    { name: 'account-refused', who: 'ada', path: '/account/password', act: press('/account/password') },
    ...['email', 'password', 'privacy'].map(
      (tab): Place => ({ name: `account-${tab}`, who: 'ada', path: `/account/${tab}` }),
    ),
    { name: 'look', who: 'stranger', path: '/look' },
    { name: 'account-look', who: 'ada', path: '/look' },
    { name: 'events-filtered', who: 'ada', path: '/account/events?about=alarms' },
    { name: 'sessions', who: 'ada', path: '/account/sessions' },
    { name: 'events', who: 'ada', path: '/account/events' },
    { name: 'account-delete', who: 'ada', path: '/account/delete' },
  ];
}

function root({ ada, root: self, quill, suspended, resourcePath, webhookPaths }: Stage): readonly Place[] {
  const [, , webhookPath = '', deliveryPath = ''] = webhookPaths;
  const places: Record<string, string> = {
    admin: '/admin',
    'admin-people': '/admin/people',
    'admin-people-none': '/admin/people?q=nobody-at-all',
    'admin-person-new': '/admin/people/new',
    'admin-person': personPath(ada),
    'admin-self': personPath(self),
    'admin-disable': `${personPath(ada)}/disable`,
    'admin-person-edit': `${personPath(ada)}/edit`,
    'admin-person-delete': `${personPath(ada)}/delete`,
    'admin-applications': '/admin/applications',
    'admin-application': administeredPath(quill),
    'admin-application-suspended': administeredPath(suspended),
    'admin-suspend': `${administeredPath(quill)}/suspend`,
    'admin-resources': '/admin/resources',
    'admin-resource-new': '/admin/resources/new',
    'admin-resource': resourcePath,
    'admin-resource-delete': `${resourcePath}/delete`,
    'admin-webhooks': '/admin/webhooks',
    'admin-webhook-new': '/admin/webhooks/new',
    'admin-webhook': webhookPath,
    'admin-delivery': deliveryPath,
    'admin-scopes': '/admin/scopes',
    'admin-settings': '/admin/settings',
    'admin-people-found': '/admin/people?q=a&filter=never&sort=nickname',
    search: '/search?words=a',
    'search-empty': '/search',
    'search-none': '/search?words=zzzzzzzz',
    'admin-events': '/admin/events',
    'admin-events-refused': '/admin/events?person=nobody&since=x',
    'admin-events-none': '/admin/events?kind=setup.completed',
  };
  const shown = Object.entries(places).map(([name, path]): Place => ({ name, who: 'root', path }));
  const path = '/admin/people/new';
  return [
    ...shown,
    { name: 'admin-person-new-refused', who: 'root', path, act: press(path) },
    { name: 'admin-person-created', who: 'root', path, act: createOneMore },
  ];
}

let created = 0;

async function createOneMore(page: Page): Promise<void> {
  created += 1;
  const number = created;
  await page.fill('#nickname', `colleague ${number}`);
  await page.fill('#email', `colleague${number}@example.com`);
  await press('/admin/people/new')(page);
  await page.waitForSelector('#sign_in_link');
}
