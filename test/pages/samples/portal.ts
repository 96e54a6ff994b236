/** The pages of the developer's portal with sample content; `say` changes strings that a user could have chosen. */
import { applicationEventsPage } from '../../../src/pages/applications/activity/events.ts';
import { connectPage } from '../../../src/pages/applications/connect.ts';
import { credentialsPage } from '../../../src/pages/applications/credentials.ts';
import { applicationDeletionPage } from '../../../src/pages/applications/delete.ts';
import { editApplicationPage, newApplicationPage } from '../../../src/pages/applications/form.ts';
import { applicationsPage } from '../../../src/pages/applications/list.ts';
import { losingChangePage } from '../../../src/pages/applications/losing.ts';
import { newSecretPage } from '../../../src/pages/applications/new-secret.ts';
import { applicationPage } from '../../../src/pages/applications/overview.ts';
import { permissionsPage } from '../../../src/pages/applications/permissions.ts';
import { settingsPage } from '../../../src/pages/applications/settings.ts';
import { usersPage } from '../../../src/pages/applications/users.ts';
import { blankApplication } from '../../../src/pages/applications/values.ts';
import { exampleValues } from '../../../src/pages/docs/snippets/values.ts';
import type { PageContext } from '../../../src/pages/frame.ts';
import { EVENT_KINDS } from '../../../src/protocol/event.ts';
import type { FieldFault } from '../../../src/protocol/people/field-fault.ts';
import { requestsOf } from './requests.ts';
import { FRESH, faultFor, NOW, overtakenIn, type Say } from './typed.ts';

const ONE_PAGE = { previous: null, next: null };
const DAY = 86_400;
const NOWHERE = { address: null, userAgent: null };

/** A month in which something happened. */
function month() {
  return Array.from({ length: 30 }, (_, index) => ({
    at: NOW - (29 - index) * DAY,
    people: index * 400,
    arrived: 400,
    left: index % 3,
    tokens: index * 900,
    errors: index % 7,
  }));
}

export function portalPages(say: Say, context: PageContext) {
  return { ...listPages(say, context), ...formPages(say, context), ...applicationPages(say, context) };
}

function subjectOf(say: Say) {
  return {
    clientId: say('quill'),
    name: say('Quill'),
    description: say('Writes.'),
    kind: 'web' as const,
    logoPath: null,
    userCount: 12,
    createdAt: NOW - 9000,
    updatedAt: NOW,
  };
}

function listPages(say: Say, context: PageContext) {
  const approved = { waitingSince: null, declinedBecause: null };
  const listed = {
    ...subjectOf(say),
    ...approved,
    lastTokenAt: NOW - 60,
    refusedCount: 3,
    suspendedAt: null,
  };
  const asked = { words: '', order: 'created', offers: [], pages: ONE_PAGE } as const;
  const offer = { ...subjectOf(say), owner: { id: 12, nickname: say('henrik') }, offeredAt: NOW - DAY };
  return {
    applications: applicationsPage(context, {
      ...asked,
      applications: [
        listed,
        { ...listed, lastTokenAt: null, refusedCount: 0 },
        { ...listed, suspendedAt: NOW },
        { ...listed, waitingSince: NOW },
        { ...listed, waitingSince: NOW, declinedBecause: say('Spam.') },
        { ...listed, lastTokenAt: NOW - 200 * DAY },
      ],
    }),
    'applications empty': applicationsPage(context, { ...asked, applications: [] }),
    'applications searched': applicationsPage(context, { ...asked, applications: [], words: say('Quil') }),
    'applications many': applicationsPage(context, {
      ...asked,
      applications: Array.from({ length: 6 }, () => ({ ...listed, logoPath: '/logos/quill.png' })),
      order: 'users',
    }),
    'applications offered': applicationsPage(context, { ...asked, applications: [listed], offers: [offer, offer] }),
  };
}

