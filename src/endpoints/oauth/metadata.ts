/** GET /.well-known/oauth-authorization-server: what the service offers (RFC 8414), composed of what its parts say. */
import { authenticationMetadata } from '../../clients/authentication/registry.ts';
import { VERSION } from '../../config/version.ts';
import { grantMetadata } from '../../grants/registry.ts';
import { documentOf, documentReply, jsonReply } from '../../http/replying/replies.ts';
import type { Handler } from '../../http/route.ts';
import { perRecord } from '../../per-record.ts';
import { responseMetadata } from '../../protocol/authorize/response-types.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import { endpointMetadata, requestMetadata, serverMetadata } from '../../protocol/metadata.ts';
import type { World } from '../../world.ts';

export const metadata: Handler = (request, { settings }) => documentReply(request, metadataFor(settings));

/**
 * Where most libraries look by default. That nothing is there would be true; who reads why, also in a page of another origin,
 * knows what to set. Once there is OpenID Connect, this answers 200.
 */
export const noOpenidMetadata: Handler = (_request, { settings }) =>
  jsonReply(404, {
    error: 'not_found',
    error_description: `This service does not speak OpenID Connect. Its OAuth 2.0 metadata is at ${settings.url}${ENDPOINT_PATHS.metadata}`,
  });

const metadataFor = perRecord((settings: World['settings']) =>
  documentOf(
    serverMetadata([
      endpointMetadata(settings.url),
      { scopes_supported: Object.keys(settings.scopes) },
      responseMetadata,
      grantMetadata,
      authenticationMetadata,
      requestMetadata,
      // RFC 8414 §2 lets a server say more. Health checks tell it to anybody as well.
      { service_version: VERSION },
    ]),
  ),
);
