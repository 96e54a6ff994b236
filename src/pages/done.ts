/** What a finished act says on the next page; only these words, so an address can carry the key and nothing else. */

const WORDS = {
  signed_out: 'You are signed out.',
  profile_saved: 'Your profile is saved.',
  email_changed: 'Your e-mail address is changed.',
  password_changed: 'Your password is changed. Every other session of yours has ended.',
  session_ended: 'That session has ended.',
  sessions_ended: 'Every other session has ended.',
  account_deleted: 'Your account is deleted, with every access that came from it.',
  application_created: 'The application is registered.',
  application_saved: 'The application is saved.',
  application_deleted: 'The application is deleted, and every access it had has ended.',
  secret_removed: 'The secret is removed. Whoever still uses it is locked out.',
  access_removed: 'Access is removed. The application can no longer act for you.',
  all_access_removed: 'Access is removed for every application.',
} as const;

export type DoneKey = keyof typeof WORDS;

export function doneWords(key: DoneKey): string {
  return WORDS[key];
}

/** Reads the key from an address (`?done=profile_saved`); anything unknown says nothing. */
export function readDone(value: string | undefined): DoneKey | null {
  // Object.hasOwn has just proved it to be one of the keys.
  return value !== undefined && Object.hasOwn(WORDS, value) ? (value as DoneKey) : null;
}
