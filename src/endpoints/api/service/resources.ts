/** The operations of the management API on resources, the APIs that tokens are for, and on the catalogue of scopes. */

import { en } from '../../../pages/text/en.ts';
import { faultWords } from '../../../pages/text/texts.ts';
import { list, moment, nullable, object, oneOf } from '../../../protocol/api/shape.ts';
import { OVERLAP_NAMES } from '../../../protocol/clients/secret-overlap.ts';
import { accept } from '../../../protocol/result.ts';
import type { ResourceRefusal } from '../../../resources/act.ts';
import type { ResourceDetails, ResourceFieldFault } from '../../../resources/details.ts';
import { everyResource, findResource, type ManagedResource, MOST_RESOURCES } from '../../../resources/find.ts';
import { changeDetails, createResource, deleteResource, type MadeResource } from '../../../resources/manage.ts';
import { type RotatedSecret, rotateResourceSecret } from '../../../resources/rotate.ts';
import { type Operation, type Outcome, operation } from '../operation.ts';
import { CLIENT_ID, isoOrNull } from '../parts.ts';
import { invalid, problem } from '../replies.ts';
import {
  bodyOf,
  IDENTIFIER,
  locationOf,
  RESOURCE,
  RESOURCE_WITH_SECRET,
  SAID,
  SECRET,
  TERMS,
  tagOf,
} from './resource-shapes.ts';

const TAG = 'resources';
const ONE = { client_id: CLIENT_ID };
const listResources = operation({
  id: 'listResources',
  method: 'GET',
  path: '/resources',
  tag: TAG,
  says: 'Lists all APIs, in the order of their identifiers.',
  needs: 'all',
  answer: {
    status: 200,
    says: 'All of them.',
    shape: object({ items: list('By identifier.', RESOURCE, { most: MOST_RESOURCES }) }),
  },
  run: async ({ world }) => accept({ body: { items: (await everyResource(world)).map(bodyOf) } }),
});

const createOne = operation({
  id: 'createResource',
  method: 'POST',
  path: '/resources',
  tag: TAG,
  says: 'Registers an API and shows the secret of its credentials, once.',
  needs: 'all',
  body: object({ identifier: IDENTIFIER, ...SAID }, TERMS),
  isRepeatable: true,
  answer: { status: 201, says: 'It is registered.', shape: RESOURCE_WITH_SECRET, hasTag: true, hasLocation: true },
  async run({ world, caller, body, once }) {
    const details = detailsOf(body, { seconds: null, isPlain: false });
    const key = once<MadeResource>(({ resource }) => ({
      status: 201,
      location: locationOf(resource),
      answer: JSON.stringify({ ...bodyOf(resource), client_secret: null }),
      about: null,
    }));
    const made = await createResource(world, { identifier: body.identifier, details, ...key }, caller.actor);
    if (!made.ok) return refused(made.refusal);
    const { resource, secret } = made.value;
    const tag = tagOf(resource);
    return accept({ body: { ...bodyOf(resource), client_secret: secret }, tag, location: locationOf(resource) });
  },
});

const readOne = operation({
  id: 'readResource',
  method: 'GET',
  path: '/resources/{client_id}',
  tag: TAG,
  says: 'Reads an API by the client_id of its credentials.',
  needs: 'all',
  parameters: ONE,
  answer: { status: 200, says: 'The API.', shape: RESOURCE, hasTag: true },
  async run({ world, parameters }) {
    const resource = await findResource(world, parameters.client_id);
    return resource ? accept({ body: bodyOf(resource), tag: tagOf(resource) }) : problem('not-found');
  },
});

