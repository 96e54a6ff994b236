/** What the administration needs: an administrator, and the person or application that a page is about. */
import { type Administrator, findPerson } from '../../accounts/administration.ts';
import type { Account } from '../../accounts/find.ts';
import { type Client, findClient } from '../../clients/find.ts';
import { problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, requireAccount, type Visitor } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/route.ts';
import { administeredPath } from '../../pages/admin/admin-frame.ts';
import type { Form } from '../../protocol/form.ts';
import { readAccountNumber } from '../../protocol/people/account-rules.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';

export interface AdministratorContext {
  readonly visitor: AccountVisitor & { readonly account: { readonly isAdmin: true } };
}

export interface PersonContext extends AdministratorContext {
  readonly person: Account;
}

export interface ApplicationContext extends AdministratorContext {
  readonly client: Client;
  /** The address of the application in the administration. */
  readonly path: string;
}

/** An anonymous visitor is sent to sign in; another account sees the page of an address that does not exist. */
export function requireAdministrator(visitor: Visitor): Result<AdministratorContext, Reply> {
  const known = requireAccount(visitor);
  if (!known.ok) return known;
  const { account } = known.value;
  if (!account.isAdmin) return refuse(problemReply(visitor, { status: 404 }));
  return accept({ visitor: { ...known.value, account: { ...account, isAdmin: true } } });
}

/** Deleted accounts do not exist. */
export async function requirePerson(visitor: Visitor): Promise<Result<PersonContext, Reply>> {
  const known = requireAdministrator(visitor);
  if (!known.ok) return known;
  const id = readAccountNumber(visitor.request.parameters.account ?? '');
  const person = id === undefined ? null : await findPerson(visitor.world, id);
  return person ? accept({ ...known.value, person }) : refuse(problemReply(visitor, { status: 404 }));
}

export async function requireApplication(visitor: Visitor): Promise<Result<ApplicationContext, Reply>> {
  const known = requireAdministrator(visitor);
  if (!known.ok) return known;
  const client = await findClient(visitor.request.parameters.id ?? '', visitor.world);
  if (!client) return refuse(problemReply(visitor, { status: 404 }));
  return accept({ ...known.value, client, path: administeredPath(client.publicId) });
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
