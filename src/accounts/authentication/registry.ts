/** The ways for people to prove who they are, one file each. */
import { listCredentials } from '../../storage/tables/people/credentials.ts';
import type { World } from '../../world.ts';
import { password } from './password.ts';
import type { Way } from './way.ts';

/** In the order in which they are offered; the first is meant where a form names none. */
const WAYS: readonly [Way, ...Way[]] = [password];

export interface WayChoice {
  readonly chosen: Way;
  readonly others: readonly Way[];
}

/** For a visitor whose account is not known yet: every way. */
export function chooseWay(kind: string | undefined): WayChoice {
  return choose(WAYS, kind);
}

/** For somebody signed in: the ways that the account has credentials for. */
export async function chooseOwnWay(world: World, accountId: number, kind: string | undefined): Promise<WayChoice> {
  const credentials = await listCredentials(world.database, accountId);
  const kinds = new Set(credentials.map((credential) => credential.kind));
  return choose(
    WAYS.filter((way) => kinds.has(way.kind)),
    kind,
  );
}

function choose(ways: readonly Way[], kind: string | undefined): WayChoice {
  const chosen = ways.find((way) => way.kind === kind) ?? ways[0] ?? WAYS[0];
  return { chosen, others: ways.filter((way) => way !== chosen) };
}
