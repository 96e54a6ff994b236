/** What an import found and did: figures of the whole, and what has to be told about people and each application. */
import type { ApplicationFinding } from '../protocol/imports/application.ts';
import type { ForeignPerson, PersonNames } from '../protocol/imports/person.ts';

export interface ImportReport {
  readonly kind: string;
  /** True where nothing was written. */
  readonly isDry: boolean;
  readonly people: PeopleReport;
  readonly applications: readonly ApplicationReport[];
  readonly tokens: TokenFigures;
}

export interface PeopleReport {
  added: number;
  changed: number;
  unchanged: number;
  /** Changed here since they were brought, signed in here among them: they are left as they are. */
  changedHere: number;
  /** Gone at the source, and disabled here. */
  gone: number;
  disabled: number;
  withoutPassword: number;
  renamed: number;
  withoutEmail: number;
  withoutName: number;
  refused: number;
  /** The first few of those about whom something has to be told. */
  readonly notes: PersonNote[];
}

export interface PersonNote {
  readonly id: number;
  readonly kind: 'renamed' | 'without_email' | 'without_name' | 'without_password' | 'refused' | 'gone';
  readonly why: 'none' | 'rules' | 'taken' | 'unknown_hash' | 'exists_here' | 'deleted_here' | null;
  /** The nickname here; empty where there is no account. */
  readonly nickname: string;
}

export interface ApplicationReport {
  readonly publicId: string;
  readonly name: string;
  readonly isConfidential: boolean;
  readonly redirectUris: readonly string[];
  readonly outcome: 'added' | 'changed' | 'unchanged' | 'kept' | 'refused' | 'gone';
  readonly findings: ApplicationFinding[];
  readonly tokens: ApplicationTokens;
}

/** Of one application. */
export interface ApplicationTokens {
  access: number;
  refresh: number;
  codes: number;
  expired: number;
  revoked: number;
}

export interface TokenFigures {
  added: number;
  unchanged: number;
  /** Revoked or removed at the source since they were brought. */
  ended: number;
  codes: number;
  /** Of no application, which cannot be imported. */
  withoutApplication: number;
  consents: number;
}

/** More than anybody reads; the figures count all. */
const MOST_NOTES = 200;

export function emptyPeople(): PeopleReport {
  const figures = { added: 0, changed: 0, unchanged: 0, changedHere: 0, gone: 0, disabled: 0, withoutPassword: 0 };
  return { ...figures, renamed: 0, withoutEmail: 0, withoutName: 0, refused: 0, notes: [] };
}

export function emptyTokens(): TokenFigures {
  return { added: 0, unchanged: 0, ended: 0, codes: 0, withoutApplication: 0, consents: 0 };
}

export function notePerson(people: PeopleReport, note: PersonNote): void {
  if (people.notes.length < MOST_NOTES) people.notes.push(note);
}

/** What has to be told about somebody who was brought. */
export function tellPerson(report: PeopleReport, person: ForeignPerson, named: PersonNames, hash: string | null): void {
  const { id, disabledAt } = person;
  const { nickname, renamed, withoutEmail } = named;
  if (disabledAt !== null) report.disabled += 1;
  if (renamed !== null) {
    report.renamed += 1;
    notePerson(report, { id, kind: 'renamed', why: renamed, nickname });
  }
  if (withoutEmail !== null) {
    report.withoutEmail += 1;
    notePerson(report, { id, kind: 'without_email', why: withoutEmail, nickname });
  }
  if (person.hasUnfitName) {
    report.withoutName += 1;
    notePerson(report, { id, kind: 'without_name', why: 'rules', nickname });
  }
  if (hash !== null) return;
  report.withoutPassword += 1;
  const why = person.hash !== null || person.hasUnknownHash ? 'unknown_hash' : 'none';
  notePerson(report, { id, kind: 'without_password', why, nickname });
}

/** Adds to the count of a finding that is made for each of many rows. */
export function countFinding(
  findings: ApplicationFinding[],
  kind: Extract<ApplicationFinding, { readonly count: number }>['kind'],
): void {
  const at = findings.findIndex((finding) => finding.kind === kind);
  const known = findings[at];
  const count = known && 'count' in known ? known.count + 1 : 1;
  if (at < 0) findings.push({ kind, count });
  else findings[at] = { kind, count };
}
