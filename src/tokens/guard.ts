/** The reusable guard of protected endpoints: a bearer token, and the scopes the endpoint needs. */

import { perRecord } from '../per-record.ts';
import type { Source } from '../protocol/event.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { scopeOf } from '../protocol/tokens/liveness.ts';
import { parsePresented } from '../protocol/tokens/presentation.ts';
import type { World } from '../world.ts';
import { findAccess, mayBeSwept, type TokenRecord, useAccess } from './inspect.ts';
import { noteScopeUses } from './last-use.ts';

export type BearerRefusal =
  /** RFC 6750 §3: no credentials, so no error code. */
  | { readonly reason: 'token_absent' }
  /** Unknown, malformed, expired or revoked: one answer, so that it tells nothing. A token that has ended is no guess. */
  | { readonly reason: 'token_invalid'; readonly isGuess: boolean }
  | { readonly reason: 'scope_missing'; readonly scope: readonly string[] }
  /** A client's own token where an endpoint speaks of a user (SPEC D27). */
  | { readonly reason: 'account_missing' };

interface Needs {
  /** What a token must have, or it is refused. */
  readonly scope: readonly string[];
  /** What the endpoint makes use of where the token has it; noted for the person whose permission it is. */
  readonly uses: readonly string[];
  readonly account: boolean;
}

interface Admission {
  readonly record: TokenRecord;
  readonly scope: readonly string[];
}

export async function admit(
  world: World,
  authorization: string | undefined,
  source: Source,
  needs: Needs,
): Promise<Result<Admission, BearerRefusal>> {
  const presented = parsePresented(authorization);
  if (presented.kind === 'absent') return refuse({ reason: 'token_absent' });
  if (presented.kind === 'malformed') return refuse({ reason: 'token_invalid', isGuess: true });
  const record = await useAccess(world, presented.token, source);
  if (!record) return refuse({ reason: 'token_invalid', isGuess: !(await hasEnded(world, presented.token)) });
  const scope = scopeListOf(record);
  const lacking = needs.scope.some((name) => !scope.includes(name));
  if (lacking) return refuse({ reason: 'scope_missing', scope: needs.scope });
  if (needs.account && record.accountId === null) return refuse({ reason: 'account_missing' });
  noteScopeUses(world, record, scope, needs.uses);
  return accept({ record, scope });
}

async function hasEnded(world: World, token: string): Promise<boolean> {
  return mayBeSwept(world, 'access', token) || (await findAccess(world, token)) !== undefined;
}

const scopeListOf = perRecord((record: TokenRecord): readonly string[] => scopeOf(record).split(' '));
