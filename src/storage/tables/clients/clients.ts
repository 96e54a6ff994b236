/** The table of clients: the applications that ask for tokens, and their redirect URIs. */
import type { Mark } from '../../../protocol/clients/application-search.ts';
import type { ClientKind } from '../../../protocol/clients/kind.ts';
import { nameKey, nameSkeleton } from '../../../protocol/people/text-rules.ts';
import type { Database } from '../../database.ts';
import { changeRow, insertRow, must, type Sql, set, sql, where } from '../../sql.ts';
import { type ClientRow, type JoinedRow, joined } from './client-row.ts';

export type { ClientRow } from './client-row.ts';

/** A live client with its redirect URIs, in one statement. Deleting it, or its owner's account, ends it. */
export async function findLiveClient(database: Database, publicId: string): Promise<ClientRow | undefined> {
  const rows = await database.read<JoinedRow>(sql`
    select c.id, c.public_id as "publicId", c.owner_id as "ownerId", o.nickname as "ownerNickname",
      o.admin_at as "ownerAdminAt", c.name,
      c.description, c.homepage_url as "homepageUrl", c.logo_url as "logoUrl",
      c.policy_url as "policyUrl", c.terms_url as "termsUrl", l.digest as "logoDigest", c.kind,
      c.scope, c.required_scope as "requiredScope", c.confidential_at as "confidentialAt", c.given_at as "givenAt",
      c.iss_off_at as "issOffAt", c.admin_at as "adminAt", c.applied_at as "appliedAt", c.suspended_at as "suspendedAt", c.suspended_because as "suspendedBecause",
      c.limits, c.verified_at as "verifiedAt", c.first_party_at as "firstPartyAt",
      c.waiting_since as "waitingSince", c.waiting_for as "waitingFor", c.declined_because as "declinedBecause",
      c.approved_scope as "approvedScope",
      c.created_at as "createdAt", c.updated_at as "updatedAt", r.uri
    from clients c
    join accounts o on o.id = c.owner_id
    left join logos l on l.client_id = c.id
    left join redirect_uris r on r.client_id = c.id
    where c.public_id = ${publicId} and c.deleted_at is null
    order by r.position`);
  return joined(rows);
}

/** What a waiting client said of itself when it was approved; null where that is not kept. */
export async function readApprovedDetails(database: Database, clientId: number): Promise<string | null> {
  const [row] = await database.read<{ approvedDetails: string | null }>(
    sql`select approved_details as "approvedDetails" from clients where id = ${clientId}`,
  );
  return row?.approvedDetails ?? null;
}

/** What a developer says about a client when registering or editing it. */
export interface ClientDetails {
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly logoUrl: string;
  readonly policyUrl: string;
  readonly termsUrl: string;
  readonly kind: ClientKind;
  readonly scope: string;
  readonly requiredScope: string;
  readonly confidentialAt: number | null;
  readonly issOffAt: number | null;
}

interface NewClient extends ClientDetails {
  readonly id: number;
  readonly publicId: string;
  readonly ownerId: number;
  readonly appliedAt: number | null;
  /** Where it has to be approved before others may use it. */
  readonly waitingSince?: number | null;
  readonly limits?: string;
  /** What administrators say of it from the start. */
  readonly marks?: readonly Mark[];
  readonly createdAt: number;
}

export const insertClient = insertRow('clients', (client: NewClient) => ({
  id: client.id,
  public_id: client.publicId,
  owner_id: client.ownerId,
  name: client.name,
  name_key: nameKey(client.name),
  name_skeleton: nameSkeleton(client.name),
  description: client.description,
  homepage_url: client.homepageUrl,
  logo_url: client.logoUrl,
  policy_url: client.policyUrl,
  terms_url: client.termsUrl,
  kind: client.kind,
  scope: client.scope,
  required_scope: client.requiredScope,
  confidential_at: client.confidentialAt,
  iss_off_at: client.issOffAt,
  applied_at: client.appliedAt,
  limits: client.limits ?? '',
  waiting_since: client.waitingSince ?? null,
  waiting_for: typeof client.waitingSince === 'number' ? 'new' : null,
  verified_at: client.marks?.includes('verified') ? client.createdAt : null,
  first_party_at: client.marks?.includes('first_party') ? client.createdAt : null,
  created_at: client.createdAt,
  updated_at: client.createdAt,
}));

