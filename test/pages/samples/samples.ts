/** Every page with sample content; `say` changes every string that a user or a client could have chosen. */
import {
  passwordPage as changePasswordPage,
  emailPage,
  privacyPage,
  profilePage,
} from '../../../src/pages/account/account.ts';
import { accountDeletionPage } from '../../../src/pages/account/delete.ts';
import { eventsPage } from '../../../src/pages/account/events.ts';
import { type Home, homePage } from '../../../src/pages/account/home.ts';
import { lookPage } from '../../../src/pages/account/look.ts';
import { publicProfilePage } from '../../../src/pages/account/public-profile.ts';
import { sessionsPage } from '../../../src/pages/account/sessions.ts';
import { unfinishedServicePage, welcomePage } from '../../../src/pages/account/welcome.ts';
import { errorPage } from '../../../src/pages/error.ts';
import type { PageContext } from '../../../src/pages/frame.ts';
import { render } from '../../../src/pages/html.ts';
import { themeColors } from '../../../src/pages/parts/icon.ts';
import type { ProblemKind } from '../../../src/pages/problem.ts';
import { deniedPage, outOfBandPage } from '../../../src/pages/sign-in/out-of-band.ts';
import { passwordPage } from '../../../src/pages/sign-in/password.ts';
import { confirmPage, signInPage } from '../../../src/pages/sign-in/sign-in.ts';
import { deadSetupPage, setupPage, signUpPage } from '../../../src/pages/sign-in/sign-up.ts';
import type { Text } from '../../../src/pages/text/en.ts';
import { textIn } from '../../../src/pages/text/texts.ts';
import { EVENT_KINDS } from '../../../src/protocol/event.ts';
import type { Language } from '../../../src/protocol/people/language.ts';
import { accessPages } from './access.ts';
import { adminPages } from './admin.ts';
import { docsPages, playgroundPages } from './playground.ts';
import { portalPages } from './portal.ts';
import { requestPages } from './requests.ts';
import { FRESH, faultFor, NOW, overtakenIn, type Say } from './typed.ts';

const ONE_PAGE = { previous: null, next: null };

export function shellFor(
  say: Say,
  account: boolean,
  language: Language = 'en',
  text: Text = textIn(language),
): PageContext {
  return {
    text,
    language,
    serviceName: say('Latchkey'),
    site: {
      stylePath: '/assets/style.css',
      theme: 'auto',
      scriptPath: '/assets/script.js',
      logoPath: null,
      iconUrl: '/assets/icon.svg',
      themeColors: themeColors(262),
      previewUrl: 'https://latchkey.example.org/assets/preview.png',
      footerLinks: [{ label: say('Privacy'), url: say('https://example.org/privacy') }],
      contact: say('help@example.org'),
    },
    lookPath: '/look',
    formToken: () => say('token-of-the-form'),
    account: account ? { id: 7, nickname: say('marta'), picturePath: null, isAdmin: true, mayRegister: true } : null,
    now: NOW,
    isRefused: false,
    done: null,
    doneTo: null,
  };
}

/** Name of the page → the whole document; in a catalogue of the service, or in another. */
export function everyPage(
  say: Say,
  language: Language = 'en',
  text: Text = textIn(language),
): ReadonlyMap<string, string> {
  const stranger = shellFor(say, false, language, text);
  const context = shellFor(say, true, language, text);
  const pages = {
    ...strangersPages(say, stranger),
    ...accountPages(say, context),
    ...portalPages(say, context),
    ...decisionPages(say, context),
    ...errorPages(say, context),
    ...requestPages(say, context, stranger),
    ...adminPages(say, context),
    ...playgroundPages(say, context),
    ...docsPages(say, stranger),
  };
  return new Map(Object.entries(pages).map(([name, page]) => [name, render(page)]));
}

const ONE_WAY = { chosen: { kind: 'password', page: passwordPage }, others: [] };

