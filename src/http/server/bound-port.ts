/**
 * A port that several processes serve: one process binds it and hands its socket to the others, which listen on it.
 *
 * All take connections from the one queue of the socket. So a process that dies takes only its own connections along, and
 * one that comes later finds those that have been waiting (docs/decisions/0054).
 */

import * as net from 'node:net';
import { isIP, type Server } from 'node:net';
import { getSystemErrorMessage, getSystemErrorName } from 'node:util';

/** A bound socket, as it can be sent to another process and be listened on there. */
export type BoundHandle = Server;

export interface BoundPort {
  /** The port, also where 0 was asked for. */
  readonly port: number;
  readonly handle: BoundHandle;
  /** Gives up this process's hold on it. */
  close(): void;
}

/** What node:net itself and node:cluster make of an address. The handle is bound, and does not listen. */
interface RawHandle {
  getsockname(out: { port?: number }): number;
  close(): void;
}

type CreateHandle = (address: string, port: number, family: 4 | 6) => RawHandle | number;

/** `address` must be an IP address. Rejects as listening would. */
export function bindPort(address: string, port: number): BoundPort {
  // Not in the types; node:cluster is made of it. A server that listens would take connections in this process.
  const { _createServerHandle: createHandle } = net as unknown as { readonly _createServerHandle: CreateHandle };
  const made = createHandle(address, port, isIP(address) === 6 ? 6 : 4);
  if (typeof made === 'number') throw bindFault(made, address, port);
  const name: { port?: number } = {};
  made.getsockname(name);
  return {
    port: name.port ?? port,
    // `send` and `listen` take bare handles, which their types do not know.
    handle: made as unknown as BoundHandle,
    close: () => made.close(),
  };
}

function bindFault(errno: number, address: string, port: number): Error {
  const code = getSystemErrorName(errno);
  const error = new Error(`listen ${code}: ${getSystemErrorMessage(errno)} ${address}:${port}`);
  return Object.assign(error, { code, errno, syscall: 'listen', address, port });
}
