/** GET and POST /account, with the picture in it, /account/email and /account/password, GET /account/privacy: one job each. */

import { SignedOut } from '../../accounts/authentication/while-signed-in.ts';
import { changeEmail, changePassword, repeatPasswordChange } from '../../accounts/email-and-password.ts';
import { type Account, findLive } from '../../accounts/find.ts';
import { removePicture, setPicture } from '../../accounts/picture.ts';
import { changeProfile, type ProfileFaults, type ProfileInput } from '../../accounts/profile.ts';
import { readEndedForm } from '../../http/browser/guarded-form.ts';
import { type Fields, mergeOf, shownOf } from '../../http/browser/merged-form.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import {
  type AccountVisitor,
  endedSessionOf,
  leaveFor,
  sessionCookie,
  signInAgain,
  type Visitor,
} from '../../http/browser/visitor.ts';
import { seeOther } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import {
  type EmailChange,
  emailPage,
  type PasswordChange,
  type ProfileFields,
  passwordPage,
  privacyPage,
  profilePage,
} from '../../pages/account/account.ts';
import type { Faults } from '../../pages/parts/form.ts';
import type { Form } from '../../protocol/form.ts';
import { PASSWORD_MIN_CHARACTERS } from '../../protocol/people/password-rule.ts';
import type { AccountContext, Posted, Uploaded, VisitorContext } from '../needs.ts';

export const showAccount: Handler<AccountContext> = (_request, _world, { visitor }) => profileReply(visitor);

export const showEmail: Handler<AccountContext> = (_request, _world, { visitor }) => emailReply(visitor);

export const showPassword: Handler<AccountContext> = (_request, _world, { visitor }) => passwordReply(visitor);

export const showPrivacy: Handler<AccountContext> = (_request, _world, { visitor }) => pageReply(visitor, privacyPage);

export const submitProfile: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const merge = mergeOf<ProfileInput>(form, profileFields);
  const input = (account: Account) => readProfile(merge.over(account), account);
  const change = { input, isOvertaken: merge.isOvertaken, source: request.source };
  const answer = await changeProfile(world, visitor.account.id, change);
  if (answer.ok) return leaveFor(visitor, '/account?done=profile_saved');
  const { refusal } = answer;
  switch (refusal.reason) {
    case 'faulty':
      return await profileReply(visitor, 422, (account) => ({
        ...input(account),
        shown: merge.again(account),
        faults: pageFaults(refusal.faults),
      }));
    case 'overtaken': {
      const { account, next } = refusal;
      const kept = { ...input(account), shown: merge.overtakenBy(account, next), faults: {} };
      return await profileReply(visitor, 409, () => kept);
    }
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: refusal.retryAfterSeconds });
    case 'signed_out':
      return signInAgain(visitor);
  }
};

/** What was touched as it was typed, everything else as it is kept now. */
export const showProfileAgain: Handler<Posted<AccountContext>> = (_request, _world, { visitor, form }) => {
  const merge = mergeOf<ProfileInput>(form, profileFields);
  const typed = (account: Account) => readProfile(merge.over(account), account);
  return profileReply(visitor, 200, (account) => ({ ...typed(account), shown: merge.again(account), faults: {} }));
};

export const submitPicture: Handler<Uploaded<AccountContext>> = async (request, world, { visitor, file }) => {
  const answer = await setPicture(world, visitor.account.id, { upload: file, source: request.source });
  if (answer.ok) return leaveFor(visitor, '/account?done=picture_saved');
  if (answer.refusal.reason === 'signed_out') return signInAgain(visitor);
  const { why } = answer.refusal;
  return await profileReply(visitor, 422, (account) => ({ ...profileOf(account), faults: { picture: why } }));
};

export const submitPictureRemoval: Handler<Posted<AccountContext>> = async (request, world, { visitor }) => {
  const isDone = await removePicture(world, visitor.account.id, request.source);
  return isDone ? leaveFor(visitor, '/account?done=picture_removed') : signInAgain(visitor);
};

export const submitEmail: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const email = form.get('email') ?? '';
  const password = form.get('current_password') ?? '';
  const answer = await changeEmail(world, visitor.account, { email, password, source: request.source });
  if (answer.ok) return leaveFor(visitor, '/account/email?done=email_changed');
  const { refusal } = answer;
  switch (refusal.reason) {
    case 'faulty':
      return await emailReply(visitor, { typed: email, faults: { email: refusal.fault, ...unproven(password) } });
    case 'not_proven':
      return await emailReply(visitor, { typed: email, faults: unproven(password, 'password_wrong') });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: refusal.retryAfterSeconds });
    case 'signed_out':
      return signInAgain(visitor);
  }
};

export const showEmailAgain: Handler<Posted<AccountContext>> = (_request, _world, { visitor, form }) =>
  emailReply(visitor, { typed: form.get('email') ?? '', faults: {} });

