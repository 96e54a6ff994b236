/**
 * Takes several new connections in each turn of the event loop, once they come faster than one by one.
 *
 * libuv takes one connection from a listening handle in each turn (its pull request 3696; UV_TCP_SINGLE_ACCEPT
 * means nothing any more). With two thousand busy connections a turn may last a tenth of a second, so that few new ones
 * would be taken in a second. Several handles on the same socket are each served in every turn. Node.js cannot duplicate a handle itself,
 * but it can send one to another process, and what comes back from there is another handle on the same socket: a
 * second process lives for that moment. Where it cannot be started, connections are taken one by one as before.
 */
import { type ChildProcess, type SendHandle, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';

/** Besides the handle of the server itself. A connection that comes alone costs a vain try on each of them. */
const COPIES = 31;
/** So many turns one after the other with a connection in each: the queue of the system is not empty. */
const BUSY_TURNS = 32;
const RETURN_HANDLE = 'process.on("message", (message, handle) => process.send(message, handle))';

/**
 * Answers a function that closes the copies, to be called before the server's own handle closes. It resolves when no other
 * process holds the socket, and none of its copies is on its way.
 */
export function acceptInBatches(server: HttpServer): () => Promise<void> {
  const copies: Server[] = [];
  let duplicator: ChildProcess | undefined;
  let gone: Promise<unknown> = Promise.resolve();
  const stopWatching = onceBusy(server, () => {
    duplicator = startDuplicator(server, (handle) => copies.push(listenOn(handle, server)) === COPIES);
    // Comes when the process has ended and everything that it sent has been read.
    gone = once(duplicator, 'close').catch(() => {});
  });
  return async () => {
    stopWatching();
    duplicator?.kill('SIGKILL');
    await gone;
    for (const copy of copies) copy.close();
  };
}

/** Calls back once, when a connection has been taken in each of many turns. Answers how to stop watching. */
function onceBusy(server: HttpServer, callBack: () => void): () => void {
  let turns = 0;
  let isFresh = false;
  const check = () => {
    if (isFresh) setImmediate(check);
    else turns = 0;
    isFresh = false;
  };
  const onConnection = () => {
    turns += 1;
    // Two checks lie between the end of this turn and that of the next one.
    if (turns === 1) setImmediate(check);
    isFresh = true;
    if (turns < BUSY_TURNS) return;
    stop();
    callBack();
  };
  const stop = () => void server.off('connection', onConnection);
  server.on('connection', onConnection);
  return stop;
}

/** `onCopy` says whether there are enough of them. It holds the socket open, so it must not outlive its task. */
function startDuplicator(server: HttpServer, onCopy: (handle: SendHandle) => boolean): ChildProcess {
  const duplicator = spawn(process.execPath, ['-e', RETURN_HANDLE], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  duplicator.on('error', () => duplicator.kill('SIGKILL'));
  duplicator.on('message', (_message, handle) => {
    // What arrives late would hold the port open.
    if (duplicator.killed) closeCopy(handle);
    else if (handle !== undefined && onCopy(handle)) duplicator.kill('SIGKILL');
  });
  duplicator.unref();
  duplicator.channel?.unref();
  // The bare handle: a server that is sent would take connections there. `listen` knows servers by this field, too.
  const { _handle: handle } = server as unknown as { readonly _handle: SendHandle };
  for (let copy = 0; copy < COPIES; copy += 1) duplicator.send({ copy }, handle, () => {});
  return duplicator;
}

function closeCopy(handle: SendHandle | undefined): void {
  // A bare handle, which closes as a server does.
  if (handle !== undefined && 'close' in handle) handle.close();
}

function listenOn(handle: SendHandle, server: HttpServer): Server {
  // As node:http itself takes connections.
  const copy = new Server({ allowHalfOpen: true, noDelay: true });
  copy.on('connection', (socket) => server.emit('connection', socket));
  return copy.on('error', () => copy.close()).listen(handle);
}
