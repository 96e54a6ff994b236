/** One HTTP request and its answer, with every header as it was sent: no redirects, no cookies, nothing added. */
import { Agent, request } from 'node:http';

export type Ask = {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
};

export type Answer = {
  status: number;
  /** Lower-case names; several headers of one name are joined with a comma. */
  headers: Record<string, string>;
  setCookies: string[];
  rawHeaders: string[];
  body: string;
  location: string | undefined;
};

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export function send(url: string, ask: Ask = {}): Promise<Answer> {
  const body = ask.body === undefined ? undefined : Buffer.from(ask.body);
  const headers: Record<string, string | string[]> = { ...ask.headers };
  if (body) headers['content-length'] = String(body.length);
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...rawTarget(url), agent, method: ask.method ?? 'GET', headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const joined: Record<string, string> = {};
        for (const [name, value] of Object.entries(incoming.headers)) joined[name] = String(value);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: joined,
          setCookies: incoming.headers['set-cookie'] ?? [],
          rawHeaders: incoming.rawHeaders,
          body: Buffer.concat(chunks).toString('utf8'),
          location: incoming.headers.location,
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The JSON of an answer; a test that reads it expects an object. */
export function json(answer: Answer): Record<string, unknown> {
  // The assertions that follow judge every field that is read.
  return JSON.parse(answer.body) as Record<string, unknown>;
}

/** Keeps the target byte for byte: parsing it as a URL would tidy `/../` and the like away. */
function rawTarget(url: string): { host: string; port: string; path: string } {
  const [, host = '', port = '', path = ''] = /^http:\/\/([^/:]+|\[[^\]]+\]):(\d+)(.*)$/s.exec(url) ?? [];
  return { host, port, path: path.startsWith('?') || path === '' ? `/${path}` : path };
}
