/** What it costs to check a password hash, told by its spelling: answers to sign-ins must not tell costs apart. */

export interface Argon2Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** The OWASP minimum for argon2id: some 45 ms a hash, 19 MiB while it runs. */
export const TODAY: Argon2Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };

const BCRYPT = /^(?:peppered:)?\$2[aby]\$(\d\d)\$/;
/** The derived key of PBKDF2 costs by its length. */
const PBKDF2 = /^\$(pbkdf2-\w+\$i=\d+)\$[^$]+\$([^$]+)$/;
const PHC = /^\$(\w+\$(?:v=\d+\$)?[a-z]+=\d+(?:,[a-z]+=\d+)*)\$/;

const OURS = `argon2id$v=19$m=${TODAY.memoryKib},t=${TODAY.passes},p=${TODAY.lanes}`;

/** Equal for hashes that take equally long; null for those of today's cost, and for texts that are no hash. */
export function foreignCost(kept: string): string | null {
  const bcrypt = BCRYPT.exec(kept);
  if (bcrypt) return `bcrypt ${bcrypt[1]}`;
  const pbkdf2 = PBKDF2.exec(kept);
  if (pbkdf2) return `${pbkdf2[1]} ${pbkdf2[2]?.length}`;
  const cost = PHC.exec(kept)?.[1] ?? null;
  return cost === OURS ? null : cost;
}
