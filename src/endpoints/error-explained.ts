/** GET /errors/:name: what an error means; given the trace of a request, its owner is led on to what went wrong. */
import { findRequest } from '../clients/requests.ts';
import { leaveFor, visitorOf } from '../http/browser.ts';
import { pageReply } from '../http/page.ts';
import type { Door } from '../http/route.ts';
import { explainedErrorPage } from '../pages/explained-error.ts';
import { requestPath } from '../pages/requests.ts';

const TRACE = /^[0-9a-f]{16}$/;
const ERROR = /^[a-z_]{3,40}$/;

/** A trace that nobody knows gets a page too: 64 random bits are not guessed, and the page tells nothing of others. */
export const showError: Door = async (request, world) => {
  const visitor = await visitorOf(request, world);
  const given = request.parameters.name ?? '';
  const traceId = TRACE.test(given) ? given : '';
  const found = traceId === '' ? undefined : await findRequest(world, traceId, visitor.account);
  if (found?.client) return leaveFor(visitor, requestPath(found.client.publicId, traceId));
  const error = traceId === '' && ERROR.test(given) ? given : (found?.request.error ?? null);
  const page = { error, traceId };
  return pageReply(visitor, (shell) => explainedErrorPage(shell, page));
};
