/**
 * A dangerous act of somebody who proved the account too long ago: the page that asks for a proof stands in place of the
 * answer and holds what was sent, so that the proof carries the act through. Nothing of it is stored.
 */
import { chooseOwnWay, type WayChoice } from '../../accounts/authentication/registry.ts';
import { confirm } from '../../accounts/confirmation.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import {
  type AccountVisitor,
  requireAccount,
  sessionCookie,
  signInAgain,
  visitorAfter,
} from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/route.ts';
import { confirmPage } from '../../pages/sign-in/sign-in.ts';
import { unprovenFault } from '../../pages/sign-in/way.ts';
import type { Form } from '../../protocol/form.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { SECRET_PARAMETERS } from '../../protocol/secret-parameters.ts';
import { purposeOf } from './purpose.ts';

interface Act {
  readonly form: Form;
  /** The page that the form came from. */
  readonly back: string;
}

/** The proof opened a new session, so the rest of the request is answered to a visitor with that one. */
interface Carried {
  readonly visitor: AccountVisitor;
  /** The reply to the act has to carry it. */
  readonly cookie: string;
}

/** Marks a form that comes from the page below; everything else that such a form holds is the act's own. */
const MARK = 'confirming';
const OTHER_WAY = 'other_way';

export async function carryThrough(visitor: AccountVisitor, act: Act): Promise<Result<Carried, Reply>> {
  const { request, world, account } = visitor;
  const { form } = act;
  const other = form.get(OTHER_WAY);
  const ways = await chooseOwnWay(world, account.id, other ?? form.get('way'));
  if (form.get(MARK) === undefined || other !== undefined) return refuse(askReply(visitor, act, { ways, fault: null }));
  const presented = { way: ways.chosen, value: form.get(ways.chosen.page.field) ?? '' };
  const answer = await confirm(world, account, { presented, source: request.source });
  if (answer.ok) {
    const renewed = requireAccount(await visitorAfter(visitor, answer.value.sessionValue));
    return renewed.ok
      ? accept({ visitor: renewed.value, cookie: sessionCookie(world, answer.value.sessionValue) })
      : renewed;
  }
  switch (answer.refusal.reason) {
    case 'not_proven':
      return refuse(askReply(visitor, act, { ways, fault: unprovenFault(presented.way.page, presented.value) }));
    case 'limited':
      return refuse(problemReply(visitor, { status: 429, retryAfterSeconds: answer.refusal.retryAfterSeconds }));
    case 'signed_out':
      return refuse(signInAgain(visitor));
  }
}

/** 403 until it is proved: a program that sent the form must not take this page for success. */
function askReply(
  visitor: AccountVisitor,
  { form, back }: Act,
  { ways, fault }: { readonly ways: WayChoice; readonly fault: FieldFault | null },
): Reply {
  const { path } = visitor.request;
  const page = { purpose: purposeOf(path), action: path, hidden: [...fieldsOf(form, ways), [MARK, 'yes'] as const] };
  const terms = { status: fault === null ? 403 : 422 };
  return pageReply(
    visitor,
    (context) => confirmPage(context, { ...page, ways, fault, otherWay: { button: OTHER_WAY }, backPath: back }),
    terms,
  );
}

/** What the act needs. The form of a dangerous act has no secret in it; if one comes along, the page does not repeat it. */
function fieldsOf(form: Form, { chosen, others }: WayChoice): readonly (readonly [string, string])[] {
  const left = new Set<string>([...SECRET_PARAMETERS, MARK, OTHER_WAY, 'way', 'form_token']);
  for (const { page } of [chosen, ...others]) left.add(page.field);
  return form.entries.filter(([name]) => !left.has(name));
}
