/** What explains why a code or a refresh token was refused: kept for the owner, without the code or the token. */

import { byCloseness } from '../protocol/difference.ts';
import type { Refusal } from '../protocol/refusal.ts';
import { factsOfEnding } from '../protocol/refusals/ending.ts';
import type { Fact } from '../protocol/refusals/facts.ts';
import { describePresented } from '../protocol/refusals/presented.ts';
import type { CodeState } from '../protocol/tokens/code.ts';
import { challengeOf, isCodeVerifier } from '../protocol/tokens/pkce.ts';
import { readRevocation } from '../storage/tables/tokens/families.ts';
import type { TokenRecord } from '../tokens/inspect.ts';
import type { TokenCall } from './grant.ts';

/** Enough to find the one that was meant; an application may have many long ones. */
const MOST_REGISTERED = 5;

export function factsOfCode(
  call: TokenCall,
  reason: Refusal['reason'],
  {
    code,
    registered = [],
  }: { readonly code?: CodeState | undefined; readonly registered?: readonly string[] | undefined },
): readonly Fact[] {
  const { form, world } = call;
  const redirectUri = form.get('redirect_uri') ?? '';
  if (!code) return describePresented('code', 'code', form.get('code') ?? '');
  switch (reason) {
    case 'code_redirect_uri_differs':
      return [
        ['redirect_uri', redirectUri],
        ['expected', code.redirectUri],
      ];
    case 'code_redirect_uri_removed':
      return [['redirect_uri', redirectUri], ...factsOfRegistered(redirectUri, registered)];
    case 'code_verifier_wrong':
      return factsOfVerifier(form.get('code_verifier') ?? '', code.challenge ?? '');
    case 'code_expired':
      return [
        ['expired_at', String(code.expiresAt)],
        ['lifetime', String(world.settings.codeSeconds)],
      ];
    case 'code_consent_ended':
      return factsOfEnding(code, world.now());
    case 'code_replayed':
      return [
        ['redeemed_at', String(code.redeemedAt)],
        ['family', String(code.familyId)],
      ];
    default:
      return [];
  }
}

export async function factsOfRefresh(
  call: TokenCall,
  refusal: Refusal,
  record?: TokenRecord,
): Promise<readonly Fact[]> {
  const { form, world } = call;
  if (!record) return describePresented('refresh', 'refresh_token', form.get('refresh_token') ?? '');
  switch (refusal.reason) {
    case 'refresh_token_expired':
      return [
        ['expired_at', String(record.refreshExpiresAt)],
        ['lifetime', String(world.settings.refreshIdleSeconds)],
      ];
    case 'refresh_token_revoked':
      return await factsOfRevoked(call, record);
    case 'refresh_token_reused':
      return [
        ['superseded_at', String(record.supersededAt)],
        ['renewed_at', String(record.renewedAt)],
        ['leeway', String(world.settings.refreshLeewaySeconds)],
        ['family', String(record.familyId)],
      ];
    case 'scope_malformed':
    case 'scope_exceeds_grant':
      return [
        ['scope', form.get('scope') ?? ''],
        ['granted', record.familyScope],
      ];
    default:
      return [];
  }
}

export function factsOfRegistered(redirectUri: string, registered: readonly string[]): readonly Fact[] {
  const nearest = byCloseness(redirectUri, registered).slice(0, MOST_REGISTERED);
  return nearest.map((uri): Fact => ['registered', uri]);
}

async function factsOfRevoked({ world }: TokenCall, record: TokenRecord): Promise<readonly Fact[]> {
  const because = record.familyRevokedAt === null ? undefined : await readRevocation(world.database, record.familyId);
  return [
    ...factsOfEnding(record, world.now()),
    ['family', String(record.familyId)],
    ...(because === undefined ? [] : [['because', because] as const]),
  ];
}

/** The hashes are no secret: one was sent openly, and a verifier cannot be computed from either. */
function factsOfVerifier(verifier: string, challenge: string): readonly Fact[] {
  if (verifier === challenge) return [['verifier', 'challenge']];
  return [
    ['challenge', challenge],
    ['computed', challengeOf(verifier)],
    ...(isCodeVerifier(verifier) ? [] : [['verifier', 'malformed'] as const]),
    ['length', String(verifier.length)],
  ];
}