function formPages(say: Say, context: PageContext) {
  const fault = faultFor(say);
  const scopes = [
    { name: say('profile'), description: say('See you'), isDefault: true },
    { name: say('email'), description: say('See mail'), isDefault: false },
  ];
  const uris = ['https://quill.example/cb', 'https://quill.example/cb/', 'http://127.0.0.1/cb', 'com.example:/cb'];
  const values = {
    ...subjectOf(say),
    homepageUrl: say('https://quill.example/'),
    policyUrl: say('https://quill.example/privacy'),
    termsUrl: say('https://quill.example/terms'),
    redirectUris: [say('https://other.example/cb'), ...uris, 'urn:ietf:wg:oauth:2.0:oob'],
    scopes: [say('profile')],
    sendsIssuer: true,
  };
  const faults = { general: fault, name: fault, description: fault, homepage_url: fault, redirect_uri: fault };
  const edited = { clientId: say('quill'), name: say('Quill'), values, scopes, shown: FRESH };
  return {
    'application new': newApplicationPage(context, {
      values: blankApplication([say('profile')]),
      faults: {},
      redirectUriFaults: [],
      scopes,
    }),
    'application edit': editApplicationPage(context, {
      ...edited,
      faults: { ...faults, scope: fault },
      redirectUriFaults: [fault, null, null, null, null, null],
    }),
    'application overtaken': editApplicationPage(context, {
      ...edited,
      faults: {},
      redirectUriFaults: [],
      shown: overtakenIn(say, 'name', 'description', 'type', 'scope', 'send_iss', 'redirect_uri', 'homepage_url'),
    }),
    'application checked': editApplicationPage(context, { ...edited, faults: {}, redirectUriFaults: [] }),
    'application delete': applicationDeletionPage(context, {
      clientId: say('quill'),
      name: say('Quill'),
      userCount: 1,
      typed: say('qui'),
      faults: { confirm_name: fault },
    }),
  };
}

function applicationPages(say: Say, context: PageContext) {
  const application = subjectOf(say);
  const lastUse = { at: NOW - 60, source: { address: say('203.0.113.9'), userAgent: say('Quill/2.1') } };
  const refusals = requestsOf(say, NOW).slice(0, 5);
  const view = { application, days: month(), lastUse, lastTokenAt: NOW - 60, refusals };
  const shown = {
    clientId: say('quill'),
    name: say('Quill'),
    redirectUris: [say('https://quill.example/cb'), say('http://localhost/cb')],
    baseUrl: 'https://id.example',
    homepageUrl: say('https://quill.example/'),
    policyUrl: say('https://quill.example/privacy'),
    termsUrl: say('https://quill.example/terms'),
  };
  const secret = { ...shown, secret: say('s3cret') };
  const connected = { ...application, ...shown };
  const values = { ...exampleValues('https://id.example'), clientId: say('quill'), name: say('Quill') };
  const events = EVENT_KINDS.map((kind) => ({ kind, at: NOW, applicationName: null, source: NOWHERE }));
  return {
    application: applicationPage(context, view),
    'application new token': applicationPage(context, {
      ...view,
      application: { ...application, kind: 'spa', suspendedBecause: say('Spam') },
      ...{ lastUse: null, lastTokenAt: null, refusals: [] },
    }),
    'application waiting': applicationPage(context, {
      ...view,
      application: { ...application, waiting: { isNew: true, declinedBecause: null } },
    }),
    'application declined': applicationPage(context, {
      ...view,
      application: { ...application, waiting: { isNew: false, declinedBecause: say('Spam') } },
    }),
    'application machine': applicationPage(context, {
      ...view,
      application: { ...application, kind: 'machine', logoPath: '/logos/quill.png' },
      lastTokenAt: null,
    }),
    connect: connectPage(context, { application: connected, values }),
    'connect public': connectPage(context, {
      application: { ...connected, kind: 'spa' },
      values: { ...values, isConfidential: false },
    }),
    'connect machine': connectPage(context, { application: { ...connected, kind: 'machine' }, values }),
    'application events': applicationEventsPage(context, { application, events }),
    'application events none': applicationEventsPage(context, { application, events: [] }),
    ...tabPages(say, context),
    secret: newSecretPage(context, { ...secret, kind: 'web', occasion: 'created' }),
    'secret waiting': newSecretPage(context, { ...secret, kind: 'web', occasion: 'created', isWaiting: true }),
    'secret waiting machine': newSecretPage(context, {
      ...secret,
      kind: 'machine',
      occasion: 'created',
      isWaiting: true,
    }),
    'secret first': newSecretPage(context, { ...secret, kind: 'machine', occasion: 'first', lostUris: 3 }),
    'secret both replaced': newSecretPage(context, {
      ...secret,
      kind: 'web',
      ...{ occasion: 'rotated', oldEndsAt: NOW, oldCount: 2 },
    }),
    'losing secrets': losingChangePage(context, {
      ...{ clientId: say('quill'), name: say('Quill'), kind: 'spa', typed: [['type', 'spa']] },
      ...{ secrets: [say('x9Qa'), say('pL0e')], redirectUris: [] },
    }),
    'losing addresses': losingChangePage(context, {
      ...{ clientId: say('quill'), name: say('Quill'), kind: 'machine', typed: [['type', 'machine']] },
      ...{ secrets: [], redirectUris: [say('https://quill.example/cb')] },
    }),
    'secret rotated': newSecretPage(context, { ...secret, kind: 'web', occasion: 'rotated', oldEndsAt: NOW + DAY }),
  };
}

