/** GET /oauth/applications/:id/requests and …/requests/:trace: what was refused, and why. */
import { findRequest, listRequests, type RefusedFilter } from '../../clients/requests.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { diagnosisPage } from '../../pages/applications/diagnosis.ts';
import { requestPath, requestsPage, requestsPath } from '../../pages/applications/requests.ts';
import type { Form } from '../../protocol/form.ts';
import { isPublicError } from '../../protocol/refusals/other-words.ts';
import { REFUSING_ENDPOINTS } from '../../protocol/refusals/refused-request.ts';
import { pagerFor, readPageNumber } from '../lists.ts';
import { diagnosedRequest } from './diagnosed.ts';
import { countedSubject, type ManagedClient } from './managed.ts';

export const showRequests: Handler<ManagedClient> = async (request, world, { visitor, client }) => {
  const sought = readSought(request.query);
  if (sought.traceId !== null) {
    const found = await findRequest(world, sought.traceId, visitor.account);
    if (found?.client?.id === client.id) return leaveFor(visitor, requestPath(client.publicId, sought.traceId));
  }
  const filter = { ...readFilter(request.query), shortTrace: sought.shortTrace };
  const page = readPageNumber(request.query);
  const [subject, found] = await Promise.all([
    countedSubject(world, client),
    listRequests(world, client, filter, page),
  ]);
  const pages = pagerFor(requestsPath(client.publicId, filter), page, found.hasMore);
  return pageReply(visitor, (context) => requestsPage(context, { ...found, subject, filter, pages }));
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
function readFilter(query: Form): RefusedFilter {
  const error = query.get('error') ?? '';
  return {
    endpoint: REFUSING_ENDPOINTS.find((endpoint) => endpoint === query.get('endpoint')) ?? null,
    error: isPublicError(error) ? error : null,
  };
}
