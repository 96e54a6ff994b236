/** The operations of the management API on applications: list, register, read, change, delete. */
import { findLive } from '../../../accounts/find.ts';
import { changeClient, detailsOf } from '../../../clients/change.ts';
import { usualDetails } from '../../../clients/details.ts';
import { deleteSeenClient } from '../../../clients/ending.ts';
import { findClient, findManagedClient, listWaitingClients, listWholeClients } from '../../../clients/find.ts';
import { type Registered, registerClient } from '../../../clients/register.ts';
import { oneOf } from '../../../protocol/api/shape.ts';
import { accept } from '../../../protocol/result.ts';
import { type Operation, operation } from '../operation.ts';
import { ACCOUNT_ID, CLIENT_ID, PAGING, page, pageOf, readPaging } from '../parts.ts';
import { invalid, problem } from '../replies.ts';
import { refusedUnknown } from './refused-unknown.ts';
import {
  APPLICATION,
  APPLICATION_WITH_SECRET,
  applicationBody,
  applicationLocation,
  applicationTag,
  CHANGED_APPLICATION,
  memberFaults,
  NEW_APPLICATION,
  registeredBody,
  saidDetails,
} from './shapes.ts';

const ONE = { client_id: CLIENT_ID };
const TAG = 'applications';

const listApplications = operation({
  id: 'listApplications',
  method: 'GET',
  path: '/applications',
  tag: TAG,
  says: 'Lists applications, the newest first.',
  explains: 'Your own; with the scope admin everybody’s, or those of one `owner`. `approval` leaves those that wait.',
  needs: 'own',
  query: { ...PAGING, owner: ACCOUNT_ID, approval: oneOf('Only those that wait for approval.', ['waiting']) },
  answer: { status: 200, says: 'A page of applications.', shape: pageOf(APPLICATION) },
  async run({ world, caller, query }) {
    const paging = readPaging(query, 1);
    if (!paging.ok) return paging;
    const { most, from } = paging.value;
    const own = caller.managesAll ? (query.owner ?? null) : caller.actor.id;
    // What belongs to others does not exist for this caller.
    if (!caller.managesAll && query.owner !== undefined && query.owner !== own) {
      return accept({ body: { items: [], next_cursor: null } });
    }
    const span = { below: from?.[0], most: most + 1 };
    const clients = await (query.approval ? listWaitingClients(world, own, span) : listWholeClients(world, own, span));
    return accept({ body: page(clients, most, { item: applicationBody, place: ({ id }) => [id] }) });
  },
});

const NO_OWNER = [{ pointer: '/owner', detail: 'There is no such account, or it is not yours to register for.' }];

const createApplication = operation({
  id: 'createApplication',
  method: 'POST',
  path: '/applications',
  tag: TAG,
  says: 'Registers an application and shows its secret, once.',
  explains:
    'It belongs to the account of the token; with the scope admin `owner` says to whom. Where applications have to be approved, `approval` says that it waits; one that is registered with the scope admin does not.',
  needs: 'own',
  body: NEW_APPLICATION,
  isRepeatable: true,
  limit: 'registrations',
  problems: ['registration-forbidden'],
  answer: {
    status: 201,
    says: 'It is registered.',
    shape: APPLICATION_WITH_SECRET,
    hasTag: true,
    hasLocation: true,
  },
  async run({ world, caller, body, once }) {
    const { owner: named, ...said } = body;
    const { actor, managesAll } = caller;
    if (managesAll && named === undefined) return invalid([{ pointer: '/owner', detail: 'Is missing.' }]);
    const ownerId = named ?? actor.id;
    const isOthers = ownerId !== actor.id;
    if (isOthers && !(managesAll && (await findLive(world, ownerId)))) return invalid(NO_OWNER);
    const bodyOf = (made: Registered) => ({ ...registeredBody(made, ownerId), client_secret: null });
    const made = await registerClient(world, {
      ownerId,
      details: saidDetails(said, usualDetails(world.settings)),
      actor,
      ...once<Registered>((registered) => ({
        status: 201,
        location: applicationLocation(registered.publicId),
        answer: JSON.stringify(bodyOf(registered)),
        about: { clientId: registered.id },
      })),
    });
    if (!made.ok) {
      if (made.refusal.reason === 'answered') return 'answered';
      if (made.refusal.reason === 'faulty') return invalid(memberFaults(made.refusal.faults));
      if (made.refusal.reason === 'ownerless') return invalid(NO_OWNER);
      if (made.refusal.reason === 'forbidden')
        return problem('registration-forbidden', 'The setting applicationRegistration does not let this account.');
      return problem('insufficient-scope', 'The application may no longer manage this service.');
    }
    const { publicId, secret, createdAt } = made.value;
    return accept({
      body: { ...bodyOf(made.value), client_secret: secret },
      tag: applicationTag({ updatedAt: createdAt }),
      location: applicationLocation(publicId),
    });
  },
});

