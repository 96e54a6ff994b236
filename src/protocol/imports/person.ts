/** A person of another service, read from a row of its table of users, and how the account here is to be called. */
import { emailKey, examineEmail, examineNickname, nicknameKey, nicknameSkeleton } from '../people/account-rules.ts';
import { countCharacters, examineLocale, examineName } from '../people/text-rules.ts';
import { accept, type Result, refuse } from '../result.ts';
import { canonicalHash, isNoHash } from './password-hash.ts';
import { readNumber, readSince, readText, readTime } from './values.ts';

/** The columns of the source that an import reads, each under the name that it has there. */
export interface PersonColumns {
  readonly id: string;
  readonly nickname?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly verified?: string | undefined;
  /** Whoever has something in any of them is disabled. */
  readonly disabled?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly locale?: string | undefined;
  readonly created?: string | undefined;
  readonly online?: string | undefined;
}

export interface ForeignPerson {
  readonly id: number;
  readonly nickname: string;
  readonly email: string;
  /** As it can be kept; null where there is none that can be checked here. */
  readonly hash: string | null;
  /** True where there is a hash that cannot be read. */
  readonly hasUnknownHash: boolean;
  readonly verifiedAt: number | null;
  readonly disabledAt: number | null;
  readonly name: string;
  /** True where there is a name that cannot be kept. */
  readonly hasUnfitName: boolean;
  readonly locale: string;
  readonly createdAt: number | null;
  readonly onlineAt: number | null;
}

type Row = Readonly<Record<string, string | null>>;

/** Whoever was locked out must not come in because nobody can read since when: that is refused, not left out. */
export function readPerson(row: Row, columns: PersonColumns): Result<ForeignPerson, 'id' | 'disabled'> {
  const text = (column: string | undefined) => (column === undefined ? null : (row[column] ?? null));
  const time = (column: string | undefined) => readTime(text(column)) ?? null;
  const id = readNumber(text(columns.id));
  if (id === undefined) return refuse('id');
  const disabled = (columns.disabled ?? []).map((column) => readSince(text(column)));
  if (disabled.includes(undefined)) return refuse('disabled');
  const since = disabled.filter((moment) => typeof moment === 'number');
  const password = text(columns.password) ?? '';
  const hash = canonicalHash(password) ?? null;
  const called = text(columns.name) ?? '';
  const name = examineName(called, LONGEST_NAME);
  const locale = examineLocale(text(columns.locale) ?? '');
  return accept({
    id,
    nickname: readText(text(columns.nickname)).trim(),
    email: readText(text(columns.email)).trim(),
    hash,
    hasUnknownHash: hash === null && !isNoHash(password),
    verifiedAt: readSince(text(columns.verified)) ?? null,
    disabledAt: since.length === 0 ? null : Math.min(...since),
    name: name.ok ? name.value : '',
    hasUnfitName: !name.ok && called.trim() !== '',
    locale: locale.ok ? locale.value : '',
    createdAt: time(columns.created),
    onlineAt: time(columns.online),
  });
}

const LONGEST_NAME = 100;

/** Which of the names are somebody else's already. */
export interface Taken {
  nickname(key: string): boolean;
  skeleton(skeleton: string): boolean;
  email(key: string): boolean;
}

export interface PersonNames {
  readonly nickname: string;
  readonly nicknameKey: string;
  /** Null where somebody has one that looks the same (decision 0033). */
  readonly nicknameSkeleton: string | null;
  readonly email: string;
  readonly emailKey: string;
  /** Why the nickname is not the one that the person had; null where it is. */
  readonly renamed: 'none' | 'rules' | 'taken' | null;
  /** Why the address had to be left out; null where it is the person's own. */
  readonly withoutEmail: 'none' | 'rules' | 'taken' | null;
}

/**
 * Everybody comes over. Whoever cannot keep a nickname gets one made of it or of the address and, where that is taken, of
 * the number, which nobody else has; an address that cannot be kept is replaced by one that cannot exist (RFC 2606 §2).
 */
export function nameOf(person: Pick<ForeignPerson, 'id' | 'nickname' | 'email'>, taken: Taken): PersonNames {
  const nickname = chooseNickname(person, taken);
  const email = chooseEmail(person, taken);
  const key = nicknameKey(nickname.value);
  const skeleton = nicknameSkeleton(nickname.value);
  return {
    nickname: nickname.value,
    nicknameKey: key,
    nicknameSkeleton: taken.skeleton(skeleton) ? null : skeleton,
    email: email.value,
    emailKey: emailKey(email.value),
    renamed: nickname.why,
    withoutEmail: email.why,
  };
}

interface Chosen {
  readonly value: string;
  readonly why: 'none' | 'rules' | 'taken' | null;
}

function chooseNickname(
  { id, nickname, email }: Pick<ForeignPerson, 'id' | 'nickname' | 'email'>,
  taken: Taken,
): Chosen {
  const own = examineNickname(nickname);
  const why = nickname === '' ? 'none' : own.ok ? 'taken' : 'rules';
  if (own.ok && !taken.nickname(nicknameKey(own.value))) return { value: own.value, why: null };
  const made = own.ok ? own.value : plainName(nickname || (email.split('@', 1)[0] ?? ''));
  const candidates = [...(own.ok ? [] : [made]), `${made}-${id}`, `user-${id}`, `user-${id}-imported`];
  const value = candidates.find((text) => examineNickname(text).ok && !taken.nickname(nicknameKey(text)));
  return { value: value ?? `imported-${id}`, why };
}

const LONGEST_MADE = 22;

/** What is left of a text when all that no nickname may have is taken out; room stays for a number. */
function plainName(text: string): string {
  const plain = text
    .slice(0, 200)
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
  return countCharacters(plain) > LONGEST_MADE ? plain.slice(0, LONGEST_MADE) : plain || 'user';
}

function chooseEmail({ id, email }: Pick<ForeignPerson, 'id' | 'email'>, taken: Taken): Chosen {
  const own = examineEmail(email);
  if (own.ok && !taken.email(emailKey(own.value))) return { value: own.value, why: null };
  return { value: `user-${id}@imported.invalid`, why: email === '' ? 'none' : own.ok ? 'taken' : 'rules' };
}