const changeOne = operation({
  id: 'changeResource',
  method: 'PATCH',
  path: '/resources/{client_id}',
  tag: TAG,
  says: 'Changes an API; what is not named stays as it is. The identifier is for good.',
  needs: 'all',
  parameters: ONE,
  body: object({}, { ...SAID, ...TERMS }),
  isConditional: true,
  problems: ['conflict'],
  answer: { status: 200, says: 'It is changed.', shape: RESOURCE, hasTag: true },
  async run({ world, caller, parameters, body, isFor }) {
    const publicId = parameters.client_id;
    const details = (before: ManagedResource) =>
      detailsOf({ name: before.name, scopes: before.scope, ...body }, before);
    const done = await changeDetails(world, { publicId, details, isFor: (seen) => isFor(tagOf(seen)) }, caller.actor);
    if (!done.ok) return refused(done.refusal);
    const resource = await findResource(world, publicId);
    return resource ? accept({ body: bodyOf(resource), tag: tagOf(resource) }) : problem('not-found');
  },
});

const deleteOne = operation({
  id: 'deleteResource',
  method: 'DELETE',
  path: '/resources/{client_id}',
  tag: TAG,
  says: 'Deletes an API; every token that is for it ends at once.',
  needs: 'all',
  parameters: ONE,
  isConditional: true,
  problems: ['conflict'],
  answer: { status: 204, says: 'It is deleted.', shape: null },
  async run({ world, caller, parameters, isFor }) {
    const seen = (resource: ManagedResource) => isFor(tagOf(resource));
    const done = await deleteResource(world, parameters.client_id, caller.actor, seen);
    return done.ok ? accept({}) : refused(done.refusal);
  },
});

const rotateOne = operation({
  id: 'rotateResourceSecret',
  method: 'POST',
  path: '/resources/{client_id}/secrets/rotate',
  tag: TAG,
  says: 'Makes a new secret for the API’s credentials, shows it once, and ends those before it.',
  needs: 'all',
  parameters: ONE,
  body: object({ overlap: oneOf('How long the old secret goes on working.', OVERLAP_NAMES) }),
  isRepeatable: true,
  problems: ['conflict'],
  answer: {
    status: 201,
    says: 'It works from now on.',
    shape: object({
      client_id: CLIENT_ID,
      client_secret: SECRET,
      others_end_at: nullable(moment('When those before it stop working; null where there were none.')),
    }),
    hasLocation: true,
  },
  async run({ world, caller, parameters, body, once }) {
    const publicId = parameters.client_id;
    const told = ({ endsAt }: RotatedSecret) => ({
      client_id: publicId,
      client_secret: null,
      others_end_at: isoOrNull(endsAt),
    });
    const location = locationOf({ publicId });
    const key = once<RotatedSecret>((made) => ({
      ...{ status: 201, location, answer: JSON.stringify(told(made)) },
      about: null,
    }));
    const done = await rotateResourceSecret(world, { publicId, overlap: body.overlap, ...key }, caller.actor);
    if (!done.ok) return refused(done.refusal);
    return accept({ body: { ...told(done.value), client_secret: done.value.secret }, location });
  },
});

interface Said {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly seconds?: number | null;
  readonly plain?: boolean;
}

function detailsOf(said: Said, before: Pick<ResourceDetails, 'seconds' | 'isPlain'>): ResourceDetails {
  const seconds = said.seconds === undefined ? before.seconds : said.seconds;
  return { name: said.name, scopes: said.scopes, seconds, isPlain: said.plain ?? before.isPlain };
}

function refused(refusal: ResourceRefusal): Outcome {
  switch (refusal.reason) {
    case 'faulty':
      return invalid(refusal.faults.map(memberFault));
    case 'answered':
      return 'answered';
    case 'unknown':
      return problem('not-found');
    case 'stale':
      return problem('stale');
    case 'powerless':
      return problem('insufficient-scope');
    case 'resource_configured':
      return problem('conflict', 'The setting `resources` describes it: change it there.');
    case 'resource_secrets_full':
      return problem('conflict', 'Two secrets work already: rotate with the overlap "now", or wait until one ends.');
  }
}

function memberFault({ field, why }: ResourceFieldFault) {
  return { pointer: `/${field}`, detail: faultWords(en, why) };
}

export const RESOURCE_OPERATIONS: readonly Operation[] = [
  listResources,
  createOne,
  readOne,
  changeOne,
  deleteOne,
  rotateOne,
];
