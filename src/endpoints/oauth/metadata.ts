/** GET /.well-known/oauth-authorization-server: what the service offers (RFC 8414), composed of what its parts say. */
import { authenticationMetadata } from '../../clients/authentication/registry.ts';
import { VERSION } from '../../config/version.ts';
import { grantMetadata } from '../../grants/registry.ts';
import { documentOf, documentReply } from '../../http/replying/replies.ts';
import type { Handler } from '../../http/route.ts';
import { perRecord } from '../../per-record.ts';
import { responseMetadata } from '../../protocol/authorize/response-types.ts';
import { endpointMetadata, requestMetadata, serverMetadata } from '../../protocol/metadata.ts';
import type { World } from '../../world.ts';

export const metadata: Handler = (request, { settings }) => documentReply(request, metadataFor(settings));

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
