/** The requests of a run: how each looks on the wire, and how it is sent to the real endpoint from inside. */
import { NO_QUERY } from '../../http/reading/urlencoded.ts';
import type { Request } from '../../http/route.ts';
import { agentOf } from '../../pages/docs/snippets/quote.ts';
import { STAND_IN_SECRET } from '../../protocol/playground/run.ts';
import { type Exchange, formBody, type Note, type Pair, type WireRequest } from '../../protocol/playground/wire.ts';
import type { PlaygroundContext } from './stage.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const TRACE_BYTES = 8;

/** As the application itself: its credentials first, then what the request is about. */
export function askAsClient(
  stage: PlaygroundContext,
  note: Note,
  path: string,
  fields: readonly Pair[],
): Promise<Exchange> {
  const { client } = stage;
  const secret: readonly Pair[] = client.isConfidential ? [['client_secret', STAND_IN_SECRET]] : [];
  const all: readonly Pair[] = [...fields, ['client_id', client.publicId], ...secret];
  const headers: readonly Pair[] = [
    ['Content-Type', FORM_TYPE],
    ['Content-Length', String(Buffer.byteLength(formBody(all)))],
  ];
  return ask(stage, note, { method: 'POST', url: urlOf(stage, path), headers, fields: all });
}

export function askAsBearer(stage: PlaygroundContext, note: Note, path: string, token: string): Promise<Exchange> {
  const headers: readonly Pair[] = [['Authorization', `Bearer ${token}`]];
  return ask(stage, note, { method: 'GET', url: urlOf(stage, path), headers, fields: [] });
}

/** As anybody outside could send it: the secret is a real one, and nothing marks the request as the playground's. */
export function askAgain(
  stage: PlaygroundContext,
  path: string,
  { method, fields }: Pick<WireRequest, 'method' | 'fields'>,
): Promise<Exchange> {
  const url = urlOf(stage, path);
  if (method === 'POST') {
    const headers: readonly Pair[] = [['Content-Type', FORM_TYPE]];
    return ask(stage, 'replayed', { method, url, headers, fields }, false);
  }
  const token = fields.find(([name]) => name === 'access_token')?.[1] ?? '';
  return ask(stage, 'replayed', { method, url, headers: [['Authorization', `Bearer ${token}`]], fields: [] }, false);
}

async function ask(stage: PlaygroundContext, note: Note, wire: WireRequest, isMarked = true): Promise<Exchange> {
  const { visitor, client, call } = stage;
  const { world } = visitor;
  const agent = agentOf(client.name);
  const request: WireRequest = {
    ...wire,
    headers: [['Host', new URL(wire.url).host], ['User-Agent', agent], ...wire.headers],
  };
  const inside: Request = {
    method: request.method,
    path: new URL(request.url).pathname,
    rawQuery: '',
    query: NO_QUERY,
    headers: Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
    parameters: {},
    body: Buffer.from(formBody(request.fields)),
    source: { ...visitor.request.source, userAgent: agent },
    traceId: world.randomBytes(TRACE_BYTES).toString('hex'),
    ...(isMarked ? { playground: call } : {}),
  };
  return { note, request, answer: await visitor.routes.dispatch(inside, world) };
}

function urlOf({ subject }: PlaygroundContext, path: string): string {
  return subject.baseUrl + path;
}
