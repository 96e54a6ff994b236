/** Who calls the management API: a person's own application, or one that an administrator lets manage everything. */
import { findLive } from '../../accounts/find.ts';
import type { Actor } from '../../clients/act.ts';
import { findClient } from '../../clients/find.ts';
import type { Reply, Request } from '../../http/route.ts';
import { spendFailure } from '../../limits/failures.ts';
import type { ApiNeed } from '../../protocol/api/operation.ts';
import { ALLOWED } from '../../protocol/limits.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { ADMIN_SCOPE } from '../../protocol/scope.ts';
import { admit, type BearerRefusal } from '../../tokens/guard.ts';
import type { World } from '../../world.ts';
import { bearerRefusalReply, lacksUserAgent } from '../oauth/answers.ts';
import { type ApiProblem, unreadableHeader } from './replies.ts';

export interface Caller {
  /** True where it manages everything; else only what belongs to its account. */
  readonly managesAll: boolean;
  readonly actor: Actor & { readonly id: number; readonly application: NonNullable<Actor['application']> };
}

/** The endpoint in the figures of refusals. */
const FIGURE = 'api';
const APPLICATIONS_SCOPE = 'applications';
const ANY_TOKEN = { scope: [], uses: [APPLICATIONS_SCOPE], account: false, resource: null } as const;

/** The right to manage is judged by what is true now: of the application, and of its owner. */
export async function identify(world: World, request: Request, needs: ApiNeed): Promise<Result<Caller, ApiProblem>> {
  if (lacksUserAgent(world, request)) return unreadableHeader('User-Agent', 'The header User-Agent is required here.');
  const admitted = await admit(world, request.headers.authorization, request.source, ANY_TOKEN);
  if (!admitted.ok) return refused(world, request, admitted.refusal);
  const { record, scope } = admitted.value;
  const application = { id: record.clientId, publicId: record.clientPublicId };
  const { source } = request;
  if (record.accountId !== null) {
    if (needs === 'all' || !scope.includes(APPLICATIONS_SCOPE)) return lacksScope(world, needs);
    const actor = { id: record.accountId, isAdmin: false, source, application: { ...application, managesAll: false } };
    return accept({ managesAll: false, actor });
  }
  const owner = scope.includes(ADMIN_SCOPE) ? await ownerOf(world, application.publicId) : undefined;
  if (owner === undefined) return lacksScope(world, needs);
  return accept({
    managesAll: true,
    actor: { id: owner, isAdmin: true, source, application: { ...application, managesAll: true } },
  });
}

/** The administrator to whom an application with the right belongs; undefined where it has no right now. */
async function ownerOf(world: World, publicId: string): Promise<number | undefined> {
  const client = await findClient(publicId, world);
  if (!client || client.adminAt === null || !client.isOfAdministrator) return undefined;
  return (await findLive(world, client.ownerId))?.id;
}

/** SPEC D24: invented tokens are counted for their network. */
async function refused(world: World, { source }: Request, refusal: BearerRefusal): Promise<Result<never, ApiProblem>> {
  const isGuess = refusal.reason === 'token_invalid' && refusal.isGuess;
  const allowance = isGuess ? await spendFailure(world, source) : ALLOWED;
  if (!allowance.allowed) return tooMany(world, allowance.retryAfterSeconds);
  world.metrics.countRefusal(FIGURE, refusal.reason);
  const headers = challengeOf(bearerRefusalReply(world, refusal));
  const detail = refusal.reason === 'token_absent' ? 'No token was sent.' : 'The access token is invalid.';
  return refuse({ name: 'unauthorized', detail, headers });
}

function lacksScope(world: World, needs: ApiNeed): Result<never, ApiProblem> {
  const scope = needs === 'all' ? ADMIN_SCOPE : APPLICATIONS_SCOPE;
  world.metrics.countRefusal(FIGURE, 'scope_missing');
  const headers = challengeFor(world, scope);
  return refuse({ name: 'insufficient-scope', detail: `The scope ${scope} is needed.`, headers });
}

/** RFC 6750 §3: an act that turns out to need the scope `admin` is refused with its challenge, as one that always does. */
export function withChallenge(world: World, problem: ApiProblem): ApiProblem {
  if (problem.name !== 'insufficient-scope') return problem;
  return { ...problem, headers: challengeFor(world, ADMIN_SCOPE) };
}

function challengeFor(world: World, scope: string): Readonly<Record<string, string>> {
  return challengeOf(bearerRefusalReply(world, { reason: 'scope_missing', scope: [scope], missing: [scope] }));
}

export function tooMany(world: World, retryAfterSeconds: number): Result<never, ApiProblem> {
  world.metrics.countRefusal(FIGURE, 'rate_limited');
  return refuse({ name: 'too-many-requests', headers: { 'Retry-After': String(retryAfterSeconds) } });
}

function challengeOf({ headers }: Reply): Readonly<Record<string, string>> {
  return { 'WWW-Authenticate': String(headers?.['www-authenticate'] ?? 'Bearer') };
}
