/** The authorization-code grant (RFC 6749 §4.1.3): a code becomes a token family, once. */
import { redirectUrisOf } from '../clients/find.ts';
import { overLimit } from '../events/refusal-record.ts';
import { report } from '../events/report.ts';
import { reportBounded } from '../events/report-bounded.ts';
import { trustRedirect } from '../protocol/clients/redirect-uri.ts';
import { isSecretOf } from '../protocol/digest.ts';
import { accept, andThen, refuse } from '../protocol/result.ts';
import { type CodeState, type CodeVerdict, codeScope, judgeCode } from '../protocol/tokens/code.ts';
import { parseToken } from '../protocol/tokens/token-string.ts';
import { attemptSoon, readingAhead, stale } from '../storage/database.ts';
import { findCode, redeemCode } from '../storage/tables/tokens/codes.ts';
import { markPlaygroundFamily, revokeFamily } from '../storage/tables/tokens/families.ts';
import { findForeign, mayHaveEnded } from '../tokens/inspect.ts';
import { issueFamily } from '../tokens/issue.ts';
import type { World } from '../world.ts';
import { factsOfCode } from './facts.ts';
import { type Attempt, type Grant, type Redeemed, recordOf, refuseToken, type TokenCall, written } from './grant.ts';
import { judgeTarget, type TargetRefusal } from './target.ts';

export const authorizationCode: Grant = {
  type: 'authorization_code',
  required: ['code', 'redirect_uri'],
  optional: ['code_verifier', 'resource'],
  secretParameters: ['code', 'code_verifier'],
  activity: 'code_exchanged',
  mayUse: () => true,
  readAhead: (world, form) => ({ code: readCodeAhead(world, form.get('code') ?? '') }),
  redeem: (call) => attemptSoon(() => redeemOnce(call)),
};

function redeemOnce(call: TokenCall): Attempt | Promise<Attempt> {
  const ahead = call.ahead?.code;
  call.ahead = undefined;
  return andThen(ahead ?? findPresented(call.world, call.form.get('code') ?? ''), (code) => judge(call, code));
}

function judge(call: TokenCall, code: Found): Attempt | Promise<Attempt> {
  if (!code) return refuseCode(call, 'code_unknown');
  const redirectUri = call.form.get('redirect_uri') ?? '';
  const verdict = judgeCode(code, {
    clientId: call.client.id,
    redirectUri,
    verifier: call.form.get('code_verifier'),
    needsChallenge: !call.client.isConfidential && isIssuedHere(call),
    now: call.world.now(),
  });
  if (verdict === 'code_replayed') return endReplayedFamily(call, code);
  if (verdict !== 'exchange') return refuseCode(call, verdict, code);
  // RFC 8707 §2.2: what was not granted is refused, and the code can still be exchanged.
  return andThen(judgeTarget(call, code.resourceId), (target) => {
    if (!target.ok) return refuseCode(call, target.refusal, code);
    // A code for the playground's own address is good inside the playground alone.
    if (redirectUri === call.playground?.callback) return exchangeCode(call, code);
    // A URI taken off the application since then does not live on in its codes.
    return andThen(redirectUrisOf(call.client.id, call.world), (registered) =>
      trustRedirect(redirectUri, registered)
        ? exchangeCode(call, code)
        : refuseCode(call, 'code_redirect_uri_removed', code, registered),
    );
  });
}

/** Codes of a service that was taken over were issued by its rules, and can be exchanged until they expire. */
function isIssuedHere({ form }: TokenCall): boolean {
  return parseToken('code', form.get('code') ?? '') !== undefined;
}

/** The digest of the whole string decides; its number alone proves nothing and touches nothing. */
function findPresented(
  world: World,
  presented: string,
  number = parseToken('code', presented),
): Found | Promise<Found> {
  const found = andThen(number ?? findForeign(world, 'code', presented), (id) =>
    id === undefined ? undefined : findCode(world.database, id),
  );
  return andThen(found, (code) => (code && isSecretOf(presented, code.digest) ? code : undefined));
}

type Found = CodeState | undefined;

/** As with refresh tokens, before the client has proved itself; nothing is judged or told by it. */
function readCodeAhead(world: World, presented: string): Found | Promise<Found> {
  const number = parseToken('code', presented);
  return number === undefined ? undefined : readingAhead(findPresented(world, presented, number));
}

async function exchangeCode(call: TokenCall, code: CodeState): Promise<Attempt> {
  const { world, client, source } = call;
  const allowance = await call.spendSuccess();
  if (!allowance.allowed) return refuse(overLimit(allowance, client));
  const familyId = world.nextId();
  const { consentId, consentEndsAt } = code;
  const scope = codeScope(code);
  const issued = issueFamily(world, {
    familyId,
    consentId,
    clientId: client.id,
    scope,
    consentEndsAt,
    binding: code,
    audience: code,
    wholeProfileAt: code.wholeProfileAt,
  });
  const rows = await world.database.write([
    redeemCode(code, familyId, world.now()),
    ...issued.writes,
    ...(call.playground ? [markPlaygroundFamily(familyId, world.now())] : []),
    report(world, source, 'code.exchanged', { accountId: code.accountId, clientId: client.id, familyId }),
  ]);
  return rows === null ? stale : accept(issued.answer);
}

/** RFC 6749 §4.1.2, RFC 9700 §4.5: somebody holds everything the client holds, so what came of the code ends. */
async function endReplayedFamily(call: TokenCall, code: CodeState): Promise<Attempt> {
  const { world, client, source } = call;
  const refusal = { reason: 'code_replayed' } as const;
  const facts = factsOfCode(call, refusal.reason, { code });
  const about = { accountId: code.accountId, clientId: client.id, familyId: code.familyId };
  const family = code.familyId === null ? [] : [revokeFamily(code.familyId, 'code_replayed', world.now())];
  const rows = await world.database.write([
    ...family,
    ...reportBounded(world, source, 'code.replayed', about),
    ...recordOf(call, { refusal, isOwn: true, accountId: code.accountId, facts }),
  ]);
  return rows === null ? stale : refuse(written(call, refusal));
}

/** A code that ran out or whose grant ended is no guess. */
const ENDED: ReadonlySet<string> = new Set(['code_expired', 'code_consent_ended', 'code_redirect_uri_removed']);

async function refuseCode(
  call: TokenCall,
  reason:
    | Exclude<CodeVerdict, 'exchange' | 'code_replayed'>
    | 'code_unknown'
    | 'code_redirect_uri_removed'
    | TargetRefusal,
  code?: CodeState,
  registered?: readonly string[],
): Promise<Redeemed> {
  // Another client's code is none of this client's business: its account is not named in this client's events.
  const isOwn = code?.clientId === call.client.id;
  const isLate = code === undefined && (await mayHaveEnded(call.world, 'code', call.form.get('code') ?? ''));
  return await refuseToken(call, {
    refusal: { reason },
    kind: 'code.refused',
    isGuess: !isLate && !ENDED.has(reason),
    isOwn,
    accountId: code && isOwn ? code.accountId : null,
    facts: factsOfCode(call, reason, { code, registered }),
  });
}
