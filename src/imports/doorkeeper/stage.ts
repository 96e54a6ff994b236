/** What every part of a takeover shares: the source, what the operator said, and what was found so far. */
import type { Keeping } from '../../protocol/imports/kept-secret.ts';
import type { ForeignSource } from '../../storage/foreign/source.ts';
import type { World } from '../../world.ts';
import type { Handover } from '../handing-on.ts';
import type { Pepper } from '../people.ts';
import type { ApplicationReport, PeopleReport, TokenFigures } from '../report.ts';

export interface TakeoverOptions {
  readonly usersTable: string;
  /** Words such as `nickname=handle`. */
  readonly columns: readonly string[];
  /** How the source kept them; undefined where the operator did not say, and it may not matter. */
  readonly tokens: Keeping | undefined;
  readonly secrets: Keeping | undefined;
  /** The type of owner that is a person, where the source has several. */
  readonly ownerType: string;
  /** Who owns the applications that have no owner; the number of an account here. */
  readonly ownerId: number | undefined;
  readonly keepsInsecure: boolean;
  /** After how many days tokens end that never expire; undefined leaves them a hundred years. */
  readonly endlessDays: number | undefined;
  /** What applications may ask for that name no scope. */
  readonly scopes: readonly string[];
}

/** An application of the source as the rows that name it need it. */
export interface TakenApplication {
  /** The number of its record here; 0 in a dry run where it is new. */
  readonly clientId: number;
  readonly machineFamilyId: number | null;
  readonly report: ApplicationReport;
}

export interface Stage {
  readonly world: World;
  readonly source: ForeignSource;
  readonly options: TakeoverOptions;
  readonly importId: number;
  readonly isDry: boolean;
  /** True where only a report is wanted, also about what would stop a run. */
  readonly isSurvey: boolean;
  readonly pepper: Pepper;
  /** Everybody of the source. */
  readonly people: Set<number>;
  /** Those of them whose number is another account's here: nothing of theirs may come to that one. */
  readonly notTaken: Set<number>;
  /** By the number or UUID at the source. */
  readonly applications: Map<string, TakenApplication>;
  readonly handover: Handover;
  readonly peopleReport: PeopleReport;
  readonly tokenFigures: TokenFigures;
  /** Is told after every piece of work, and throws when the run has to stop. */
  step(what: string, done: number): Promise<void>;
}
