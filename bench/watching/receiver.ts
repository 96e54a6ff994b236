/** Takes the deliveries of a webhook: answers at once and counts. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
  readonly taken: number;
  close(): void;
}

export async function openReceiver(): Promise<Receiver> {
  let taken = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      taken += 1;
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    get taken() {
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
