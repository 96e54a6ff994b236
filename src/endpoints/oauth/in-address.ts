/** Endpoints of clients that are sent a secret in their address: its owner is told, whether it is read there (`tokenQuery`) or not. */
import { noteExposedSecret } from '../../grants/exposed-secret.ts';
import { NO_QUERY } from '../../http/reading/urlencoded.ts';
import type { Handler } from '../../http/route.ts';

export function tellingOfSecrets<Context>(handle: Handler<Context>): Handler<Context> {
  return (request, world, context) => {
    const secret = request.query === NO_QUERY ? undefined : request.query.get('client_secret');
    if (secret === undefined) return handle(request, world, context);
    return noteExposedSecret(world, secret).then(() => handle(request, world, context));
  };
}
