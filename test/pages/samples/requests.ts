/** The pages about refused requests with sample content: the list, every finding, and the public explanation. */

import { requestsPage } from '../../../src/pages/applications/activity/requests.ts';
import { diagnosisPage } from '../../../src/pages/applications/diagnosis.ts';
import { explainedErrorPage } from '../../../src/pages/applications/explained-error.ts';
import type { PageContext } from '../../../src/pages/frame.ts';
import { type ActivityKind, ENDPOINT_OF } from '../../../src/protocol/activity.ts';
import { BECAUSES, type Finding } from '../../../src/protocol/diagnosis/finding.ts';
import { compareTexts } from '../../../src/protocol/difference.ts';
import { ENDINGS } from '../../../src/protocol/refusals/ending.ts';
import { REFUSING_ENDPOINTS, type RefusedRequest } from '../../../src/protocol/refusals/refused-request.ts';
import { REFUSAL_SECTIONS } from '../../../src/protocol/refusals/sections.ts';

type Say = (text: string) => string;

const TRACE = '4f1c9a7e00112233';
const ONE_PAGE = { previous: null, next: null };

const WRONG_SECRET = { endpoint: 'token', reason: 'client_secret_wrong', error: 'invalid_client' } as const;
const OWN_REFUSAL = { ...WRONG_SECRET, traceId: TRACE, at: 0, facts: [] };

export function requestPages(say: Say, context: PageContext, stranger: PageContext) {
  const subject = {
    clientId: say('quill'),
    name: say('Quill'),
    description: say('Writes.'),
    kind: 'web',
    logoPath: null,
    userCount: 2,
    createdAt: context.now - 9000,
    updatedAt: context.now,
  } as const;
  const requests = requestsOf(say, context.now);
  const [request = requests[0]] = requests;
  const answered = answeredOf(say, context.now);
  const refused = requests.map((request) => ({ isRefused: true as const, request }));
  const entries = [...refused, ...refused.slice(-1), ...answered];
  const list = { subject, entries, filter: { endpoint: null, error: null }, endpoints: REFUSING_ENDPOINTS };
  const pieces = compareTexts(say('https://a.example/cb/ '), say('https://a.example/cb'));
  const comparison = { what: 'redirect_uri', received: '', expected: '', pieces } as const;
  const own = { clientId: say('quill'), baseUrl: 'https://id.example' };
  return {
    requests: requestsPage(context, { ...list, errors: ['invalid_grant'], pages: ONE_PAGE }),
    'requests empty': requestsPage(context, { ...list, entries: [], endpoints: [], errors: [], pages: ONE_PAGE }),
    'requests filtered': requestsPage(context, {
      ...list,
      entries: [],
      filter: { endpoint: 'token', error: 'invalid_grant' },
      errors: ['invalid_grant'],
      pages: ONE_PAGE,
    }),
    ...(request && {
      diagnosis: diagnosisPage(context, {
        subject,
        request,
        ...own,
        diagnosis: {
          cause: null,
          findings: everyFinding(say, context.now),
          comparison,
          mend: say('https://a.example/cb'),
          addableScopes: [say('email')],
        },
      }),
      'diagnosis bare': diagnosisPage(context, {
        subject,
        request: { ...request, facts: [], endpoint: 'authorize', reason: 'login_required', error: 'login_required' },
        ...own,
        diagnosis: {
          cause: { kind: 'wrong_kind', parameter: 'code', sent: 'access' },
          ...{ findings: [], comparison: null, mend: null, addableScopes: [] },
        },
      }),
    }),
    'error explained': explainedErrorPage(stranger, {
      own: null,
      error: 'invalid_grant',
      traceId: TRACE,
      path: `/errors/${TRACE}`,
    }),
    'error of one’s own': explainedErrorPage(context, {
      ...{ error: 'invalid_client', traceId: '', path: '/errors/invalid_client' },
      own: [
        {
          clientId: say('quill'),
          clientName: say('Quill'),
          count: 3,
          newest: OWN_REFUSAL,
        },
      ],
    }),
    'error unknown': explainedErrorPage(context, { error: null, traceId: TRACE, path: `/errors/${TRACE}`, own: [] }),
  };
}

/** One for every kind. */
function answeredOf(say: Say, now: number) {
  // Object.keys loses the type of the keys.
  return (Object.keys(ENDPOINT_OF) as ActivityKind[]).map((kind, index) => ({
    isRefused: false as const,
    request: {
      ...{ id: index, traceId: TRACE, kind, familyId: index, at: now, milliseconds: 12, count: index + 1 },
      source: { address: say('203.0.113.9'), userAgent: say('Quill/2.1') },
    },
  }));
}

