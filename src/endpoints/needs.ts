/** Whom a route needs: checked before its handler runs, which is handed exactly what was proved. */

import { SignedOut, whileSignedIn } from '../accounts/authentication/while-signed-in.ts';
import type { ActLimit } from '../clients/act-limits.ts';
import { readGuardedForm } from '../http/browser/guarded-form.ts';
import { leaveFor, requireAccount, type Visitor, visitorOf } from '../http/browser/visitor.ts';
import { withCookie } from '../http/replying/replies.ts';
import type { Admission, Handler, Kind, Method, Reply, Request, RouteTable } from '../http/route.ts';
import { onBehalfOf } from '../on-behalf.ts';
import type { Form } from '../protocol/form.ts';
import { networkOf } from '../protocol/limits.ts';
import { againReply, type Checks, check, type FormKind, type WhenGone } from './checks.ts';
import { type Contexts, type Need, PROOFS, type VisitorContext } from './proofs.ts';
import { askToSignIn, isSigningIn, signInKeeping, typedOf } from './sign-in/kept.ts';

export type { AccountContext, VisitorContext } from './proofs.ts';

/** What the forms of a route hand over, once it is certain that one of our own pages sent them. */
interface Forms extends Readonly<Record<FormKind, unknown>> {
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
  /**
   * Shows the page of the form once more, filled in with what was sent, and does nothing: for a form that people type into, so
   * that nothing is lost where the session ended meanwhile, or is another one.
   */
  readonly again?: Handler<Contexts[N] & Forms['page']>;
  /** For a form that ends what its page is about: a double click is told the same twice. */
  readonly whenGone?: WhenGone;
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
      if (row.again !== undefined && isSigningIn(visitor)) return await signInReply(visitor, row, prove);
      const proved = await prove(visitor);
      if (!proved.ok) return await (visitor.account ? goneReply : signedOutReply)(visitor, row, proved.refusal);
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

async function signedOutReply(visitor: Visitor, { whenSignedOut, again }: Checks, usual: Reply): Promise<Reply> {
  if (whenSignedOut) return await whenSignedOut(visitor.request, visitor.world, { visitor });
  const typed = again === undefined ? undefined : typedOf(visitor);
  return typed ? askToSignIn(visitor, typed) : usual;
}

async function goneReply(visitor: Visitor, { whenGone }: Checks, usual: Reply): Promise<Reply> {
  const known = requireAccount(visitor);
  // A page of ours had the form, so that what it is about was there.
  if (!whenGone || !known.ok || !readGuardedForm(visitor, 'page', visitor.askedFrom).ok) return usual;
  const led = await whenGone(known.value);
  return led === null ? usual : leaveFor(visitor, led);
}

/** Whoever has signed in is shown the form again, if the page is theirs. */
async function signInReply(visitor: Visitor, row: Checks, prove: Prove): Promise<Reply> {
  const kept = await signInKeeping(visitor);
  if (!kept.ok) return kept.refusal;
  const proved = await prove(kept.value.visitor);
  const reply = proved.ok ? await againReply(proved.value, row, kept.value.form) : proved.refusal;
  return withCookie(reply, kept.value.cookie);
}

type Prove = (typeof PROOFS)[keyof typeof PROOFS];

/** Whoever is signed in has a share of their own; strangers have one for each network. */
function askerOf({ account, request }: Visitor): string {
  return account ? `account ${account.id}` : `network ${networkOf(request.source.address ?? '')}`;
}

/** A path of the table with the named segments of this request. */
function fill(pattern: string, parameters: Request['parameters']): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}
