/** The limit of the platform: `node:http` with nothing behind it but a form parser. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** About as long as a token answer. */
const ANSWER = JSON.stringify({
  ok: true,
  access_token: 'x'.repeat(64),
  refresh_token: 'y'.repeat(64),
  expires_in: 86400,
});
const HEADERS = { 'Content-Type': 'application/json', 'Content-Length': ANSWER.length };

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, HEADERS).end(ANSWER);
    return;
  }
  let body = '';
  request.setEncoding('latin1');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    const isRefresh = new URLSearchParams(body).get('grant_type') === 'refresh_token';
    response.writeHead(isRefresh ? 200 : 400, HEADERS).end(ANSWER);
  });
});

server.listen(0, '127.0.0.1', () => {
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', () => process.exit());
