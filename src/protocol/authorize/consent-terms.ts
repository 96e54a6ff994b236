/** The terms of a consent: which permissions may be unticked, how long access lasts, and when to ask once more. */
import { accept, type Result, refuse } from '../result.ts';

/** How long access shall last, as the consent form posts it. */
export const LASTS = ['day', 'month', 'until_removed'] as const;
export type Lasts = (typeof LASTS)[number];

const LENGTH_SECONDS: Readonly<Record<Lasts, number | null>> = {
  day: 86_400,
  month: 30 * 86_400,
  until_removed: null,
};

/** A form without the field is one that an older program of ours, or a script, has filled in. */
export function readLasts(posted: string | undefined): Lasts | undefined {
  if (posted === undefined) return 'until_removed';
  return LASTS.find((word) => word === posted);
}

/** Epoch seconds; null where access lasts until somebody removes it. */
export function endOf(lasts: Lasts, now: number): number | null {
  const length = LENGTH_SECONDS[lasts];
  return length === null ? null : now + length;
}

/**
 * What is chosen at first when somebody is asked again: as long as they chose before, and never longer, so that access
 * does not grow because they did not look. `chosenAt` may be later than the choice, which makes it shorter at worst.
 */
export function lastsAgain({ endsAt, chosenAt }: { readonly endsAt: number | null; readonly chosenAt: number }): Lasts {
  if (endsAt === null) return 'until_removed';
  return LASTS.find((lasts) => endsAt <= (endOf(lasts, chosenAt) ?? 0)) ?? 'day';
}

interface Asked {
  /** What the request asks for. */
  readonly scope: readonly string[];
  /** What the application cannot do without; names that it does not ask for now mean nothing. */
  readonly required: readonly string[];
}

/** Those that have a checkbox. A single one has none: granting nothing is refusing (SPEC D10). */
export function optionalScope({ scope, required }: Asked): readonly string[] {
  return scope.length === 1 ? [] : scope.filter((name) => !required.includes(name));
}

/** What the consent page posts: the boxes that were left ticked, and the permissions that it showed without a box. */
interface Answered {
  readonly ticked: readonly string[];
  readonly shown: readonly string[];
}

/**
 * What a person grants by such an answer. What has become required since the page was made was not agreed to. Where
 * everything may be unticked, not everything was (SPEC D10).
 */
export function chosenScope(
  { scope, required }: Asked,
  { ticked, shown }: Answered,
): Result<readonly string[], 'permission_not_asked' | 'permission_not_shown' | 'permission_missing'> {
  if (ticked.some((name) => !scope.includes(name))) return refuse('permission_not_asked');
  const granted = scope.filter((name) => ticked.includes(name) || shown.includes(name));
  if (scope.some((name) => required.includes(name) && !granted.includes(name))) return refuse('permission_not_shown');
  return granted.length === 0 ? refuse('permission_missing') : accept(granted);
}

/** What an application declares as required has to be among what it may ask for at all. */
export function examineRequiredScope(
  required: readonly string[],
  scope: readonly string[],
): Result<readonly string[], 'required_scope_unknown'> {
  if (required.some((name) => !scope.includes(name))) return refuse('required_scope_unknown');
  return accept(scope.filter((name) => required.includes(name)));
}

export const CODES_WINDOW_SECONDS = 3600;

/**
 * An application that comes back again and again is stuck, or does something its user does not see. After `most` codes
 * within the window, for one account and application, the next one is put to the person.
 */
export function isLooping(codesInWindow: number, most: number): boolean {
  return most > 0 && codesInWindow >= most;
}
