/** The notice that the next page shows after an action, once: the address carries one of these keys, a cookie the same. */
import { en, type Text } from './text/en.ts';

export type DoneKey = keyof Text['done'];

/** What was not done is no success, and does not look like one. */
const TONES: { readonly [Key in DoneKey]?: 'info' | 'warning' } = {
  nothing_to_do: 'info',
  nobody_selected: 'warning',
  transfer_was_declined: 'info',
  changed_meanwhile: 'warning',
  delivery_too_soon: 'warning',
  not_saved: 'warning',
  form_kept: 'warning',
  secret_shown: 'warning',
  person_link_shown: 'warning',
  webhook_secret_shown: 'warning',
  webhook_rotated_often: 'warning',
  resource_secret_shown: 'warning',
};

export function toneOf(key: DoneKey): 'done' | 'info' | 'warning' {
  return TONES[key] ?? 'done';
}

/** Only there somebody is told that they are nobody here any more. */
const OF_VISITORS: ReadonlySet<string> = new Set<DoneKey>(['signed_out', 'account_deleted']);
/** The session ended while a form was open. */
const SIGN_IN_AGAIN: DoneKey = 'not_saved';
/** A sign-in link sets a password and leads to the home page. */
const OF_HOME: ReadonlySet<string> = new Set<DoneKey>(['password_changed']);

const OF_ACCOUNT = /^(?:profile|picture|email|password|sessions?|access|data|all_access|permission|end)_/;
const OF_ADMINISTRATION =
  /^(?:person|people|nobody|resource|mark|administration|suspension|limit|export|application|changed|nothing|webhook|delivery)_/;
const OF_APPLICATIONS =
  /^(?:application|approval|redirect|secret|permissions|logo|transfer|family|tokens|webhook|delivery|nothing)_/;

/** It is told only on the pages that an action with it leads to. */
const PLACES: readonly (readonly [path: RegExp, keys: RegExp])[] = [
  [/^\/account(?:\/|$)/, OF_ACCOUNT],
  [/^\/look$/, /^look_/],
  [/^\/oauth\/authorized_applications(?:\/|$)/, OF_ACCOUNT],
  [/^\/admin(?:\/|$)/, OF_ADMINISTRATION],
  [/^\/oauth\/applications(?:\/|$)/, OF_APPLICATIONS],
];

interface Asked {
  readonly value: string | undefined;
  readonly path: string;
  readonly isSignedIn: boolean;
  /** By what this browser did just now. */
  readonly isLedHere: boolean;
}

/** Reads the key from an address (`?done=profile_saved`); one that is unknown or belongs elsewhere shows nothing. */
export function readDone({ value, ...asked }: Asked): DoneKey | null {
  if (value === undefined || !Object.hasOwn(en.done, value)) return null;
  // Object.hasOwn has just proved that it is one of the keys.
  return fits(value, asked) ? (value as DoneKey) : null;
}

function fits(key: string, { path, isSignedIn, isLedHere }: Omit<Asked, 'value'>): boolean {
  // What was not saved stays so until somebody signs in, however often the page is loaded.
  if (path === '/sign-in') return !isSignedIn && key === SIGN_IN_AGAIN;
  if (!isLedHere) return false;
  if (path === '/') return (isSignedIn ? OF_HOME : OF_VISITORS).has(key);
  return isSignedIn && PLACES.some(([place, keys]) => place.test(path) && keys.test(key));
}
