/** Addresses of pages that handlers of other pages lead to. */
import type { Traced } from '../clients/requests.ts';
import { requestPath, requestsPath } from '../pages/applications/activity/requests.ts';

export const APPLICATIONS = '/oauth/applications';

/** A download leaves the browser where it was, so after the password the way leads to the button, not to the file. */
export const DATA_READY = '/account/privacy?done=data_ready';

/** One cause is told by its newest request, several by their list. */
export function tracedPath({ publicId, traceId, hasSeveralCauses }: Traced, shortTrace: string): string {
  if (!hasSeveralCauses) return requestPath(publicId, traceId);
  return requestsPath(publicId, { endpoint: null, error: null, shortTrace });
}