/** One way is shown; another, which only the samples have, is linked. */
function waysFor(say: Say) {
  const others = [{ ...ONE_WAY.chosen, kind: say('another') }];
  return { ...ONE_WAY, others };
}

function strangersPages(say: Say, context: PageContext) {
  const waiting = { clientId: say('quill'), logoPath: '/logos/quill.png', name: say('Quill') };
  const fault = faultFor(say);
  const faults = { nickname: fault, email: fault, password: fault, presented: fault };
  const fresh = { nickname: say('m'), email: say('m@'), faults, passwordMinimum: 10 };
  const signIn = { nickname: say('marta'), returnTo: say('/x?a=1'), signUpIsOpen: true, kept: null, disabled: null };
  return {
    'look stranger': lookPage(context, { language: 'ru', theme: 'auto', returnTo: say('/') }),
    welcome: welcomePage(context, {
      ...{ signUpIsOpen: true, registrationIsOpen: true, forDevelopers: true },
      ...{ introduction: '', baseUrl: 'https://id.example' },
    }),
    'welcome in other words': welcomePage(context, {
      ...{ signUpIsOpen: false, registrationIsOpen: false, forDevelopers: true, baseUrl: 'https://id.example' },
      introduction: say('Sign in to everything of ours.'),
    }),
    'welcome too early': unfinishedServicePage(context),
    'setup too late': deadSetupPage(context),
    'sign-in': signInPage(context, { ...signIn, ways: ONE_WAY, waiting: null, wasWrong: false, faults: {} }),
    'sign-in refused': signInPage(context, { ...signIn, ways: waysFor(say), waiting, wasWrong: true, faults }),
    'sign-in with a form kept': signInPage(context, {
      ...{
        ...signIn,
        ways: waysFor(say),
        waiting: null,
        wasWrong: false,
        faults: {},
        signUpIsOpen: false,
        returnTo: null,
      },
      kept: { action: '/account', hidden: [['typed.name', say('Ada')]] },
    }),
    'sign-in disabled': signInPage(context, {
      ...{ ...signIn, ways: ONE_WAY, waiting: null, wasWrong: false, faults: {} },
      disabled: { because: say('Spam.') },
    }),
    'sign-up': signUpPage(context, { ...fresh, returnTo: say('/x'), waiting }),
    setup: setupPage(context, { ...fresh, token: say('one-time') }),
  };
}

function homeFor(say: Say, now: number): Home {
  const one = { clientId: say('quill'), name: say('Quill'), logoPath: null, userCount: 3, tokens: 1200 };
  const cause = {
    traceId: 'x',
    endpoint: 'authorize',
    reason: 'redirect_uri_unregistered',
    error: 'untrusted_request',
  };
  return {
    applications: [
      {
        ...one,
        refused: 31,
        cause: { ...cause, endpoint: 'authorize', at: NOW, facts: [] },
        isSuspended: true,
        hadToken: false,
      },
      { ...one, refused: 0, cause: null, isSuspended: false, hadToken: false },
    ],
    hasMoreApplications: false,
    troubled: (['waiting', 'declined', 'suspended'] as const).map((trouble) => {
      return { clientId: say('quill'), name: say('Quill'), trouble };
    }),
    reuses: [{ clientId: say('quill'), name: say('Quill'), traceId: 'x' }],
    endingSecrets: [{ clientId: say('quill'), name: say('Quill'), suffix: say('abcd'), endsAt: now + 9000 }],
    access: [{ clientId: say('quill'), logoPath: '/logos/quill.png', name: say('Quill'), scopes: 2 }],
    hasMoreAccess: true,
    offers: [{ name: say('Quill'), owner: say('henrik') }],
    given: [
      { name: say('Quill'), owner: say('henrik') },
      { name: say('Inkwell'), owner: null },
    ],
    toApprove: 3,
    switchedOff: [
      { id: 7, url: say('https://hooks.example.org/x'), application: { clientId: say('quill'), name: say('Quill') } },
      { id: 8, url: say('https://log.example.org/x'), application: null },
    ],
  };
}

