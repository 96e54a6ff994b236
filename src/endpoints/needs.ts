/** Whom a route needs: checked before its handler runs, which is handed exactly what was proved. */

import { SignedOut, whileSignedIn } from '../accounts/authentication/while-signed-in.ts';
import { type ActLimit, spendAct } from '../clients/act-limits.ts';
import { readGuardedFile, readGuardedForm, refuseForeign } from '../http/browser/guarded-form.ts';
import { problemReply } from '../http/browser/page.ts';
import { isFresh, requireAccount, type Visitor, visitorOf, withReturn } from '../http/browser/visitor.ts';
import { seeOther, withCookie } from '../http/replying/replies.ts';
import type { Admission, Handler, Kind, Method, Reply, Request, RouteTable } from '../http/route.ts';
import { onBehalfOf } from '../on-behalf.ts';
import type { Form } from '../protocol/form.ts';
import { networkOf } from '../protocol/limits.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';

import { type Contexts, type Need, PROOFS, type VisitorContext } from './proofs.ts';
import { carryThrough } from './sign-in/carried.ts';

export type { AccountContext, VisitorContext } from './proofs.ts';

/** What the forms of a route hand over, once it is certain that one of our own pages sent them. */
interface Forms {
  readonly page: { readonly form: Form };
  /** Of the pages before sign-in: their tokens are not bound to a session. */
  readonly stranger: { readonly form: Form };
  /** The form with one file in it; `fileField` names it. */
  readonly file: { readonly file: Buffer };
  /** The handler reads the form itself, since another answer comes first. */
  readonly handler: unknown;
}

export type Posted<Context> = Context & Forms['page'];
export type Uploaded<Context> = Context & Forms['file'];
/** The password was typed a short while ago. */
export type Confirmed<Context> = Context & { readonly isConfirmed: true };

type If<Condition extends boolean, Context> = Condition extends true ? Confirmed<Context> : Context;

interface AnyRow<N extends Need, C extends boolean> {
  readonly needs: N;
  /** A page unless said otherwise. */
  readonly kind?: Kind;
  /** Asks for the password where it was typed too long ago. */
  readonly confirmed?: C;
  /** Where a refused form and a typed password lead back to, in the notation of paths; here unless said otherwise. */
  readonly back?: string;
}

interface GetRow<N extends Need, C extends boolean> extends AnyRow<N, C> {
  /** `back` has a query of its own, and what was asked for here is added to it. */
  readonly backKeepsQuery?: true;
  /** Sign-in may lead back here: only for what changes nothing and carries no secret in its path. */
  readonly mayReturn?: true;
  readonly handler: Handler<N extends 'nobody' ? void : If<C, Contexts[N]>>;
}

interface PostRow<N extends Need, C extends boolean, F extends keyof Forms> extends AnyRow<N, C> {
  /** `page` unless said otherwise. */
  readonly form?: F;
  readonly fileField?: string;
  /** Asks for the password like `confirmed`, where it depends on what was sent. */
  readonly confirmedWhen?: (sent: Contexts[N] & Forms[F]) => boolean;
  /** How often an account may do it. */
  readonly limit?: ActLimit;
  readonly bodyLimitBytes?: number;
  readonly isRead?: true;
  readonly handler: Handler<N extends 'nobody' ? void : If<C, Contexts[N] & Forms[F]>>;
  /** Answers where the session ended before the form arrived, or while it was at work; the way to sign-in unless said otherwise. */
  readonly whenSignedOut?: Handler<VisitorContext>;
}

/** A route whose handler still waits for the table that it stands in. */
export interface Row {
  readonly method: Method;
  readonly path: string;
  readonly kind: Kind;
  readonly needs: Need;
  readonly confirmed: boolean;
  readonly mayReturn: boolean;
  readonly isRead: boolean;
  readonly bodyLimitBytes?: number;
  /** Of a row that takes more than the usual body. */
  readonly admit?: (routes: RouteTable) => Admission;
  readonly guard: (routes: RouteTable) => Handler;
}

export function get<N extends Need, C extends boolean = false>(path: string, row: GetRow<N, C>): Row {
  const { needs, kind = 'page', confirmed = false, mayReturn = false } = row;
  return { method: 'GET', path, kind, needs, confirmed, mayReturn, isRead: true, guard: guardOf(path, row, null) };
}

export function post<N extends Need, C extends boolean = false, F extends keyof Forms = 'page'>(
  path: string,
  row: PostRow<N, C, F>,
): Row {
  const { needs, kind = 'page', confirmed = false, isRead = false, bodyLimitBytes } = row;
  const guard = guardOf(path, row, row.form ?? 'page');
  const { back = path } = row;
  const guarded = { method: 'POST', path, kind, needs, confirmed, mayReturn: false, isRead, guard } as const;
  return bodyLimitBytes === undefined ? guarded : { ...guarded, bodyLimitBytes, admit: admissionOf(needs, back) };
}

/** Whom the route needs is checked before such a body is read, and again with it: reading may take a while. */
function admissionOf(needs: Need, back: string): (routes: RouteTable) => Admission {
  if (needs === 'nobody') return () => async () => null;
  const prove = PROOFS[needs];
  return (routes) => async (request, world) => {
    const visitor = await visitorOf(request, world, routes);
    const proved = await prove({ ...visitor, askedFrom: fill(back, request.parameters) });
    return proved.ok ? null : proved.refusal;
  };
}

/** A row without its types: what the checks below need of it. */
interface Checks {
  readonly needs: Need;
  readonly confirmed?: boolean;
  readonly confirmedWhen?: unknown;
  readonly back?: string;
  readonly backKeepsQuery?: true;
  readonly fileField?: string;
  readonly limit?: ActLimit;
  readonly bodyLimitBytes?: number;
  readonly handler: unknown;
  readonly whenSignedOut?: Handler<VisitorContext>;
}

