/** The applications of a takeover: registered under the ids and secrets that their programs know. */
import { OPERATOR } from '../../clients/act.ts';
import { deleteClient } from '../../clients/ending.ts';
import { openMachineFamily } from '../../clients/machine-family.ts';
import { digest } from '../../protocol/digest.ts';
import {
  type ApplicationFinding,
  type ForeignApplication,
  isSecretAmbiguous,
  kindAfter,
  readApplication,
} from '../../protocol/imports/application.ts';
import { formatScope } from '../../protocol/scope.ts';
import { attempt, stale } from '../../storage/database.ts';
import { must, type Sql } from '../../storage/sql.ts';
import { insertClient } from '../../storage/tables/clients/clients.ts';
import { readRedirectUris, replaceRedirectUris } from '../../storage/tables/clients/redirect-uris.ts';
import { insertSecret, replaceDigest } from '../../storage/tables/clients/secrets.ts';
import {
  changeImportedClient,
  type FoundClient,
  findClientForImport,
  listMarkedClients,
  markImportedClient,
  remarkClient,
} from '../../storage/tables/imports/applications.ts';
import { ImportRefused } from '../refused.ts';
import type { ApplicationReport } from '../report.ts';
import type { Stage, TakenApplication } from './stage.ts';
import { APPLICATIONS, columnsFor, doubled } from './tables.ts';

export async function takeApplications(stage: Stage): Promise<void> {
  const { source, options, world } = stage;
  const columns = await columnsFor(source, APPLICATIONS);
  const publicIds = new Set<string>();
  for await (const rows of source.rows(APPLICATIONS.name, columns)) {
    for (const row of rows) {
      if (options.secrets === undefined && isSecretAmbiguous(row)) throw new ImportRefused(AMBIGUOUS);
      const application = readApplication(row, {
        keeping: options.secrets ?? 'plain',
        ownUrl: world.settings.url,
        keepsInsecure: options.keepsInsecure,
        ownerType: options.ownerType,
      });
      const { foreignId, publicId } = application;
      if (publicIds.has(publicId)) throw doubled(APPLICATIONS.name, 'uid', publicId);
      if (stage.applications.has(foreignId)) throw doubled(APPLICATIONS.name, 'id', foreignId);
      publicIds.add(publicId);
      stage.applications.set(foreignId, await attempt(() => takeOnce(stage, application)));
    }
    await stage.step('applications', stage.applications.size);
  }
  await endGone(stage, publicIds);
}

const AMBIGUOUS =
  'Secrets of applications are 64 hexadecimal digits, which may be the secrets themselves or their SHA-256. Say which: --secrets sha256 where config/initializers/doorkeeper.rb has hash_application_secrets, else --secrets plain.';

async function takeOnce(stage: Stage, application: ForeignApplication): Promise<TakenApplication | typeof stale> {
  const { world, isDry } = stage;
  const findings = [...application.findings];
  if (findings.some(({ kind }) => kind === 'client_id_unfit')) return taken(application, 'refused', findings);
  const found = await findClientForImport(world.database, application.publicId);
  const ownerId = found?.ownerId ?? ownerOf(stage, application, findings);
  const scope = scopeOf(stage, application, findings);
  if (!found) {
    const made = insertion(stage, { application, ownerId, scope });
    if (!isDry && (await world.database.write(made.batch)) === null) return stale;
    return taken(application, 'added', findings, isDry ? undefined : made);
  }
  if (found.deletedAt !== null) return taken(application, 'refused', [...findings, { kind: 'exists_here' }]);
  const here = { id: found.id, machineFamilyId: found.machineFamilyId };
  if (found.mark === null) return taken(application, 'kept', [...findings, { kind: 'exists_here' }], here);
  if (hasOtherOwner(stage, application, found)) findings.push({ kind: 'owner_other' });
  const uris = await readRedirectUris(world.database, found.id);
  const seen = { ...found, redirectUris: uris, isConfidential: found.confidentialAt !== null };
  if (markOf(seen) !== found.mark) return taken(application, 'kept', [...findings, { kind: 'changed_here' }], here);
  const kind = kindAfter(found.kind, application);
  const next = { ...application, kind, scope, secret: application.secret ?? found.secret };
  if (markOf(next) === found.mark && kind === found.kind) return taken(application, 'unchanged', findings, here);
  if (!isDry && (await world.database.write(changes(stage, next, { found, uris }))) === null) return stale;
  return taken(application, 'changed', findings, here);
}

