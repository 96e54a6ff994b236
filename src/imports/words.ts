/** The report of an import in words: for each application what will work, what will not, and why. */
import type { ReportedApplication, ReportSheet } from '../pages/imports/report.ts';
import { en } from '../pages/text/en.ts';
import { faultWords } from '../pages/text/texts.ts';
import type { ApplicationFinding } from '../protocol/imports/application.ts';
import type { ApplicationReport, ApplicationTokens, ImportReport, PeopleReport, PersonNote } from './report.ts';

export function sheetOf(report: ImportReport): ReportSheet {
  const { isDry, people, applications, tokens } = report;
  const count = (outcome: ApplicationReport['outcome']) => applications.filter((one) => one.outcome === outcome).length;
  const figures: (readonly [string, number])[] = [
    ['people: new', people.added],
    ['people: changed at the source', people.changed],
    ['people: as they were brought before', people.unchanged],
    ['people: signed in or changed here, left as they are', people.changedHere],
    ['people: gone at the source, disabled here', people.gone],
    ['people: not taken', people.refused],
    ['people: disabled (locked at the source)', people.disabled],
    ['applications: new', count('added')],
    ['applications: changed at the source', count('changed')],
    ['applications: as they are here', count('unchanged') + count('kept')],
    ['applications: deleted at the source, deleted here', count('gone')],
    ['applications: not taken', count('refused')],
    ['tokens: new', tokens.added],
    ['tokens: brought before', tokens.unchanged],
    ['tokens: ended at the source since', tokens.ended],
    ['tokens: of no application, not taken', tokens.withoutApplication],
    ['authorization codes: new', tokens.codes],
  ];
  return {
    title: isDry ? 'What an import would do' : 'What the import did',
    introduction: isDry ? 'Nothing was written.' : 'Run it again to bring what is new at the source since.',
    figures: figures
      .filter(([what, many]) => many > 0 || what.endsWith('new'))
      .map(([what, many]) => [what, String(many)]),
    people: peopleLines(people),
    applications: applications.map((application) => applicationWords(application, isDry)),
  };
}

/** As lines for a terminal. */
export function textOf({ title, introduction, figures, people, applications }: ReportSheet): string {
  const width = Math.max(...figures.map(([what]) => what.length));
  return [
    `${title}. ${introduction}`,
    '',
    ...figures.map(([what, count]) => `  ${what.padEnd(width)}  ${count}`),
    ...(people.length > 0 ? ['', 'People', ...people.map((line) => `  - ${line}`)] : []),
    ...applications.flatMap(({ name, clientId, outcome, tokens, works, fails }) => [
      '',
      `${name} (${clientId}). ${outcome} ${tokens}`.trimEnd(),
      ...works.map((line) => `  + ${line}`),
      ...fails.map((line) => `  - ${line}`),
    ]),
  ].join('\n');
}

