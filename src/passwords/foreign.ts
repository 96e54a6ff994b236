/** Password hashes that other services have made: which of them can be checked here, and what a pepper adds. */
import { createBcrypt, isBcrypt } from './kinds/bcrypt.ts';
import type { Check, HashKind } from './kinds/kind.ts';
import { argon2Kinds, pbkdf2Kind, scryptKind } from './kinds/platform.ts';

/** Before a hash whose password was followed by the pepper of its service, which stands in the settings alone. */
export const PEPPERED = 'peppered:';

const PLATFORM_KINDS: readonly HashKind[] = [argon2Kinds, pbkdf2Kind, scryptKind];

/** Whether somebody could sign in with a hash like this one. */
export function isForeignHash(kept: string): boolean {
  const bare = withoutMark(kept);
  return isBcrypt(bare) || PLATFORM_KINDS.some((kind) => kind.read(bare) !== undefined);
}

interface Told {
  /** Learns each kind that is checked. */
  readonly onCheck: (kind: string) => void;
  /** Called for each check of a hash that had a pepper while the service has none. */
  readonly onPepperMissed: () => void;
}

/** How a kept text is checked; undefined where it is no hash of a kind that is known. */
export function createForeignHashes(
  pepper: string,
  { onCheck, onPepperMissed }: Told,
): (kept: string) => Check | undefined {
  const kinds = [createBcrypt(), ...PLATFORM_KINDS];
  return (kept) => {
    const bare = withoutMark(kept);
    for (const kind of kinds) {
      const check = kind.read(bare);
      if (!check) continue;
      return (password) => {
        onCheck(kind.name);
        if (bare === kept) return check(password);
        if (pepper === '') onPepperMissed();
        return check(password + pepper);
      };
    }
    return undefined;
  };
}

function withoutMark(kept: string): string {
  return kept.startsWith(PEPPERED) ? kept.slice(PEPPERED.length) : kept;
}
