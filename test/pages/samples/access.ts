/** The pages about access with sample content: consent, authorised applications, families of tokens. */
import { authorizedApplicationPage } from '../../../src/pages/account/authorized-application.ts';
import { authorizedApplicationsPage } from '../../../src/pages/account/authorized-applications.ts';
import { tokenFamiliesPage, tokenFamilyPage } from '../../../src/pages/applications/activity/families.ts';
import type { PageContext } from '../../../src/pages/frame.ts';
import { consentPage } from '../../../src/pages/sign-in/consent.ts';
import type { FamilyEnd, FamilyEntry, FamilyStep, History } from '../../../src/protocol/tokens/family-history.ts';

type Say = (text: string) => string;

const ONE_PAGE = { previous: null, next: null };
const STEPS: readonly FamilyStep[] = [
  'refused',
  'reuse_detected',
  'code_replayed',
  'used',
  'retried',
  'rotated',
  'issued',
];
const ENDS: readonly FamilyEnd[] = [
  'refresh_token_reused',
  'code_replayed',
  'revoked_by_client',
  'revoked_by_operator',
  'revoked_by_owner',
  'family_revoked_by_owner',
  'removed',
  'removed_with_all',
  'account_disabled',
  'ended',
  'suspended',
  'unused',
  'permissions_removed',
  'unknown',
];

export function accessPages(say: Say, context: PageContext) {
  return { ...consentPages(say, context), ...authorizedPages(say, context), ...familyPages(say, context) };
}

function applicationFor(say: Say, now: number) {
  return {
    clientId: say('quill'),
    name: say('Quill'),
    logoPath: say('/logos/quill.png'),
    description: say('Writes.'),
    homepageUrl: say('https://quill.example/'),
    policyUrl: say('https://quill.example/privacy'),
    termsUrl: say('https://quill.example/terms'),
    createdAt: now - 9000,
    userCount: 0,
    owner: { id: 12, nickname: say('henrik') },
  };
}

function scopesFor(say: Say) {
  return [
    { name: say('profile'), description: say('See your name'), group: say('You'), access: 'read' as const },
    { name: say('email'), description: say('See your mail'), group: say('You') },
    { name: say('notes'), description: say('Change notes'), group: say('Notes'), access: 'write' as const },
  ];
}

function consentPages(say: Say, context: PageContext) {
  const { owner, ...application } = applicationFor(say, context.now);
  const scopes = scopesFor(say).map((scope, index) => ({ ...scope, isGranted: index === 0, isOptional: index > 0 }));
  const consent = {
    application: { ...application, isNamesake: false, isVerified: false },
    owner,
    email: say('marta@example.org'),
    resource: null,
    scopes,
    given: null,
    loopingAfter: null,
    lasts: 'until_removed' as const,
    redirectUri: say('https://quill.example/cb'),
    isPlayground: false,
    idleSeconds: 10_368_000,
    hidden: [
      ['client_id', say('quill')],
      ['scope', 'profile email'],
      ['lasts', 'day'],
      ['state', say('s')],
    ] as const,
    returnTo: say('/oauth/authorize?client_id=quill'),
    ticked: null,
    about: null,
  };
  const only = scopes.slice(0, 1).map((scope) => ({ ...scope, isOptional: false }));
  return {
    consent: consentPage(context, consent),
    'consent again': consentPage(context, { ...consent, given: { endsAt: context.now + 9000 }, loopingAfter: 10 }),
    'consent for an API': consentPage(context, {
      ...consent,
      resource: { name: say('Notes'), identifier: say('https://api.example.org/') },
    }),
    'consent for the playground': consentPage(context, { ...consent, isPlayground: true }),
    'consent more': consentPage(context, { ...consent, given: { endsAt: null }, email: null }),
    'consent namesake': consentPage(context, {
      ...consent,
      application: { ...application, isNamesake: true, isVerified: true },
    }),
    'consent one': consentPage(context, { ...consent, scopes: only, redirectUri: say('myapp://x/cb') }),
    'consent empty': consentPage(context, { ...consent, ticked: [], about: 'permission_missing' }),
    'consent changed': consentPage(context, { ...consent, ticked: ['profile'], about: 'permission_not_shown' }),
  };
}

