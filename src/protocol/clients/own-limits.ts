/** Limits that an application may have of its own, in the place of those that hold for all: their names and their form. */

/** Each takes the place of a setting; `most` is as much as the setting may be. */
const RANGES = {
  /** Token requests in a minute, for each kind of grant: `tokenRequestsPerClient`. */
  token_requests: { most: 100_000_000 },
  /** Requests to the management API in a minute, for one account or for itself: `apiRequestsPerCaller`. */
  api_requests: { most: 100_000_000 },
  /** Codes for one user in an hour before the user is asked again: `codesPerConsent`. */
  codes_per_user: { most: 1000 },
} as const;

export type OwnLimitName = keyof typeof RANGES;
/** Those that are missing are as for all others. */
export type OwnLimits = { readonly [Name in OwnLimitName]?: number };

// Object.keys forgets the key type; the table's own type says that it has exactly these.
export const OWN_LIMIT_NAMES = Object.keys(RANGES) as readonly OwnLimitName[];

export function mostOf(name: OwnLimitName): number {
  return RANGES[name].most;
}

export function isOwnLimitName(name: string): name is OwnLimitName {
  return Object.hasOwn(RANGES, name);
}

/** As it is kept: `token_requests=60000 api_requests=9000`. What this program does not know is left out. */
export function parseOwnLimits(text: string): OwnLimits {
  const entries = text.split(' ').flatMap((entry): readonly (readonly [OwnLimitName, number])[] => {
    const [name = '', value = ''] = entry.split('=');
    return isOwnLimitName(name) ? [[name, Number(value)]] : [];
  });
  return Object.fromEntries(entries);
}

export function formatOwnLimits(limits: OwnLimits): string {
  return OWN_LIMIT_NAMES.flatMap((name) => (limits[name] === undefined ? [] : [`${name}=${limits[name]}`])).join(' ');
}

/** Null takes a limit back; what is missing stays. */
export type LimitChange = { readonly [Name in OwnLimitName]?: number | null | undefined };

export function changedLimits(before: OwnLimits, change: LimitChange): OwnLimits {
  const entries = OWN_LIMIT_NAMES.flatMap((name): readonly (readonly [OwnLimitName, number])[] => {
    const wanted = change[name];
    const limit = wanted === undefined ? before[name] : wanted;
    return limit === undefined || limit === null ? [] : [[name, limit]];
  });
  return Object.fromEntries(entries);
}
