/** One try to sign in by the fields of a page, on whichever page they stand: let in, or what the page has to say. */
import { chooseWay } from '../../accounts/authentication/registry.ts';
import { type OpenedSession, signIn } from '../../accounts/sign-in.ts';
import { problemReply } from '../../http/browser/page.ts';
import type { Visitor } from '../../http/browser/visitor.ts';
import type { Reply } from '../../http/route.ts';
import type { SignIn } from '../../pages/sign-in/sign-in.ts';
import type { OfferedWay } from '../../pages/sign-in/way.ts';
import type { Form } from '../../protocol/form.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';

/** What the page says when it comes back. */
export type Failed = Partial<SignIn> & Pick<SignIn, 'ways'>;

type Refused = { readonly page: Failed } | { readonly reply: Reply };

/** `confirmedFor`: the authorization request that waits behind the sign-in (waiting.ts). */
export async function trySignIn(
  visitor: Visitor,
  form: Form,
  confirmedFor: string | null,
): Promise<Result<OpenedSession, Refused>> {
  const name = form.get('nickname') ?? '';
  const ways = chooseWay(form.get('way'));
  const value = form.get(ways.chosen.page.field) ?? '';
  const again = (what: Partial<SignIn>) => refuse({ page: { nickname: name, ways, ...what } });
  if (name.trim() === '' || value === '') return again({ faults: faultsOf(name, value, ways.chosen) });

  const { request, world, account } = visitor;
  const context = { source: request.source, replaced: account?.session.digest ?? null, confirmedFor };
  const answer = await signIn(world, { name, presented: { way: ways.chosen, value } }, context);
  if (answer.ok) return accept(answer.value);
  const { refusal } = answer;
  switch (refusal.reason) {
    case 'limited':
      return refuse({ reply: problemReply(visitor, { status: 429, retryAfterSeconds: refusal.retryAfterSeconds }) });
    case 'disabled':
      return again({ disabled: { because: refusal.because } });
    case 'not_let_in':
      // One sentence for an unknown name and a wrong proof.
      return again({ wasWrong: true });
  }
}

function faultsOf(name: string, value: string, { page }: OfferedWay): SignIn['faults'] {
  return {
    nickname: name.trim() === '' ? { reason: 'nickname_or_email_missing' } : undefined,
    presented: value === '' ? page.missing : undefined,
  };
}
