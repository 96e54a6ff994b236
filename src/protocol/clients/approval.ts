/** Who may register applications, and which of them administrators approve before others than their owner use them. */

/** Who may register: every account; people who are marked as developers, and administrators; or administrators alone. */
type Registrars = 'everyone' | 'developers' | 'administrators';

/** `new`: nobody has ever approved it. `changed`: it is no longer what was approved. */
export type WaitingFor = 'new' | 'changed';

export function mayRegister(
  registrars: Registrars,
  { isAdmin, isDeveloper }: { readonly isAdmin: boolean; readonly isDeveloper: boolean },
): boolean {
  return registrars === 'everyone' || isAdmin || (registrars === 'developers' && isDeveloper);
}

/** RFC 6749 §4.1.2.1: printable ASCII without quotation marks and backslashes. */
export const UNAPPROVED_DESCRIPTION =
  'An administrator of this service has to approve the application before others than its owner can use it.';

/** What an administrator looks at. */
interface Approved {
  readonly name: string;
  /** People read it beside the name before they allow anything; empty where there is none. */
  readonly homepageUrl: string;
  readonly kind: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

/** What administrators are shown of a change, by the names that its event has; scopes are compared themselves. */
export const CHANGED_FIELDS = [
  ...(['name', 'owner', 'description', 'logo', 'homepage_url', 'policy_url', 'terms_url', 'type'] as const),
  'redirect_uri',
] as const;

export type ChangedField = (typeof CHANGED_FIELDS)[number];

/**
 * Whether a change makes of an application what nobody has approved: another name, homepage or kind, an address that codes
 * were not sent to before, a permission that it could not ask for. Taking something away changes nothing for the worse.
 */
export function needsApproval(before: Approved, after: Approved): boolean {
  return (
    before.name !== after.name ||
    (after.homepageUrl !== '' && before.homepageUrl !== after.homepageUrl) ||
    before.kind !== after.kind ||
    after.redirectUris.some((uri) => !before.redirectUris.includes(uri)) ||
    after.scopes.some((scope) => !before.scopes.includes(scope))
  );
}
