/** The catalogue of scopes: those we ship, and those of the operator laid over them. */
import { findDoubledMember } from './doubled-member.ts';
import { isRecord, type Parsed, readJson } from './values.ts';

/** In the order of the pages. Look up with Object.hasOwn: a client may send the name of an inherited property. */
export interface ScopeCatalogue {
  readonly [name: string]: ScopeEntry;
}

interface ScopeEntry {
  readonly description: string;
  /** A request that names no scope gets this one. */
  readonly default: boolean;
  /** What it is about, as a heading for people; those of one group stand together. */
  readonly group?: string;
  /** Whether an application looks at something with it, or changes it. */
  readonly access?: 'read' | 'write';
}

/** Headings of the shipped scopes; pages know them in every language. */
export const ACCOUNT_GROUP = 'Your account';
export const APPLICATIONS_GROUP = 'Your applications';

export const SHIPPED_SCOPES: ScopeCatalogue = {
  profile: {
    description: 'See your profile: nickname, name, picture, website, language and last activity',
    default: true,
    group: ACCOUNT_GROUP,
    access: 'read',
  },
  email: { description: 'See your email address', default: false, group: ACCOUNT_GROUP, access: 'read' },
  openid: { description: 'Confirm who you are when you sign in', default: false, group: ACCOUNT_GROUP },
  offline_access: { description: 'Stay connected when you are not using it', default: false, group: ACCOUNT_GROUP },
  applications: {
    description: 'See and change the applications you registered as a developer',
    default: false,
    group: APPLICATIONS_GROUP,
    access: 'write',
  },
};

const LONGEST_SCOPE_NAME = 64;
const LONGEST_DESCRIPTION = 200;
const LONGEST_GROUP = 60;
const MOST_SCOPES = 100;

/** The operator's catalogue is laid over the shipped one: a name adds or replaces, null removes. */
export function scopeCatalogue(text: string): Parsed<ScopeCatalogue> {
  const given = readJson(text);
  if (!isRecord(given))
    return { ok: false, must: 'be a JSON object such as {"read": {"description": "Read your notes"}}' };
  const doubled = findDoubledMember(text);
  if (doubled !== undefined) return { ok: false, must: `say everything once (${doubled} stands there twice)` };
  const catalogue = new Map(Object.entries(SHIPPED_SCOPES));
  for (const [name, entry] of Object.entries(given)) {
    const wrong = entry === null ? undefined : faultOfScope(name, entry);
    if (wrong !== undefined) return { ok: false, must: wrong };
    if (entry === null) catalogue.delete(name);
    else if (isRecord(entry)) {
      catalogue.set(name, scopeEntry(entry));
    }
  }
  if (catalogue.size === 0 || catalogue.size > MOST_SCOPES)
    return { ok: false, must: `leave 1 to ${MOST_SCOPES} scopes` };
  return { ok: true, value: Object.fromEntries(catalogue) };
}

/** Of an entry that has no fault. */
function scopeEntry({ description, default: isDefault, group, access }: Readonly<Record<string, unknown>>): ScopeEntry {
  return {
    description: String(description),
    default: isDefault === true,
    ...(group === undefined ? {} : { group: String(group) }),
    ...(access === 'read' || access === 'write' ? { access } : {}),
  };
}

const SCOPE_KEYS: readonly string[] = ['description', 'default', 'group', 'access'];

function faultOfScope(name: string, entry: unknown): string | undefined {
  const shown = JSON.stringify(name);
  // RFC 6749 §3.3: the characters of a scope token.
  if (!/^[!#-[\]-~]+$/.test(name) || name.length > LONGEST_SCOPE_NAME) {
    return `name each scope with 1 to ${LONGEST_SCOPE_NAME} printable characters without spaces, quotes or backslashes (${shown} is not such a name)`;
  }
  if (!isRecord(entry)) return `give ${shown} an object with a description, or null to remove it`;
  const stranger = Object.keys(entry).find((key) => !SCOPE_KEYS.includes(key));
  if (stranger !== undefined) {
    return `give ${shown} only "description", "default", "group" and "access" (found ${JSON.stringify(stranger)})`;
  }
  const { description, default: isDefault, group, access } = entry;
  if (!isLine(description, LONGEST_DESCRIPTION)) {
    return `give ${shown} a "description" of 1 to ${LONGEST_DESCRIPTION} characters in one line`;
  }
  if (isDefault !== undefined && typeof isDefault !== 'boolean') return `set "default" of ${shown} to true or false`;
  if (group !== undefined && !isLine(group, LONGEST_GROUP)) {
    return `give ${shown} a "group" of 1 to ${LONGEST_GROUP} characters in one line, or none`;
  }
  if (access === undefined || access === 'read' || access === 'write') return undefined;
  return `set "access" of ${shown} to "read" or "write", or leave it out`;
}

function isLine(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.length <= most && /^[^\p{Cc}]+$/u.test(value);
}
