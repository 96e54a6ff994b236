/** A request and its answer as they went over the wire: as text to read, and as a text to carry along in a page. */

export type Pair = readonly [name: string, value: string];

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** The whole address. */
  readonly url: string;
  readonly headers: readonly Pair[];
  /** The parameters of a form; empty for GET. */
  readonly fields: readonly Pair[];
}

interface WireAnswer {
  readonly status: number;
  readonly headers: readonly Pair[];
  readonly body: string;
}

/** What a step of a run was about; the pages have words for each. */
const NOTES = [
  'exchanged',
  'whoami',
  'refreshed',
  'introspected',
  'revoked',
  'expired',
  'first_use',
  'second_use',
  'successor_used',
  'late_use',
  'after_reuse',
  'lost',
  'retried',
  'replayed',
] as const;

export type Note = (typeof NOTES)[number];

export interface Exchange {
  readonly note: Note;
  readonly request: WireRequest;
  readonly answer: WireAnswer;
}

export function requestText({ method, url, headers, fields }: WireRequest): string {
  const { pathname, search } = new URL(url);
  const head = [`${method} ${pathname}${search} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return method === 'GET' ? head.join('\n') : `${head.join('\n')}\n\n${formBody(fields)}`;
}

/** RFC 9110 §15; those that the endpoints of clients answer. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  303: 'See Other',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
};

export function statusLine(status: number): string {
  return `${status} ${REASONS[status] ?? ''}`.trim();
}

export function formBody(fields: readonly Pair[]): string {
  return fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

/** Half a surrogate pair cannot be encoded; nothing that was really sent has one. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

export function formatExchange({ note, request, answer }: Exchange): string {
  return JSON.stringify([
    note,
    request.method,
    request.url,
    request.headers,
    request.fields,
    answer.status,
    answer.headers,
    answer.body,
  ]);
}

/** It comes back from the owner's own page and is only ever shown there; what cannot be read is left out. */
export function parseExchange(text: string): Exchange | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [note, method, url, headers, fields, status, answerHeaders, body]: readonly unknown[] = parts;
  const known = NOTES.find((each) => each === note);
  const isRequest = (method === 'GET' || method === 'POST') && typeof url === 'string' && URL.canParse(url);
  if (!known || !isRequest || !arePairs(headers) || !arePairs(fields)) return undefined;
  if (typeof status !== 'number' || !arePairs(answerHeaders) || typeof body !== 'string') return undefined;
  return { note: known, request: { method, url, headers, fields }, answer: { status, headers: answerHeaders, body } };
}

/** As many as a request may have parameters; no answer of ours has so many headers. */
const MOST_PAIRS = 40;

function arePairs(value: unknown): value is readonly Pair[] {
  return Array.isArray(value) && value.length <= MOST_PAIRS && value.every(isPair);
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string';
}
