/** A receiver of webhooks on this machine that does what a test tells it, and checks signatures from the standard's text. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';

export interface Got {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Answering = (response: ServerResponse, got: Got) => void;

export interface Receiver {
  readonly url: string;
  /** In the order in which they came, repetitions included. */
  readonly got: Got[];
  /** What it does from now on. */
  answer: Answering;
}

const servers: { server: Server; sockets: Set<Socket> }[] = [];

after(() => {
  for (const { server, sockets } of servers) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

export async function openReceiver(answer: Answering = (response) => response.end('thanks')): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const receiver = { url: '', got: [] as Got[], answer };
  const server = createServer(async (request, response) => {
    const got = await read(request);
    receiver.got.push(got);
    receiver.answer(response, got);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  servers.push({ server, sockets });
  // A host of its own each, since calls to one host are bounded.
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.${servers.length + 1}:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end(`answered ${code}`);

async function read(request: IncomingMessage): Promise<Got> {
  const body = await text(request);
  const { headers } = request;
  const header = (name: string) => String(headers[name] ?? '');
  const { type, data } = JSON.parse(body);
  const signature = header('webhook-signature');
  return { id: header('webhook-id'), timestamp: header('webhook-timestamp'), signature, headers, body, type, data };
}

/**
 * As the standard tells receivers to verify: the key is the base64 behind whsec_, the content is id, timestamp and body
 * with dots between them, and one of the signatures in the header, each `v1,` and base64, has to fit.
 */
export function isGenuine(
  { id, timestamp, signature, body }: Pick<Got, 'id' | 'timestamp' | 'signature' | 'body'>,
  secret: string,
  now = Date.now() / 1000,
): boolean {
  if (Math.abs(now - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(Buffer.from(`${id}.${timestamp}.${body}`))
    .digest();
  return signature.split(' ').some((each) => {
    const [version, value = ''] = each.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
