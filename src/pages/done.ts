/** The confirmation that the next page shows after an action: the address carries only one of these keys. */
import { en, type Text } from './text/en.ts';

export type DoneKey = keyof Text['done'];

/** Reads the key from an address (`?done=profile_saved`); an unknown key shows nothing. */
export function readDone(value: string | undefined): DoneKey | null {
  // Object.hasOwn has just proved that it is one of the keys.
  return value !== undefined && Object.hasOwn(en.done, value) ? (value as DoneKey) : null;
}
