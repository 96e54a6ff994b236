/** The pages of administrators with sample content. */

import { SETTING_NAMES, variableOf } from '../../../src/config/names.ts';
import { administeredApplicationPage } from '../../../src/pages/admin/application.ts';
import { administeredApplicationsPage } from '../../../src/pages/admin/applications.ts';
import { disablingPage } from '../../../src/pages/admin/disabling.ts';
import { eventLogPage } from '../../../src/pages/admin/events.ts';
import { newPersonPage } from '../../../src/pages/admin/new-person.ts';
import { peoplePage } from '../../../src/pages/admin/people.ts';
import { personPage } from '../../../src/pages/admin/person.ts';
import { personDeletionPage } from '../../../src/pages/admin/person-deletion.ts';
import { personEditPage } from '../../../src/pages/admin/person-edit.ts';
import { scopesPage } from '../../../src/pages/admin/scopes.ts';
import { selectedPage } from '../../../src/pages/admin/selected.ts';
import { settingsPage } from '../../../src/pages/admin/settings.ts';
import { shownLinkPage } from '../../../src/pages/admin/sign-in-link.ts';
import { suspendingPage } from '../../../src/pages/admin/suspending.ts';
import { todayPage } from '../../../src/pages/admin/today.ts';
import type { PageContext } from '../../../src/pages/frame.ts';
import { newResourcePage } from '../../../src/pages/resources/form.ts';
import { resourcesPage } from '../../../src/pages/resources/list.ts';
import { newResourceSecretPage, resourceDeletionPage, resourcePage } from '../../../src/pages/resources/one.ts';
import { searchPage } from '../../../src/pages/search.ts';
import { deadLinkPage, linkPage } from '../../../src/pages/sign-in/link.ts';
import { sentTwicePage } from '../../../src/pages/sign-in/sent-twice.ts';
import { EVENT_KINDS } from '../../../src/protocol/event.ts';
import { sinceApproval } from './since-approval.ts';
import { FRESH, faultFor, NOW, overtakenIn, type Say } from './typed.ts';
import { webhookPages } from './webhooks.ts';

const PAGES = { previous: '/admin/people', next: '/admin/people?before=7' };

export function adminPages(say: Say, context: PageContext) {
  const none = { allApplications: null, allPeople: null };
  const nothingFound = { applications: [], people: [], requests: [], ...none, isAdmin: false };
  const range = { since: say('2026-11-15'), until: say('2026-11-16') };
  const logged = {
    followPath: say('/admin/events/newer'),
    exports: { csv: say('/admin/events/export?format=csv'), jsonl: say('/admin/events/export?format=jsonl') },
  };
  return {
    ...peoplesPages(say, context),
    ...changedPersonPages(say, context),
    ...applicationsPages(say, context),
    ...todayPages(say, context),
    'admin settings': settingsPage(context, {
      typed: '',
      settings: SETTING_NAMES.map((name, index) => ({
        ...{ name, variable: variableOf(name), value: name === 'logo' ? '' : '86400' },
        ...(name === 'url' ? { value: say('https://id.example') } : {}),
        source: index === 2 ? 'environment' : 'default',
      })),
    }),
    'admin settings unset': settingsPage(context, { typed: '', settings: [] }),
    'admin settings none': settingsPage(context, { typed: say('zzzz'), settings: [] }),
    search: searchPage(context, {
      typed: 'PKCE',
      applications: [
        { clientId: say('quill'), logoPath: '/logos/quill.png', name: say('Quill'), owner: say('henrik') },
        { clientId: say('ink'), logoPath: null, name: say('Ink'), owner: null },
      ],
      people: [{ id: 12, picturePath: null, nickname: say('henrik'), email: say('h@example.org') }],
      requests: [{ path: '/oauth/applications/quill/activity/0123456789abcdef', traceId: say('0123456789abcdef') }],
      allApplications: say('/admin/applications?q=x'),
      allPeople: say('/admin/people?q=x'),
      isAdmin: true,
    }),
    'search nothing': searchPage(context, { ...nothingFound, typed: say('zzzz') }),
    'search empty': searchPage(context, { ...nothingFound, typed: '' }),
    ...resourcesPages(say, context),
    ...webhookPages(say, context),
    'admin scopes': scopesPage(context, {
      scopes: [
        { name: say('fly'), description: say('Fly for you'), isDefault: true, applicationCount: 3 },
        { name: say('swim'), description: '', isDefault: false, applicationCount: 0 },
      ],
      gone: [{ name: say('walk'), applicationCount: 1 }],
      isShipped: false,
      countedAmong: 10_000,
    }),
    'admin events': eventLogPage(context, {
      ...logged,
      filter: { kind: 'account.created', person: say('marta'), application: say('quill'), ...range },
      faults: {},
      events: EVENT_KINDS.map((kind, index) => ({
        id: index,
        kind,
        at: NOW - index,
        account: index % 3 === 0 ? null : { id: 7, nickname: index % 3 === 1 ? say('marta') : '' },
        application: index % 2 === 0 ? null : { clientId: say('quill'), name: say('Quill') },
        source: { address: say('::1'), userAgent: say('Quill/2') },
        detail: index % 4 === 0 ? 'by administrator 9' : index % 2 === 0 ? null : say('by hand'),
        nicknames: new Map(index % 8 === 0 ? [[9, say('root')]] : []),
      })),
      goOnPath: say('/admin/events?before=7'),
      pages: PAGES,
    }),
    'admin events refused': eventLogPage(context, {
      ...logged,
      filter: { kind: '', person: say('x'), application: say('y'), since: say('z'), until: say('z') },
      faults: { person: faultFor(say), application: faultFor(say), since: faultFor(say), until: faultFor(say) },
      events: [],
      goOnPath: null,
      pages: { previous: null, next: null },
    }),
  };
}

