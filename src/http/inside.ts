/** Sends a request to a door from inside this process, and answers exactly what a client outside would have received. */
import type { World } from '../world.ts';
import { createHeaderSets } from './replying/headers.ts';
import { withReplyHeaders } from './replying/send.ts';
import type { Request } from './request.ts';
import type { Route } from './route.ts';
import { createRouter } from './router.ts';

interface InternalReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** The doors are those of the public route table, so what is shown to a developer cannot differ from what is served. */
export async function dispatchInternally(
  routes: readonly Route[],
  request: Request,
  world: World,
): Promise<InternalReply> {
  const found = createRouter(routes).find(request.path);
  const route = request.method === 'GET' ? found?.endpoint.get : found?.endpoint.post;
  if (!found || !route) throw new Error(`There is no door for ${request.method} ${request.path}.`);
  const { status, headers, body = '' } = await route.handler({ ...request, parameters: found.parameters }, world);
  const set = createHeaderSets(world.settings)[route.kind];
  const flat = withReplyHeaders(set, headers === undefined ? { status } : { status, headers });
  flat.push('Content-Length', String(Buffer.byteLength(body)));
  return { status, headers: pairs(flat), body: body.toString() };
}

function pairs(flat: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) found.push([flat[index] ?? '', flat[index + 1] ?? '']);
  return found;
}
