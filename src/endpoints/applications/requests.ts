/** GET /oauth/applications/:id/activity and …/requests/:trace: every request; what was refused, and why. */
import { listActivity } from '../../clients/activity.ts';
import { findRequest } from '../../clients/requests.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import { LIVE_POLICY } from '../../http/replying/headers.ts';
import type { Handler } from '../../http/route.ts';
import { requestPath, requestsPage, requestsPath } from '../../pages/applications/activity/requests.ts';
import { diagnosisPage } from '../../pages/applications/diagnosis.ts';
import type { Form } from '../../protocol/form.ts';
import { isPublicError } from '../../protocol/refusals/other-words.ts';
import { REFUSING_ENDPOINTS } from '../../protocol/refusals/refused-request.ts';
import { readNumber } from '../lists.ts';
import { diagnosedRequest } from './diagnosed.ts';
import { countedSubject, type ManagedClient } from './managed.ts';

export const showActivity: Handler<ManagedClient> = async (request, world, { visitor, client }) => {
  const sought = readSought(request.query.form());
  if (sought.traceId !== null) {
    const found = await findRequest(world, sought.traceId, visitor.account);
    if (found?.client?.id === client.id) return leaveFor(visitor, requestPath(client.publicId, sought.traceId));
  }
  const filter = { ...readFilter(request.query.form()), shortTrace: sought.shortTrace };
  const before = readNumber(request.query.get('before') ?? '') ?? null;
  const [subject, found] = await Promise.all([
    countedSubject(world, client),
    listActivity(world, client, { ...filter, trace: filter.shortTrace, before }),
  ]);
  const newest = requestsPath(client.publicId, filter);
  const pages = {
    previous: before === null ? null : newest,
    next: found.olderBelow === null ? null : withBefore(newest, found.olderBelow),
  };
  // The newest page asks for itself again while it is open, which only pages of this service may do.
  const headers = { 'Content-Security-Policy': LIVE_POLICY };
  return pageReply(visitor, (context) => requestsPage(context, { ...found, subject, filter, pages }), { headers });
};

function withBefore(path: string, before: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}before=${before}`;
}

/** Where the list was before it had what was answered too; answers carried links to it. */
export const showRequests: Handler<ManagedClient> = (request, _world, { visitor, path }) => {
  const query = new URLSearchParams(request.rawQuery);
  query.set('outcome', 'refused');
  return leaveFor(visitor, `${path}/activity?${query}`);
};

/** A trace of another application, or of none, is not found: here only the application's own are looked at. */
export const showRequest: Handler<ManagedClient> = async (request, world, { visitor, client }) => {
  const found = await findRequest(world, request.parameters.trace ?? '', visitor.account);
  if (found?.client?.id !== client.id) return problemReply(visitor, { status: 404 });
  const [subject, diagnosed] = await Promise.all([
    countedSubject(world, client),
    diagnosedRequest(world, client, found.request),
  ]);
  return pageReply(visitor, (context) => diagnosisPage(context, { subject, ...diagnosed }));
};

const LONGEST_SOUGHT = 255;

/** A trace as it was copied: alone, or at the end of an address. What is neither finds nothing. */
function readSought(query: Form) {
  const typed = (query.get('q') ?? '').trim().slice(0, LONGEST_SOUGHT);
  const last = typed.split('/').at(-1)?.toLowerCase() ?? '';
  const traceId = /^[0-9a-f]{16}$/.test(last) ? last : null;
  // Looked for even where it cannot be one, so that the list is empty and says so.
  return { traceId, shortTrace: typed === '' ? null : last };
}

/** Whatever else stands there filters nothing. */
function readFilter(query: Form) {
  const error = query.get('error') ?? '';
  return {
    outcome: OUTCOMES.find((outcome) => outcome === query.get('outcome')) ?? null,
    endpoint: REFUSING_ENDPOINTS.find((endpoint) => endpoint === query.get('endpoint')) ?? null,
    error: isPublicError(error) ? error : null,
  };
}

const OUTCOMES = ['answered', 'refused'] as const;