function guardOf(path: string, row: Checks, form: keyof Forms | null): Row['guard'] {
  // The types of `get` and `post` tie the handler to what the row needs, and that is what it is handed below.
  const handler = row.handler as Handler<unknown>;
  const { needs, back = path } = row;
  if (needs === 'nobody') return () => handler;
  const prove = PROOFS[needs];
  return (routes) => async (request, world) => {
    const known = await visitorOf(request, world, routes);
    const asked = row.backKeepsQuery && request.rawQuery !== '' ? `&${request.rawQuery}` : '';
    const page = fill(back, request.parameters) + asked;
    const visitor = form === null ? known : { ...known, askedFrom: page };
    return await onBehalfOf(askerOf(visitor), async () => {
      const proved = await prove(visitor);
      if (!proved.ok)
        return visitor.account === null ? await signedOutReply(visitor, row, proved.refusal) : proved.refusal;
      const checked = await check(proved.value, { ...row, form, back: page });
      if (!checked.ok) return checked.refusal;
      const { context, cookie } = checked.value;
      const isAct = form !== null && form !== 'stranger';
      const reply = await (isAct ? actAs(context, row, handler) : handler(request, world, context));
      return cookie === null ? reply : withCookie(reply, cookie);
    });
  };
}

/** Whoever was signed in when the request began still is when something is written, or is sent to sign in. */
async function actAs(context: VisitorContext, row: Checks, handler: Handler<unknown>): Promise<Reply> {
  const { visitor } = context;
  const { request } = visitor;
  if (!visitor.account) return await handler(request, visitor.world, context);
  const world = whileSignedIn(visitor.world, visitor.account);
  try {
    return await handler(request, world, { ...context, visitor: { ...visitor, world } });
  } catch (error) {
    if (!(error instanceof SignedOut)) throw error;
    const left = { ...visitor, account: null };
    const known = requireAccount(left);
    if (known.ok) throw error;
    return await signedOutReply(left, row, known.refusal);
  }
}

async function signedOutReply(visitor: Visitor, { whenSignedOut }: Checks, usual: Reply): Promise<Reply> {
  return whenSignedOut ? await whenSignedOut(visitor.request, visitor.world, { visitor }) : usual;
}

/** Whoever is signed in has a share of their own; strangers have one for each network. */
function askerOf({ account, request }: Visitor): string {
  return account ? `account ${account.id}` : `network ${networkOf(request.source.address ?? '')}`;
}

interface CheckedRow extends Checks {
  readonly form: keyof Forms | null;
  readonly back: string;
}

/** What the handler is handed, and the cookie of the session that a proof on the way has opened. */
interface Checked {
  readonly context: VisitorContext;
  readonly cookie: string | null;
}

/**
 * In this order: the form is ours, the account was proved lately, the limit holds. A large body is costly to read, so that
 * its limit comes first, whatever is in it; only what another site sends is counted for nobody.
 */
async function check(context: VisitorContext, row: CheckedRow): Promise<Result<Checked, Reply>> {
  const { visitor } = context;
  const isLarge = row.bodyLimitBytes !== undefined;
  const early = isLarge ? (refuseForeign(visitor, row.back) ?? (await spendLimit(visitor, row))) : undefined;
  if (early) return refuse(early);
  const sent = readSent(visitor, row);
  if (!sent.ok) return sent;
  const confirmed = await checkConfirmed({ ...context, ...sent.value }, row);
  if (!confirmed.ok || isLarge) return confirmed;
  const limited = await spendLimit(visitor, row);
  if (!limited) return confirmed;
  const { cookie } = confirmed.value;
  return refuse(cookie === null ? limited : withCookie(limited, cookie));
}

async function spendLimit(visitor: Visitor, { limit }: CheckedRow): Promise<Reply | undefined> {
  if (limit === undefined) return undefined;
  if (!visitor.account) throw new Error('A limit is counted for an account.');
  const allowance = await spendAct(visitor.world, limit, visitor.account.id);
  if (allowance.allowed) return undefined;
  return problemReply(visitor, { status: 429, retryAfterSeconds: allowance.retryAfterSeconds });
}

/** A page is shown after the proof; a form is carried through it, with everything that was typed. */
async function checkConfirmed(
  whole: VisitorContext & { readonly form?: Form },
  { confirmed, confirmedWhen, back }: CheckedRow,
): Promise<Result<Checked, Reply>> {
  const { visitor, form } = whole;
  // The types of `post` tie it to the context and the form of the row, as they tie the handler.
  const isDangerous = confirmedWhen as ((sent: object) => boolean) | undefined;
  const isAsked = confirmed === true || isDangerous?.(whole) === true;
  if (!isAsked || isFresh(visitor)) return accept({ context: whole, cookie: null });
  if (form === undefined) return refuse(seeOther(withReturn(visitor, '/confirm', back)));
  const known = requireAccount(visitor);
  if (!known.ok) return known;
  const carried = await carryThrough(known.value, { form, back });
  if (!carried.ok) return carried;
  return accept({ context: { ...whole, visitor: carried.value.visitor }, cookie: carried.value.cookie });
}

function readSent(visitor: Visitor, { form, back, fileField = '' }: CheckedRow): Result<object, Reply> {
  if (form === null || form === 'handler') return accept({});
  if (form === 'file') {
    const file = readGuardedFile(visitor, fileField, back);
    return file.ok ? accept({ file: file.value }) : file;
  }
  const read = readGuardedForm(visitor, form, back);
  return read.ok ? accept({ form: read.value }) : read;
}

/** A path of the table with the named segments of this request. */
function fill(pattern: string, parameters: Request['parameters']): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}
