/** Answers that go on: opened by a handler's reply, fed from elsewhere, closed by either side or when the service stops. */
import { withReplyHeaders } from '../replying/send.ts';
import type { Reply, Stream } from '../route.ts';
import { closeRequest, type PendingRequest, type ServerContext } from './context.ts';

/** A reader that leaves so much unread is cut off: what it missed it asks for when it comes back. */
export const MOST_UNREAD_BYTES = 65_536;

type Opened = NonNullable<Reply['stream']>;

/** The request counts as open until the stream has ended, so that a service that stops waits for its last words. */
export function openStream(context: ServerContext, pending: PendingRequest, reply: Reply, opened: Opened): void {
  const { res, kind } = pending;
  res.writeHead(reply.status, withReplyHeaders(context.headerSets[kind], reply));
  res.flushHeaders();
  const end = () => {
    if (res.writableEnded) return;
    if (opened.lastWords === null) res.destroy();
    else res.end(opened.lastWords);
  };
  const closed = Promise.withResolvers<void>();
  // The event `drain` would come too late: it speaks of as many bytes as are too many here.
  let taken = Promise.resolve();
  const stream: Stream = {
    write(text) {
      if (res.destroyed || res.writableEnded) return false;
      const { promise, resolve } = Promise.withResolvers<void>();
      taken = promise;
      res.write(text, () => resolve());
      if (res.writableLength <= MOST_UNREAD_BYTES) return true;
      res.destroy();
      return false;
    },
    drained: () => Promise.race([taken, closed.promise]),
    end,
    finish: () => void res.end(),
  };
  context.streams.add(end);
  res.once('close', () => {
    context.streams.delete(end);
    closed.resolve();
    opened.close();
    closeRequest(context);
  });
  opened.open(stream);
  if (context.isDraining) end();
}

/** Whoever listens goes to another instance, or comes back after the restart. */
export function endStreams({ streams }: ServerContext): void {
  for (const end of [...streams]) end();
}
