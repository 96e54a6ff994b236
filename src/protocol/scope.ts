/** Scopes: reading them, writing them, and deciding which ones a request means (SPEC D10). */
import { accept, type Result, refuse } from './result.ts';

/** The operator's list of permissions, in the order in which people are shown them. */
export interface ScopeCatalogue {
  readonly [name: string]: { readonly description: string; readonly default: boolean };
}

/** Of tokens by which an application manages everything, where an administrator lets it (SPEC D70). */
export const ADMIN_SCOPE = 'admin';

interface ScopeQuestion {
  readonly requested: string | undefined;
  readonly catalogue: ScopeCatalogue;
  /** What the application may ask for. */
  readonly allowed: readonly string[];
  /** For a request that names a resource (RFC 8707): its own scopes, and all that a token for it may carry. */
  readonly resource?: { readonly own: readonly string[]; readonly all: readonly string[] } | undefined;
}

/** RFC 6749 §3.3: scope-token = 1*( %x21 / %x23-5B / %x5D-7E ). */
const SCOPE_NAME = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Spaces too many are tolerated: clients join lists with empty entries, and the meaning is plain. */
export function parseScope(text: string): Result<readonly string[], 'scope_malformed'> {
  const names = new Set(text.split(' '));
  names.delete('');
  for (const name of names) {
    if (!SCOPE_NAME.test(name)) return refuse('scope_malformed');
  }
  return accept([...names]);
}

export function formatScope(names: readonly string[]): string {
  return names.join(' ');
}

export function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  const wider = new Set(outer);
  return inner.every((name) => wider.has(name));
}

/** What stands in both, in the order of the first. Most scopes are equal, so that is looked at before anything. */
export function commonScope(first: string, second: string): string {
  if (first === second) return first;
  const wider = new Set(second.split(' '));
  return first
    .split(' ')
    .filter((name) => wider.has(name))
    .join(' ');
}

export function resolveScope(question: ScopeQuestion): Result<readonly string[], 'scope_malformed' | 'scope_unknown'> {
  const parsed = parseScope(question.requested ?? '');
  if (!parsed.ok) return parsed;
  // A scope that the operator has since removed from the catalogue is nobody's any more.
  const known = question.allowed.filter((name) => Object.hasOwn(question.catalogue, name));
  const { resource } = question;
  const grantable = resource ? known.filter((name) => resource.all.includes(name)) : known;
  const offered = resource ? known.filter((name) => resource.own.includes(name)) : known;
  const names = parsed.value.length > 0 ? parsed.value : unasked(question.catalogue, offered);
  // An application without a single scope has nothing to ask for; a token for nothing would only puzzle its owner.
  if (names.length === 0 || !isWithin(names, grantable)) return refuse('scope_unknown');
  return accept(names);
}

/** RFC 6749 §3.3: what an absent scope means is ours to define. */
function unasked(catalogue: ScopeCatalogue, grantable: readonly string[]): readonly string[] {
  const defaults = Object.keys(catalogue).filter((name) => catalogue[name]?.default && grantable.includes(name));
  return defaults.length > 0 ? defaults : [...new Set(grantable)];
}

/** What a page sends of scopes, which shows those of the catalogue alone, and the others that were there already. */
export function withUnlisted(
  chosen: readonly string[],
  before: readonly string[],
  catalogue: ScopeCatalogue,
): readonly string[] {
  const unlisted = before.filter((name) => !Object.hasOwn(catalogue, name));
  const hasNone = chosen.length === 0 && unlisted.length < before.length;
  return hasNone ? [] : [...chosen, ...unlisted];
}

/**
 * What may be kept of these scopes, and which of them are unknown: neither in the catalogue nor there already. A scope that
 * the operator has since taken out of the catalogue is granted to nobody, and stays where it stands until somebody removes it.
 */
export function keepScopes(
  named: readonly string[],
  before: readonly string[],
  catalogue: ScopeCatalogue,
): { readonly kept: readonly string[]; readonly unknown: readonly string[] } {
  const isListed = (name: string) => Object.hasOwn(catalogue, name);
  const names = [...new Set(named)];
  const unknown = names.filter((name) => !isListed(name) && !before.includes(name));
  return { kept: names.filter((name) => !unknown.includes(name)), unknown };
}
