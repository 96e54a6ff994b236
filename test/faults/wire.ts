/** One HTTP call as a worker makes it, and what may be concluded from how it ended. */
import { request } from 'node:http';
import type { Completion } from './checking/history.ts';
import type { Target } from './environment/instance.ts';

export interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

export interface Heard {
  readonly status: number;
  readonly location: string;
  /** Whether it says when to come back. */
  readonly saysWhen: boolean;
  readonly body: string;
}

export type Concluded = Omit<Completion, 'completedAt'>;

const ANSWER_LIMIT_MS = 10_000;

export function ask(target: Target, { method, path, headers, form }: Ask): Promise<Heard> {
  const body = form && new URLSearchParams(form).toString();
  const { hostname, port } = new URL(target.url);
  const own = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = { 'user-agent': 'Faults', ...own, ...headers };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, agent: target.agent, headers: sent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      // An answer that breaks off is no answer.
      incoming.on('end', () => {
        if (!incoming.complete) return reject(new Error('cut off'));
        const text = Buffer.concat(chunks).toString('utf8');
        const { location = '', 'retry-after': when } = incoming.headers;
        resolve({ status: incoming.statusCode ?? 0, location, saysWhen: when !== undefined, body: text });
      });
    });
    const limit = setTimeout(() => outgoing.destroy(new Error('timeout')), ANSWER_LIMIT_MS);
    outgoing.on('close', () => clearTimeout(limit));
    // Whether the connection was a kept one tells a careless end from a port that closed.
    outgoing.on('error', (error) => reject(outgoing.reusedSocket ? new Error('kept', { cause: error }) : error));
    outgoing.end(body);
  });
}

/** Makes a call and concludes: from a full answer by `read`, from anything else what is known of it. */
export async function conclude(
  target: Target,
  call: () => Promise<Heard>,
  read: (heard: Heard) => Concluded,
): Promise<Concluded> {
  try {
    const heard = await call();
    if (heard.status >= 500) return unknown(troubleOf(heard), target.endsWithConnection);
    return read(heard);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ECONNREFUSED') return { ...unknown(code, true), outcome: 'unsent' };
    return unknown(code, target.endsWithConnection && !code.includes('timeout'));
  }
}

/** Trouble has to be told so that a client knows what to do: when to come back and, to programs, a name in JSON. */
function troubleOf({ status, saysWhen, body }: Heard): string {
  const isNamed = body === '' || body.startsWith('<') || /^{"error":"[a-z_]+"/.test(body);
  return `${status}${saysWhen ? '' : ' without Retry-After'}${isNamed ? '' : ' without a name'}`;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return `${codeOf(error.cause)} on a kept connection`;
  return 'code' in error ? String(error.code) : error.message;
}

export function unknown(detail: string, isSettled: boolean): Concluded {
  return { outcome: 'unknown', detail, isSettled, issued: {}, seenAccount: null };
}

export function granted(more: Partial<Concluded> = {}): Concluded {
  return { outcome: 'ok', detail: '', isSettled: true, issued: {}, seenAccount: null, ...more };
}

export function refused(detail: string): Concluded {
  return { outcome: 'refused', detail, isSettled: true, issued: {}, seenAccount: null };
}
