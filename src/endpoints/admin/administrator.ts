/** What every door of the administration begins with: an administrator is there, or there is nothing to be seen. */
import type { Administrator } from '../../accounts/administration.ts';
import { problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, requireAccount } from '../../http/browser/visitor.ts';
import type { Reply, Request } from '../../http/request.ts';
import type { Form } from '../../protocol/form.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { World } from '../../world.ts';

/** Strangers are sent to sign in; everybody else sees the page of an address that does not exist. */
export async function requireAdministrator(request: Request, world: World): Promise<Result<AccountVisitor, Reply>> {
  const known = await requireAccount(request, world);
  if (!known.ok) return known;
  return known.value.account.isAdmin ? known : refuse(problemReply(known.value, { status: 404 }));
}

export function administratorOf({ account, request }: AccountVisitor): Administrator {
  return { id: account.id, source: request.source };
}

const NUMBER = /^[1-9]\d{0,15}$/;

/** Where a page of a list begins: a record's number, null for the first page, or a refusal of what is neither. */
export function readCursor(visitor: AccountVisitor, query: Form): Result<number | null, Reply> {
  const text = query.get('before');
  if (query.doubled !== undefined) return refuse(cursorReply(visitor));
  if (text === undefined) return accept(null);
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? accept(number) : refuse(cursorReply(visitor));
}

export function cursorReply(visitor: AccountVisitor): Reply {
  return problemReply(visitor, { status: 400, about: 'request', reason: 'cursor_unreadable' });
}
