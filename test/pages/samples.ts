/** Every page with sample matter; `say` is laid over every string that a person or a client could have chosen. */
import { accountPage } from '../../src/pages/account.ts';
import { accountDeletionPage } from '../../src/pages/account-delete.ts';
import { applicationPage } from '../../src/pages/application.ts';
import { applicationDeletionPage } from '../../src/pages/application-delete.ts';
import { blankApplication, editApplicationPage, newApplicationPage } from '../../src/pages/application-form.ts';
import { newSecretPage } from '../../src/pages/application-secret.ts';
import { applicationsPage } from '../../src/pages/applications.ts';
import { authorizedApplicationsPage } from '../../src/pages/authorized-applications.ts';
import { consentPage } from '../../src/pages/consent.ts';
import { errorPage, type ProblemKind } from '../../src/pages/error.ts';
import type { Shell } from '../../src/pages/frame.ts';
import { homePage, welcomePage } from '../../src/pages/home.ts';
import { render } from '../../src/pages/html.ts';
import { outOfBandPage } from '../../src/pages/out-of-band.ts';
import { publicProfilePage } from '../../src/pages/public-profile.ts';
import { eventsPage, sessionsPage } from '../../src/pages/sessions.ts';
import { confirmPage, signInPage } from '../../src/pages/sign-in.ts';
import { setupPage, signUpPage } from '../../src/pages/sign-up.ts';
import { TEXTS } from '../../src/pages/text/texts.ts';
import { EVENT_KINDS } from '../../src/protocol/event.ts';
import type { FieldFault } from '../../src/protocol/field-fault.ts';
import type { Language } from '../../src/protocol/language.ts';

export type Say = (text: string) => string;

export const NOW = Date.UTC(2026, 10, 15, 14, 5) / 1000;
const ONE_PAGE = { previous: null, next: null };

export function shellFor(say: Say, account: boolean, language: Language = 'en'): Shell {
  return {
    text: TEXTS[language],
    language,
    serviceName: say('Latchkey'),
    stylePath: '/assets/style.css',
    scriptPath: '/assets/script.js',
    formToken: say('token-of-the-form'),
    account: account ? { id: 7, nickname: say('marta'), isAdmin: true } : null,
    now: NOW,
    done: null,
  };
}

/** A fault whose words hold something that was typed. */
function faultFor(say: Say): FieldFault {
  return { reason: 'scopes_unknown', names: [say('fly')] };
}

/** Name of the page → the whole document. */
export function everyPage(say: Say, language: Language = 'en'): ReadonlyMap<string, string> {
  const stranger = shellFor(say, false, language);
  const shell = shellFor(say, true, language);
  const pages = {
    ...strangersPages(say, stranger),
    ...accountPages(say, shell),
    ...portalPages(say, shell),
    ...decisionPages(say, shell),
    ...errorPages(say, shell),
  };
  return new Map(Object.entries(pages).map(([name, page]) => [name, render(page)]));
}

function strangersPages(say: Say, shell: Shell) {
  const waiting = { clientId: say('quill'), name: say('Quill') };
  const fault = faultFor(say);
  const faults = { nickname: fault, email: fault, password: fault };
  const fresh = { nickname: say('m'), email: say('m@'), faults, passwordMinimum: 10 };
  const signIn = { nickname: say('marta'), returnTo: say('/x?a=1'), signUpIsOpen: true };
  return {
    welcome: welcomePage(shell, { signUpIsOpen: true }),
    'sign-in': signInPage(shell, { ...signIn, waiting: null, wasWrong: false, faults: {} }),
    'sign-in refused': signInPage(shell, { ...signIn, waiting, wasWrong: true, faults }),
    'sign-up': signUpPage(shell, { ...fresh, returnTo: say('/x'), waiting }),
    setup: setupPage(shell, { ...fresh, token: say('one-time') }),
  };
}