interface Here {
  readonly id: number;
  readonly machineFamilyId: number | null;
}

function taken(
  { publicId, name, isConfidential, redirectUris }: ForeignApplication,
  outcome: ApplicationReport['outcome'],
  findings: ApplicationFinding[],
  here: Here | undefined = undefined,
): TakenApplication {
  const tokens = { access: 0, refresh: 0, codes: 0, expired: 0, revoked: 0 };
  return {
    clientId: here?.id ?? 0,
    machineFamilyId: here?.machineFamilyId ?? null,
    report: { publicId, name, isConfidential, redirectUris, outcome, findings, tokens },
  };
}

/** People whom the source does not have, who are no people there, or who are not taken, own nothing here. */
function ownerOf(
  { options, people, notTaken, isSurvey }: Stage,
  { ownerId, name }: ForeignApplication,
  findings: ApplicationFinding[],
): number {
  const isKnown = ownerId !== null && people.has(ownerId);
  if (isKnown && !notTaken.has(ownerId)) return ownerId;
  findings.push({ kind: isKnown ? 'owner_refused' : 'owner_missing' });
  if (options.ownerId !== undefined || isSurvey) return options.ownerId ?? 0;
  throw new ImportRefused(
    `${name} and perhaps other applications have no owner. Name an account that is to own them: --owner NICKNAME.`,
  );
}

/** Handed over or deleted at the source. It stays with whoever has it here, who may have got it here. */
function hasOtherOwner({ people, notTaken }: Stage, { ownerId }: ForeignApplication, found: FoundClient): boolean {
  if (ownerId === null || notTaken.has(ownerId)) return false;
  return (ownerId === found.ownerId) !== people.has(ownerId);
}

/** An application that names none may ask for any at the source; here for the default ones, unless the operator says more. */
function scopeOf({ options, world }: Stage, { scope }: ForeignApplication, findings: ApplicationFinding[]): string {
  const { scopes: catalogue } = world.settings;
  const defaults = Object.keys(catalogue).filter((name) => catalogue[name]?.default);
  const asked = scope.length > 0 ? scope : options.scopes.length > 0 ? options.scopes : defaults;
  if (scope.length === 0) findings.push({ kind: 'scopes_missing' });
  const unknown = asked.filter((name) => !Object.hasOwn(catalogue, name));
  if (unknown.length > 0) findings.push({ kind: 'scopes_unknown', names: unknown });
  return formatScope(asked);
}

interface Registering {
  readonly application: ForeignApplication;
  readonly ownerId: number;
  readonly scope: string;
}

/** SPEC D9: programs that were written for another service may not expect `iss`. */
function insertion(
  stage: Stage,
  { application, ownerId, scope }: Registering,
): Here & { readonly batch: readonly Sql[] } {
  const { world, importId } = stage;
  const { isConfidential, kind, publicId, name, secret, redirectUris } = application;
  const now = world.now();
  const id = world.nextId();
  const createdAt = Math.min(application.createdAt ?? now, now);
  const texts = { name, description: '', homepageUrl: '', logoUrl: '', policyUrl: '', termsUrl: '' };
  const rights = { kind, scope, requiredScope: '', confidentialAt: isConfidential ? createdAt : null } as const;
  const family = isConfidential ? openMachineFamily(world, id) : undefined;
  return {
    id,
    // The first value of the row is its number.
    machineFamilyId: typeof family?.values[0] === 'number' ? family.values[0] : null,
    batch: [
      insertClient({ id, publicId, ownerId, appliedAt: null, createdAt, ...texts, ...rights, issOffAt: createdAt }),
      ...replaceRedirectUris(id, [], redirectUris),
      ...(secret === null ? [] : [insertSecret(secretRow(stage, id, secret))]),
      ...(family ? [family] : []),
      markImportedClient({ clientId: id, importId, digest: markOf({ ...application, scope }) }),
    ],
  };
}

