/** Prints docs/errors.md: every answer that says no, what it means, and what to do. */
import { bearerRefusalReply } from '../src/endpoints/oauth/answers.ts';
import { createProblems } from '../src/endpoints/problems.ts';
import { PROBLEM_STATUS, type Problem, type ProblemName } from '../src/http/problem.ts';
import { bodyLimitOf, type Reply, type Request } from '../src/http/route.ts';
import { en } from '../src/pages/text/en.ts';
import type { UntrustedReason } from '../src/protocol/authorize/request.ts';
import { RETRY_AFTER_SECONDS } from '../src/protocol/not-now.ts';
import { type Refusal, toWire, type Wire } from '../src/protocol/refusal.ts';
import {
  AUTHORIZATION_WORDS,
  BEARER_WORDS,
  ERROR_WORDS,
  UNTRUSTED_WORDS,
} from '../src/protocol/refusals/other-words.ts';
import {
  AUTHORIZATION_SECTIONS,
  BEARER_SECTIONS,
  ERROR_SECTIONS,
  REFUSAL_SECTIONS,
  type Section,
  UNTRUSTED_SECTIONS,
} from '../src/protocol/refusals/sections.ts';
import { REFUSAL_WORDS, type RefusalWords } from '../src/protocol/refusals/words.ts';
import type { BearerRefusal } from '../src/tokens/guard.ts';
import type { World } from '../src/world.ts';
import { INTRODUCTION, PROBLEM_WORDS } from './errors-text.ts';

export function printErrors(): string {
  return `${INTRODUCTION}
## The errors

${table(['error', 'what it means', 'what to do', 'standard'], errorRows())}

## Token, revocation and introspection

Status and JSON body \`error\`, \`error_description\`, \`error_uri\`; \`WWW-Authenticate\` and \`X-Request-Id\` on every one of them. The reason is not
sent. Where it is about a secret, a code or a refresh token, it stands in the audit log too, as the detail of
\`application.authentication_failed\`, \`code.refused\` or \`token.refused\`.
${refusalsByError()}
## Authorization page: told to the person

Status 400 and a page. The browser is not sent anywhere, because the redirect URI is not known to be the client's.

${table(['reason', 'the page says', 'what it means', 'what to do', 'standard'], untrustedRows())}

## Authorization page: told to the client

A redirect to the client with \`error\`, \`error_description\`, \`error_uri\`, and \`state\` and \`iss\` as in a good answer. Nobody is sent back
before signing in, except with \`prompt=none\`. An out-of-band client has no address, so the person is told.

${table(['error', 'what it means', 'what to do', 'standard'], authorizationRows())}

Never sent: ${neverSent()}.

## Protected endpoints

Status, JSON body \`error\`, \`error_description\`, \`state\`, and the challenge in \`WWW-Authenticate\` (RFC 6750 §3). One more can
come before the token is looked at: \`user_agent_required\` above. Too many invalid tokens from one network: \`rate_limited\` above.

${table(['reason', 'status', 'body', 'challenge', 'what it means', 'what to do', 'standard'], bearerRows())}

## Around every endpoint

Told as JSON to programs and as a page to browsers. From 500 on the body has a \`trace_id\`;
\`failed\` and \`unavailable\` are logged with it.

${table(['problem', 'status', 'error', 'description', 'what it means', 'what to do'], problemRows())}
`;
}

interface Explained extends RefusalWords {
  readonly reason: string;
  readonly wire: Wire;
  readonly section: string;
}

function errorRows(): readonly (readonly string[])[] {
  return Object.entries(ERROR_WORDS).map(([error, { means, remedy }]) => {
    return [code(error), means, remedy, standard(ERROR_SECTIONS, error)];
  });
}

function refusalsByError(): string {
  const explained = Object.entries(REFUSAL_WORDS).map(([reason, words]): Explained => {
    return { reason, wire: toWire(example(reason)), ...words, section: standard(REFUSAL_SECTIONS, reason) };
  });
  const groups = Map.groupBy(explained, ({ wire }) => wire.error);
  return [...groups].map(([error, group]) => `\n### ${code(error)}\n\n${refusalTable(group)}\n`).join('');
}

