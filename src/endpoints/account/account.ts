/** GET and POST /account: the profile; and the page that also holds the forms for e-mail address and password. */
import { type Account, findLive } from '../../accounts/find.ts';
import { changeProfile, type ProfileFaults, type ProfileInput } from '../../accounts/profile.ts';
import { readGuardedForm } from '../../http/browser/guarded-form.ts';
import { pageReply } from '../../http/browser/page.ts';
import { type AccountVisitor, leaveFor, requireAccount } from '../../http/browser/visitor.ts';
import { seeOther } from '../../http/replying/redirect.ts';
import type { Reply } from '../../http/request.ts';
import type { Handler } from '../../http/route.ts';
import { accountPage, type EmailChange, type PasswordChange, type ProfileFields } from '../../pages/account/account.ts';
import type { Form } from '../../protocol/form.ts';
import { PASSWORD_MIN_CHARACTERS } from '../../protocol/people/password-rule.ts';

export const showAccount: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  return known.ok ? await accountReply(known.value, {}) : known.refusal;
};

export const submitProfile: Handler = async (request, world) => {
  const known = await requireAccount(request, world);
  if (!known.ok) return known.refusal;
  const visitor = known.value;
  const form = readGuardedForm(visitor, 'page');
  if (!form.ok) return form.refusal;
  const input = readProfile(form.value);
  const answer = await changeProfile(world, visitor.account.id, { input, source: request.source });
  if (answer.ok) return leaveFor(visitor, '/account?done=profile_saved');
  if (answer.refusal.reason === 'signed_out') return seeOther('/sign-in');
  return await accountReply(visitor, { profile: { ...input, faults: pageFaults(answer.refusal.faults) } });
};

/** What a form on the account page was refused for. */
export interface Refused {
  readonly profile?: ProfileFields;
  readonly email?: Pick<EmailChange, 'typed' | 'faults'>;
  readonly password?: PasswordChange['faults'];
}

export async function accountReply(visitor: AccountVisitor, refused: Refused): Promise<Reply> {
  const account = await findLive(visitor.world, visitor.account.id);
  if (!account) return seeOther('/sign-in');
  const page = {
    profile: refused.profile ?? profileOf(account),
    email: {
      current: account.email,
      isVerified: account.emailVerifiedAt !== null,
      ...(refused.email ?? { typed: '', faults: {} }),
    },
    password: { minimum: PASSWORD_MIN_CHARACTERS, faults: refused.password ?? {} },
  };
  const status = Object.keys(refused).length > 0 ? 422 : 200;
  return pageReply(visitor, (context) => accountPage(context, page), { status });
}

function profileOf({ nickname, name, website, locale, avatarUrl }: Account): ProfileFields {
  return { nickname, name, website, locale, avatarUrl, faults: {} };
}

/** Only these fields are read, whatever else was sent. */
function readProfile(form: Form): ProfileInput {
  return {
    nickname: form.get('nickname') ?? '',
    name: form.get('name') ?? '',
    website: form.get('website') ?? '',
    locale: form.get('locale') ?? '',
    avatarUrl: form.get('avatar_url') ?? '',
  };
}

function pageFaults({ avatarUrl, ...faults }: ProfileFaults): ProfileFields['faults'] {
  return { ...faults, avatar_url: avatarUrl };
}