function todayPages(say: Say, context: PageContext) {
  const day = { signIns: 10_000, failedSignIns: 1, newAccounts: 0, tokens: 5, refusals: 2, alarms: 1 };
  const service = {
    ...{ version: '1.0', runtime: 'v26', startedAt: NOW - 9000, engine: 'sqlite' as const, databaseBytes: 12_345_678 },
    ...{ backedUpAt: NOW - 900_000, jobs: { dead: 1, running: 2, waiting: 3 }, unwritten: 4 },
  };
  const page = {
    totals: { people: 10_000, administrators: 1, disabled: 2, applications: 3, suspended: 4, waiting: 5 },
    liveSessions: 3,
    days: Array.from({ length: 30 }, (_, index) => ({ ...day, day: 20_000 + index })),
    failing: [{ clientId: say('quill'), name: say('Quill'), refusals: 7, tokens: 1 }],
    service,
    most: 10_000,
  };
  const quiet = { ...service, backedUpAt: null, jobs: { dead: 0, running: 0, waiting: 0 }, databaseBytes: 5 };
  return {
    'admin today': todayPage(context, page),
    'admin today quiet': todayPage(context, { ...page, failing: [], service: quiet }),
    'admin today elsewhere': todayPage(context, { ...page, service: { ...quiet, engine: 'postgres' } }),
  };
}

function peoplesPages(say: Say, context: PageContext) {
  const person = {
    id: 12,
    nickname: say('henrik'),
    name: say('Henrik'),
    email: say('h@example.org'),
    picturePath: say('/avatars/henrik.png'),
    pictureUrl: '',
    isEmailVerified: true,
    isPictured: true,
    isAdmin: true,
    createdAt: NOW - 90_000,
    onlineAt: NOW,
    disabledAt: null,
    signedInAt: NOW - 60,
    disabledBecause: null,
    isDeveloper: false,
  };
  const unused = { ...person, id: 13, name: '', isAdmin: false, disabledAt: NOW - 60, signedInAt: null };
  const elsewhere = {
    isEmailVerified: false,
    picturePath: null,
    isPictured: false,
    pictureUrl: say('https://a.example/'),
  };
  const disabled = { ...unused, ...elsewhere, disabledBecause: say('Spam.') };
  const page = {
    sessions: [{ startedAt: NOW - 60, lastSeenAt: NOW, source: { address: say('::1'), userAgent: say('Firefox') } }],
    owned: { items: [{ clientId: say('quill'), logoPath: '/logos/quill.png', name: say('Quill') }], hasMore: true },
    allowed: {
      items: [{ clientId: say('ink'), logoPath: null, name: say('Ink'), scope: say('profile') }],
      hasMore: false,
    },
  };
  const list = {
    ...{ typed: say('he'), filter: 'never' as const, sort: 'nickname' as const, pages: PAGES },
    counts: { people: 10_000, administrators: 1, disabled: 0 },
    here: say('/admin/people?q=he'),
    exports: { csv: say('/admin/people/export?format=csv'), jsonl: say('/admin/people/export?format=jsonl') },
  };
  const selected = {
    people: [{ id: 12, nickname: say('henrik') }],
    includesOneself: true,
    list: '/admin/people?q=a',
    reason: say('Spam.'),
  };
  const empty = { items: [], hasMore: false };
  return {
    'admin people': peoplePage(context, { ...list, people: [person, disabled], lookedAt: 100_000 }),
    'admin people empty': peoplePage(context, { ...list, filter: '', typed: '', people: [], lookedAt: null }),
    'admin selected': selectedPage(context, { ...selected, act: 'sign_out', reason: '', fault: undefined }),
    'admin selected refused': selectedPage(context, { ...selected, act: 'disable', fault: faultFor(say) }),
    'admin selected nobody': selectedPage(context, { ...selected, act: 'disable', people: [], fault: undefined }),
    'admin person': personPage(context, { person, ...page }),
    'admin person disabled': personPage(context, { person: disabled, sessions: [], owned: empty, allowed: empty }),
    'admin oneself': personPage(context, { person: { ...person, id: 7 }, ...page }),
    'admin disable': disablingPage(context, {
      id: 12,
      nickname: say('henrik'),
      sessionCount: 1,
      authorizedCount: 2,
      ownedCount: 5,
      typed: say('hen'),
      reason: say('Spam.'),
      faults: { confirm_nickname: faultFor(say), reason: faultFor(say) },
    }),
  };
}

