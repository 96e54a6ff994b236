/** GET /.well-known/oauth-authorization-server: what the service offers (RFC 8414), built from what is enabled. */
import { grants } from '../../grants/registry.ts';
import { jsonReply } from '../../http/replying/replies.ts';
import type { Handler } from '../../http/route.ts';
import { serverMetadata } from '../../protocol/metadata.ts';

export const metadata: Handler = (_request, world) => {
  const facts = {
    url: world.settings.url,
    scopes: Object.keys(world.settings.scopes),
    grantTypes: grants.map((grant) => grant.type),
  };
  return jsonReply(200, serverMetadata(facts), { 'cache-control': 'public, max-age=300' });
};
