/** The form of a description: what `latchkey apply` reads and `latchkey export` writes, as JSON or YAML. */
import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { isRecord } from '../../config/values.ts';
import { SAID_APPLICATION, SAID_LIMITS } from '../../endpoints/api/applications/shapes.ts';
import { IDENTIFIER, SAID, TERMS } from '../../endpoints/api/service/resource-shapes.ts';
import { SAID_WEBHOOK } from '../../endpoints/api/webhooks/shapes.ts';
import { flag, integer, list, type MemberFault, object, oneOf, type Read, text } from '../../protocol/api/shape.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';

/** One batch holds all of it, so there is a limit to it: with as many, other writes wait for seconds. */
export const MOST_DESCRIBED = 5000;
const MOST_BYTES = 8_388_608;
const VERSION = 1;

const SECRET = object(
  {},
  {
    environment: text({ says: 'The variable that holds it.', most: 255, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }),
    file: text({ says: 'The file that holds it.', least: 1, most: 4096 }),
  },
);

const APPLICATION = object(
  { client_id: text({ says: 'Its client_id, for good.', least: 1, most: 255, pattern: '^[\\x20-\\x7e]+$' }) },
  {
    ...SAID_APPLICATION,
    approved: flag('true approves one that waits; false makes a new one wait, and leaves another as it is.'),
    verified: flag('Whether its publisher is known, as administrators say it.'),
    first_party: flag('Whether it is the service’s own, which asks nobody for access.'),
    limits: object({}, SAID_LIMITS),
    owner: text({ says: 'The nickname, email address or number of its owner.', least: 1, most: 255 }),
    secret: SECRET,
  },
);

const RESOURCE = object({ identifier: IDENTIFIER }, { ...SAID, ...TERMS });

const WEBHOOK = object(SAID_WEBHOOK, {
  application: text({ says: 'The client_id whose events are sent; every event without it.', least: 1, most: 255 }),
});

const SCOPE = object(
  {
    name: text({ says: 'As requests name it.', most: 64 }),
    description: text({ says: 'What people read.', most: 200 }),
  },
  {
    default: flag('Whether a request that names no scope gets it.'),
    group: text({ says: 'The heading that it stands under.', most: 60 }),
    access: oneOf('Whether it looks or changes.', ['read', 'write']),
  },
);

const DESCRIPTION = object(
  { latchkey: integer('The version of this form.', { least: VERSION, most: VERSION }) },
  {
    scopes: list('The catalogue, which is a setting of the service.', SCOPE, { most: 100 }),
    applications: list('Each with a client_id of its own.', APPLICATION, { most: MOST_DESCRIBED }),
    resources: list('Each with an identifier of its own.', RESOURCE, { most: MOST_DESCRIBED }),
    webhooks: list('Each address once for an application, or with other groups.', WEBHOOK, { most: MOST_DESCRIBED }),
  },
);

export type Description = Read<typeof DESCRIPTION>;
export type DescribedApplication = Read<typeof APPLICATION>;
export type DescribedResource = Read<typeof RESOURCE>;
export type DescribedWebhook = Read<typeof WEBHOOK>;
export type DescribedScope = Read<typeof SCOPE>;

/** What to do where a description that was written is more than one file may hold; undefined where it fits. */
export function splittingWords(description: Description, written: string): string | undefined {
  const { applications = [], resources = [], webhooks = [] } = description;
  const counts = Object.entries({ applications, resources, webhooks }).map(([kind, { length }]) => ({ kind, length }));
  const many = counts.filter(({ length }) => length > MOST_DESCRIBED).map(({ kind, length }) => `${length} ${kind}`);
  const bytes = Buffer.byteLength(written);
  const said = [...many, ...(bytes > MOST_BYTES ? [`${bytes} bytes`] : [])];
  if (said.length === 0) return undefined;
  return (
    `apply takes at most ${MOST_DESCRIBED} of each kind and ${MOST_BYTES} bytes in one file, and this is more: it has ` +
    `${said.join(', ')}. Split it into several files, webhooks behind their applications, and apply each without --prune.`
  );
}

/** What the parser would say on standard error by itself is among the faults of the description. */
const PARSING = { uniqueKeys: false, merge: false, schema: 'core', prettyErrors: true, logLevel: 'error' } as const;