function linkPages(say: Say, context: PageContext) {
  return {
    'admin sign-in link': shownLinkPage(context, {
      ...{
        person: { id: 12, nickname: say('henrik') },
        address: say('https://id.example/sign-in/link/x'),
        seconds: 900,
      },
      isNew: false,
    }),
    'admin person created': shownLinkPage(context, {
      person: { id: 12, nickname: say('henrik') },
      address: say('https://id.example/sign-in/link/y'),
      seconds: 900,
      isNew: true,
    }),
    'sign-in link': linkPage(context, {
      ...{ token: say('token'), nickname: say('henrik'), fault: faultFor(say), passwordMinimum: 10 },
      isFirst: false,
    }),
    'sign-in link first': linkPage(context, {
      ...{ token: say('token'), nickname: say('henrik'), fault: undefined, passwordMinimum: 10 },
      isFirst: true,
    }),
    'sign-in link dead': deadLinkPage(context),
    'sign-in link sent twice': sentTwicePage(context, { nickname: say('henrik'), hasSetPassword: false, target: '/' }),
    'sign-up sent twice': sentTwicePage(context, {
      ...{ nickname: say('henrik'), email: say('henrik@example.org'), hasSetPassword: true, target: '/' },
    }),
  };
}

function changedPersonPages(say: Say, context: PageContext) {
  const typed = { nickname: say('hen'), email: say('henrik@example'), name: say('Henrik') };
  return {
    ...linkPages(say, context),
    'admin person new': newPersonPage(context, {
      ...{ ...typed, isEmailVerified: true },
      faults: { nickname: faultFor(say), email: faultFor(say), name: faultFor(say) },
    }),
    'admin person edit': personEditPage(context, {
      id: 12,
      current: say('henrik'),
      shown: overtakenIn(say, 'nickname', 'email', 'name', 'website'),
      nickname: say('hen'),
      email: say('henrik@example'),
      name: say('Henrik'),
      website: say('henrik.example'),
      faults: { nickname: faultFor(say), email: faultFor(say), name: faultFor(say), website: faultFor(say) },
    }),
    'admin person delete': personDeletionPage(context, {
      id: 12,
      nickname: say('henrik'),
      isAdmin: true,
      sessionCount: 1,
      authorizedCount: 2,
      ownedCount: 5,
      affectedUserCount: 40,
      typed: say('hen'),
      reason: say('Spam.'),
      faults: { confirm_nickname: faultFor(say), reason: faultFor(say) },
    }),
  };
}

/** What an application says of itself, on the page that administrators see of it. */
function registeredAs(say: Say) {
  const links = { policyUrl: say('https://quill.example/privacy'), termsUrl: '' };
  return { description: say('Writes.'), kind: 'web' as const, logoPath: null, since: null, ...links };
}