function accountPages(say: Say, context: PageContext) {
  const source = { address: say('203.0.113.9'), userAgent: say('Mozilla/5.0 (X11; Linux x86_64) Firefox/131.0') };
  const program = { address: null, userAgent: say('Quill/2.1') };
  const fault = faultFor(say);
  const hidden = [['description', say('Notes.')]] as const;
  const confirm = { purpose: 'change_application', action: say('/x'), hidden, backPath: say('/y'), fault } as const;
  const viaConfirm = {
    action: '/confirm',
    hidden: [['return_to', say('/x')]],
    otherWay: { path: say('/confirm') },
  } as const;
  const deletion = {
    ...{ ownedApplicationCount: 1, affectedUserCount: 12_000, authorizedCount: 3, sessionCount: 2 },
    ...{ isLastAdministrator: false, typed: '', faults: {} },
  };
  return {
    home: homePage({ ...context, done: 'profile_saved' }, homeFor(say, context.now)),
    'home of a newcomer': homePage(context, {
      ...{ applications: [], hasMoreApplications: false, troubled: [], reuses: [], endingSecrets: [], switchedOff: [] },
      ...{ access: [], hasMoreAccess: false, offers: [], given: [], toApprove: 0 },
    }),
    'home of a user': homePage(context, { ...homeFor(say, context.now), applications: [] }),
    confirm: confirmPage(context, { ...confirm, ...viaConfirm, ways: ONE_WAY }),
    'confirm with a choice': confirmPage(context, { ...confirm, ...viaConfirm, ways: waysFor(say) }),
    'confirm an act': confirmPage(context, { ...confirm, otherWay: { button: 'other_way' }, ways: waysFor(say) }),
    ...profilePages(say, context),
    sessions: sessionsPage(context, {
      sessions: [
        { id: say('1'), isCurrent: true, startedAt: NOW - 60, lastSeenAt: NOW, source },
        { id: say('2'), isCurrent: false, startedAt: NOW - 86_400, lastSeenAt: NOW - 60, source: program },
      ],
    }),
    events: eventsPage(context, {
      events: EVENT_KINDS.map((kind) => ({ kind, at: NOW - 9000, applicationName: say('Quill'), source })),
      alarms: [{ kind: 'token.reuse_detected', at: NOW, applicationName: say('Quill'), source }],
      subject: null,
      pages: { previous: say('/account/events'), next: say('/account/events?before=1') },
    }),
    'events empty': eventsPage(context, { events: [], alarms: [], subject: null, pages: ONE_PAGE }),
    'events filtered': eventsPage(context, { events: [], alarms: [], subject: 'alarms', pages: ONE_PAGE }),
    'account delete last administrator': accountDeletionPage(context, { ...deletion, isLastAdministrator: true }),
    'account delete': accountDeletionPage(context, {
      ...deletion,
      typed: say('mart'),
      faults: { confirm_nickname: fault, password: fault },
    }),
    profile: publicProfilePage(context, {
      id: 7,
      picturePath: say('/avatars/marta.png'),
      nickname: say('marta'),
      name: say('Marta'),
      website: say('https://marta.example/'),
      createdAt: NOW - 86_400 * 400,
    }),
  };
}