/** JSON is YAML as well, so one parser reads both. Aliases are refused: a short file could stand for a huge one. */
export function readDescription(source: string): Result<Description, readonly string[]> {
  if (Buffer.byteLength(source) > MOST_BYTES) return refuse([`It is larger than ${MOST_BYTES} bytes.`]);
  // The parser compares each name with all before it, which takes minutes where there are many: see findRepeatedName.
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { ...PARSING, lineCounter });
  const {
    errors: [error],
    warnings: [warning],
  } = document;
  if (error?.message.includes('call stack')) return refuse(['It is nested too deeply.']);
  if (error?.code === 'MULTIPLE_DOCS')
    return refuse(['It holds more than one YAML document, and one is taken: apply each from a file of its own.']);
  if (error) return refuse([`It is neither JSON nor YAML: ${error.message.split('\n')[0]?.replace(/:$/, '')}.`]);
  if (warning) return refuse([warningWords(warning.message)]);
  const again = findRepeatedName(document);
  if (again) {
    const { line } = lineCounter.linePos(again.at);
    return refuse([`Line ${line}: one object has ${JSON.stringify(again.name)} twice.`]);
  }
  takeOwnersAsWritten(document);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    return refuse(['It has aliases, which are not taken here: write the values out.']);
  }
  const version = isRecord(value) ? value.latchkey : VERSION;
  if (typeof version === 'number' && version !== VERSION)
    return refuse([`It is a description of version ${version}, and this program reads version ${VERSION}.`]);
  const read = DESCRIPTION.read(value, '');
  if (!read.ok) return refuse(read.refusal.map(faultWords));
  const twice = [
    ...repeated(read.value.applications ?? [], 'client_id'),
    ...repeated(read.value.resources ?? [], 'identifier'),
    ...repeated((read.value.webhooks ?? []).map(addressOf), 'webhook'),
  ];
  return twice.length > 0 ? refuse(twice) : accept(read.value);
}

/** What the parser would pass over: whoever wrote a tag has meant something by it. */
function warningWords(message: string): string {
  const [line = ''] = message.split('\n');
  const [, tag, number] = /^Unresolved tag: (.+) at line (\d+), /.exec(line) ?? [];
  if (tag === undefined) return `It has something that is not known here: ${line.replace(/:$/, '')}.`;
  return `Line ${number} has the tag ${tag}, which is not known here or does not fit what follows it: leave it out.`;
}

/** A name that one object has twice: of two values the reader of the file may have meant either. */
function findRepeatedName(document: Document): { readonly name: string; readonly at: number } | undefined {
  let again: { readonly name: string; readonly at: number } | undefined;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items) {
        const name = String(isScalar(key) ? key.value : key);
        if (seen.has(name)) again = { name: name.slice(0, 40), at: isNode(key) ? (key.range?.[0] ?? 0) : 0 };
        seen.add(name);
        if (again !== undefined) return visit.BREAK;
      }
      return undefined;
    },
  });
  return again;
}

/** An owner is a text, also where it is the number of an account. A nickname such as 1e3 is none: whoever writes it without quotation marks is told. */
function takeOwnersAsWritten(document: Document): void {
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== 'owner' || !isScalar(value) || typeof value.value !== 'number') return;
      if (/^[1-9]\d*$/.test(value.source ?? '')) value.value = value.source;
    },
  });
}

/** As it is called: two spellings of one address are one webhook. Two receivers may share one where they want other events. */
function addressOf({ url, application, groups }: DescribedWebhook): { readonly webhook: string } {
  const href = URL.parse(url)?.href ?? url;
  const named = application === undefined ? href : `${href} of ${application}`;
  return { webhook: `${named} with the groups ${[...groups].sort().join(' ')}` };
}

function faultWords({ pointer, detail }: MemberFault): string {
  return `${pointer === '' ? 'The description' : pointer}: ${detail}`;
}

function repeated<Name extends string>(
  entries: readonly Readonly<Record<Name, string>>[],
  name: Name,
): readonly string[] {
  const groups = Map.groupBy(entries, (entry) => entry[name]);
  return [...groups].filter(([, same]) => same.length > 1).map(([value]) => `${name} ${value} is described twice.`);
}
