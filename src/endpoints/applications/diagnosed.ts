/** The diagnosis of one refused request as its pages show it: with what is true around the request now. */
import type { Client } from '../../clients/find.ts';
import { findCulprit, findEarlier } from '../../clients/requests.ts';
import { grantTypes } from '../../grants/registry.ts';
import type { DiagnosedRequest } from '../../pages/applications/diagnosis.ts';
import { MOST_REDIRECT_URIS } from '../../protocol/clients/redirect-registration.ts';
import { diagnose } from '../../protocol/diagnosis/diagnosis.ts';
import type { RefusedRequest } from '../../protocol/refusals/refused-request.ts';
import type { World } from '../../world.ts';

export async function diagnosedRequest(
  world: World,
  client: Client,
  request: RefusedRequest,
): Promise<DiagnosedRequest> {
  const [earlier, causedBy] = await Promise.all([
    findEarlier(world, client, request),
    findCulprit(world, client, request),
  ]);
  const diagnosis = diagnose(request, {
    redirectUris: client.redirectUris,
    mostRedirectUris: MOST_REDIRECT_URIS,
    scope: client.scope,
    catalogue: Object.keys(world.settings.scopes),
    grantTypes,
    ownUrl: world.settings.url,
    earlier,
    causedBy: causedBy?.traceId,
  });
  return { clientId: client.publicId, baseUrl: world.settings.url, request, diagnosis };
}
