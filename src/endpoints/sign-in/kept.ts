/**
 * A form that arrives after its session ended: the page that asks to sign in stands in place of the answer and holds what was
 * typed; after it the form is shown again, filled in. Nothing of it is stored, and nothing is done until the form is sent again.
 */
import { chooseWay } from '../../accounts/authentication/registry.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { isSurelyOwnOrigin } from '../../http/browser/origin.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import {
  type AccountVisitor,
  requireAccount,
  sessionCookie,
  type Visitor,
  visitorAfter,
} from '../../http/browser/visitor.ts';
import { readPageForm } from '../../http/reading/form-body.ts';
import type { Reply } from '../../http/route.ts';
import { OTHER_WAY, type SignIn, signInPage } from '../../pages/sign-in/sign-in.ts';
import { createForm, type Form } from '../../protocol/form.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { SECRET_PARAMETERS } from '../../protocol/secret-parameters.ts';
import { type Failed, trySignIn } from './attempt.ts';

/** Marks the form of the page below, whose fields of sign-in stand beside what was typed, each under a name of its own. */
const MARK = 'signing_in';
const TYPED = 'typed.';
const SEAL = 'typed_seal';

/** With the fields of sign-in, and with names that are longer by a prefix, a page takes it. */
const MOST_KEPT_BYTES = 49_152;
const MOST_KEPT_FIELDS = 80;
const LONGEST_NAME = 48;

type Entries = Form['entries'];

/** What was typed, for the visitor who has signed in since. */
interface Kept {
  readonly visitor: AccountVisitor;
  readonly form: Form;
  /** The reply has to carry it. */
  readonly cookie: string;
}

/** What a page of ours sent and may come back to it; undefined where that is nothing, too much, or not certain. */
export function typedOf({ request, world }: Visitor): Form | undefined {
  const form = readPageForm(request);
  // The token of the form was of the session that ended, so the browser's word is all there is.
  if (!form.ok || !isSurelyOwnOrigin(request, world.settings.url)) return undefined;
  const entries = form.value.entries.filter(([name]) => !isLeftOut(name));
  const isBounded =
    request.body.length <= MOST_KEPT_BYTES &&
    entries.length <= MOST_KEPT_FIELDS &&
    entries.every(([name]) => name.length <= LONGEST_NAME);
  return isBounded && entries.length > 0 ? createForm(entries) : undefined;
}

const LEFT_OUT: ReadonlySet<string> = new Set([...SECRET_PARAMETERS, MARK, 'form_token', 'return_to', 'way']);

function isLeftOut(name: string): boolean {
  return LEFT_OUT.has(name) || /password|secret/i.test(name);
}

export function isSigningIn({ request }: Visitor): boolean {
  const form = readPageForm(request);
  return form.ok && form.value.has(MARK);
}

export function askToSignIn(visitor: Visitor, typed: Form): Reply {
  return askReply(visitor, typed.entries, null);
}

/** The form of the page above. */
export async function signInKeeping(visitor: Visitor): Promise<Result<Kept, Reply>> {
  const sent = readGuardedForm(visitor, 'stranger', visitor.askedFrom);
  if (!sent.ok) return sent;
  const typed = sent.value.entries
    .filter(([name]) => name.startsWith(TYPED))
    .map(([name, value]): Entries[number] => [name.slice(TYPED.length), value]);
  if (!visitor.isSealed('form/kept', sealedText(visitor, typed), sent.value.get(SEAL))) {
    return refuse(problemReply(visitor, { status: 403, about: 'form', backPath: visitor.askedFrom }));
  }
  const other = sent.value.get(OTHER_WAY);
  if (other !== undefined) return refuse(askReply(visitor, typed, { ways: chooseWay(other) }));
  const answer = await trySignIn(visitor, sent.value, null);
  if (!answer.ok) {
    const { refusal } = answer;
    return refuse('reply' in refusal ? refusal.reply : askReply(visitor, typed, refusal.page));
  }
  const { sessionValue } = answer.value;
  const known = requireAccount(await visitorAfter(visitor, sessionValue));
  if (!known.ok) return known;
  const cookie = sessionCookie(visitor.world, sessionValue);
  return accept({ visitor: known.value, form: createForm(typed), cookie });
}

/** 403 until somebody signs in: a program that sent the form must not take this page for success. */
function askReply(visitor: Visitor, typed: Entries, failed: Failed | null): Reply {
  const hidden: Entries = [
    [MARK, 'yes'],
    [SEAL, visitor.seal('form/kept', sealedText(visitor, typed))],
    ...typed.map(([name, value]): Entries[number] => [TYPED + name, value]),
  ];
  const page: SignIn = {
    nickname: '',
    returnTo: null,
    waiting: null,
    // Whose form it was has an account.
    signUpIsOpen: false,
    wasWrong: false,
    disabled: null,
    faults: {},
    kept: { action: visitor.request.path, hidden },
    ...(failed ?? { ways: chooseWay(undefined) }),
  };
  const terms = { purpose: 'stranger', status: failed === null ? 403 : 422 } as const;
  return pageReply(visitor, (context) => signInPage(context, page), terms);
}

/** For the address that it was sent to. Browsers write line ends anew. */
function sealedText({ request }: Visitor, typed: Entries): string {
  return JSON.stringify([request.path, typed.map(([name, value]) => [name, value.replace(/\r\n?/g, '\n')])]);
}
