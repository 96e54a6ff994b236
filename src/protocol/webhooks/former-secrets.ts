/**
 * The secrets that a webhook had before: each signs until its own end. They stand in one text, the newest first, whose end has a
 * column of its own; behind the others stands theirs: `whsec_b whsec_a@1794751500`.
 */

/** A day for each: so often a secret can be rotated within one. */
export const MOST_FORMER = 4;

export interface KeptSecrets {
  readonly secret: string;
  readonly formerSecret: string | null;
  readonly formerUntil: number | null;
}

/** Those that sign at this moment, the present one first. */
export function liveSecrets(kept: KeptSecrets, now: number): readonly string[] {
  return [kept.secret, ...liveFormer(kept, now).map(({ secret }) => secret)];
}

/** What is kept as former once another takes the place of the present one; undefined where there is no room for it. */
export function formerAfter(kept: KeptSecrets, now: number): string | undefined {
  const former = liveFormer(kept, now);
  if (former.length >= MOST_FORMER) return undefined;
  return [kept.secret, ...former.map(({ secret, until }) => `${secret}@${until}`)].join(' ');
}

interface Former {
  readonly secret: string;
  readonly until: number;
}

function liveFormer({ formerSecret, formerUntil }: KeptSecrets, now: number): readonly Former[] {
  if (formerSecret === null || formerUntil === null) return [];
  return formerSecret
    .split(' ')
    .map((entry) => {
      const [secret = '', until = formerUntil] = entry.split('@');
      return { secret, until: Number(until) };
    })
    .filter(({ until }) => until > now);
}