/** One for every reason of the token endpoint. */
export function requestsOf(say: Say, now: number): readonly RefusedRequest[] {
  return Object.keys(REFUSAL_SECTIONS).map((reason, index) => ({
    id: index,
    traceId: TRACE,
    shortTrace: 'abcdefgh',
    endpoint: 'token',
    reason,
    error: 'invalid_grant',
    at: now - 60,
    source: { address: say('203.0.113.9'), userAgent: say('Quill/2.1') },
    accountId: 7,
    facts: [
      ['parameters', say('grant_type')],
      ['authorization', say('Basic')],
      ['scope', say('profile')],
      ['allowed', say('profile')],
      ['registered', say('https://a.example/cb')],
    ],
  }));
}

function everyFinding(say: Say, now: number): readonly Finding[] {
  const source = { address: say('203.0.113.9'), userAgent: say('Quill/2.1') };
  const [at, parameter, suffix, names] = [now - 60, say('code'), say('x9Qa'), [say('email'), say('fly')]];
  const differences = [
    ...['space', 'quotes', 'encoded_whole', 'scheme', 'www_extra', 'www_missing', 'loopback_name', 'host', 'port'],
    ...['slash_extra', 'slash_missing', 'case', 'encoding', 'path', 'query_extra', 'query_missing', 'query_order'],
    ...['query', 'fragment', 'other'],
  ] as const;
  const shapes = ['whole', 'damaged', 'short', 'long', 'access', 'refresh', 'code', 'secret', 'foreign'] as const;
  const wrappings = ['space', 'quotes', 'percent', 'tail'] as const;
  return [
    ...differences.map((name) => ({ kind: 'difference', name }) as Finding),
    { kind: 'registered_now' },
    { kind: 'rule', rule: 'wildcard' },
    { kind: 'other_host' },
    { kind: 'missing', parameter },
    { kind: 'empty', parameter },
    { kind: 'near', sent: say('redirect_url'), meant: 'redirect_uri' },
    { kind: 'doubled', parameter },
    { kind: 'detail', sentence: say('The request body is not UTF-8.') },
    { kind: 'suspended_because', sentence: say('It sends spam.') },
    { kind: 'content_type', received: say('text/plain') },
    { kind: 'content_type', received: '' },
    { kind: 'value_near', sent: say('Email'), meant: 'email' },
    { kind: 'retry_after', seconds: 30 },
    ...(['base64', 'colon', 'percent'] as const).map((fault): Finding => ({ kind: 'basic', fault })),
    { kind: 'secret_removed', suffix, at },
    { kind: 'secret_elsewhere', suffix, application: say('Sister') },
    ...wrappings.map((wrapping): Finding => ({ kind: 'secret_wrapped', suffix, wrapping })),
    { kind: 'secret_is_id' },
    { kind: 'secrets_live', suffixes: [suffix, suffix] },
    ...shapes.map((shape): Finding => ({ kind: 'shape', parameter, shape, length: 63 })),
    ...wrappings.map((wrapping): Finding => ({ kind: 'wrapped', parameter, wrapping })),
    { kind: 'place', place: 'query' },
    { kind: 'place', place: 'scheme' },
    { kind: 'expired', at, agoSeconds: 60, lifetimeSeconds: 600 },
    ...[...ENDINGS, 'permissions' as const].map((what): Finding => ({ kind: 'ended', what, at })),
    ...BECAUSES.map((because): Finding => ({ kind: 'because', because })),
    { kind: 'caused_by', traceId: say(TRACE) },
    { kind: 'used_before', at, earlierSeconds: 4, source },
    { kind: 'renewed', at, earlierSeconds: 4, source: { address: null, userAgent: null } },
    { kind: 'superseded', at, earlierSeconds: 4, leewaySeconds: 30 },
    { kind: 'replaced', at, earlierSeconds: 4 },
    { kind: 'hashes_differ' },
    { kind: 'verifier_is_challenge' },
    { kind: 'verifier_malformed', length: 5 },
    { kind: 'scope_unknown', names },
    { kind: 'scope_not_allowed', names },
    { kind: 'scope_not_granted', names },
    { kind: 'scope_sign', sign: say(',') },
    { kind: 'scope_allowed_now' },
  ];
}
