/** Finds our tokens, codes and secrets in any text, by prefix and checksum, without asking anybody. */
import { claimedKind, parseToken, TOKEN_LENGTH, type TokenKind } from './token-string.ts';

export interface FoundString {
  readonly kind: TokenKind | 'secret';
  readonly text: string;
  /** Where it begins; for one in an encoded header, where that begins. */
  readonly at: number;
  readonly end: number;
}

/** Looked for at every place, since one string may begin within something that only looks like another. */
const CANDIDATE = new RegExp(`(?=(lk[a-z]_[A-Za-z0-9_-]{${TOKEN_LENGTH - 4}}))`, 'g');

const LONGEST_CREDENTIALS = 600;
/** RFC 7617 §2: how most client secrets travel, and stand in logs. */
const CREDENTIALS = new RegExp(`\\bBasic +([A-Za-z0-9+/]{80,${LONGEST_CREDENTIALS}}={0,2})`, 'gi');

/** Nothing that is found is longer. */
export const LONGEST_FIND = LONGEST_CREDENTIALS + 100;

export function findStrings(text: string): readonly FoundString[] {
  const encoded = [...text.matchAll(CREDENTIALS)].flatMap(({ 0: whole, 1: credentials = '', index }) =>
    findPlain(Buffer.from(credentials, 'base64').toString('latin1')).map((found) => ({
      ...found,
      at: index,
      end: index + whole.length,
    })),
  );
  return [...findPlain(text), ...encoded];
}

function findPlain(text: string): readonly FoundString[] {
  return [...text.matchAll(CANDIDATE)].flatMap(({ 1: candidate = '', index }) => {
    const kind = claimedKind(candidate);
    if (kind === undefined || parseToken(kind, candidate) === undefined) return [];
    return [{ kind, text: candidate, at: index, end: index + TOKEN_LENGTH }];
  });
}
