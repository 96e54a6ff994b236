/** GET and POST /account, POST /account/email and /account/password: profile, e-mail address and password. */
import { changeEmail, changePassword } from '../../accounts/email-and-password.ts';
import { type Account, findLive } from '../../accounts/find.ts';
import { changeProfile, type ProfileFaults, type ProfileInput } from '../../accounts/profile.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, leaveFor, sessionCookie } from '../../http/browser/visitor.ts';
import { seeOther } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { accountPage, type EmailChange, type PasswordChange, type ProfileFields } from '../../pages/account/account.ts';
import type { Form } from '../../protocol/form.ts';
import { PASSWORD_MIN_CHARACTERS } from '../../protocol/people/password-rule.ts';
import type { AccountContext, Posted } from '../needs.ts';

export const showAccount: Handler<AccountContext> = (_request, _world, { visitor }) => accountReply(visitor, {});

export const submitProfile: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const input = readProfile(form);
  const answer = await changeProfile(world, visitor.account.id, { input, source: request.source });
  if (answer.ok) return leaveFor(visitor, '/account?done=profile_saved');
  const { refusal } = answer;
  switch (refusal.reason) {
    case 'faulty':
      return await accountReply(visitor, { profile: { ...input, faults: pageFaults(refusal.faults) } });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: refusal.retryAfterSeconds });
    case 'signed_out':
      return seeOther('/sign-in');
  }
};

export const submitEmail: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const email = form.get('email') ?? '';
  const password = form.get('current_password') ?? '';
  const answer = await changeEmail(world, visitor.account, { email, password, source: request.source });
  if (answer.ok) return leaveFor(visitor, '/account?done=email_changed');
  const { refusal } = answer;
  switch (refusal.reason) {
    case 'faulty':
      return await accountReply(visitor, { email: { typed: email, faults: { email: refusal.fault } } });
    case 'not_proven':
      return await accountReply(visitor, {
        email: { typed: email, faults: { current_password: { reason: 'password_wrong' } } },
      });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: refusal.retryAfterSeconds });
    case 'signed_out':
      return seeOther('/sign-in');
  }
};

/** For password managers, which know this address on every site. */
export const toPasswordForm: Handler = () => seeOther('/account#current_password');

export const submitPassword: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const current = form.get('current_password') ?? '';
  const next = form.get('new_password') ?? '';
  const endsAccess = form.has('end_access');
  const answer = await changePassword(world, visitor.account, { current, next, endsAccess, source: request.source });
  if (answer.ok) {
    const done = endsAccess ? 'password_changed_access_ended' : 'password_changed';
    return leaveFor(visitor, `/account?done=${done}`, [sessionCookie(world, answer.value.sessionValue)]);
  }
  const { refusal } = answer;
  switch (refusal.reason) {
    case 'faulty':
      return await accountReply(visitor, { password: { endsAccess, faults: { new_password: refusal.fault } } });
    case 'not_proven':
      return await accountReply(visitor, {
        password: { endsAccess, faults: { current_password: { reason: 'password_wrong' } } },
      });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: refusal.retryAfterSeconds });
    case 'signed_out':
      return seeOther('/sign-in');
  }
};

/** What a form on the account page was refused for. */
interface Refused {
  readonly profile?: ProfileFields;
  readonly email?: Pick<EmailChange, 'typed' | 'faults'>;
  readonly password?: Pick<PasswordChange, 'endsAccess' | 'faults'>;
}

async function accountReply(visitor: AccountVisitor, refused: Refused): Promise<Reply> {
  const account = await findLive(visitor.world, visitor.account.id);
  if (!account) return seeOther('/sign-in');
  const page = {
    profile: refused.profile ?? profileOf(account),
    email: {
      current: account.email,
      isVerified: account.emailVerifiedAt !== null,
      ...(refused.email ?? { typed: '', faults: {} }),
    },
    password: { minimum: PASSWORD_MIN_CHARACTERS, ...(refused.password ?? { endsAccess: false, faults: {} }) },
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
