/** Reads the setting that describes the APIs which tokens are for (RFC 8707). */
import { findDoubledMember } from './doubled-member.ts';
import { isRecord, type Parsed, readJson } from './values.ts';

export interface ConfiguredResource {
  /** An absolute URI without a fragment. */
  readonly identifier: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** How long its access tokens live; null for as long as those of the service. */
  readonly seconds: number | null;
  /** Whether it also answers for tokens that name no resource. */
  readonly isPlain: boolean;
}

const MOST = 100;
const LONGEST_IDENTIFIER = 512;
const LONGEST_NAME = 255;
const LEAST_SECONDS = 60;
const MOST_SECONDS = 31_536_000;
const KEYS: readonly string[] = ['name', 'scopes', 'tokens', 'seconds', 'plain'];

export function configuredResources(text: string): Parsed<readonly ConfiguredResource[]> {
  const given = readJson(text);
  if (!isRecord(given)) {
    const example = '{"https://api.example.org/": {"name": "Notes", "scopes": ["notes"]}}';
    return { ok: false, must: `be a JSON object such as ${example}` };
  }
  const doubled = findDoubledMember(text);
  if (doubled !== undefined) return { ok: false, must: `say everything once (${doubled} stands there twice)` };
  const entries = Object.entries(given);
  if (entries.length > MOST) return { ok: false, must: `describe at most ${MOST} resources` };
  const resources: ConfiguredResource[] = [];
  for (const [identifier, entry] of entries) {
    const wrong = faultOfIdentifier(identifier) ?? faultOfEntry(JSON.stringify(identifier), entry);
    if (wrong !== undefined || !isRecord(entry)) return { ok: false, must: wrong ?? 'be a JSON object' };
    resources.push(readEntry(identifier, entry));
  }
  return { ok: true, value: resources };
}

/** Of an entry that has no fault. */
function readEntry(identifier: string, entry: Readonly<Record<string, unknown>>): ConfiguredResource {
  const { name, scopes, seconds, plain } = entry;
  return {
    identifier,
    name: String(name),
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    seconds: seconds === undefined ? null : Number(seconds),
    isPlain: plain === true,
  };
}

/** RFC 8707 §2: an absolute URI without a fragment. */
function faultOfIdentifier(identifier: string): string | undefined {
  const isUri = /^[A-Za-z][A-Za-z0-9+.-]*:[\x21\x24-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/.test(identifier);
  if (isUri && identifier.length <= LONGEST_IDENTIFIER && URL.canParse(identifier)) return undefined;
  if (isUri && identifier.length <= LONGEST_IDENTIFIER)
    return `name each resource with a host and a port that can be read, and a port is at most 65535 (${JSON.stringify(identifier)})`;
  return `name each resource by an absolute URI without a fragment, such as https://api.example.org/ (${JSON.stringify(identifier)} is none)`;
}

function faultOfEntry(shown: string, entry: unknown): string | undefined {
  if (!isRecord(entry)) return `give ${shown} an object with a "name" and "scopes"`;
  const stranger = Object.keys(entry).find((key) => !KEYS.includes(key));
  if (stranger !== undefined) {
    return `give ${shown} only ${KEYS.map((key) => `"${key}"`).join(', ')} (found ${JSON.stringify(stranger)})`;
  }
  const { name, scopes, tokens, seconds, plain } = entry;
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name)) {
    return `give ${shown} a "name" of 1 to ${LONGEST_NAME} characters in one line`;
  }
  if (!Array.isArray(scopes) || scopes.length === 0 || !scopes.every((scope) => typeof scope === 'string')) {
    return `give ${shown} a list of "scopes", such as ["notes"]`;
  }
  if (tokens === 'jwt')
    return `leave "tokens" of ${shown} at "opaque": JWT access tokens are not offered by this version`;
  if (tokens !== undefined && tokens !== 'opaque') return `set "tokens" of ${shown} to "opaque", or leave it out`;
  if (plain !== undefined && typeof plain !== 'boolean') return `set "plain" of ${shown} to true or false`;
  const isNumber = typeof seconds === 'number' && Number.isSafeInteger(seconds);
  if (seconds === undefined || (isNumber && seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS)) return undefined;
  return `set "seconds" of ${shown} to a whole number from ${LEAST_SECONDS} to ${MOST_SECONDS}`;
}
