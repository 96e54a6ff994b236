/** Answers an authorization request that a person has decided on: a code, or a refusal (RFC 6749 §4.1.2). */
import { report } from '../events/report.ts';
import { authorizationCodeParameters } from '../protocol/authorize/answer.ts';
import { OUT_OF_BAND } from '../protocol/clients/redirect-uri.ts';
import { isSecretOf } from '../protocol/digest.ts';
import { ENDPOINT_PATHS } from '../protocol/endpoint-paths.ts';
import { parseToken } from '../protocol/tokens/token-string.ts';
import { attempt, stale } from '../storage/database.ts';
import { oneAtATime } from '../storage/one-at-a-time.ts';
import type { Sql } from '../storage/sql.ts';
import { clearConfirmedFor } from '../storage/tables/people/sessions.ts';
import { findCode } from '../storage/tables/tokens/codes.ts';
import { consentLine } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';
import { type Approval, recordConsent } from './consent.ts';
import { type Decision, issueCode } from './issue-code.ts';

/** Consent and code are written together. Answers where the browser goes next. */
export async function approve(world: World, decision: Decision, approval: Approval): Promise<string> {
  return await onConsent(world, decision, async () => {
    const consent = await recordConsent(world, decision, approval);
    if (consent === stale) return stale;
    const issued = issueCode(world, decision, { consentId: consent.consentId, granted: approval.granted });
    const written = await world.database.write([...consent.writes, ...issued.writes, ...spendConfirmation(decision)]);
    if (written === null) return stale;
    if (consent.isNew) world.deferred.count(decision.client.id, 'arrival', world.now());
    return locationOf(world, decision, issued.code);
  });
}

/** In line with what the account itself changes, in this process, about the same access (accounts/authorizations.ts). */
function onConsent<T>(
  { database }: World,
  { accountId, client }: Decision,
  once: () => Promise<T | typeof stale>,
): Promise<T> {
  return oneAtATime(database, consentLine({ accountId, clientPublicId: client.publicId }), () => attempt(once));
}

/** The account had allowed this before (SPEC D21): only a code is written. */
export async function approveAgain(world: World, decision: Decision, consentId: number): Promise<string> {
  return await attempt(async () => {
    const issued = issueCode(world, decision, { consentId, granted: decision.request.scope });
    const written = await world.database.write([...issued.writes, ...spendConfirmation(decision)]);
    return written === null ? stale : locationOf(world, decision, issued.code);
  });
}

/** Only recorded here; the answer to the client is that of any other refusal. */
export async function deny(world: World, decision: Decision): Promise<void> {
  const { client, accountId, source } = decision;
  await attempt(async () => {
    const said = report(world, source, 'consent.denied', { accountId, clientId: client.id });
    const written = await world.database.write([said, ...spendConfirmation(decision)]);
    return written === null ? stale : undefined;
  });
}

/** The proof that `prompt=login` asked for stands for one answer: the same request sent again asks again. */
function spendConfirmation({ request, session }: Decision): readonly Sql[] {
  return request.prompt.includes('login') ? [clearConfirmedFor(session.digest)] : [];
}

/** SPEC D19: an out-of-band client's user is shown the code on a page whose path ends in it. */
function locationOf(world: World, { request, client }: Decision, code: string): string {
  if (request.redirect === OUT_OF_BAND) return `${ENDPOINT_PATHS.authorize}/${code}`;
  const issuer = client.sendsIss ? world.settings.url : undefined;
  const { redirect, state, responseMode } = request;
  return responseMode.locate(redirect, authorizationCodeParameters({ issuer, code, state }));
}

interface ShownCode {
  readonly applicationName: string;
  readonly expiresAt: number;
}

/** What a code was made for and how long it works, if this account may still be shown the code out of band. */
export async function findShownCode(world: World, code: string, accountId: number): Promise<ShownCode | undefined> {
  const id = parseToken('code', code);
  const found = id === undefined ? undefined : await findCode(world.database, id);
  if (!found || !isSecretOf(code, found.digest)) return undefined;
  const isOpen = found.redeemedAt === null && world.now() < found.expiresAt;
  const isOwn = found.accountId === accountId && found.redirectUri === OUT_OF_BAND;
  return isOpen && isOwn ? { applicationName: found.clientName, expiresAt: found.expiresAt } : undefined;
}
