/**
 * GET /.well-known/oauth-protected-resource: what is protected here and by whom (RFC 9728), for the service's own API and,
 * as documents to be served or pointed at by their owners, for every resource.
 */
import { documentOf, documentReply, jsonReply } from '../../http/replying/replies.ts';
import type { Handler } from '../../http/route.ts';
import { resourceMetadata } from '../../protocol/metadata.ts';
import { findResource } from '../../resources/find.ts';

/** What the service's own API makes use of (endpoints/oauth/whoami.ts). */
const OWN_SCOPES: readonly string[] = ['profile', 'email'];

export const ownResourceMetadata: Handler = (request, { settings }) => {
  const scope = OWN_SCOPES.filter((name) => Object.hasOwn(settings.scopes, name));
  const own = { identifier: settings.url, name: settings.name, scope };
  return documentReply(request, documentOf(resourceMetadata(own, settings.url)));
};

/** Named by the client_id of its credentials. Nothing of what was asked for is repeated in the answer. */
export const describeResource: Handler = async (request, world) => {
  const resource = await findResource(world, request.parameters.resource ?? '');
  if (resource) return documentReply(request, documentOf(resourceMetadata(resource, world.settings.url)));
  return jsonReply(404, { error: 'not_found', error_description: 'There is no resource of this name.' });
};
