/** POST /oauth/applications/:id/redirect_uris: adds one redirect URI, by the rules of the form that has them all. */
import { changeClient, detailsOf } from '../../clients/change.ts';
import type { Client } from '../../clients/find.ts';
import { shownOf } from '../../http/browser/merged-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor } from '../../http/browser/visitor.ts';
import type { Handler } from '../../http/route.ts';
import { requestPath } from '../../pages/applications/activity/requests.ts';
import { editApplicationPage } from '../../pages/applications/form.ts';
import type { Confirmed, Posted } from '../needs.ts';
import { fieldsOf, formOf } from './fields.ts';
import type { ManagedClient } from './managed.ts';

const TRACE = /^[0-9a-f]{16}$/;

/** Codes will be sent there, so the password is asked for once more. One that is registered already stays as it is. */
export const submitRedirectUri: Handler<Confirmed<Posted<ManagedClient>>> = async (_request, world, managed) => {
  const { visitor, client, actor, path, form } = managed;
  const trace = form.get('trace') ?? '';
  const back = TRACE.test(trace) ? requestPath(client.publicId, trace) : path;
  const added = (form.get('redirect_uri') ?? '').trim();
  // Of the list as it is when it is written: somebody may add another one at the same moment.
  const details = (now: Client) => {
    const before = detailsOf(now);
    const isKnown = before.redirectUris.includes(added);
    return isKnown ? before : { ...before, redirectUris: [...before.redirectUris, added] };
  };
  const answer = await changeClient(world, { publicId: client.publicId, details }, actor);
  if (answer.ok) return leaveFor(visitor, `${back}?done=redirect_uri_added`);
  if (answer.refusal.reason !== 'faulty') return problemReply(visitor, { status: 404 });
  const faulty = formOf(world, details(client), answer.refusal.faults);
  const shown = shownOf(fieldsOf(world, detailsOf(client)));
  const page = { ...faulty, shown, clientId: client.publicId, name: client.name };
  return pageReply(visitor, (context) => editApplicationPage(context, page), { status: 422 });
};
