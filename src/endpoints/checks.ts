/** What a request has to pass once it is known who asks: the form is ours, the account was proved lately, the limit holds. */
import { type ActLimit, spendAct } from '../clients/act-limits.ts';
import { readGuardedFile, readGuardedForm, refuseForeign } from '../http/browser/guarded-form.ts';
import { problemReply } from '../http/browser/page.ts';
import { type AccountVisitor, isFresh, requireAccount, type Visitor, withReturn } from '../http/browser/visitor.ts';
import { seeOther, withCookie } from '../http/replying/replies.ts';
import type { Handler, Reply } from '../http/route.ts';
import type { Form } from '../protocol/form.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { Need, VisitorContext } from './proofs.ts';
import { carryThrough } from './sign-in/carried.ts';
import { typedOf } from './sign-in/kept.ts';

/** Which forms a route takes, and who reads them (needs.ts). */
export type FormKind = 'page' | 'stranger' | 'file' | 'handler';

/** A row of the table without its types: what is checked of it, and what answers where it does not hold. */
export interface Checks {
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
  readonly again?: unknown;
  readonly whenGone?: WhenGone;
}

/** Where a form led that ended what its page was about, asked when it is sent again; null where it did not. */
export type WhenGone = (visitor: AccountVisitor) => string | null | Promise<string | null>;

interface CheckedRow extends Checks {
  readonly form: FormKind | null;
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
export async function check(context: VisitorContext, row: CheckedRow): Promise<Result<Checked, Reply>> {
  const { visitor } = context;
  const isLarge = row.bodyLimitBytes !== undefined;
  const early = isLarge ? (refuseForeign(visitor, row.back) ?? (await spendLimit(visitor, row))) : undefined;
  if (early) return refuse(early);
  const sent = readSent(visitor, row);
  if (!sent.ok) return (await showAgain(context, row)) ?? sent;
  const confirmed = await checkConfirmed({ ...context, ...sent.value }, row);
  if (!confirmed.ok || isLarge) return confirmed;
  const limited = await spendLimit(visitor, row);
  if (!limited) return confirmed;
  const { cookie } = confirmed.value;
  return refuse(cookie === null ? limited : withCookie(limited, cookie));
}

/** A form that was made for another session of this browser is shown again, made for this one, with what was typed. */
async function showAgain(context: VisitorContext, row: CheckedRow): Promise<Result<never, Reply> | undefined> {
  const typed = row.again === undefined ? undefined : typedOf(context.visitor);
  if (typed === undefined) return undefined;
  const reply = await againReply(context, row, typed);
  // A program that sent the form must not take this page for success.
  return refuse(reply.status === 200 ? { ...reply, status: 403 } : reply);
}

/** `context` is what the row needs. */
export async function againReply<C extends VisitorContext>(context: C, { again }: Checks, form: Form): Promise<Reply> {
  // The types of `post` tie it to the context of the row, as they tie the handler.
  const handler = again as Handler<C & { readonly form: Form }>;
  const { visitor } = context;
  return await handler(visitor.request, visitor.world, { ...context, visitor: { ...visitor, isKept: true }, form });
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
