/** A connection whose every byte the test writes itself, and answers read as strictly as they were promised. */
import { once } from 'node:events';
import { connect as openSocket, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; several headers of one name are joined with a comma and a space. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Wire {
  send(bytes: string | Buffer): void;
  /** The next whole answer. `isHead`: it announces a length but carries no body. */
  next(isHead?: boolean): Promise<RawAnswer>;
  /** Everything not yet taken by `next`, once the server has closed the connection. */
  rest(): Promise<string>;
  readonly closed: Promise<void>;
  readonly socket: Socket;
}

/** `from` is another address of this machine: all of 127.0.0.0/8 is. */
export async function connect(port: number, from = '127.0.0.1'): Promise<Wire> {
  const socket = openSocket({ port, host: '127.0.0.1', localAddress: from });
  const state: { received: Buffer; isClosed: boolean } = { received: Buffer.alloc(0), isClosed: false };
  let wake = () => {};
  socket.on('data', (piece: Buffer) => {
    state.received = Buffer.concat([state.received, piece]);
    wake();
  });
  // A reset is an end like any other; what counts is what arrived before it.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      state.isClosed = true;
      wake();
      resolve();
    });
  });
  await once(socket, 'connect');
  const news = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return {
    send: (bytes) => void socket.write(bytes),
    async next(isHead = false) {
      for (;;) {
        const taken = takeAnswer(state.received, isHead);
        if (taken) {
          state.received = state.received.subarray(taken.length);
          return taken.answer;
        }
        if (state.isClosed) throw new Error(`closed after ${JSON.stringify(state.received.toString('latin1'))}`);
        await news();
      }
    },
    async rest() {
      await closed;
      return state.received.toString('latin1');
    },
    closed,
    socket,
  };
}

/** One connection, one request, one answer. */
export async function exchange(port: number, bytes: string | Buffer, isHead = false): Promise<RawAnswer> {
  const wire = await connect(port);
  wire.send(bytes);
  try {
    return await wire.next(isHead);
  } finally {
    wire.socket.destroy();
  }
}

function takeAnswer(received: Buffer, isHead: boolean): { answer: RawAnswer; length: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(': ');
    const name = line.slice(0, colon).toLowerCase();
    const before = headers.get(name);
    headers.set(name, before === undefined ? line.slice(colon + 2) : `${before}, ${line.slice(colon + 2)}`);
  }
  const length = isHead ? 0 : Number(headers.get('content-length') ?? 0);
  const end = headEnd + 4 + length;
  if (received.length < end) return undefined;
  const body = received.toString('utf8', headEnd + 4, end);
  return { answer: { status: Number(statusLine.split(' ')[1]), headers, body }, length: end };
}
