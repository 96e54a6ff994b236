/** Writes parameters in the encodings that clients use, byte by byte. */
import { tokenParameters } from '../../../src/grants/registry.ts';
import { readForm } from '../../../src/http/reading/form-body.ts';
import { lazyQuery } from '../../../src/http/reading/urlencoded.ts';
import type { Request } from '../../../src/http/route.ts';
import type { Form } from '../../../src/protocol/form.ts';
import type { Refusal } from '../../../src/protocol/refusal.ts';
import type { Result } from '../../../src/protocol/result.ts';

export type Pairs = readonly (readonly [name: string, value: string])[];

/** What a token endpoint reads from a body of this type. */
export function read(type: string | undefined, body: string | Buffer, query = ''): Result<Form, Refusal> {
  return readForm(requestOf(type, body, query), { tokenQuery: true }, tokenParameters);
}

export function requestOf(type: string | undefined, body: string | Buffer, query = ''): Request {
  const headers = type === undefined ? {} : { 'content-type': type };
  const source = { address: null, userAgent: null };
  const sent = { headers, rawQuery: query, query: lazyQuery(query), body: Buffer.from(body) };
  return { method: 'POST', path: '/', ...sent, parameters: {}, source, traceId: '' };
}

/** The parameters, or the sentence of the refusal. */
export function outcome(result: Result<Form, Refusal>): Pairs | string {
  if (result.ok) return result.value.entries;
  return result.refusal.reason === 'request_malformed' ? result.refusal.detail : result.refusal.reason;
}

export const URLENCODED = 'application/x-www-form-urlencoded';

export function urlencoded(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

export function multipart(pairs: Pairs, boundary: string): string {
  const parts = pairs.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}

/** JSON.stringify cannot write a name twice. */
export function flatJson(pairs: Pairs): string {
  return `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}