function applicationsPages(say: Say, context: PageContext) {
  const application = {
    ...{ clientId: say('quill'), logoPath: '/logos/quill.png' },
    name: say('Quill'),
    owner: { id: 12, nickname: say('henrik') },
    createdAt: NOW - 90_000,
    tokenAt: NOW,
    suspendedAt: null,
    ...registeredAs(say),
    homepageUrl: say('https://quill.example/'),
    scope: [say('profile'), say('email')],
    redirectUris: [say('https://quill.example/cb')],
    userCount: 21,
    refusedCount: 1000,
    suspendedBecause: null,
    limits: [
      { name: 'token_requests' as const, typed: say('600'), usual: 6000, fault: faultFor(say) },
      { name: 'codes_per_user' as const, typed: '', usual: 10 },
    ],
    isVerified: false,
    isFirstParty: false,
    waitingSince: null,
    waitingFor: null,
    declinedBecause: null,
    judging: { typed: '' },
    updatedAt: NOW,
    shown: overtakenIn(say, 'token_requests', 'codes_per_user'),
  };
  const suspended = {
    ...application,
    homepageUrl: '',
    tokenAt: null,
    suspendedAt: NOW,
    suspendedBecause: say('Spam.'),
    isVerified: true,
    isFirstParty: true,
  };
  const list = {
    ...{ typed: say('qu'), filter: 'verified' as const, sort: 'name' as const, lookedAt: 100_000, pages: PAGES },
  };
  const right = { adminAt: null, isOfAdministrator: true, isConfidential: true };
  return {
    'admin applications': administeredApplicationsPage(context, { ...list, applications: [application, suspended] }),
    'admin applications empty': administeredApplicationsPage(context, {
      ...list,
      typed: '',
      filter: '',
      lookedAt: null,
      applications: [],
    }),
    'admin application waiting': administeredApplicationPage(context, {
      application: {
        ...{ ...application, ...right, waitingSince: NOW - 900, waitingFor: 'new' },
        judging: { typed: say('no'), fault: faultFor(say) },
      },
    }),
    'admin application declined': administeredApplicationPage(context, {
      application: {
        ...{ ...application, ...right, waitingSince: NOW, waitingFor: 'changed', declinedBecause: say('Spam.') },
        since: sinceApproval(say),
      },
    }),
    'admin application': administeredApplicationPage(context, { application: { ...application, ...right } }),
    'admin application suspended': administeredApplicationPage(context, {
      application: { ...suspended, ...right, adminAt: NOW },
    }),
    'admin suspend': suspendingPage(context, {
      clientId: say('quill'),
      name: say('Quill'),
      userCount: 1,
      typed: say('Because'),
      faults: { reason: faultFor(say) },
    }),
  };
}

function resourcesPages(say: Say, context: PageContext) {
  const { now } = context;
  const one = { clientId: say('latchkey-api-x'), identifier: say('https://api.example.org/'), name: say('Notes') };
  const values = {
    identifier: one.identifier,
    name: one.name,
    scopes: [say('notes')],
    seconds: say('600'),
    isPlain: true,
  };
  const scopes = [{ name: say('notes'), description: say('Read your notes') }];
  const form = { values, faults: {}, scopes };
  const fault = faultFor(say);
  const refused = { ...form, faults: { identifier: fault, name: fault, scopes: fault, seconds: fault } };
  const secrets = [
    { suffix: say('abcd'), createdAt: now - 9000, lastUsedAt: null, endsAt: now + 9000 },
    { suffix: say('efgh'), createdAt: now, lastUsedAt: now - 60, endsAt: null },
  ];
  const view = {
    ...one,
    isConfigured: false,
    peopleCount: 3,
    metadataUrl: say('https://id.example.org/x'),
    secrets,
    form: { ...form, shown: overtakenIn(say, 'name', 'scope', 'seconds', 'plain') },
  };
  const listed = { ...one, scope: [say('notes')], isConfigured: true, createdAt: now };
  const deletion = { ...one, peopleCount: 1, typed: '', faults: {} };
  return {
    'admin apis': resourcesPage(context, [listed, { ...listed, isConfigured: false }]),
    'admin apis empty': resourcesPage(context, []),
    'admin api new': newResourcePage(context, form),
    'admin api refused': newResourcePage(context, refused),
    'admin api': resourcePage(context, view),
    'admin api configured': resourcePage(context, {
      ...view,
      isConfigured: true,
      secrets: [],
      form: { ...refused, shown: FRESH },
    }),
    'admin api secret': newResourceSecretPage(context, { ...one, secret: say('lks_secret') }),
    'admin api delete': resourceDeletionPage(context, deletion),
    'admin api delete refused': resourceDeletionPage(context, {
      ...deletion,
      typed: say('x'),
      faults: { confirm_name: fault },
    }),
  };
}
