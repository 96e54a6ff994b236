/**
 * Opens a socket to a PostgreSQL server, encrypted where the address asks for it.
 *
 * The driver could do the latter itself. It compares the certificate of an address such as 10.0.0.5 with the name
 * "localhost", knows no authority but those of Node.js, and takes its error listener away from a socket to which it still
 * writes, which ends the process when a server refuses connections (decision 0040).
 */
import { readFileSync } from 'node:fs';
import { connect, isIP, Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { Transport } from '../../config/transport.ts';

/** As long as the driver waits for the first answer on a socket that it has. */
export const CONNECT_LIMIT_MS = 5000;

/** PostgreSQL's message "SSLRequest": its length, and the number that stands for it. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const WILLING = 'S'.charCodeAt(0);

/** What the driver has read from its environment, where the address says nothing. */
interface Fallback {
  readonly host: readonly string[];
}

/**
 * Never rejects: the driver would lose the place of a connection whose socket it did not get. `onRaw` is told of every
 * socket beneath, also of those that are not handed over yet, so that they can be destroyed.
 */
export function openSocket(
  transport: Transport,
  { host }: Fallback,
  onRaw: (socket: Socket) => void,
): Socket | Promise<Socket> {
  const name = transport.host ?? host[0] ?? 'localhost';
  const raw = guarded(transport.path === undefined ? connect(transport.port, name) : connect(transport.path));
  onRaw(raw);
  if (transport.tls === 'disable') return raw;
  return secure(raw, transport, name).catch((error) => {
    raw.destroy();
    return refusedSocket(error);
  });
}

/** A socket that fails at once. The driver attaches itself to it a moment after it was handed over. */
export function refusedSocket(error: unknown): Socket {
  const socket = new Socket();
  const reason = error instanceof Error ? error : new Error(String(error));
  setImmediate(() => socket.destroy(reason));
  return guarded(socket);
}

/**
 * The driver removes every listener of a socket that it gives up, and may have written to it just before: the error of that
 * write, which concerns nobody any more, would end the process.
 */
function guarded<Kind extends Socket>(socket: Kind): Kind {
  const ignore = () => {};
  const removeAll = socket.removeAllListeners.bind(socket);
  socket.on('error', ignore);
  socket.removeAllListeners = (event?: string | symbol) => {
    if (event === undefined) removeAll();
    else removeAll(event);
    socket.on('error', ignore);
    return socket;
  };
  return socket;
}

async function secure(raw: Socket, transport: Transport, host: string): Promise<Socket> {
  const late = setTimeout(() => raw.destroy(failed('the server did not answer in time')), CONNECT_LIMIT_MS);
  try {
    await untilEvent(raw, 'connect');
    const isWilling = await asksForTls(raw);
    if (!isWilling && transport.tls === 'prefer') return raw;
    if (!isWilling) throw failed(`the server does not offer TLS, which sslmode=${transport.tls} asks for`);
    const socket = guarded(connectTls({ socket: raw, ...identityOf(transport, host) }));
    await untilEvent(socket, 'secureConnect');
    return socket;
  } finally {
    clearTimeout(late);
  }
}

function identityOf({ tls, authorities }: Transport, host: string): ConnectionOptions {
  const isChecked = tls === 'verify-ca' || tls === 'verify-full';
  return {
    // Compared with the certificate. An address has no place in the greeting (RFC 6066 §3), only a name.
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: isChecked,
    ...(tls === 'verify-ca' && { checkServerIdentity: () => undefined }),
    // Read for every connection, so that a file that was replaced holds without a restart.
    ...(isChecked && authorities !== undefined && { ca: readFileSync(authorities) }),
  };
}

async function asksForTls(raw: Socket): Promise<boolean> {
  raw.write(SSL_REQUEST);
  const answer = await untilEvent(raw, 'data');
  // Bytes that came along were not encrypted, whoever sent them, and must not be taken for the server's.
  if (!Buffer.isBuffer(answer) || answer.length !== 1)
    throw failed('the server said more than it was asked before TLS began');
  return answer[0] === WILLING;
}

/** Leaves no listener behind. */
function untilEvent(socket: Socket, event: 'connect' | 'data' | 'secureConnect'): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onError = (error: Error) => reject(explain(error));
  const onClose = () => reject(failed('the connection was closed'));
  socket.once(event, resolve).once('error', onError).once('close', onClose);
  return promise.finally(() => {
    socket.removeListener(event, resolve).removeListener('error', onError).removeListener('close', onClose);
  });
}

/** The codes of OpenSSL for a chain that ends in no known authority. */
const UNKNOWN_AUTHORITY: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
]);

/** What Node.js advises there is an option of its own, which the service is not started with. */
function explain(error: Error): Error {
  const isUnknown = 'code' in error && UNKNOWN_AUTHORITY.has(error.code);
  const [said = ''] = error.message.split(';');
  const message = isUnknown
    ? `${said}: name the file of its authority with sslrootcert=FILE in the address`
    : error.message;
  return Object.assign(error, { message, code: codeFor(error) });
}

/** Errors of TLS have codes of their own; whoever asked for something only has to know that there is no connection. */
function codeFor(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return /^E[A-Z]+$/.test(code) ? code : 'CONNECTION_FAILED';
}

function failed(message: string): Error {
  return Object.assign(new Error(message), { code: 'CONNECTION_FAILED' });
}
