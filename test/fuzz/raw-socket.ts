/** Says bytes on a socket of its own and hears what comes back. */
import { connect } from 'node:net';
import type { RawRequest } from './http-grammar.ts';

export interface Spoken {
  /** Of each answer that came. */
  readonly statuses: readonly string[];
  readonly end: 'closed' | 'reset' | 'refused' | 'silence';
}

/** Longer than the service waits for the rest of a head or a body. */
const SILENCE_MS = 25_000;
/** An answer with a body that is not announced ends with the connection, so the end is waited for. */
const MOST_HEARD = 4_000_000;

export function speak(where: { readonly host: string; readonly port: number }, request: RawRequest): Promise<Spoken> {
  return new Promise((resolve) => {
    let heard = '';
    let isOver = false;
    const socket = connect(where);
    const over = (end: Spoken['end']) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      socket.destroy();
      resolve({ statuses: statusesIn(heard), end });
    };
    const limit = setTimeout(() => over('silence'), SILENCE_MS);
    socket.on('connect', () => {
      for (const piece of request.pieces) socket.write(piece);
      // Half of the connections say that they are done; the others leave it to the service to end them.
      if (request.endsItself) socket.end();
    });
    socket.on('data', (chunk) => {
      if (heard.length < MOST_HEARD) heard += chunk.toString('latin1');
      // A kept connection is open for another request, which never comes.
      if (request.isWhole && isAnswered(heard, request.isHead)) over('closed');
    });
    socket.on('close', () => over('closed'));
    socket.on('error', (error) => over('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'reset'));
  });
}

/** The first answer beside `100 Continue` is complete, as far as its head says. */
function isAnswered(all: string, isHead: boolean): boolean {
  const heard = all.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '');
  const end = heard.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = heard.slice(0, end);
  if (isHead || /^HTTP\/1\.[01] (204|304)/.test(head)) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) return heard.endsWith('\r\n0\r\n\r\n');
  return heard.length >= end + 4 + Number(length);
}

/** A body that looks like an answer would be counted too; ours never do. */
function statusesIn(heard: string): readonly string[] {
  return [...heard.matchAll(/(?:^|\n)HTTP\/1\.[01] (\d{3}) /g)].map(([, status = '']) => status);
}