const readApplication = operation({
  id: 'readApplication',
  method: 'GET',
  path: '/applications/{client_id}',
  tag: TAG,
  says: 'Reads an application.',
  needs: 'own',
  parameters: ONE,
  answer: { status: 200, says: 'The application.', shape: APPLICATION, hasTag: true },
  async run({ world, caller, parameters }) {
    const client = await findManagedClient(parameters.client_id, caller.actor, world);
    if (!client) return problem('not-found');
    return accept({ body: applicationBody(client), tag: applicationTag(client) });
  },
});

const changeApplication = operation({
  id: 'changeApplication',
  method: 'PATCH',
  path: '/applications/{client_id}',
  tag: TAG,
  says: 'Changes what is said about an application; what is not named stays as it is.',
  explains:
    'Lists are replaced as a whole. A type without a secret deletes all secrets, and the type machine all redirect URIs, without a question; from such a type to one with a secret, `client_secret` shows the new one, once.',
  needs: 'own',
  parameters: ONE,
  body: CHANGED_APPLICATION,
  isConditional: true,
  limit: 'changes',
  answer: { status: 200, says: 'It is changed.', shape: APPLICATION_WITH_SECRET, hasTag: true },
  async run(call) {
    const { world, caller, parameters, body, isFor } = call;
    const publicId = parameters.client_id;
    const done = await changeClient(
      world,
      {
        publicId,
        details: (client) => saidDetails(body, detailsOf(client)),
        isFor: (client) => isFor(applicationTag(client)),
      },
      caller.actor,
    );
    if (!done.ok) {
      if (done.refusal.reason === 'faulty') return invalid(memberFaults(done.refusal.faults));
      return done.refusal.reason === 'stale' ? problem('stale') : await refusedUnknown(call);
    }
    const client = await findClient(publicId, world);
    if (!client) return problem('not-found');
    return accept({
      body: { ...applicationBody(client), client_secret: done.value.secret },
      tag: applicationTag(client),
    });
  },
});

const deleteApplication = operation({
  id: 'deleteApplication',
  method: 'DELETE',
  path: '/applications/{client_id}',
  tag: TAG,
  says: 'Deletes an application; every access it had ends at once.',
  needs: 'own',
  parameters: ONE,
  isConditional: true,
  limit: 'changes',
  answer: { status: 204, says: 'It is deleted.', shape: null },
  async run(call) {
    const which = {
      publicId: call.parameters.client_id,
      isFor: (client: { updatedAt: number }) => call.isFor(applicationTag(client)),
    };
    const done = await deleteSeenClient(call.world, which, call.caller.actor);
    if (done === 'deleted') return accept({});
    return done === 'stale' ? problem('stale') : await refusedUnknown(call);
  },
});

export const APPLICATION_OPERATIONS: readonly Operation[] = [
  listApplications,
  createApplication,
  readApplication,
  changeApplication,
  deleteApplication,
];
