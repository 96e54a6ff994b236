/** An API behind a proxy, and what a caller sends who pretends to be somebody: for tests of proxies that ask the service. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Names of the check in several spellings; those without dashes are what programs that read the environment take for them. */
export const FORGED = {
  'x-latchkey-user': '1',
  'X-LATCHKEY-CLIENT': 'mallory',
  'x-latchkey-token-id': '7',
  x_latchkey_user: '1',
  'X-Latchkey_Scope': 'admin',
  x_latchkey_token_id: '7',
  'X.Latchkey.User': '1',
  'X-Latchkey~Scope': 'admin',
};

/** A proxy has to drop the headers that `Connection` names (RFC 9110 §7.6.1); were it to drop its own, a user would pass for an application. */
export const DISOWNED = { connection: 'keep-alive, X-Latchkey-User, x-latchkey-scope' };

/** What reached the API. */
export interface Heard {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers with what reached it; an upgrade is granted. */
export async function openApi(): Promise<number> {
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    res.end(JSON.stringify({ method: req.method ?? '', headers: req.headers, body } satisfies Heard));
  });
  server.on('upgrade', (_req, socket) => {
    const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n';
    socket.end(head, () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The tests of a file share it; it ends with them.
  server.unref();
  return (server.address() as AddressInfo).port;
}

/** Every header that could be read as one of the check's own; some proxies send an empty one where there is none. */
export function saidAbout({ headers }: Heard): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => name.includes('latchkey') && value !== ''),
  );
}

/** The status of an attempt to change to another protocol. */
export function upgraded(url: string, access: string): Promise<number> {
  const headers = { authorization: `Bearer ${access}`, connection: 'Upgrade', upgrade: 'echo' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false });
    sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}
