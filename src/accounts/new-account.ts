/** What every way to create an account shares: the rules, the check for taken names, the rows to insert. */
import { report } from '../events/report.ts';
import type { Source } from '../protocol/event.ts';
import {
  emailKey,
  examineEmail,
  examineNewNickname,
  examinePersonName,
  nicknameKey,
  nicknameSkeleton,
} from '../protocol/people/account-rules.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { examinePassword } from '../protocol/people/password-rule.ts';
import { isReservedName } from '../protocol/people/reserved-names.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import type { Sql } from '../storage/sql.ts';
import { findAccounts, insertAccount } from '../storage/tables/people/accounts.ts';
import { insertCredential } from '../storage/tables/people/credentials.ts';
import { findSkeletonHolder } from '../storage/tables/people/skeletons.ts';
import type { World } from '../world.ts';
import { hashPassword, password } from './authentication/password.ts';

/** As typed. */
export interface NewAccountInput {
  readonly nickname: string;
  readonly email: string;
  readonly password: string;
  /** Beside the nickname; may be left out. */
  readonly name?: string | undefined;
}

export interface NewAccountFaults {
  readonly nickname?: FieldFault | undefined;
  readonly email?: FieldFault | undefined;
  readonly password?: FieldFault | undefined;
  readonly name?: FieldFault | undefined;
}

/** Input that breaks no rule. */
type ValidInput = NewAccountInput;

/** Of an account without a password, which its owner sets by a sign-in link. */
export type AccountNames = Omit<NewAccountInput, 'password'>;

/** The operator may give reserved names to accounts; everybody else may not take one. */
export function examineInput(
  world: World,
  input: NewAccountInput,
  by: 'operator' | 'visitor',
): Result<ValidInput, NewAccountFaults> {
  const names = examineNames(world, input, by);
  const examined = examinePassword(input.password, { ...input, serviceName: world.settings.name });
  if (names.ok && examined.ok) return accept({ ...names.value, password: examined.value });
  const { nickname, email, ...others } = names.ok ? {} : names.refusal;
  return refuse({ nickname, email, password: faultOf(examined), ...others });
}

/** The rules of `examineInput` for everything but the password. */
export function examineNames(
  world: World,
  input: AccountNames,
  by: 'operator' | 'visitor',
): Result<AccountNames, NewAccountFaults> {
  const nickname = by === 'operator' ? examineNewNickname(input.nickname) : examineFreeNickname(world, input.nickname);
  const email = examineEmail(input.email);
  const name = examinePersonName(input.name ?? '');
  if (nickname.ok && email.ok && name.ok)
    return accept({ nickname: nickname.value, email: email.value, name: name.value });
  const named = name.ok ? {} : { name: name.refusal };
  return refuse({ nickname: faultOf(nickname), email: faultOf(email), ...named });
}

/** The rules for a nickname that somebody chooses. */
export function examineFreeNickname({ settings }: World, typed: string): Result<string, FieldFault> {
  const nickname = examineNewNickname(typed);
  if (!nickname.ok || !isReservedName(nickname.value, settings)) return nickname;
  return refuse({ reason: 'nickname_reserved' });
}

/** What an operator or administrator says of an account; without a password its owner sets one by a sign-in link. */
export type GivenAccount = AccountNames & { readonly password?: string | undefined };

export function examineGiven(
  world: World,
  { password, ...names }: GivenAccount,
): Result<GivenAccount, NewAccountFaults> {
  return password === undefined
    ? examineNames(world, names, 'operator')
    : examineInput(world, { ...names, password }, 'operator');
}

/** Null for an account without a password. */
export async function hashGiven(world: World, { password }: GivenAccount, source: Source): Promise<string | null> {
  return password === undefined ? null : await hashPassword(world, password, source);
}

