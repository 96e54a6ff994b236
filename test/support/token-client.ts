/** Calls the token endpoint and its neighbours in each of the three encodings that they take. */
import assert from 'node:assert/strict';
import { type Answer, send } from './http-client.ts';

export type Encoding = 'urlencoded' | 'multipart' | 'json';
export const ENCODINGS: readonly Encoding[] = ['urlencoded', 'multipart', 'json'];

export type Fields = Record<string, string> | [string, string][];
export type How = {
  encoding?: Encoding;
  /** `id:secret` for HTTP Basic, encoded as RFC 6749 §2.3.1 asks. */
  basic?: { id: string; secret: string };
  path?: string;
  headers?: Record<string, string>;
};

const BOUNDARY = '----LatchkeyTestBoundary7MA4YWxkTrZu0gW';

/** POST to /oauth/token (or another path) as a client program does it. */
export function token(url: string, fields: Fields, how: How = {}): Promise<Answer> {
  const { type, body } = encode(fields, how.encoding ?? 'urlencoded');
  const headers: Record<string, string> = { 'user-agent': 'Token-client', 'content-type': type, ...how.headers };
  if (how.basic) headers.authorization = basicHeader(how.basic.id, how.basic.secret);
  return send(url + (how.path ?? '/oauth/token'), { method: 'POST', headers, body });
}

export function basicHeader(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${formEncode(id)}:${formEncode(secret)}`).toString('base64')}`;
}

/**
 * Asks the same in all three encodings and proves that the answers are equal byte for byte, apart from what is random or
 * tells the time. Answers the first.
 */
export async function inEveryEncoding(ask: (encoding: Encoding) => Promise<Answer>): Promise<Answer> {
  const answers: Answer[] = [];
  for (const encoding of ENCODINGS) answers.push(await ask(encoding));
  const [first, ...others] = answers;
  assert.ok(first);
  for (const other of others) assert.deepEqual(comparable(other), comparable(first));
  return first;
}

/** An answer without what differs by nature between two equal answers. */
export function comparable(answer: Answer): { status: number; headers: Record<string, string>; body: string } {
  const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
  const body = answer.body
    .replace(/"(access_token|refresh_token)":"[^"]+"/g, '"$1":"…"')
    .replace(/"created_at":\d+/g, '"created_at":0');
  return { status: answer.status, headers, body };
}

export function encode(fields: Fields, encoding: Encoding): { type: string; body: string } {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  if (encoding === 'urlencoded') {
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(pairs).toString() };
  }
  if (encoding === 'json') {
    // Written by hand, because an object cannot hold a name twice.
    const members = pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    return { type: 'application/json', body: `{${members.join(',')}}` };
  }
  const parts = pairs.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body: `${parts.join('')}--${BOUNDARY}--\r\n` };
}

function formEncode(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1);
}