/** What administrators have said, or have still to say, about letting others than its owner use it. */
export interface Waiting extends Pick<ClientRow, 'waitingSince' | 'waitingFor' | 'declinedBecause' | 'approvedScope'> {
  /** What it said of itself until now, where this is a change for which it begins to wait; null leaves what is kept. */
  readonly approvedDetails: string | null;
}

/** Which client a write is about, and the owner and version that its decision was made on. */
interface Seen {
  readonly id: number;
  readonly ownerId: number;
  readonly updatedAt: number;
}

/** What becomes of a mark: since when it holds, or null for no longer. */
type MarkChange = 'kept' | number | null;

export type ClientChange =
  /** What changes is in other tables: secrets, redirect URIs, the logo, an offer. */
  | { readonly kind: 'touched' }
  /** The same, and what administrators said of it holds no longer. */
  | { readonly kind: 'unvouched'; readonly waiting: Waiting }
  /**
   * `appliedAt` marks it as one that `latchkey apply` takes care of; null leaves that as it is. `marks`: whether what
   * administrators said of it still holds.
   */
  | {
      readonly kind: 'edited';
      readonly details: ClientDetails;
      readonly appliedAt: number | null;
      readonly marks: Readonly<Record<Mark, MarkChange>>;
      /** Since when it may manage everything. */
      readonly management: MarkChange;
      readonly waiting: Waiting;
      readonly limits: string;
    }
  /** The scopes that a user cannot leave out. */
  | { readonly kind: 'required'; readonly scope: string }
  /** Another owner was not chosen by the administrator who let it manage everything. */
  | { readonly kind: 'given'; readonly to: number; readonly waiting: Waiting }
  /** Since when it may manage everything; null for no longer. */
  | { readonly kind: 'administration'; readonly adminAt: number | null }
  /** Approved, declined, or asked for again. */
  | { readonly kind: 'judged'; readonly waiting: Waiting }
  | { readonly kind: 'limited'; readonly limits: string }
  /**
   * Nothing else has to be ended: every use looks at this row. What the application said of itself goes; its name stays,
   * for the events that tell people of it.
   */
  | { readonly kind: 'deleted' };

/**
 * A guard: touches the client only if it is unchanged since it was read, what is written in other tables included, and
 * still has the owner that it had then. There is no other way to change the row, but for suspensions and marks (search.ts) and
 * the end of the owner's account.
 */
export function changeSeen(seen: Seen, change: ClientChange, now: number): Sql {
  // Seconds alone would let a change slip past the guard of another one in the same second.
  const version = Math.max(now, seen.updatedAt + 1);
  const unchanged = where`owner_id = ${seen.ownerId} and updated_at = ${seen.updatedAt} and deleted_at is null`;
  return must(changeRow('clients', seen.id, columnsSetBy(change, version, now), unchanged));
}

