/** GET /metrics on a port of its own, so that no address of the public service leads to it. */
import { createServer } from '../../node-http.ts';

export interface MetricsPort {
  close(): void;
}

/** One or two collectors ask every few seconds. */
const MOST_CONNECTIONS = 16;
const HEADERS = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' };

export function openMetricsPort(host: string, port: number, print: () => Promise<string>): Promise<MetricsPort> {
  const server = createServer({ maxHeaderSize: 8_192, headersTimeout: 5_000, requestTimeout: 5_000 }, (req, res) => {
    // A collector that went away must not end the program.
    res.on('error', () => res.destroy());
    if (req.url?.split('?')[0] !== '/metrics') {
      res.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The figures are at /metrics.\n');
    } else if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else {
      print().then(
        (text) => res.writeHead(200, HEADERS).end(req.method === 'HEAD' ? '' : text),
        () => res.writeHead(500).end(),
      );
    }
  });
  server.maxConnections = MOST_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () =>
      resolve({
        close() {
          server.close();
          server.closeAllConnections();
        },
      }),
    );
  });
}