/** For password managers, which know this address on every site. */
export const toPasswordForm: Handler<VisitorContext> = () => seeOther('/account/password');

export const submitPassword: Handler<Posted<AccountContext>> = async (request, world, { visitor, form }) => {
  const current = form.get('current_password') ?? '';
  const next = form.get('new_password') ?? '';
  const endsAccess = form.has('end_access');
  const answer = await changePassword(world, visitor.account, { current, next, endsAccess, source: request.source });
  if (answer.ok) return passwordChanged(visitor, endsAccess, answer.value.sessionValue);
  const { refusal } = answer;
  switch (refusal.reason) {
    case 'faulty':
      return passwordReply(visitor, { endsAccess, faults: { new_password: refusal.fault, ...unproven(current) } });
    case 'not_proven':
      return passwordReply(visitor, { endsAccess, faults: unproven(current, 'password_wrong') });
    case 'limited':
      return problemReply(visitor, { status: 429, retryAfterSeconds: refusal.retryAfterSeconds });
    case 'signed_out':
      throw new SignedOut();
  }
};

/** The same form, after it ended the session that it was sent with. */
export const repeatPassword: Handler<VisitorContext> = async (request, world, { visitor }) => {
  const ended = endedSessionOf(visitor);
  const form = ended === null ? undefined : readEndedForm(visitor, ended);
  if (ended === null || form === undefined) return signInAgain(visitor);
  const next = form.get('new_password') ?? '';
  const answer = await repeatPasswordChange(world, ended.digest, { next, source: request.source });
  if (answer.ok) return passwordChanged(visitor, form.has('end_access'), answer.value.sessionValue);
  if (answer.refusal.reason !== 'limited') return signInAgain(visitor);
  return problemReply(visitor, { status: 429, retryAfterSeconds: answer.refusal.retryAfterSeconds });
};

function passwordChanged(visitor: Visitor, endsAccess: boolean, sessionValue: string): Reply {
  const done = endsAccess ? 'password_changed_access_ended' : 'password_changed';
  return leaveFor(visitor, `/account/password?done=${done}`, [sessionCookie(visitor.world, sessionValue)]);
}

/** An empty field is told together with the other fault, so that nobody corrects a form twice. */
function unproven(password: string, otherwise?: 'password_wrong'): Faults<'current_password'> {
  if (password === '') return { current_password: { reason: 'password_missing' } };
  return otherwise === undefined ? {} : { current_password: { reason: otherwise } };
}

async function profileReply(
  visitor: AccountVisitor,
  status: 200 | 409 | 422 = 200,
  shownFor: (account: Account) => ProfileFields = profileOf,
): Promise<Reply> {
  const account = await findLive(visitor.world, visitor.account.id);
  if (!account) return seeOther('/sign-in');
  const profile = shownFor(account);
  return pageReply(visitor, (context) => profilePage(context, profile), { status });
}

async function emailReply(
  visitor: AccountVisitor,
  sent: Pick<EmailChange, 'typed' | 'faults'> = { typed: '', faults: {} },
): Promise<Reply> {
  const account = await findLive(visitor.world, visitor.account.id);
  if (!account) return seeOther('/sign-in');
  const isVerified = account.emailVerifiedAt !== null;
  const page = { current: account.email, isVerified, ...sent };
  const isRefused = Object.keys(sent.faults).length > 0;
  return pageReply(visitor, (context) => emailPage(context, page), { status: isRefused ? 422 : 200 });
}

function passwordReply(visitor: AccountVisitor, refused?: Pick<PasswordChange, 'endsAccess' | 'faults'>): Reply {
  const page = { minimum: PASSWORD_MIN_CHARACTERS, ...(refused ?? { endsAccess: false, faults: {} }) };
  return pageReply(visitor, (context) => passwordPage(context, page), { status: refused ? 422 : 200 });
}

function profileOf(account: Account): ProfileFields {
  const { nickname, name, website, locale, avatarUrl } = account;
  return { nickname, name, website, locale, avatarUrl, shown: shownOf(profileFields(account)), faults: {} };
}

/** What the fields of the page say. */
function profileFields({ nickname, name, website, locale, avatarUrl }: ProfileInput): Fields {
  return { nickname: [nickname], name: [name], website: [website], locale: [locale], avatar_url: [avatarUrl] };
}

/** Only these fields are read, whatever else was sent. The page leaves the address of a picture out where there is none. */
function readProfile(form: Form, before: Account): ProfileInput {
  return {
    nickname: form.get('nickname') ?? '',
    name: form.get('name') ?? '',
    website: form.get('website') ?? '',
    locale: form.get('locale') ?? '',
    avatarUrl: form.get('avatar_url') ?? before.avatarUrl,
  };
}

function pageFaults({ avatarUrl, ...faults }: ProfileFaults): ProfileFields['faults'] {
  return { ...faults, avatar_url: avatarUrl };
}