function columnsSetBy(change: ClientChange, version: number, now: number): ReturnType<typeof set> {
  switch (change.kind) {
    case 'touched':
      return set`updated_at = ${version}`;
    case 'unvouched':
      return set`verified_at = null, first_party_at = null, waiting_since = ${change.waiting.waitingSince},
        waiting_for = ${change.waiting.waitingFor}, declined_because = ${change.waiting.declinedBecause}, approved_scope = ${change.waiting.approvedScope},
        approved_details = case when cast(${change.waiting.waitingFor} as text) = 'changed'
          then coalesce(approved_details, cast(${change.waiting.approvedDetails} as text)) end,
        updated_at = ${version}`;
    case 'edited':
      return columnsEdited(change, version);
    case 'required':
      return set`required_scope = ${change.scope}, updated_at = ${version}`;
    case 'given':
      return set`owner_id = ${change.to}, given_at = ${now}, admin_at = null, verified_at = null, first_party_at = null,
        waiting_since = ${change.waiting.waitingSince}, waiting_for = ${change.waiting.waitingFor},
        declined_because = ${change.waiting.declinedBecause}, approved_scope = ${change.waiting.approvedScope},
        approved_details = case when cast(${change.waiting.waitingFor} as text) = 'changed'
          then coalesce(approved_details, cast(${change.waiting.approvedDetails} as text)) end, updated_at = ${version}`;
    case 'administration':
      return set`admin_at = ${change.adminAt}, updated_at = ${version}`;
    case 'judged':
      return set`waiting_since = ${change.waiting.waitingSince}, waiting_for = ${change.waiting.waitingFor},
        declined_because = ${change.waiting.declinedBecause}, approved_scope = ${change.waiting.approvedScope},
        approved_details = case when cast(${change.waiting.waitingFor} as text) = 'changed'
          then coalesce(approved_details, cast(${change.waiting.approvedDetails} as text)) end, updated_at = ${version}`;
    case 'limited':
      return set`limits = ${change.limits}, updated_at = ${version}`;
    case 'deleted':
      return set`deleted_at = ${now}, admin_at = null, description = '', homepage_url = '', logo_url = '', policy_url = '', terms_url = '',
        approved_details = null`;
  }
}

/** `confidential_at` and `iss_off_at` keep the moment since which they hold. A public client manages nothing. */
function columnsEdited(
  { details, appliedAt, marks, management, waiting, limits }: Extract<ClientChange, { kind: 'edited' }>,
  version: number,
): ReturnType<typeof set> {
  const { confidentialAt, issOffAt } = details;
  const verified = markColumns(marks.verified);
  const firstParty = markColumns(marks.first_party);
  const admin = markColumns(management);
  return set`name = ${details.name}, name_key = ${nameKey(details.name)}, name_skeleton = ${nameSkeleton(details.name)},
    description = ${details.description}, homepage_url = ${details.homepageUrl}, logo_url = ${details.logoUrl},
    policy_url = ${details.policyUrl}, terms_url = ${details.termsUrl}, kind = ${details.kind},
    scope = ${details.scope}, required_scope = ${details.requiredScope},
    confidential_at = case when cast(${confidentialAt} as bigint) is null then null
      else coalesce(confidential_at, ${confidentialAt}) end,
    admin_at = case when cast(${confidentialAt} as bigint) is null then null
      when cast(${admin.isKept} as bigint) = 1 then admin_at else cast(${admin.at} as bigint) end,
    iss_off_at = case when cast(${issOffAt} as bigint) is null then null else coalesce(iss_off_at, ${issOffAt}) end,
    verified_at = case when cast(${verified.isKept} as bigint) = 1 then verified_at else cast(${verified.at} as bigint) end,
    first_party_at = case when cast(${firstParty.isKept} as bigint) = 1 then first_party_at
      else cast(${firstParty.at} as bigint) end,
    waiting_since = ${waiting.waitingSince}, waiting_for = ${waiting.waitingFor},
    declined_because = ${waiting.declinedBecause}, approved_scope = ${waiting.approvedScope},
        approved_details = case when cast(${waiting.waitingFor} as text) = 'changed'
          then coalesce(approved_details, cast(${waiting.approvedDetails} as text)) end, limits = ${limits}, applied_at = coalesce(applied_at, cast(${appliedAt} as bigint)), updated_at = ${version}`;
}

function markColumns(change: MarkChange): { readonly isKept: 0 | 1; readonly at: number | null } {
  return change === 'kept' ? { isKept: 1, at: null } : { isKept: 0, at: change };
}

/**
 * A guard: the application may still manage everything at the commit. It changes nothing, but locks the row. Whether its
 * owner is still an administrator is guarded beside it (`remainsAdministrator`).
 */
export function remainsManaging(id: number): Sql {
  return must(
    changeRow(
      'clients',
      id,
      set`admin_at = admin_at`,
      where`admin_at is not null and suspended_at is null and deleted_at is null`,
    ),
  );
}
