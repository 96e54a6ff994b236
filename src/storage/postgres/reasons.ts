/** Why no PostgreSQL server can be used, in words for who looks after it: never with a password, which addresses may hold. */
import { transportOf } from '../../config/transport.ts';
import { NotNow } from '../../protocol/not-now.ts';

/** The reason is known once a connection was tried after the loss. */
export function outOfReach(reason?: string): NotNow {
  return new NotNow('unavailable', `The database is out of reach${reason === undefined ? '' : `: ${reason}`}.`);
}

const SILENT = 'the server did not answer in time';

export function silent(): NotNow {
  return new NotNow('unavailable', SILENT);
}

export function standby(): NotNow {
  return new NotNow('unavailable', 'the server takes no writes, it may be a standby');
}

/** Of several servers each has its own reason. The code is that of the first. */
class NoneUsable extends Error {
  override readonly name = 'NoneUsable';
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** What is told when none of these servers could be used, of which each failed with the error in its place. */
export function noneUsable(servers: readonly string[], errors: readonly unknown[]): unknown {
  const [first] = errors;
  if (errors.length < 2) return first;
  const reasons = errors.map((error, index) => `${placeOf(servers[index] ?? '')}: ${reasonOf(error)}`);
  return new NoneUsable(reasons.join('; '), codeOf(first));
}

export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  // The driver's own, which names neither host nor port.
  if (code === 'CONNECT_TIMEOUT') return SILENT;
  const message = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  return code === '' || error instanceof NoneUsable ? message : `${message} (${code})`;
}

export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function placeOf(server: string): string {
  const { path, host = 'localhost', port } = transportOf(server);
  return path ?? `${host}:${port}`;
}
