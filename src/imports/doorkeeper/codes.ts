/** The authorization codes of a takeover: those that are still open can be exchanged here, once. */
import { isAmbiguous } from '../../protocol/imports/kept-secret.ts';
import { type ForeignCode, judgeForeignCode, readCode } from '../../protocol/imports/token.ts';
import { formatScope } from '../../protocol/scope.ts';
import { attempt, stale } from '../../storage/database.ts';
import { findImported, forgetImported, insertImported } from '../../storage/tables/imports/tokens.ts';
import { endCode, insertCode } from '../../storage/tables/tokens/codes.ts';
import { ImportRefused } from '../refused.ts';
import { countFinding } from '../report.ts';
import { scopeOf } from './bring-tokens.ts';
import { ensureConsents } from './consents.ts';
import type { Stage, TakenApplication } from './stage.ts';
import { CODES, columnsFor } from './tables.ts';
import { AMBIGUOUS } from './tokens.ts';

export async function takeCodes(stage: Stage): Promise<void> {
  const { source, options, world } = stage;
  const columns = await columnsFor(source, CODES);
  const rules = { keeping: options.tokens ?? 'plain', ownerType: options.ownerType };
  let done = 0;
  for await (const rows of source.rows(CODES.name, columns)) {
    for (const row of rows) {
      const code = readCode(row, rules);
      const application = stage.applications.get(code.applicationId ?? '');
      if (!application || application.report.outcome === 'refused') continue;
      noteRedirect(application, code);
      const liveness = judgeForeignCode(code, world.now());
      if (liveness === 'live' && options.tokens === undefined && isAmbiguous(row.token ?? ''))
        throw new ImportRefused(AMBIGUOUS);
      if (liveness === 'live') await takeCode(stage, code, application);
      else if (liveness === 'revoked' && !stage.isDry) await endBrought(stage, code);
    }
    done += rows.length;
    await stage.step('codes', done);
  }
}

const MOST_NOTED = 5;

/** Doorkeeper lets a request add a query to a registered address; here every character counts (SPEC D18). */
function noteRedirect({ report }: TakenApplication, { redirectUri }: ForeignCode): void {
  const { redirectUris, findings } = report;
  if (redirectUri === '' || redirectUris.includes(redirectUri)) return;
  const noted = findings.flatMap((finding) => ('uri' in finding ? [finding.uri] : []));
  const isMany = findings.filter(({ kind }) => kind === 'redirect_unregistered').length >= MOST_NOTED;
  if (!isMany && !noted.includes(redirectUri)) findings.push({ kind: 'redirect_unregistered', uri: redirectUri });
}

async function takeCode(stage: Stage, code: ForeignCode, application: TakenApplication): Promise<void> {
  const { world, tokenFigures } = stage;
  const { digest, ownerId, expiresAt } = code;
  if (digest === undefined) return countFinding(application.report.findings, 'tokens_unfit');
  if (ownerId === null || !stage.people.has(ownerId))
    return countFinding(application.report.findings, 'tokens_of_nobody');
  if (stage.notTaken.has(ownerId)) return countFinding(application.report.findings, 'tokens_of_refused');
  application.report.tokens.codes += 1;
  if ((await findImported(world.database, digest, 'code')) !== undefined) return;
  tokenFigures.codes += 1;
  if (stage.isDry) return;
  const { clientId } = application;
  const granted = { accountId: ownerId, clientId, scope: scopeOf(stage, code), at: code.createdAt };
  const consentId = (await ensureConsents(stage, [granted]))(ownerId, clientId) ?? 0;
  await attempt(async () => {
    const id = world.nextId();
    const written = await world.database.write([
      insertCode({
        id,
        digest,
        consentId,
        redirectUri: code.redirectUri,
        scope: formatScope(granted.scope),
        challenge: code.challenge,
        issuedAt: code.createdAt,
        expiresAt: Math.min(expiresAt ?? 0, world.now() + LONGEST_SECONDS),
        ...NO_BINDING,
        // SPEC S5: tokens of the service that was taken over were told the profile whatever their scope.
        wholeProfileAt: code.createdAt,
      }),
      insertImported({ id: world.nextId(), digest, kind: 'code', recordId: id }),
    ]);
    const isDone = written !== null || (await findImported(world.database, digest, 'code')) !== undefined;
    return isDone ? undefined : stale;
  });
}

/** RFC 6749 §4.1.2: ten minutes at most, whatever the source allowed. */
const LONGEST_SECONDS = 600;
const NO_BINDING = { nonce: null, authTime: null, amr: null, boundKey: null } as const;

/** Exchanged at the source since it was brought. */
async function endBrought({ world }: Stage, { digest = '' }: ForeignCode): Promise<void> {
  const codeId = await findImported(world.database, digest, 'code');
  if (codeId === undefined) return;
  await world.database.write([forgetImported(digest), endCode(codeId, world.now())]);
}
