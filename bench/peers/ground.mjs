/** What all peers have in common: one client, and the line that says where a server listens. */

export const CLIENT_ID = 'bench-client';
export const CLIENT_SECRET = 'a-secret-of-the-benchmark-that-is-64-characters-long-0123456789a';
export const CALLBACK = 'https://app.example.com/cb';

/** Picks a free port, lets `prepare` set the server up for its address, and says the address once it can answer. */
export function sayWhere(server, prepare = () => {}) {
  server.listen(0, '127.0.0.1', async () => {
    const address = `http://127.0.0.1:${server.address().port}`;
    await prepare(address);
    process.stdout.write(`listening on ${address}\n`);
  });
  process.once('SIGTERM', () => process.exit());
}
