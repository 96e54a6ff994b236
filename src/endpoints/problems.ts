/** Answers to problems that no handler answered: a page for people, JSON for programs. */
import { siteOf } from '../http/browser/assets.ts';
import { lookOf } from '../http/browser/look.ts';
import { languageFor, problemReply } from '../http/browser/page.ts';
import { saysItIsSignedIn, visitorOf } from '../http/browser/visitor.ts';
import type { ErrorAnswers, Problem, ProblemName } from '../http/problem.ts';
import { htmlReply, jsonReply } from '../http/replying/replies.ts';
import type { Reply, Request, RouteTable } from '../http/route.ts';
import { errorPage } from '../pages/error.ts';
import type { PageContext } from '../pages/frame.ts';
import { render } from '../pages/html.ts';
import type { ProblemKind } from '../pages/problem.ts';
import { textIn } from '../pages/text/texts.ts';
import { API_BASE } from '../protocol/api/operation.ts';
import type { ApiProblemName } from '../protocol/api/problem.ts';
import { ENDPOINT_PATHS } from '../protocol/endpoint-paths.ts';
import { networkOf } from '../protocol/limits.ts';
import { NotNow } from '../protocol/not-now.ts';
import { bearerChallenge } from '../protocol/tokens/bearer.ts';
import type { World } from '../world.ts';
import { problemReply as apiProblem } from './api/replies.ts';

type Words = readonly [error: string, description: string];

/** RFC 6749 §5.2 names where it has one, plain names of the same form elsewhere. */
const WORDS: Readonly<Record<Exclude<ProblemName, 'body_too_large'>, Words>> = {
  malformed_request: ['invalid_request', 'The request could not be read: its headers or its address are malformed.'],
  not_found: ['not_found', 'There is nothing at this address.'],
  method_not_allowed: ['invalid_request', 'This address does not answer this method. See the Allow header.'],
  url_too_long: ['invalid_request', 'The address of the request is too long.'],
  body_encoded: ['invalid_request', 'Send the body as it is: a Content-Encoding is not unpacked here.'],
  overloaded: ['temporarily_unavailable', 'The service is busy. Try again in a moment.'],
  unavailable: ['temporarily_unavailable', 'The service cannot answer at the moment. Try again.'],
  failed: ['server_error', 'Something broke on our side. If it happens again, tell the operator the trace id.'],
};

/** Whoever calls http where a proxy leads on to https sends a POST, and what arrives is a GET (RFC 9110 §15.4.2). */
const LOST_POST =
  'This address does not answer GET. See the Allow header. If you sent a POST, a redirect made a GET of it: call the https address of the service itself.';

/** What is said beyond the name of the problem, where it is plain what somebody meant. */
function ownWords({ name }: Problem, { path, method }: Pick<Request, 'path' | 'method'>): string | undefined {
  if (name === 'method_not_allowed' && method === 'GET') return LOST_POST;
  const meant = name === 'not_found' ? meantPath(path) : undefined;
  return meant && `There is nothing at this address, since paths are compared sign by sign. Did you mean ${meant}?`;
}

/** A base address with a slash at its end makes two of them; others put one behind every path, or write in capitals. */
function meantPath(path: string): string | undefined {
  const plain = path.split('/').filter(Boolean).join('/').toLowerCase();
  return Object.values(ENDPOINT_PATHS).find((known) => known === `/${plain}`);
}

export function createProblems(world: World): ErrorAnswers {
  const realm = world.settings.name;
  return {
    page: (status, problem, request) => htmlReply(status, pageOf(world, problem, request)),
    json(status, problem, { traceId, path, method }) {
      if (path === API_BASE || path.startsWith(`${API_BASE}/`)) return apiProblemOf(problem, traceId);
      const [error, told] = wordsOf(problem);
      const description = ownWords(problem, { path, method }) ?? told;
      // SPEC D15: one known client detects failure by this header alone, so it is on every error.
      const headers = { 'WWW-Authenticate': bearerChallenge({ realm, error, description }) };
      const trace = status >= 500 ? { trace_id: traceId } : {};
      return jsonReply(status, { error, error_description: description, ...trace }, headers);
    },
  };
}

const API_NAMES: Readonly<Record<ProblemName, ApiProblemName>> = {
  malformed_request: 'malformed-request',
  not_found: 'not-found',
  method_not_allowed: 'method-not-allowed',
  body_too_large: 'body-too-large',
  url_too_long: 'address-too-long',
  body_encoded: 'unsupported-media-type',
  overloaded: 'unavailable',
  unavailable: 'unavailable',
  failed: 'failed',
};

function apiProblemOf(problem: Problem, traceId: string): Reply {
  const [, detail] = wordsOf(problem);
  return apiProblem({ name: API_NAMES[problem.name], detail }, { traceId });
}

function wordsOf(problem: Problem): Words {
  if (problem.name !== 'body_too_large') return WORDS[problem.name];
  return ['invalid_request', `The request body is larger than ${problem.limitBytes} bytes.`];
}

/** How often a network is answered with places in a minute: more than anybody gets lost, and a bound on reads. */
const PLACED = { most: 60, windowSeconds: 60 };

export function createPlacedPage(world: World, routes: RouteTable): NonNullable<ErrorAnswers['placedPage']> {
  return (problem, request) => {
    if (!saysItIsSignedIn(request, world)) return null;
    const name = `placed:${networkOf(request.source.address ?? '')}`;
    if (!world.counters.spendHere(name, PLACED, world.now()).allowed) return null;
    return placedPage(world, routes, { problem, request });
  };
}

async function placedPage(
  world: World,
  routes: RouteTable,
  { problem, request }: { readonly problem: Problem; readonly request: Request },
): Promise<Reply> {
  const kind = kindOf(problem, request);
  try {
    return problemReply(await visitorOf(request, world, routes), kind);
  } catch (error) {
    // That nothing is here is true also while nobody's session can be looked up.
    if (error instanceof NotNow) return htmlReply(kind.status, pageOf(world, problem, request));
    throw error;
  }
}

function pageOf(world: World, problem: Problem, request: Request): string {
  // Whose session it is was not looked up, so the browser alone says which language is spoken.
  const look = lookOf(request, world);
  const language = languageFor(null, request, look);
  const context: PageContext = {
    text: textIn(language),
    language,
    serviceName: world.settings.name,
    site: siteOf(world.settings, look.theme),
    lookPath: '/look',
    formToken: () => '',
    account: null,
    now: world.now(),
    isRefused: false,
    done: null,
    doneTo: null,
  };
  return render(errorPage(context, { kind: kindOf(problem, request), traceId: request.traceId }));
}

function kindOf(problem: Problem, request: Request): ProblemKind {
  switch (problem.name) {
    case 'malformed_request':
      return { status: 400, about: 'request', reason: 'address_malformed' };
    case 'url_too_long':
      return { status: 414 };
    case 'body_encoded':
      return { status: 415 };
    case 'not_found':
      return { status: 404 };
    case 'method_not_allowed':
      return { status: 405, method: request.method };
    case 'body_too_large':
      return { status: 413, limitBytes: problem.limitBytes };
    case 'overloaded':
    case 'unavailable':
      return { status: 503, retryAfterSeconds: problem.retryAfterSeconds, mayBeSaved: mayBeSaved(request) };
    case 'failed':
      return { status: 500, mayBeSaved: mayBeSaved(request) };
  }
}

/** An answer can fail to come after its commit went through, so a form that was sent may have been saved or not. */
function mayBeSaved({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD';
}