function profilePages(say: Say, context: PageContext) {
  const fault = faultFor(say);
  const profile = {
    nickname: say('marta'),
    name: say('Marta'),
    website: say('https://marta.example/'),
    locale: say('sv'),
    avatarUrl: say('https://a.example/'),
    shown: FRESH,
  };
  return {
    account: profilePage(context, { ...profile, faults: {} }),
    'account pictured': profilePage(pictured(say, context), { ...profile, avatarUrl: '', faults: {} }),
    'account overtaken': profilePage(context, {
      ...profile,
      shown: overtakenIn(say, 'nickname', 'name', 'website', 'locale', 'avatar_url'),
      faults: {},
    }),
    'account refused': profilePage(context, {
      ...profile,
      faults: { picture: fault, nickname: fault, name: fault, website: fault, locale: fault, avatar_url: fault },
    }),
    'account email': emailPage(context, { current: say('m@example.org'), isVerified: true, typed: '', faults: {} }),
    'account email refused': emailPage(context, {
      ...{ current: say('m@example.org'), isVerified: false, typed: say('x') },
      faults: { email: fault, current_password: fault },
    }),
    'account password': changePasswordPage(context, { minimum: 10, endsAccess: false, faults: {} }),
    'account password refused': changePasswordPage(context, {
      ...{ minimum: 10, endsAccess: true },
      faults: { current_password: fault, new_password: fault },
    }),
    'account data': privacyPage(context),
    look: lookPage(context, { language: null, theme: 'dark', returnTo: say('/account') }),
  };
}

function pictured(say: Say, context: PageContext): PageContext {
  return { ...context, account: context.account && { ...context.account, picturePath: say('/avatars/marta.png') } };
}

function decisionPages(say: Say, context: PageContext) {
  return {
    ...accessPages(say, context),
    'out of band, denied': deniedPage(context, say('Quill')),
    'out of band': outOfBandPage(context, {
      applicationName: say('Quill'),
      code: say('abc'),
      lifetimeSeconds: 600,
      expiresAt: NOW + 600,
    }),
  };
}

function errorPages(say: Say, context: PageContext) {
  const kinds: readonly ProblemKind[] = [
    {
      status: 400,
      about: 'authorization',
      reason: 'client_unknown',
      details: [['client_id', say('x')]],
      applicationName: say('Quill'),
      diagnosed: null,
    },
    { status: 400, about: 'request', reason: 'form_unreadable' },
    {
      status: 400,
      about: 'refused',
      error: 'invalid_scope',
      description: say('The scope is wrong.'),
      applicationName: say('Quill'),
      details: [['client_id', say('quill')]],
      diagnosed: null,
    },
    {
      status: 400,
      about: 'silent',
      name: say('Quill'),
      redirectUri: 'https://quill.example/cb',
      location: `https://quill.example/cb?state=${encodeURIComponent(say('x'))}`,
    },
    { status: 403, about: 'form', backPath: say('/account') },
    { status: 403, about: 'cookies', backPath: say('/sign-in') },
    { status: 403, about: 'rights' },
    { status: 404 },
    { status: 404, about: 'given', name: say('Quill'), at: 1_780_000_000, to: say('henrik') },
    { status: 409, about: 'given', name: say('Quill'), at: 1_780_000_000, to: null },
    { status: 405, method: say('PUT') },
    { status: 409, reason: 'secrets_full', backPath: say('/fix'), backTo: 'credentials' },
    { status: 413, limitBytes: 65_536 },
    { status: 429, retryAfterSeconds: 240 },
    { status: 403, about: 'suspended', name: say('Quill'), because: say('It sends spam.'), hasAccess: false },
    { status: 403, about: 'suspended', name: say('Quill'), because: say('It sends spam.'), hasAccess: true },
    { status: 403, about: 'unapproved', name: say('Quill'), isDeclined: false, hasAccess: false },
    { status: 403, about: 'unapproved', name: say('Quill'), isDeclined: false, hasAccess: true },
    { status: 403, about: 'unapproved', name: say('Quill'), isDeclined: true, hasAccess: true },
    { status: 403, about: 'unapproved', name: say('Quill'), isDeclined: true, hasAccess: false },
    { status: 403, about: 'registration' },
    { status: 403, about: 'sign_up' },
    { status: 414 },
    { status: 500, mayBeSaved: true },
    { status: 503, mayBeSaved: false, retryAfterSeconds: null },
  ];
  const traceId = say('4f1c9a7e');
  return Object.fromEntries(
    kinds.map((kind, index) => [
      `error ${kind.status} (${index})`,
      errorPage(index % 2 === 0 ? context : { ...context, account: null }, { kind, traceId }),
    ]),
  );
}
