/** Considers an authorization request: who asks, may it be answered, and was it allowed before? */
import { type Client, findClient } from '../clients/find.ts';
import { authorizationErrorParameters } from '../protocol/authorization-answer.ts';
import {
  type AuthorizationRequest,
  examineAuthorization,
  type Refused,
  type Untrusted,
} from '../protocol/authorization-request.ts';
import type { Form } from '../protocol/form.ts';
import { redirectWith } from '../protocol/redirect-uri.ts';
import { isWithin } from '../protocol/scope.ts';
import { findLiveConsent } from '../storage/consents.ts';
import type { World } from '../world.ts';

export type Considered =
  | Untrusted
  | (Refused & { readonly client: Client })
  | { readonly verdict: 'request'; readonly request: AuthorizationRequest; readonly client: Client };

export async function consider(world: World, form: Form): Promise<Considered> {
  const clientId = form.get('client_id');
  const client = clientId === undefined ? undefined : await findClient(clientId, world);
  const examined = examineAuthorization(form, client, world.settings.scopes);
  if (examined.verdict === 'untrusted' || client === undefined) {
    return examined.verdict === 'untrusted' ? examined : { verdict: 'untrusted', ...UNKNOWN };
  }
  return { ...examined, client };
}

const UNKNOWN = { reason: 'client_unknown', detail: 'No application has this client_id.' } as const;

/**
 * The consent that lets a request pass without asking again (SPEC D21): the application can prove who it is, and the
 * account has allowed at least this much. Public applications always ask, for anybody can use their client_id.
 */
export async function rememberedConsent(
  world: World,
  asked: { readonly request: AuthorizationRequest; readonly client: Client; readonly accountId: number },
): Promise<number | undefined> {
  const { request, client, accountId } = asked;
  if (!client.isConfidential || request.prompt === 'consent') return undefined;
  const consent = await findLiveConsent(world.database, accountId, client.id);
  return consent && isWithin(request.scope, consent.scope.split(' ')) ? consent.id : undefined;
}

/** What the account has allowed this client so far. */
export async function grantedScope(world: World, accountId: number, clientId: number): Promise<readonly string[]> {
  const consent = await findLiveConsent(world.database, accountId, clientId);
  return consent ? consent.scope.split(' ') : [];
}

/** Where a refused request goes: back to the client, on the redirect URI that was trusted (RFC 6749 §4.1.2.1). */
export function refusalLocation(
  world: World,
  refused: Pick<Refused, 'error' | 'description' | 'redirect' | 'state'> & { readonly client: Client },
): string {
  const { error, description, redirect, state, client } = refused;
  const issuer = client.sendsIss ? world.settings.url : undefined;
  return redirectWith(redirect, authorizationErrorParameters({ issuer, error, description, state }));
}
