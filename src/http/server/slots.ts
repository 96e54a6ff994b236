/** Places for requests whose handler runs: who takes one, who has to wait, and who goes in when one is free. */
import type { Route } from '../route.ts';
import type { PendingRequest, ServerContext } from './context.ts';
import { SPAN_MS } from './fresh-requests.ts';

/** Health checks are answered however busy the service is. */
export function isAdmitted(context: ServerContext, pending: PendingRequest, route: Route): boolean {
  if (route.kind === 'health') return true;
  // Of those that may write, whoever came earlier goes first.
  return mayWrite(pending, route)
    ? context.queue.length === 0 && !isFull(context)
    : context.running < context.mostRunning;
}

function isFull({ running, mostRunning, fresh, isEmbedded }: ServerContext): boolean {
  return running >= mostRunning || (isEmbedded() && fresh.isFull());
}

/** The span of a request that counts as fresh. */
type Slot = number | undefined;

export function takeSlot(context: ServerContext, pending: PendingRequest, route: Pick<Route, 'isRead'>): Slot {
  context.running += 1;
  return mayWrite(pending, route) ? context.fresh.begin() : undefined;
}

function mayWrite({ request: { method } }: PendingRequest, { isRead = false }: Pick<Route, 'isRead'>): boolean {
  return !isRead && method !== 'GET' && method !== 'HEAD';
}

export function releaseSlot(context: ServerContext, slot: Slot): void {
  context.running -= 1;
  if (slot !== undefined) context.fresh.end(slot);
  if (context.queue.length > 0) letIn(context);
}

function letIn(context: ServerContext): void {
  while (context.queue.length > 0 && !isFull(context)) context.queue.advance();
}

/** Where none of those at work comes to its end, some of them do not count any more after a moment. */
export function letInLater(context: ServerContext): void {
  context.isLettingIn = true;
  setTimeout(() => {
    letIn(context);
    context.isLettingIn = false;
    if (context.queue.length > 0) letInLater(context);
  }, SPAN_MS).unref();
}
