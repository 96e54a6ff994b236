/** Answers an authorization request that a person has decided on: a code, or a refusal (RFC 6749 §4.1.2). */
import type { Client } from '../clients/find.ts';
import { report } from '../events/report.ts';
import { authorizationCodeParameters } from '../protocol/authorize/answer.ts';
import { endOf, type Lasts } from '../protocol/authorize/consent-terms.ts';
import type { AuthorizationRequest } from '../protocol/authorize/request.ts';
import { OUT_OF_BAND, redirectWith } from '../protocol/clients/redirect-uri.ts';
import { digest, isSecretOf } from '../protocol/digest.ts';
import { ENDPOINT_PATHS } from '../protocol/endpoint-paths.ts';
import type { Source } from '../protocol/event.ts';
import { formatScope } from '../protocol/scope.ts';
import { isBefore } from '../protocol/tokens/liveness.ts';
import { formatToken, parseToken, RANDOM_BYTES } from '../protocol/tokens/token-string.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { findCode, insertCode } from '../storage/tables/tokens/codes.ts';
import { findLiveConsent, insertConsent, renewConsent, revokeConsent } from '../storage/tables/tokens/consents.ts';
import type { World } from '../world.ts';

/** A request as one account answers it. */
export interface Decision {
  readonly request: AuthorizationRequest;
  readonly client: Client;
  readonly accountId: number;
  readonly source: Source;
}

/** What the account allows, and for how long. */
interface Approval {
  readonly granted: readonly string[];
  readonly lasts: Lasts;
}

/**
 * Consent and code are written together. Answers where the browser goes next.
 *
 * The end that was chosen last is the end of all access of this application: a person says it about the application, not
 * about one of its devices. A family keeps an earlier end of its own.
 */
export async function approve(world: World, decision: Decision, { granted, lasts }: Approval): Promise<string> {
  const { client, accountId, source } = decision;
  return await attempt(async () => {
    const kept = await findLiveConsent(world.database, accountId, client.id);
    const now = world.now();
    // What ended stays ended: a new consent is a new row, so that it wakes no old token.
    if (kept && !isBefore(now, kept.endsAt)) {
      await world.database.write([revokeConsent(kept.id, 'ended', now)]);
      return stale;
    }
    const id = kept?.id ?? world.nextId();
    const endsAt = endOf(lasts, now);
    const scope = formatScope([...new Set([...(kept?.scope.split(' ') ?? []), ...granted])]);
    const consent = kept
      ? renewConsent(kept, { scope, endsAt }, now)
      : insertConsent({ id, accountId, clientId: client.id, scope, grantedAt: now, endsAt, source });
    const said = report(world, source, 'consent.given', {
      accountId,
      clientId: client.id,
      detail: formatScope(granted),
    });
    return await writeCode(world, decision, { consentId: id, granted, before: [consent, said] });
  });
}

/** The account had allowed this before (SPEC D21): only a code is written. */
export async function approveAgain(world: World, decision: Decision, consentId: number): Promise<string> {
  const granted = decision.request.scope;
  return await attempt(() => writeCode(world, decision, { consentId, granted, before: [] }));
}

/** Only written down here; the client is told as about any other refusal. */
export async function deny(world: World, { client, accountId, source }: Decision): Promise<void> {
  await attempt(async () => {
    const said = report(world, source, 'consent.denied', { accountId, clientId: client.id });
    return (await world.database.write([said])) === null ? stale : undefined;
  });
}

interface CodeWrite {
  readonly consentId: number;
  readonly granted: readonly string[];
  /** What has to be true together with the code. */
  readonly before: readonly Sql[];
}

async function writeCode(world: World, decision: Decision, write: CodeWrite): Promise<string | typeof stale> {
  const { request, client, accountId, source } = decision;
  const now = world.now();
  const id = world.nextId();
  const code = formatToken('code', id, world.randomBytes(RANDOM_BYTES));
  const written = await world.database.write([
    ...write.before,
    insertCode({
      id,
      digest: digest(code),
      consentId: write.consentId,
      redirectUri: request.redirect,
      scope: formatScope(write.granted),
      challenge: request.codeChallenge ?? null,
      issuedAt: now,
      expiresAt: now + world.settings.codeSeconds,
    }),
    report(world, source, 'code.issued', { accountId, clientId: client.id }),
  ]);
  return written === null ? stale : locationOf(world, decision, code);
}

/** SPEC D19: an out-of-band client's user is shown the code on a page whose path ends in it. */
function locationOf(world: World, { request, client }: Decision, code: string): string {
  if (request.redirect === OUT_OF_BAND) return `${ENDPOINT_PATHS.authorize}/${code}`;
  const issuer = client.sendsIss ? world.settings.url : undefined;
  return redirectWith(request.redirect, authorizationCodeParameters({ issuer, code, state: request.state }));
}

/** The name of the application a code was made for, if this account may still be shown the code out of band. */
export async function findShownCode(world: World, code: string, accountId: number): Promise<string | undefined> {
  const id = parseToken('code', code);
  const found = id === undefined ? undefined : await findCode(world.database, id);
  if (!found || !isSecretOf(code, found.digest)) return undefined;
  const isOpen = found.redeemedAt === null && world.now() < found.expiresAt;
  const isHis = found.accountId === accountId && found.redirectUri === OUT_OF_BAND;
  return isOpen && isHis ? found.clientName : undefined;
}