function authorizedPages(say: Say, context: PageContext) {
  const { now } = context;
  const application = applicationFor(say, now);
  const source = { address: say('::1'), userAgent: say('Quill/2') };
  const scopes = scopesFor(say).map((scope, index) => ({
    ...scope,
    isRequired: index === 0,
    usedAt: index === 2 ? null : now - index * 9_000_000,
  }));
  const since = now - 9_000_000;
  const use = { at: now, source };
  const given = { resource: null, since, chosenAt: since, endsAt: null, source, lastUse: use, scopes };
  const short = { ...given, endsAt: now + 9000, lastUse: null, scopes: scopes.slice(0, 1) };
  const one = { ...application, suspendedBecause: null };
  const devices = ENDS.map((because, index) => ({ id: index, history: historyOf(say, now, because) }));
  return {
    authorized: authorizedApplicationsPage(context, {
      applications: [
        { ...application, ...given },
        { ...application, ...short, clientId: say('other') },
      ],
      pages: ONE_PAGE,
      typed: '',
    }),
    'authorized empty': authorizedApplicationsPage(context, { applications: [], pages: ONE_PAGE, typed: '' }),
    'authorized not found': authorizedApplicationsPage(context, {
      applications: [],
      pages: ONE_PAGE,
      typed: say('qui'),
    }),
    'authorized one': authorizedApplicationPage(context, { ...one, accesses: [given], devices }),
    'authorized short': authorizedApplicationPage(context, { ...one, accesses: [short], devices: [] }),
    'authorized for an API': authorizedApplicationPage(context, {
      ...one,
      accesses: [given, { ...short, resource: { publicId: say('latchkey-api-x'), name: say('Notes') } }],
      devices,
    }),
    'authorized suspended': authorizedApplicationPage(context, {
      ...one,
      suspendedBecause: say('It sends spam.'),
      accesses: [given],
      devices,
    }),
    'authorized before': authorizedApplicationPage(context, { ...one, accesses: [], devices }),
    'authorized never': authorizedApplicationPage(context, { ...one, accesses: [], devices: [] }),
  };
}

function familyPages(say: Say, context: PageContext) {
  const { now } = context;
  const application = { ...applicationFor(say, now), kind: 'web' as const, updatedAt: now };
  const live = { ...historyOf(say, now, 'unused'), end: null };
  const unknown: History = { startedAt: null, end: { at: null, because: 'unknown' }, lastUse: null, entries: [] };
  const families = [live, ...ENDS.map((because) => historyOf(say, now, because)), unknown].map((history, index) => ({
    id: 901 + index,
    scope: index % 2 === 0 ? say('profile') : null,
    history,
  }));
  return {
    families: tokenFamiliesPage(context, { application, families, typed: '' }),
    'families empty': tokenFamiliesPage(context, { application, families: [], typed: '' }),
    'families not found': tokenFamiliesPage(context, { application, families: [], typed: say('77') }),
    family: tokenFamilyPage(context, { application, id: 901, scope: say('profile'), history: live, hasMore: true }),
    'family unknown': tokenFamilyPage(context, { application, id: 902, scope: null, history: unknown, hasMore: false }),
  };
}

function historyOf(say: Say, now: number, because: FamilyEnd): History {
  const source = { address: say('203.0.113.9'), userAgent: say('Quill/2.1') };
  const entry = (step: FamilyStep, index: number): FamilyEntry => {
    const reason = step === 'refused' ? say('refresh_token_revoked') : null;
    return { step, because: null, reason, at: now - index * 60, source };
  };
  const end = { at: now, because };
  const ended: FamilyEntry = { step: 'ended', because, reason: null, at: now, source };
  return { startedAt: now - 9000, end, lastUse: { at: now - 90, source }, entries: [ended, ...STEPS.map(entry)] };
}