/** What all reasons of an error have in common on the wire is said once, above the table. */
function refusalTable(group: readonly Explained[]): string {
  const answers = new Set(group.map(({ wire }) => `${wire.status}: ${wire.description}`));
  const [only = ''] = answers;
  if (answers.size === 1) {
    const rows = group.map(({ reason, means, remedy, section }) => [code(reason), means, remedy, section]);
    return `${only}\n\n${table(['reason', 'what it means', 'what to do', 'standard'], rows)}`;
  }
  const rows = group.map(({ reason, wire, means, remedy, section }) => {
    return [code(reason), String(wire.status), wire.description, means, remedy, section];
  });
  return table(['reason', 'status', 'description', 'what it means', 'what to do', 'standard'], rows);
}

function example(reason: string): Refusal {
  const fields = {
    detail: '(the fault, in one sentence)',
    because: '(the reason)',
    parameter: '…',
    limitBytes: 65_536,
    retryAfterSeconds: 30,
  };
  // The reason comes from a table keyed by every reason, and the fields are those of all of them together.
  return { reason, ...fields } as Refusal;
}

function untrustedRows(): readonly (readonly string[])[] {
  // Object.entries forgets the key type; the table's own type says that it has exactly these.
  const entries = Object.entries(UNTRUSTED_WORDS) as [UntrustedReason, RefusalWords][];
  return entries.map(([reason, { means, remedy }]) => {
    return [code(reason), en.untrusted[reason], means, remedy, standard(UNTRUSTED_SECTIONS, reason)];
  });
}

function authorizationRows(): readonly (readonly string[])[] {
  return Object.entries(AUTHORIZATION_WORDS).flatMap(([error, words]) => {
    return words === null ? [] : [[code(error), words.means, words.remedy, standard(AUTHORIZATION_SECTIONS, error)]];
  });
}

function neverSent(): string {
  const errors = Object.entries(AUTHORIZATION_WORDS).filter(([, words]) => words === null);
  return errors.map(([error]) => code(error)).join(', ');
}

// The answers below read nothing of the world but the name and the address of the service.
const WORLD = { settings: { name: 'Latchkey', url: 'https://id.example.org' } } as World;

function bearerRows(): readonly (readonly string[])[] {
  // Does not compile where the guard has a reason that has no words.
  const words: { readonly [Reason in BearerRefusal['reason']]: RefusalWords } = BEARER_WORDS;
  return Object.entries(words).map(([reason, { means, remedy }]) => {
    // The reason comes from a table keyed by every reason; only one of them has scopes.
    const scopes = { scope: ['SCOPE'], missing: ['SCOPE'] };
    const reply = bearerRefusalReply(WORLD, { reason, ...scopes } as BearerRefusal);
    const { error, error_description, state } = bodyOf(reply);
    const challenge = String(reply.headers?.['www-authenticate']);
    return [
      code(reason),
      String(reply.status),
      `${error}: ${error_description} (${state})`,
      code(challenge),
      means,
      remedy,
      standard(BEARER_SECTIONS, reason),
    ];
  });
}

function problemRows(): readonly (readonly string[])[] {
  const answers = createProblems(WORLD);
  // As above.
  const entries = Object.entries(PROBLEM_WORDS) as [ProblemName, RefusalWords][];
  return entries.map(([name, { means, remedy }]) => {
    const status = PROBLEM_STATUS[name];
    // Of the request only its trace is repeated, and its path decides about the form.
    const { error, error_description } = bodyOf(
      answers.json(status, sampleOf(name), { traceId: '', path: '' } as Request),
    );
    return [code(name), String(status), code(error ?? ''), error_description ?? '', means, remedy];
  });
}

/** With the limits of most addresses. */
function sampleOf(name: ProblemName): Problem {
  if (name === 'body_too_large') return { name, limitBytes: bodyLimitOf({}) };
  if (name === 'overloaded' || name === 'unavailable') return { name, retryAfterSeconds: RETRY_AFTER_SECONDS };
  return { name };
}

function bodyOf(reply: Reply): Readonly<Record<string, string>> {
  return JSON.parse(String(reply.body));
}

/** A dash where a rule is the service's own. */
function standard(sections: Readonly<Record<string, Section>>, key: string): string {
  return sections[key] ?? '–';
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}
