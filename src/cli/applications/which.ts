/** Which application a command is about: the first word, or --client-id, which scripts may give in its place. */
import { namedOnce } from '../command-line.ts';

export const WHICH = { says: 'Which one, where it is not given as the first word.', value: 'X' } as const;
export const WHICH_OPERAND = '[CLIENT_ID]';
export const WHICH_MISSING = 'Say which application: CLIENT_ID is missing, or there are two of them.';

interface Naming {
  readonly operands: readonly string[];
  readonly options: { readonly 'client-id': string | undefined };
}

/** Undefined where none is named, or two are. */
export function namedClient({ operands: [word], options: { 'client-id': given } }: Naming): string | undefined {
  return namedOnce(word, given);
}
