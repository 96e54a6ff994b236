/** Changing what an account says about its owner. */
import { report } from '../events/report.ts';
import { spend } from '../limits/spend.ts';
import type { Source } from '../protocol/event.ts';
import type { Allowance } from '../protocol/limits.ts';
import { examinePersonName, nicknameKey, nicknameSkeleton } from '../protocol/people/account-rules.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { examineLocale, examinePictureAddress, examineWebAddress } from '../protocol/people/text-rules.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { attempt, stale } from '../storage/database.ts';
import { setProfile } from '../storage/tables/people/accounts.ts';
import type { World } from '../world.ts';
import { type Account, findLive } from './find.ts';
import { examineFreeNickname, findTaken } from './new-account.ts';

/** As typed, or as kept after it was checked. No other field of an account can be changed here. */
export interface ProfileInput {
  readonly nickname: string;
  readonly name: string;
  readonly website: string;
  readonly locale: string;
  readonly avatarUrl: string;
}

export type ProfileFaults = { readonly [Name in keyof ProfileInput]?: FieldFault | undefined };

type ProfileRefusal =
  | { readonly reason: 'faulty'; readonly faults: ProfileFaults }
  /** The account ended in the meantime. */
  | { readonly reason: 'signed_out' }
  /** What it changes was changed elsewhere too. */
  | { readonly reason: 'overtaken'; readonly account: Account; readonly next: ProfileInput }
  | { readonly reason: 'limited'; readonly retryAfterSeconds: number };

/** The answer says whether a nickname is taken, and each change is an event that is kept. */
const CHANGES_PER_HOUR = 30;

interface ProfileChange {
  /** The complete new profile, or how it is made from what is there. */
  readonly input: ProfileInput | ((account: Account) => ProfileInput);
  /** Whether it would undo what was changed elsewhere; never where this is missing. */
  readonly isOvertaken?: (now: ProfileInput, next: ProfileInput) => boolean;
  readonly source: Source;
}

export async function changeProfile(
  world: World,
  accountId: number,
  change: ProfileChange,
): Promise<Result<null, ProfileRefusal>> {
  const { source } = change;
  const first = await judgeProfile(world, accountId, change);
  if (!first.ok) return first.refusal.reason === 'faulty' ? await refuseWhole(world, first.refusal, change) : first;
  if (isSame(first.value.next, first.value.account)) return accept(null);
  // Once, however often it has to be tried.
  const allowance = await spendChange(world, accountId, source);
  if (!allowance.allowed) return refuse({ reason: 'limited', retryAfterSeconds: allowance.retryAfterSeconds });
  return await attempt<Result<null, ProfileRefusal>>(async () => {
    const judged = await judgeProfile(world, accountId, change);
    if (!judged.ok) return judged;
    const { account, next } = judged.value;
    if (isSame(next, account)) return accept(null);
    const { nickname: shown } = next;
    const taken = shown === account.nickname ? undefined : await findTaken(world, { nickname: shown }, accountId);
    if (taken) return refuse({ reason: 'faulty', faults: { nickname: taken.nickname } });
    const nickname = { shown, key: nicknameKey(shown), skeleton: nicknameSkeleton(shown) };
    const written = await world.database.write([
      setProfile(account, nickname, next),
      report(world, source, 'account.profile_changed', { accountId }),
    ]);
    return written ? accept(null) : stale;
  });
}

function spendChange(world: World, accountId: number, source: Source): Promise<Allowance> {
  return spend(world, `profile/${accountId}`, { most: CHANGES_PER_HOUR, windowSeconds: 3600 }, () =>
    report(world, source, 'limit.reached', { accountId, detail: 'profile' }),
  );
}

type JudgedRefusal =
  | Exclude<ProfileRefusal, { reason: 'faulty' }>
  /** `wished` is a new nickname without a fault of its own; null where there is none. */
  | {
      readonly reason: 'faulty';
      readonly account: Account;
      readonly faults: ProfileFaults;
      readonly wished: string | null;
    };

/** All faults at once: also that a nickname is taken, which counts as a change, since it answers the same question. */
async function refuseWhole(
  world: World,
  { account, faults, wished }: Extract<JudgedRefusal, { reason: 'faulty' }>,
  { source }: ProfileChange,
): Promise<Result<null, ProfileRefusal>> {
  const mayAsk = wished !== null && (await spendChange(world, account.id, source)).allowed;
  const taken = mayAsk ? await findTaken(world, { nickname: wished }, account.id) : undefined;
  return refuse({ reason: 'faulty', faults: taken ? { ...faults, nickname: taken.nickname } : faults });
}

/** Of the account as it is now. */
async function judgeProfile(
  world: World,
  accountId: number,
  { input, isOvertaken }: ProfileChange,
): Promise<Result<{ readonly account: Account; readonly next: ProfileInput }, JudgedRefusal>> {
  const account = await findLive(world, accountId);
  if (!account) return refuse({ reason: 'signed_out' });
  const typed = typeof input === 'function' ? input(account) : input;
  const sound = examineProfile(world, typed, account.nickname);
  if (!sound.ok) {
    const nickname = typed.nickname === account.nickname ? null : examineFreeNickname(world, typed.nickname);
    const wished = nickname?.ok ? nickname.value : null;
    return refuse({ reason: 'faulty', account, faults: sound.refusal, wished });
  }
  const next = sound.value;
  return isOvertaken?.(account, next) ? refuse({ reason: 'overtaken', account, next }) : accept({ account, next });
}

/** What is saved as it was changes nothing, and is no event. */
export function isSame(next: ProfileInput, before: ProfileInput): boolean {
  return (
    next.nickname === before.nickname &&
    next.name === before.name &&
    next.website === before.website &&
    next.locale === before.locale &&
    next.avatarUrl === before.avatarUrl
  );
}

/** Nicknames from before a rule was made are kept: only a new one is judged. */
export function examineProfile(
  world: World,
  input: ProfileInput,
  current: string,
): Result<ProfileInput, ProfileFaults> {
  const nickname = input.nickname === current ? accept(current) : examineFreeNickname(world, input.nickname);
  const name = examinePersonName(input.name);
  const website = examineWebAddress(input.website);
  const locale = examineLocale(input.locale);
  const avatarUrl = examinePictureAddress(input.avatarUrl);
  if (nickname.ok && name.ok && website.ok && locale.ok && avatarUrl.ok) {
    return accept({
      nickname: nickname.value,
      name: name.value,
      website: website.value,
      locale: locale.value,
      avatarUrl: avatarUrl.value,
    });
  }
  return refuse({
    nickname: faultOf(nickname),
    name: faultOf(name),
    website: faultOf(website),
    locale: faultOf(locale),
    avatarUrl: faultOf(avatarUrl),
  });
}

function faultOf(result: Result<string, FieldFault>): FieldFault | undefined {
  return result.ok ? undefined : result.refusal;
}
