/** The operations of the management API on where people are signed in, and on what they allow applications. */
import { findPerson, signOutPerson } from '../../../accounts/administration.ts';
import { type Authorization, listAuthorizationsBelow } from '../../../accounts/authorizations.ts';
import { endConsentsOf, endSessionOf } from '../../../accounts/managed.ts';
import { listSessions, MOST_SESSIONS, type Session } from '../../../accounts/sessions.ts';
import { flag, list, moment, named, nullable, object, type Read, text } from '../../../protocol/api/shape.ts';
import { accept } from '../../../protocol/result.ts';
import { type Operation, operation } from '../operation.ts';
import { ACCOUNT_ID, CLIENT_ID, iso, isoOrNull, PAGING, page, pageOf, readPaging } from '../parts.ts';
import { problem } from '../replies.ts';

const ONE = { id: ACCOUNT_ID };
const SESSION_ID = text({ says: 'The name of the session.', least: 43, most: 43, pattern: '^[A-Za-z0-9_-]{43}$' });
const ADDRESS = nullable(text({ says: 'From which network address.', most: 255 }));
const USER_AGENT = nullable(text({ says: 'What the browser says it is.', most: 255 }));

const SESSION = named(
  'Session',
  object({
    id: SESSION_ID,
    created_at: moment('When the person signed in.'),
    last_seen_at: moment('When it was last used.'),
    proved_at: moment('When the account was last proved.'),
    methods: text({ says: 'How: names of RFC 8176, separated by spaces.', most: 255 }),
    expires_at: moment('When it ends at the latest.'),
    address: ADDRESS,
    user_agent: USER_AGENT,
  }),
);

function sessionBody(session: Session): Read<typeof SESSION> {
  return {
    id: session.digest,
    created_at: iso(session.createdAt),
    last_seen_at: iso(session.seenAt),
    proved_at: iso(session.authTime),
    methods: session.amr,
    expires_at: iso(session.expiresAt),
    address: session.address,
    user_agent: session.userAgent,
  };
}

const listPersonSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/people/{id}/sessions',
  tag: 'sessions',
  says: 'Lists where a person is signed in, the last used first.',
  needs: 'all',
  parameters: ONE,
  answer: {
    status: 200,
    says: 'All sessions.',
    // A few more for a moment, while several sign-ins make room at once.
    shape: object({ items: list('The last used first.', SESSION, { most: 2 * MOST_SESSIONS }) }),
  },
  async run({ world, parameters }) {
    if (!(await findPerson(world, parameters.id))) return problem('not-found');
    return accept({ body: { items: (await listSessions(world, parameters.id)).map(sessionBody) } });
  },
});

const endSessions = operation({
  id: 'endSessions',
  method: 'DELETE',
  path: '/people/{id}/sessions',
  tag: 'sessions',
  says: 'Signs a person out everywhere; access of applications stays.',
  needs: 'all',
  parameters: ONE,
  answer: { status: 204, says: 'No session is left.', shape: null },
  async run({ world, caller, parameters }) {
    const done = await signOutPerson(world, caller.actor, parameters.id);
    return done.ok ? accept({}) : problem(done.refusal === 'powerless' ? 'insufficient-scope' : 'not-found');
  },
});

const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  path: '/people/{id}/sessions/{session}',
  tag: 'sessions',
  says: 'Ends one session. Succeeds also where it had ended before.',
  needs: 'all',
  parameters: { ...ONE, session: SESSION_ID },
  answer: { status: 204, says: 'It has ended.', shape: null },
  async run({ world, caller, parameters }) {
    const done = await endSessionOf(world, caller.actor, parameters);
    if (done.ok || done.refusal === 'already') return accept({});
    return problem(done.refusal === 'powerless' ? 'insufficient-scope' : 'not-found');
  },
});

const CONSENT = named(
  'Consent',
  object({
    client_id: CLIENT_ID,
    application: text({ says: 'The name of the application.', most: 255 }),
    resource: nullable(
      text({ says: 'The client_id of the API that it is for; null for none in particular.', most: 255 }),
    ),
    scopes: list('What it allows.', text({ says: 'A scope.', most: 64 }), { most: 100 }),
    granted_at: moment('When it was given or renewed.'),
    ends_at: nullable(moment('When it ends by itself.')),
    suspended: flag('Whether the application is suspended now.'),
    last_used_at: nullable(moment('When a token that came from it was last used.')),
  }),
);

function consentBody(consent: Authorization): Read<typeof CONSENT> {
  return {
    client_id: consent.clientPublicId,
    application: consent.clientName,
    resource: consent.resourcePublicId,
    scopes: consent.scope.split(' '),
    granted_at: iso(consent.grantedAt),
    ends_at: isoOrNull(consent.endsAt),
    suspended: consent.suspendedBecause !== null,
    last_used_at: isoOrNull(consent.usedAt),
  };
}

const listConsents = operation({
  id: 'listConsents',
  method: 'GET',
  path: '/people/{id}/consents',
  tag: 'consents',
  says: 'Lists what a person allows applications, those given last first.',
  needs: 'all',
  parameters: ONE,
  query: PAGING,
  answer: { status: 200, says: 'A page of consents.', shape: pageOf(CONSENT) },
  async run({ world, parameters, query }) {
    const paging = readPaging(query, 2);
    if (!paging.ok) return paging;
    if (!(await findPerson(world, parameters.id))) return problem('not-found');
    const { most, from } = paging.value;
    const [grantedAt = 0, id = 0] = from ?? [];
    const before = from === undefined ? undefined : { grantedAt, id };
    const consents = await listAuthorizationsBelow(world, parameters.id, { before, most: most + 1 });
    const place = (consent: Authorization) => [consent.grantedAt, consent.id];
    return accept({ body: page(consents, most, { item: consentBody, place }) });
  },
});

const endConsents = operation({
  id: 'endConsents',
  method: 'DELETE',
  path: '/people/{id}/consents',
  tag: 'consents',
  says: 'Ends everything that a person allows applications; they have to ask again.',
  needs: 'all',
  parameters: ONE,
  answer: { status: 204, says: 'Nothing is allowed any more.', shape: null },
  async run({ world, caller, parameters }) {
    const done = await endConsentsOf(world, caller.actor, { id: parameters.id, clientPublicId: null });
    if (done.ok || done.refusal === 'already') return accept({});
    return problem(done.refusal === 'powerless' ? 'insufficient-scope' : 'not-found');
  },
});

const endConsent = operation({
  id: 'endConsent',
  method: 'DELETE',
  path: '/people/{id}/consents/{client_id}',
  tag: 'consents',
  says: 'Ends what a person allows one application. Succeeds also where nothing is allowed.',
  needs: 'all',
  parameters: { ...ONE, client_id: CLIENT_ID },
  answer: { status: 204, says: 'It is not allowed any more.', shape: null },
  async run({ world, caller, parameters }) {
    const which = { id: parameters.id, clientPublicId: parameters.client_id };
    const done = await endConsentsOf(world, caller.actor, which);
    if (done.ok || done.refusal === 'already') return accept({});
    return problem(done.refusal === 'powerless' ? 'insufficient-scope' : 'not-found');
  },
});

export const ACCESS_OPERATIONS: readonly Operation[] = [
  listPersonSessions,
  endSessions,
  endSession,
  listConsents,
  endConsents,
  endConsent,
];
