/** Kept connections that send so many requests at a time. */
import { type Connection, openConnection } from '../load/connection.ts';
import type { Script } from '../load/drive.ts';

export interface Lanes {
  /** Connects where nothing was sent for so long that the server may have closed its connections. */
  ready(): Promise<void>;
  /** Rejects at the first wrong answer. */
  run(script: Script, answers: number): Promise<void>;
  close(): void;
}

interface Run {
  readonly script: Script;
  toSend: number;
  open: number;
  readonly done: () => void;
  readonly fail: (reason: Error) => void;
}

/** Servers keep a quiet connection for some seconds. */
const FRESH_MS = 2000;

/** Plain requests go without the names that a proxy gives them. */
export function createLanes(port: number, count: number, { isPlain }: { readonly isPlain: boolean }): Lanes {
  let connections: readonly Connection[] = [];
  let usedAt = Number.NEGATIVE_INFINITY;
  let current: Run | undefined;
  let named = 0;

  function send(lane: number, connection: Connection): void {
    const request = current?.script.next(lane) ?? null;
    if (current === undefined || request === null) return;
    current.toSend -= 1;
    current.open += 1;
    named += 1;
    connection.send(isPlain ? request : withNames(request, named));
  }

  const connect = (lane: number): Promise<Connection> =>
    new Promise((resolve) => {
      const connection = openConnection(port, {
        ready: () => resolve(connection),
        answered(answer) {
          if (current === undefined) return;
          current.open -= 1;
          if (!current.script.isCorrect(lane, answer)) current.fail(new Error(`${answer.head}\n${answer.body}`));
          else if (current.toSend > 0) send(lane, connection);
          else if (current.open === 0) current.done();
        },
        closed: () => current?.fail(new Error('A connection was closed.')),
      });
    });

  function close(): void {
    current = undefined;
    for (const connection of connections) connection.close();
  }

  return {
    async ready() {
      if (performance.now() - usedAt < FRESH_MS) return;
      close();
      connections = await Promise.all(Array.from({ length: count }, (_, lane) => connect(lane)));
    },
    async run(script, answers) {
      await new Promise<void>((resolve, reject) => {
        current = { script, toSend: answers, open: 0, done: resolve, fail: reject };
        for (const [lane, connection] of connections.entries()) send(lane, connection);
      });
      current = undefined;
      usedAt = performance.now();
    },
    close,
  };
}

/** No two requests have the same. */
function withNames(request: string, number: number): string {
  const name = number.toString(16).padStart(16, '0');
  const names = `X-Request-Id: bench-${name}\r\ntraceparent: 00-${name}${name}-${name}-01\r\n`;
  const start = request.indexOf('\r\n') + 2;
  return request.slice(0, start) + names + request.slice(start);
}
