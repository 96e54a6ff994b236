/** What administrators and the operator change of an account: names, address, profile, and whether they vouch for the address. */
import type { EventKind } from '../../protocol/event.ts';
import {
  emailKey,
  examineEmail,
  examineNewNickname,
  nicknameKey,
  nicknameSkeleton,
} from '../../protocol/people/account-rules.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import type { Sql } from '../../storage/sql.ts';
import { changeSeenAccount } from '../../storage/tables/people/seen.ts';
import type { World } from '../../world.ts';
import type { Account } from '../find.ts';
import { findTaken, type NewAccountFaults } from '../new-account.ts';
import { examineProfile, isSame, type ProfileFaults, type ProfileInput } from '../profile.ts';

/** What is left out stays as it is. A new address is not verified unless whoever changes it says so. */
export type PersonChange = Partial<ProfileInput & { readonly email: string; readonly isEmailVerified: boolean }>;

export type PersonFaults = ProfileFaults & Pick<NewAccountFaults, 'email'>;

type NextPerson = ProfileInput & { readonly email: string; readonly emailVerifiedAt: number | null };

/** Breaks no rule; whether the names are free is asked by `writesOfChange`. */
export async function examineChange(
  world: World,
  person: Account,
  change: PersonChange,
): Promise<Result<NextPerson, PersonFaults>> {
  const { email: typed = person.email, isEmailVerified, ...said } = change;
  const { nickname: current, name, website, locale, avatarUrl } = person;
  const wished = said.nickname ?? current;
  // Names and addresses from before a rule was made are kept. Reserved names are given by those who may change others.
  const nickname = wished === current ? accept(current) : examineNewNickname(wished);
  const email = typed === person.email ? accept(typed) : examineEmail(typed);
  const profile = examineProfile(world, { name, website, locale, avatarUrl, ...said, nickname: current }, current);
  if (!nickname.ok || !email.ok || !profile.ok) {
    const faults = {
      ...(profile.ok ? {} : profile.refusal),
      ...(nickname.ok ? {} : { nickname: nickname.refusal }),
      ...(email.ok ? {} : { email: email.refusal }),
    };
    const free = {
      ...(nickname.ok && nickname.value !== current && { nickname: nickname.value }),
      ...(email.ok && email.value !== person.email && { email: email.value }),
    };
    return refuse(await withTakenNames(world, person, faults, free));
  }
  const emailVerifiedAt = verifiedAt(world, person, email.value, isEmailVerified);
  return accept({ ...profile.value, nickname: nickname.value, email: email.value, emailVerifiedAt });
}

/** With names that others have, so that nobody corrects a form twice. */
async function withTakenNames(
  world: World,
  person: Account,
  faults: PersonFaults,
  names: { readonly nickname?: string; readonly email?: string },
): Promise<PersonFaults> {
  const taken = Object.keys(names).length > 0 ? await findTaken(world, names, person.id) : undefined;
  return { ...faults, nickname: faults.nickname ?? taken?.nickname, email: faults.email ?? taken?.email };
}

function keptVerification(person: Account, email: string): number | null {
  return emailKey(email) === emailKey(person.email) ? person.emailVerifiedAt : null;
}

function verifiedAt(world: World, person: Account, email: string, isVerified: boolean | undefined): number | null {
  const kept = keptVerification(person, email);
  if (isVerified === undefined) return kept;
  return isVerified ? (kept ?? world.now()) : null;
}

interface Writes {
  /** A guard as well: the account is still as it was read. */
  readonly write: Sql;
  /** Of the events that tell it. */
  readonly kinds: readonly EventKind[];
}

/** Null for what changes nothing: no event tells it. */
export async function writesOfChange(
  world: World,
  person: Account,
  next: NextPerson,
): Promise<Result<Writes | null, PersonFaults>> {
  const { email, emailVerifiedAt, ...profile } = next;
  const isRenamed = profile.nickname !== person.nickname;
  const isMoved = email !== person.email;
  const kept = keptVerification(person, email);
  const isTold = isMoved || !isSame(profile, person);
  if (!isTold && emailVerifiedAt === kept) return accept(null);
  const names = { ...(isRenamed ? { nickname: profile.nickname } : {}), ...(isMoved ? { email } : {}) };
  const taken = isRenamed || isMoved ? await findTaken(world, names, person.id) : undefined;
  if (taken) return refuse(taken);
  const { nickname } = profile;
  const write = changeSeenAccount(person, {
    ...profile,
    nickname: { shown: nickname, key: nicknameKey(nickname), skeleton: nicknameSkeleton(nickname) },
    email: { shown: email, key: emailKey(email), verifiedAt: emailVerifiedAt },
  });
  const kinds: EventKind[] = [];
  if (isTold) kinds.push('account.profile_changed');
  if (isMoved) kinds.push('account.email_changed');
  if (emailVerifiedAt !== kept) kinds.push(kept === null ? 'account.email_verified' : 'account.email_unverified');
  return accept({ write, kinds });
}
