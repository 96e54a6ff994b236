/** A client as rows of the database say it: one row for each redirect URI, and the record that they make. */
import { perRecord } from '../../../per-record.ts';
import type { WaitingFor } from '../../../protocol/clients/approval.ts';
import type { ClientKind } from '../../../protocol/clients/kind.ts';

export interface ClientRow {
  readonly id: number;
  readonly publicId: string;
  readonly ownerId: number;
  readonly ownerNickname: string;
  readonly ownerAdminAt: number | null;
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly logoUrl: string;
  readonly policyUrl: string;
  readonly termsUrl: string;
  /** Names the uploaded logo; null where there is none. */
  readonly logoDigest: string | null;
  readonly kind: ClientKind;
  readonly scope: string;
  /** Those of the scopes that a user cannot leave out. */
  readonly requiredScope: string;
  readonly confidentialAt: number | null;
  /** When it was last given to another account; null where it never was. */
  readonly givenAt: number | null;
  readonly issOffAt: number | null;
  /** Since when an administrator lets it manage everything; null where none does. */
  readonly adminAt: number | null;
  /** Since when `latchkey apply` takes care of it; null where it does not. */
  readonly appliedAt: number | null;
  /** Null while no administrator has suspended it; then with the reason for everybody to read. */
  readonly suspendedAt: number | null;
  readonly suspendedBecause: string | null;
  /** Limits of its own (protocol/clients/own-limits.ts); empty where it has none. */
  readonly limits: string;
  /** Since when an administrator vouches for it, and counts it among the service's own; null for neither. */
  readonly verifiedAt: number | null;
  readonly firstPartyAt: number | null;
  /** Since when it waits for an administrator to approve it, and why; null for one that waits for nobody. */
  readonly waitingSince: number | null;
  readonly waitingFor: WaitingFor | null;
  /** Why an administrator did not approve it; null while none has said so. */
  readonly declinedBecause: string | null;
  /** What it may ask for in its own name while it waits after a change: what was approved. Null for all others. */
  readonly approvedScope: string | null;
  readonly createdAt: number;
  /** Also the version of the record: every change makes it greater, two in the same second included. */
  readonly updatedAt: number;
  readonly redirectUris: readonly string[];
}

export type JoinedRow = Omit<ClientRow, 'redirectUris'> & { readonly uri: string | null };

/** Undefined for no rows. */
export const joined = perRecord((rows: readonly JoinedRow[]): ClientRow | undefined => {
  const [first] = rows;
  if (!first) return undefined;
  const { uri: _, ...client } = first;
  return { ...client, redirectUris: rows.flatMap((row) => (row.uri === null ? [] : [row.uri])) };
});