function peopleLines(people: PeopleReport): readonly string[] {
  const told: (readonly [number, string])[] = [
    [people.renamed, 'get another nickname'],
    [people.withoutEmail, 'lose their email address'],
    [people.withoutName, 'lose their name, which is too long or has hidden characters'],
    [people.withoutPassword, 'have no password that can be checked here: set one with latchkey users set-password'],
  ];
  const sums = told.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}.`);
  return [...sums, ...people.notes.map(noteWords)];
}

const WHY: Readonly<Record<NonNullable<PersonNote['why']>, string>> = {
  none: 'there is none at the source',
  rules: 'what the source has breaks a rule of this service',
  taken: 'somebody else has it, however it is spelt',
  unknown_hash: 'its hash is of an unknown kind or too costly',
  exists_here: 'an account of this service has that number already',
  deleted_here: 'the account was deleted here',
};

function noteWords({ id, kind, why, nickname }: PersonNote): string {
  const because = why === null ? '' : `: ${WHY[why]}`;
  switch (kind) {
    case 'renamed':
      return `${id} is called ${nickname}${because}.`;
    case 'without_email':
      return `${id} (${nickname}) has no email address${because}.`;
    case 'without_name':
      return `${id} (${nickname}) has no name${because}.`;
    case 'without_password':
      return `${id} (${nickname}) has no password${because}.`;
    case 'refused':
      return `${id} is not taken${because}.`;
    case 'gone':
      return `${id} is no longer at the source and is disabled here.`;
  }
}

const OUTCOMES: Readonly<Record<ApplicationReport['outcome'], string>> = {
  added: 'New.',
  changed: 'Changed at the source.',
  unchanged: 'As it was brought before.',
  kept: 'Left as it is here.',
  refused: 'Not taken.',
  gone: 'Deleted at the source, and so here.',
};

function applicationWords(report: ApplicationReport, isDry: boolean): ReportedApplication {
  const { publicId, name, outcome, findings, tokens, isConfidential } = report;
  const said = findings.map(findingWords);
  const isTaken = outcome !== 'refused' && outcome !== 'gone';
  const secretFails = findings.some(({ kind }) => kind === 'secret_unfit' || kind === 'secret_missing');
  const works = [
    ...(isTaken && isConfidential && !secretFails ? ['Its client_id and secret.'] : []),
    ...(isTaken && !isConfidential ? ['Its client_id; a secret that it sends beside it is accepted.'] : []),
    ...(isTaken ? report.redirectUris.map((uri) => `Redirects to ${uri}`) : []),
    ...(isTaken && tokens.access > 0 ? [`Access tokens that its programs hold: ${tokens.access}.`] : []),
    ...(isTaken && tokens.refresh > 0 ? [`Refresh tokens that its programs hold: ${tokens.refresh}.`] : []),
    ...(isTaken && tokens.codes > 0 ? [`Authorization codes on their way: ${tokens.codes}.`] : []),
    ...said.filter(({ isFault }) => !isFault).map(({ words }) => words),
  ];
  return {
    name,
    clientId: publicId,
    outcome: isDry
      ? OUTCOMES[outcome].replace('Deleted at the source, and so here.', 'Deleted at the source.')
      : OUTCOMES[outcome],
    tokens: tokenWords(tokens),
    works,
    fails: said.filter(({ isFault }) => isFault).map(({ words }) => words),
  };
}

function tokenWords({ expired, revoked }: ApplicationTokens): string {
  const dead = [...(expired > 0 ? [`${expired} expired`] : []), ...(revoked > 0 ? [`${revoked} revoked`] : [])];
  return dead.length === 0 ? '' : `Tokens left behind: ${dead.join(', ')}.`;
}

interface Said {
  readonly words: string;
  readonly isFault: boolean;
}

const fault = (words: string): Said => ({ words, isFault: true });
const note = (words: string): Said => ({ words, isFault: false });

function findingWords(finding: ApplicationFinding): Said {
  switch (finding.kind) {
    case 'client_id_unfit':
      return fault(
        'Its uid is empty, too long, has characters beyond ASCII, or is ".", ".." or "new", to which no address leads.',
      );
    case 'secret_unfit':
      return fault('Its secret cannot be sent as one: give it a new secret on its page.');
    case 'secret_missing':
      return fault('It has no secret, though it is confidential: give it one on its page.');
    case 'secret_hashed':
      return note('Its secret is kept as a bcrypt hash until it is first used here.');
    case 'name_unfit':
      return fault('Its name is empty, too long or has hidden characters: it gets another one.');
    case 'owner_missing':
      return note('It has no owner at the source: the account of --owner gets it.');
    case 'owner_refused':
      return note('Its owner is not taken: the account of --owner gets it.');
    case 'owner_other':
      return fault(
        'Its owner at the source is another one by now, or gone. It stays with the account that has it here, until that account or an administrator offers it to somebody on its settings page.',
      );
    case 'redirects_none':
      return fault('No redirect URI is left, so nobody can be asked for access until one is registered.');
    case 'scopes_missing':
      return note('It names no scopes, so it may ask for those of --scopes, or the default ones.');
    case 'public':
      return note('It is public, so it must send a PKCE challenge of method S256 when it asks for access.');
    case 'exists_here':
      return note('An application of this service has, or had, this client_id.');
    case 'changed_here':
      return note('It was changed or used here since it was brought.');
    case 'redirect_refused':
      return fault(
        `Redirects to ${finding.uri}: ${faultWords(en, { reason: 'redirect_uri_rule', rule: finding.rule })}`,
      );
    case 'redirect_insecure':
      return note(`${finding.uri} is not encrypted on its way; --danger-http-redirects keeps it.`);
    case 'redirect_unregistered':
      return fault(`Its programs have used ${finding.uri}, which is not registered in these very words.`);
    case 'redirects_many':
      return fault(`${finding.count} redirect URIs beyond the twenty that an application may have.`);
    case 'scopes_unknown':
      return fault(
        `Scopes that LATCHKEY_SCOPES does not have: ${finding.names.join(' ')}. It cannot ask for them anew.`,
      );
    case 'tokens_of_nobody':
      return fault(`Tokens and codes of people whom the source does not have: ${finding.count}.`);
    case 'tokens_of_refused':
      return fault(`Tokens and codes of people who are not taken: ${finding.count}.`);
    case 'tokens_of_public':
      return fault(`Tokens that it got for itself, which a public application cannot here: ${finding.count}.`);
    case 'tokens_unfit':
      return fault(`Tokens that cannot be sent as a bearer token: ${finding.count}.`);
    case 'tokens_endless':
      return note(`Access tokens that never expire: ${finding.count}. They live a hundred years, or --endless-days.`);
    case 'tokens_doubled':
      return fault(`Tokens that stand in several rows: ${finding.count}.`);
  }
}