function tabPages(say: Say, context: PageContext) {
  const application = { ...subjectOf(say), isConfidential: true };
  const scope = { name: say('profile'), description: say('See you'), isDefault: true };
  const first = {
    id: say('1'),
    suffix: say('x9Qa'),
    createdAt: NOW,
    addedBy: say('marta'),
    lastUsedAt: null,
    endsAt: null,
  };
  const second = { ...first, id: say('2'), suffix: say('pL0e'), lastUsedAt: NOW, endsAt: NOW + DAY };
  const registration = {
    redirectUris: [say('https://quill.example/cb'), say('http://localhost/cb')],
    scopes: [say('profile')],
    isConfidential: true,
    homepageUrl: say('https://quill.example/'),
    policyUrl: say('https://quill.example/privacy'),
    termsUrl: say('https://quill.example/terms'),
    sendsIssuer: true,
    baseUrl: 'https://id.example',
    limits: [{ name: 'api_requests' as const, count: 600 }],
  };
  const nothing = { ...registration, redirectUris: [], scopes: [], homepageUrl: '', sendsIssuer: false };
  const nickname: FieldFault = { reason: 'transfer_account_unknown' };
  const logo: FieldFault = { reason: 'picture_refused', rule: 'not_png' };
  const offer = { nickname: say('henrik'), at: NOW - DAY, endsAt: NOW + DAY };
  return {
    credentials: credentialsPage(context, { application, secrets: [first], mayAddSecret: true }),
    'credentials two': credentialsPage(context, { application, secrets: [first, second], mayAddSecret: false }),
    'credentials none': credentialsPage(context, { application, secrets: [], mayAddSecret: true }),
    'credentials public': credentialsPage(context, {
      application: { ...application, isConfidential: false },
      secrets: [],
      mayAddSecret: false,
    }),
    permissions: permissionsPage(context, {
      application,
      asked: [
        { ...scope, isRequired: true },
        { ...scope, name: say('email'), isDefault: false, isRequired: false },
      ],
      others: [{ ...scope, name: say('openid') }],
      shown: overtakenIn(say, 'required'),
    }),
    users: usersPage(context, { application, days: month() }),
    'users none': usersPage(context, { application: { ...application, userCount: 0 }, days: [] }),
    settings: settingsPage(context, {
      ...{ application, registration, hasLogo: false, offer: null },
      ...{ typed: say('henrik'), faults: { nickname, logo } },
    }),
    'settings offered': settingsPage(context, {
      application: { ...application, logoPath: '/logos/quill.png' },
      hasLogo: true,
      registration: { ...nothing, policyUrl: '', termsUrl: '', isConfidential: false, limits: null },
      offer,
      typed: '',
      faults: {},
    }),
  };
}
