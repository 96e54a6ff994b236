/** The same decision for each framework. Their types are described as far as they are used, so that none is needed here. */
import type { Token } from './answer.ts';
import type { Refusal } from './challenge.ts';

type Checked = { readonly ok: true; readonly token: Token } | { readonly ok: false; readonly refusal: Refusal };
type Check = (authorization: string | undefined) => Promise<Checked>;

interface HeadersOfNode {
  readonly headers: { readonly authorization?: string | undefined };
}

interface ExpressResponse {
  writeHead(status: number, headers: Record<string, string>): { end(body: string): unknown };
}

export type ExpressMiddleware = (
  request: HeadersOfNode & { token?: Token },
  response: ExpressResponse,
  next: (fault?: unknown) => void,
) => void;

export function expressMiddleware(check: Check): ExpressMiddleware {
  return (request, response, next) => {
    check(request.headers.authorization).then((checked) => {
      if (checked.ok) {
        request.token = checked.token;
        next();
      } else {
        const { status, headers, body } = checked.refusal;
        response.writeHead(status, { ...headers }).end(body);
      }
    }, next);
  };
}

interface FastifyReply {
  code(status: number): FastifyReply;
  headers(headers: Record<string, string>): FastifyReply;
  send(body: string): unknown;
}

export type FastifyHook = (request: HeadersOfNode & { token?: Token }, reply: FastifyReply) => Promise<unknown>;

export function fastifyHook(check: Check): FastifyHook {
  return async (request, reply) => {
    const checked = await check(request.headers.authorization);
    if (checked.ok) {
      request.token = checked.token;
      return undefined;
    }
    const { status, headers, body } = checked.refusal;
    // A hook that returns the reply has answered; Fastify runs no handler then.
    return reply
      .code(status)
      .headers({ ...headers })
      .send(body);
  };
}

interface HonoContext {
  readonly req: { header(name: string): string | undefined };
  set(name: 'token', token: Token): void;
  body(body: string, status: 401 | 403 | 503, headers: Record<string, string>): Response;
}

export type HonoMiddleware = (context: HonoContext, next: () => Promise<void>) => Promise<Response | undefined>;

export function honoMiddleware(check: Check): HonoMiddleware {
  return async (context, next) => {
    const checked = await check(context.req.header('authorization'));
    if (!checked.ok) {
      const { status, headers, body } = checked.refusal;
      return context.body(body, status, { ...headers });
    }
    context.set('token', checked.token);
    await next();
    return undefined;
  };
}
