/** Reads HTTP/1.1 answers from the bytes of a kept connection, no more of it than the servers at hand use. */

export interface Answer {
  readonly status: number;
  /** The status line and the headers, byte for character. */
  readonly head: string;
  readonly body: string;
}

export interface AnswerReader {
  /** Takes what arrived; answers with the answer once it is whole. */
  take(text: string): Answer | undefined;
}

const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;

export function createReader(): AnswerReader {
  let pending = '';
  return {
    take(text) {
      const whole = pending === '' ? text : pending + text;
      const answer = parse(whole);
      pending = answer ? '' : whole;
      return answer;
    },
  };
}

/** With one request in flight nothing can follow an answer, so the end of the text is the end of the answer. */
function parse(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = text.slice(0, end);
  const status = Number(text.slice(9, 12));
  const start = end + 4;
  const length = LENGTH.exec(head)?.[1];
  if (length !== undefined) {
    return text.length - start >= Number(length) ? { status, head, body: text.slice(start) } : undefined;
  }
  if (CHUNKED.test(head)) {
    const body = unchunk(text, start);
    return body === undefined ? undefined : { status, head, body };
  }
  return { status, head, body: '' };
}

/** RFC 9112 §7.1; undefined until the last chunk is there. */
function unchunk(text: string, start: number): string | undefined {
  let body = '';
  let position = start;
  for (;;) {
    const line = text.indexOf('\r\n', position);
    if (line === -1) return undefined;
    const size = Number.parseInt(text.slice(position, line), 16);
    if (size === 0) return text.endsWith('\r\n\r\n') ? body : undefined;
    const next = line + 2 + size + 2;
    if (text.length < next) return undefined;
    body += text.slice(line + 2, line + 2 + size);
    position = next;
  }
}

/** The value of a header, or an empty text. */
export function headerOf({ head }: Answer, name: string): string {
  const found = new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head);
  return found?.[1] ?? '';
}
