/** Takes over from Doorkeeper: the whole source is judged before anything is written, and then brought piece by piece. */
import { report as event } from '../../events/report.ts';
import { NOWHERE } from '../../protocol/event.ts';
import { attempt, stale } from '../../storage/database.ts';
import type { ForeignSource } from '../../storage/foreign/source.ts';
import { findRun, finishRun, TAKEOVER } from '../../storage/tables/imports/runs.ts';
import type { World } from '../../world.ts';
import { freeNames, type Handover, noHandover } from '../handing-on.ts';
import { type Held, holdImport } from '../lease.ts';
import { markOf, type Pepper } from '../people.ts';
import { ImportRefused } from '../refused.ts';
import { emptyPeople, emptyTokens, type ImportReport } from '../report.ts';
import { takeApplications } from './applications.ts';
import { takeCodes } from './codes.ts';
import { takePeople } from './people.ts';
import type { Stage, TakeoverOptions } from './stage.ts';
import { takeTokens } from './tokens.ts';

export const DOORKEEPER = TAKEOVER;

export interface Takeover {
  readonly source: ForeignSource;
  readonly options: TakeoverOptions;
  readonly pepper: Pepper;
  readonly progress: Progress;
}

/** `isDry` says whether it is judged or brought. */
export type Progress = (what: string, done: number, isDry: boolean) => void;

/** Reads everything and writes nothing. */
export async function surveyTakeover(world: World, takeover: Takeover): Promise<ImportReport> {
  const run = await findRun(world.database, DOORKEEPER);
  const looking = { isDry: true, isSurvey: true, importId: run?.id ?? 0, renew: async () => {} };
  return await walk(world, takeover, { ...looking, handover: noHandover() });
}

/** What was brought stays when it is interrupted; the next run brings the rest. */
export async function takeOver(world: World, takeover: Takeover): Promise<ImportReport> {
  const held = await holdImport(world, DOORKEEPER);
  try {
    if (held.isUndoing) throw new ImportRefused(UNDOING);
    const handover = noHandover();
    const writing = { isDry: false, isSurvey: false, importId: held.importId, renew: () => held.renew(), handover };
    await walk(world, takeover, { ...writing, isDry: true });
    await freeNames(world, handover, markOf);
    const report = await walk(world, takeover, writing);
    await finish(world, held, report);
    return report;
  } finally {
    await held.release();
  }
}

const UNDOING = 'An undo of this import was begun and not finished. Run it to its end first: --undo.';

interface Walk {
  readonly isDry: boolean;
  readonly isSurvey: boolean;
  readonly importId: number;
  readonly renew: () => Promise<void>;
  readonly handover: Handover;
}

async function walk(
  world: World,
  takeover: Takeover,
  { isDry, isSurvey, importId, renew, handover }: Walk,
): Promise<ImportReport> {
  const { source, options, pepper, progress } = takeover;
  const stage: Stage = {
    world,
    source,
    options,
    importId,
    isDry,
    isSurvey,
    pepper,
    people: new Set(),
    notTaken: new Set(),
    applications: new Map(),
    handover,
    peopleReport: emptyPeople(),
    tokenFigures: emptyTokens(),
    step: async (what, done) => {
      progress(what, done, isDry);
      await renew();
    },
  };
  await takePeople(stage);
  await takeApplications(stage);
  await takeTokens(stage);
  await takeCodes(stage);
  const applications = [...stage.applications.values()].map(({ report }) => report);
  return { kind: DOORKEEPER, isDry, people: stage.peopleReport, applications, tokens: stage.tokenFigures };
}

async function finish(world: World, held: Held, { people, applications, tokens }: ImportReport): Promise<void> {
  const added = applications.filter(({ outcome }) => outcome === 'added').length;
  const detail = `${DOORKEEPER}: ${people.added} people, ${added} applications, ${tokens.added} tokens`;
  await attempt(async () => {
    const written = await world.database.write([
      finishRun(held.importId, held.lease, world.now()),
      event(world, NOWHERE, 'import.finished', { detail }),
    ]);
    return written === null ? stale : undefined;
  });
}
