/** GET /.well-known/oauth-authorization-server: what the service offers (RFC 8414), built from what is enabled. */
import { grants } from '../../grants/registry.ts';
import { jsonReply } from '../../http/replying/json.ts';
import type { Reply, Request } from '../../http/request.ts';
import { serverMetadata } from '../../protocol/metadata.ts';
import type { World } from '../../world.ts';

export function metadata(_request: Request, world: World): Reply {
  const facts = {
    url: world.settings.url,
    scopes: Object.keys(world.settings.scopes),
    grantTypes: grants.map((grant) => grant.type),
  };
  return jsonReply(200, serverMetadata(facts), { 'cache-control': 'public, max-age=300' });
}