function accountPages(say: Say, shell: Shell) {
  const source = { address: say('203.0.113.9'), userAgent: say('Mozilla/5.0 (X11; Linux x86_64) Firefox/131.0') };
  const program = { address: null, userAgent: say('Quill/2.1') };
  const fault = faultFor(say);
  const profile = {
    nickname: say('marta'),
    name: say('Marta'),
    website: say('https://marta.example/'),
    locale: say('sv'),
    avatarUrl: say('https://a.example/'),
  };
  return {
    home: homePage({ ...shell, done: 'profile_saved' }, { applicationCount: 0, authorizedCount: 2 }),
    confirm: confirmPage(shell, { purpose: 'change_application', returnTo: say('/x'), fault }),
    account: accountPage(shell, {
      profile: { ...profile, faults: {} },
      email: { current: say('m@example.org'), isVerified: true, typed: '', faults: {} },
      password: { minimum: 10, faults: {} },
    }),
    'account refused': accountPage(shell, {
      profile: {
        ...profile,
        faults: { nickname: fault, name: fault, website: fault, locale: fault, avatar_url: fault },
      },
      email: {
        current: say('m@example.org'),
        isVerified: false,
        typed: say('x'),
        faults: { email: fault, current_password: fault },
      },
      password: { minimum: 10, faults: { current_password: fault, new_password: fault } },
    }),
    sessions: sessionsPage(shell, {
      sessions: [
        { id: say('1'), isCurrent: true, startedAt: NOW - 60, lastSeenAt: NOW, source },
        { id: say('2'), isCurrent: false, startedAt: NOW - 86_400, lastSeenAt: NOW - 60, source: program },
      ],
    }),
    events: eventsPage(shell, {
      events: EVENT_KINDS.map((kind) => ({ kind, at: NOW - 9000, applicationName: say('Quill'), source })),
      pages: { previous: say('/account/events'), next: say('/account/events?before=1') },
    }),
    'events empty': eventsPage(shell, { events: [], pages: ONE_PAGE }),
    'account delete': accountDeletionPage(shell, {
      ownedApplicationCount: 1,
      affectedUserCount: 12_000,
      authorizedCount: 3,
      sessionCount: 2,
      typed: say('mart'),
      faults: { confirm_nickname: fault, password: fault },
    }),
    profile: publicProfilePage(shell, {
      id: 7,
      nickname: say('marta'),
      name: say('Marta'),
      website: say('https://marta.example/'),
      createdAt: NOW - 86_400 * 400,
      lastOnlineAt: null,
    }),
  };
}

function portalPages(say: Say, shell: Shell) {
  const subject = {
    clientId: say('quill'),
    name: say('Quill'),
    redirectUris: [say('https://quill.example/cb')],
    scopes: [say('profile')],
    baseUrl: 'https://id.example',
  };
  const application = {
    ...subject,
    description: say('Writes.'),
    homepageUrl: say('https://quill.example/'),
    sendsIssuer: true,
    userCount: 12,
    createdAt: NOW - 9000,
    updatedAt: NOW,
  };
  const scopes = [
    { name: say('profile'), description: say('See you'), isDefault: true },
    { name: say('email'), description: say('See mail'), isDefault: false },
  ];
  const secrets = [
    { id: say('1'), suffix: say('x9Qa'), createdAt: NOW, lastUsedAt: null },
    { id: say('2'), suffix: say('pL0e'), createdAt: NOW, lastUsedAt: NOW },
  ];
  const events = EVENT_KINDS.map((kind) => ({
    kind,
    at: NOW,
    applicationName: null,
    source: { address: null, userAgent: null },
  }));
  const fault = faultFor(say);
  const values = { ...application, logoUrl: say('https://l.example/'), isConfidential: false };
  return {
    applications: applicationsPage(shell, {
      applications: [{ ...application, isConfidential: true, redirectUriCount: 3 }],
      pages: ONE_PAGE,
    }),
    'applications empty': applicationsPage(shell, { applications: [], pages: ONE_PAGE }),
    'application new': newApplicationPage(shell, {
      values: blankApplication([say('profile')]),
      faults: {},
      redirectUriFaults: [],
      scopes,
    }),
    'application edit': editApplicationPage(shell, {
      clientId: say('quill'),
      name: say('Quill'),
      values,
      faults: {
        name: fault,
        description: fault,
        homepage_url: fault,
        logo_url: fault,
        redirect_uri: fault,
        scope: fault,
        confidential: fault,
      },
      redirectUriFaults: [fault],
      scopes,
    }),
    application: applicationPage(shell, {
      application: { ...application, isConfidential: true },
      secrets,
      mayAddSecret: true,
      events,
    }),
    'application public': applicationPage(shell, {
      application: { ...application, isConfidential: false },
      secrets: [],
      mayAddSecret: true,
      events: [],
    }),
    secret: newSecretPage(shell, { ...subject, secret: say('s3cret'), occasion: 'created' }),
    'application delete': applicationDeletionPage(shell, {
      clientId: say('quill'),
      name: say('Quill'),
      userCount: 1,
      typed: say('qui'),
      faults: { confirm_name: fault },
    }),
  };
}