/** Faults for names that another account has; undefined when both are free. `own` is the account that may have them. */
export async function findTaken(
  world: World,
  names: { readonly nickname?: string; readonly email?: string },
  own?: number,
): Promise<NewAccountFaults | undefined> {
  const keys = {
    ...(names.nickname === undefined ? {} : { nicknameKey: nicknameKey(names.nickname) }),
    ...(names.email === undefined ? {} : { emailKey: emailKey(names.email) }),
  };
  const skeleton = names.nickname === undefined ? undefined : nicknameSkeleton(names.nickname);
  const [found, alike] = await Promise.all([
    findAccounts(world.database, keys),
    skeleton === undefined ? undefined : findSkeletonHolder(world.database, skeleton),
  ]);
  const others = found.filter((account) => account.id !== own);
  const isAlike = alike !== undefined && alike !== own;
  if (others.length === 0 && !isAlike) return undefined;
  const hasNickname = isAlike || others.some((account) => nicknameKey(account.nickname) === keys.nicknameKey);
  const hasEmail = others.some((account) => emailKey(account.email) === keys.emailKey);
  return {
    nickname: hasNickname ? { reason: 'nickname_taken' } : undefined,
    email: hasEmail ? { reason: 'email_taken' } : undefined,
  };
}

interface Faulty {
  readonly input: AccountNames;
  readonly faults: NewAccountFaults;
  /** Whether names may be looked up now; left out where they always may. */
  readonly mayLook?: () => Promise<boolean>;
}

/** With names that others have beside other faults, so that nobody corrects a form twice. */
export async function withTaken(world: World, { input, faults, mayLook }: Faulty): Promise<NewAccountFaults> {
  const [nickname, email] = [examineNewNickname(input.nickname), examineEmail(input.email)];
  const names = {
    ...(faults.nickname === undefined && nickname.ok && { nickname: nickname.value }),
    ...(faults.email === undefined && email.ok && { email: email.value }),
  };
  if (Object.keys(names).length === 0 || (mayLook && !(await mayLook()))) return faults;
  const taken = await findTaken(world, names);
  return { ...faults, nickname: faults.nickname ?? taken?.nickname, email: faults.email ?? taken?.email };
}

interface NewAccount {
  readonly id: number;
  readonly nickname: string;
  /** The rows to insert. A name or a number that was taken in the meantime undoes the whole batch. */
  readonly batch: readonly Sql[];
}

interface Making {
  /** Null where its owner sets a password by a sign-in link. */
  readonly passwordHash: string | null;
  readonly isAdmin: boolean;
  readonly source: Source;
  /** Whether somebody vouches for the address. */
  readonly isEmailVerified?: boolean | undefined;
  /** By whom, where that was not the person. */
  readonly by?: string;
  /** Whether a session is opened for it at once. */
  readonly isSignedIn?: boolean;
}

export function makeAccount(world: World, { nickname, email, name = '' }: AccountNames, making: Making): NewAccount {
  const id = newNumber(world);
  const now = world.now();
  const row = {
    id,
    nickname,
    nicknameKey: nicknameKey(nickname),
    nicknameSkeleton: nicknameSkeleton(nickname),
    email,
    emailKey: emailKey(email),
    emailVerifiedAt: making.isEmailVerified ? now : null,
    name,
    locale: '',
    adminAt: making.isAdmin ? now : null,
    createdAt: now,
    ...(making.isSignedIn && { signedInAt: now }),
  };
  const details = [...(making.isAdmin ? ['administrator'] : []), ...(making.by === undefined ? [] : [making.by])];
  const detail = details.length === 0 ? null : details.join(', ');
  const { passwordHash: secret } = making;
  const credential = { id: world.nextId(), accountId: id, kind: password.kind, createdAt: now };
  return {
    id,
    nickname,
    batch: [
      insertAccount(row),
      ...(secret === null ? [] : [insertCredential({ ...credential, secret })]),
      report(world, making.source, 'account.created', { accountId: id, detail }),
    ],
  };
}

const LEAST_NUMBER = 100_000_000;
const MOST_NUMBER = 2_147_483_647;

/** Clients keep account numbers in 32 bits; a random one says neither how many accounts there are nor how old it is. */
function newNumber(world: World): number {
  return LEAST_NUMBER + (world.randomBytes(6).readUIntBE(0, 6) % (MOST_NUMBER - LEAST_NUMBER + 1));
}

function faultOf(result: Result<string, FieldFault>): FieldFault | undefined {
  return result.ok ? undefined : result.refusal;
}
