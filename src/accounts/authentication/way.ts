/** What each way for people to prove who they are offers, and what a proof is worth. */
import type { WayPage } from '../../pages/sign-in/way.ts';
import type { Source } from '../../protocol/event.ts';
import type { Sql } from '../../storage/sql.ts';
import {
  type CheckedCredential,
  type CredentialRow,
  listCredentials,
} from '../../storage/tables/people/credentials.ts';
import type { World } from '../../world.ts';

export interface Way {
  /** As in `credentials.kind`. */
  readonly kind: string;
  readonly page: WayPage;
  /**
   * Rejects with `NotNow` where judging would have to wait too long. Called before a try is counted and anything is written
   * for it, since none of it would be used.
   */
  refuseIfBusy(world: World, source: Source): Promise<void>;
  /**
   * Judges what was presented by the account's credentials of this kind. There are none where the account does not
   * exist: the answer must then take as long as a wrong one, so that time does not tell which accounts exist.
   */
  prove(world: World, credentials: readonly CredentialRow[], presented: PresentedFrom): Promise<Proof | null>;
}

/** That somebody is this account: how it was proved, and when. A session remembers it. */
export interface Authenticated {
  readonly accountId: number;
  /** Authentication Method Reference (RFC 8176 §2). */
  readonly method: string;
  readonly at: number;
}

/** Authenticated by a credential, which may change before the act that follows is written. */
export interface Proof extends Authenticated {
  /** What was checked, for acts that replace or delete it; their statement is then the guard. */
  readonly credential: CheckedCredential;
  /** Belongs into the batch of every other act: a credential that changed in between makes the act stale. */
  readonly guard: Sql;
}

/** What somebody presents, and the way that judges it. */
export interface Presented {
  readonly way: Way;
  readonly value: string;
}

/** What was presented, and where it came from: every network has its share in the work of judging. */
export interface PresentedFrom {
  readonly value: string;
  readonly source: Source;
}

/** Whose proof is asked for: `accountId` is null where no account has the name that was typed. */
interface Claimed {
  readonly accountId: number | null;
  readonly source: Source;
}

/** Null where nothing is proved. */
export async function prove(
  world: World,
  { accountId, source }: Claimed,
  { way, value }: Presented,
): Promise<Proof | null> {
  const all = accountId === null ? [] : await listCredentials(world.database, accountId);
  const own = all.filter(({ kind }) => kind === way.kind);
  return await way.prove(world, own, { value, source });
}
