/** Sends a request to its handler from inside this process, and returns exactly what a client would have received. */
import type { World } from '../world.ts';
import { createHeaderSets } from './replying/headers.ts';
import { withReplyHeaders } from './replying/send.ts';
import type { InternalReply, Request } from './route.ts';
import type { Router } from './router.ts';

/** The router is that of the public route table, so what is shown to a developer cannot differ from what is served. */
export async function dispatchInternally(router: Router, request: Request, world: World): Promise<InternalReply> {
  const found = router.find(request.path);
  const route = request.method === 'GET' ? found?.endpoint.get : found?.endpoint.post;
  if (!found || !route) throw new Error(`There is no route for ${request.method} ${request.path}.`);
  const begunAt = performance.now();
  const reply = await route.handler({ ...request, parameters: found.parameters }, world);
  const { status, headers, body = '', activity } = reply;
  if (activity !== undefined) world.activity.note(activity, request, performance.now() - begunAt);
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