/** The end of a secret that was never seen cannot be shown. */
function secretRow({ world }: Stage, clientId: number, secret: string) {
  return { id: world.nextId(), clientId, digest: secret, suffix: '', createdAt: world.now(), addedBy: null };
}

interface Changing {
  readonly found: FoundClient;
  readonly uris: readonly string[];
}

function changes(
  stage: Stage,
  next: Omit<ForeignApplication, 'scope'> & { readonly scope: string },
  { found, uris }: Changing,
): readonly Sql[] {
  const { world } = stage;
  const now = world.now();
  const confidentialAt = next.isConfidential ? (found.confidentialAt ?? now) : null;
  const { secretId, secret } = found;
  const secrets =
    next.secret === null || next.secret === secret
      ? []
      : secretId === null
        ? [insertSecret(secretRow(stage, found.id, next.secret))]
        : [must(replaceDigest(secretId, secret ?? '', next.secret))];
  return [
    changeImportedClient(found, { name: next.name, kind: next.kind, scope: next.scope, confidentialAt }, now),
    ...replaceRedirectUris(found.id, uris, next.redirectUris),
    ...secrets,
    ...(next.isConfidential && found.machineFamilyId === null ? [openMachineFamily(world, found.id)] : []),
    remarkClient(found.id, found.mark ?? '', markOf(next)),
  ];
}

interface Marked {
  readonly name: string;
  readonly scope: string;
  readonly secret: string | null;
  readonly isConfidential: boolean;
  readonly redirectUris: readonly string[];
}

/** What an import writes about an application, and what it compares with at the next run. */
function markOf({ name, scope, secret, isConfidential, redirectUris }: Marked): string {
  return digest(JSON.stringify([name, scope, secret, isConfidential, redirectUris]));
}

const AT_ONCE = 500;

/** What was deleted at the source ends here as well. Of another service's applications none is among those of this one. */
async function endGone(stage: Stage, publicIds: ReadonlySet<string>): Promise<void> {
  const { world, importId, isDry } = stage;
  const gone: string[] = [];
  let known = 0;
  for (let after = 0; ; ) {
    const marked = await listMarkedClients(world.database, after, AT_ONCE);
    const own = marked.filter((client) => client.importId === importId);
    known += own.length;
    gone.push(...own.map(({ publicId }) => publicId).filter((publicId) => !publicIds.has(publicId)));
    const last = marked.at(-1);
    if (!last || marked.length < AT_ONCE) break;
    after = last.clientId;
  }
  if (known > 0 && gone.length === known) throw new ImportRefused(ANOTHER_SERVICE);
  for (const publicId of gone) {
    const deleted = isDry ? undefined : await deleteClient(world, publicId, OPERATOR);
    const name = deleted?.name ?? publicId;
    const report = { publicId, name, isConfidential: true, redirectUris: [], findings: [], outcome: 'gone' } as const;
    const tokens = { access: 0, refresh: 0, codes: 0, expired: 0, revoked: 0 };
    stage.applications.set(`gone ${publicId}`, {
      clientId: 0,
      machineFamilyId: null,
      report: { ...report, findings: [], tokens },
    });
  }
}

const ANOTHER_SERVICE =
  'None of the applications that were imported before is in this source: it is another service, or an empty copy. Nothing was changed.';