function decisionPages(say: Say, shell: Shell) {
  const owner = { id: 12, nickname: say('henrik') };
  const application = {
    clientId: say('quill'),
    name: say('Quill'),
    description: say('Writes.'),
    homepageUrl: say('https://quill.example/'),
    createdAt: NOW - 9000,
    userCount: 0,
  };
  const scopes = [
    { name: say('profile'), description: say('See your name'), isGranted: true },
    { name: say('email'), description: say('See your mail'), isGranted: false },
  ];
  const consent = {
    application,
    owner,
    scopes,
    redirectUri: say('https://quill.example/cb'),
    idleSeconds: 10_368_000,
    hidden: [
      ['client_id', say('quill')],
      ['scope', 'profile email'],
      ['state', say('s')],
    ] as const,
    returnTo: say('/oauth/authorize?client_id=quill'),
    wasEmpty: false,
  };
  return {
    consent: consentPage(shell, consent),
    'consent one': consentPage(shell, {
      ...consent,
      scopes: scopes.slice(0, 1),
      wasEmpty: true,
      redirectUri: say('myapp://x/cb'),
    }),
    'out of band': outOfBandPage(shell, { applicationName: say('Quill'), code: say('abc'), lifetimeSeconds: 600 }),
    authorized: authorizedApplicationsPage(shell, {
      applications: [
        {
          ...application,
          owner,
          scopes,
          since: NOW - 60,
          lastUse: { at: NOW, source: { address: say('::1'), userAgent: say('Quill/2') } },
        },
        { ...application, owner, scopes, since: NOW - 60, lastUse: null },
      ],
      pages: ONE_PAGE,
    }),
    'authorized empty': authorizedApplicationsPage(shell, { applications: [], pages: ONE_PAGE }),
  };
}

function errorPages(say: Say, shell: Shell) {
  const kinds: readonly ProblemKind[] = [
    {
      status: 400,
      about: 'authorization',
      reason: 'client_unknown',
      details: [['client_id', say('x')]],
      fixPath: say('/fix'),
    },
    { status: 400, about: 'request', reason: 'form_unreadable' },
    { status: 400, about: 'refused', error: 'invalid_scope', description: say('The scope is wrong.') },
    { status: 400, about: 'denied' },
    { status: 403, about: 'form', backPath: say('/account') },
    { status: 403, about: 'rights' },
    { status: 404 },
    { status: 405, method: say('PUT') },
    { status: 413, limitBytes: 65_536 },
    { status: 429, retryAfterSeconds: 240 },
    { status: 403, about: 'suspended', name: say('Quill'), because: say('It sends spam.') },
    { status: 414 },
    { status: 500, mayBeSaved: true },
    { status: 503, mayBeSaved: false, retryAfterSeconds: null },
  ];
  const traceId = say('4f1c9a7e');
  return Object.fromEntries(
    kinds.map((kind, index) => [
      `error ${kind.status} (${index})`,
      errorPage(index % 2 === 0 ? shell : { ...shell, account: null }, { kind, traceId }),
    ]),
  );
}
