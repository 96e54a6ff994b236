/** Takes an import back while nobody has made use of it; interrupted, it goes on where it was. */
import { report } from '../events/report.ts';
import { NOWHERE } from '../protocol/event.ts';
import { attempt, stale } from '../storage/database.ts';
import type { Sql } from '../storage/sql.ts';
import { listMarkedClients } from '../storage/tables/imports/applications.ts';
import { deleteRun, findRun, markUndoing, TAKEOVER } from '../storage/tables/imports/runs.ts';
import {
  haveRenewed,
  haveSignedIn,
  nextConsents,
  nextImportedAccounts,
  nextImportedFamilies,
  nextImportedTokens,
  removeAccounts,
  removeClient,
  removeConsents,
  removeImportedFamilies,
  removeImportedTokens,
  removeUnderConsents,
} from '../storage/tables/imports/undo.ts';
import type { Slice } from '../storage/tables/sweep.ts';
import type { World } from '../world.ts';
import { type Held, holdImport } from './lease.ts';
import { ImportRefused } from './refused.ts';

interface Undoing extends Held {
  /** Tokens and families do not say which import brought them, and only one kind brings any. */
  readonly hasTokens: boolean;
}

type UndoProgress = (what: string, done: number) => void;

export async function undoImport(world: World, kind: string, progress: UndoProgress): Promise<void> {
  if (!(await findRun(world.database, kind))) throw new ImportRefused('There is no import to undo.');
  const held = await holdImport(world, kind);
  try {
    const undoing = { ...held, hasTokens: kind === TAKEOVER };
    if (!held.isUndoing) await begin(world, undoing);
    const removed = await removeAll(world, undoing, progress);
    // A first run that refused its source has left nothing but its own row.
    const wasNothing = removed === 0 && held.isFirst && !held.isUndoing;
    if (wasNothing) await writeAll(world, () => [deleteRun(held.importId, held.lease)]);
    if (wasNothing) throw new ImportRefused('There is nothing to undo: the import brought nothing.');
    await writeAll(world, () => [
      deleteRun(held.importId, held.lease),
      report(world, NOWHERE, 'import.undone', { detail: kind }),
    ]);
  } finally {
    await held.release();
  }
}

async function begin(world: World, { importId, lease, renew, hasTokens }: Undoing): Promise<void> {
  const { database } = world;
  for await (const slice of slices((after) => nextImportedAccounts(database, after, AT_ONCE))) {
    if (await haveSignedIn(database, slice, importId)) throw new ImportRefused(SIGNED_IN);
    await renew();
  }
  const families = hasTokens ? slices((after) => nextImportedFamilies(database, after, AT_ONCE)) : [];
  for await (const slice of families) {
    if (await haveRenewed(database, slice)) throw new ImportRefused(RENEWED);
    await renew();
  }
  await writeAll(world, () => [markUndoing(importId, lease, world.now())]);
}

const SIGNED_IN = 'Somebody who was imported has signed in here: the import can no longer be undone.';
const RENEWED = 'An application has renewed an imported token here: the import can no longer be undone.';
const HANGS = 'Something that was made here hangs on what was imported: the import can no longer be undone as a whole.';

const AT_ONCE = 1000;

/** From what hangs on other things to what they hang on. Answers how many rows are gone. */
async function removeAll(world: World, undoing: Undoing, progress: UndoProgress): Promise<number> {
  const { importId, renew, hasTokens } = undoing;
  const { database } = world;
  let done = 0;
  const remove = async (what: string, batches: readonly (readonly Sql[])[]) => {
    for (const batch of batches) {
      const touched = await database.write(batch);
      if (touched === null) throw new ImportRefused(HANGS);
      done += touched.reduce((sum, rows) => sum + rows, 0);
    }
    progress(what, done);
    await renew();
  };
  const walk = (next: typeof nextImportedTokens) => slices((after) => next(database, after, AT_ONCE));
  for await (const slice of hasTokens ? walk(nextImportedTokens) : [])
    await remove('tokens', [removeImportedTokens(slice)]);
  for await (const slice of hasTokens ? walk(nextImportedFamilies) : [])
    await remove('tokens', [removeImportedFamilies(slice)]);
  for await (const slice of walk(nextConsents))
    await remove('consents', [removeUnderConsents(slice, importId), removeConsents(slice, importId)]);
  for (let clients = await ownClients(world, importId); clients.length > 0; clients = await ownClients(world, importId))
    for (const id of clients) await remove('applications', [removeClient(id)]);
  for await (const slice of walk(nextImportedAccounts)) await remove('people', [removeAccounts(slice, importId)]);
  return done;
}

async function ownClients({ database }: World, importId: number): Promise<readonly number[]> {
  for (let after = 0; ; ) {
    const marked = await listMarkedClients(database, after, AT_ONCE);
    const own = marked.filter((client) => client.importId === importId).map(({ clientId }) => clientId);
    const last = marked.at(-1);
    if (own.length > 0 || !last) return own;
    after = last.clientId;
  }
}

async function* slices(next: (after: number) => Promise<number | undefined>): AsyncGenerator<Slice> {
  for (let after = 0; ; ) {
    const upTo = await next(after);
    if (upTo === undefined) return;
    yield { after, upTo };
    after = upTo;
  }
}

async function writeAll(world: World, batch: () => readonly Sql[]): Promise<void> {
  await attempt(async () => ((await world.database.write(batch())) === null ? stale : undefined));
}
