/** What a finished act says on the next page: an address carries one of these keys and nothing else. */
import { en, type Text } from './text/en.ts';

export type DoneKey = keyof Text['done'];

/** Reads the key from an address (`?done=profile_saved`); anything unknown says nothing. */
export function readDone(value: string | undefined): DoneKey | null {
  // Object.hasOwn has just proved it to be one of the keys.
  return value !== undefined && Object.hasOwn(en.done, value) ? (value as DoneKey) : null;
}
