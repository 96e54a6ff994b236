/** What is said about a resource when it is made or changed, and whether that is sound. */
import type { Settings } from '../config.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { examineName, NAME_MAX_CHARACTERS } from '../protocol/people/text-rules.ts';
import { examineIdentifier, isOwnIdentifier } from '../protocol/resources/resource.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { keepScopes } from '../protocol/scope.ts';

export interface ResourceDetails {
  readonly name: string;
  readonly scopes: readonly string[];
  /** How long its access tokens live; null for as long as those of the service. */
  readonly seconds: number | null;
  /** Whether it also answers for tokens that name no resource. */
  readonly isPlain: boolean;
}

export interface ResourceFieldFault {
  readonly field: 'identifier' | 'name' | 'scopes' | 'seconds';
  readonly why: FieldFault;
}

/** Shorter ones would expire while a request is under way; a year is what the service itself allows. */
const LEAST = 60;
const MOST = 31_536_000;

export function examineResource(
  details: ResourceDetails,
  settings: Pick<Settings, 'scopes'>,
  /** What it has already: the catalogue may be younger. */
  before: readonly string[] = [],
): Result<ResourceDetails, readonly ResourceFieldFault[]> {
  const name = examineName(details.name, NAME_MAX_CHARACTERS);
  const { kept: scopes, unknown } = keepScopes(details.scopes, before, settings.scopes);
  const { seconds } = details;
  const isTimely = seconds === null || (Number.isSafeInteger(seconds) && seconds >= LEAST && seconds <= MOST);
  const found: readonly (ResourceFieldFault | false)[] = [
    !name.ok && { field: 'name', why: name.refusal },
    details.scopes.length === 0 && { field: 'scopes', why: { reason: 'scopes_missing' } },
    unknown.length > 0 && { field: 'scopes', why: { reason: 'scopes_unknown', names: unknown } },
    !isTimely && { field: 'seconds', why: { reason: 'seconds_range', least: LEAST, most: MOST } },
  ];
  const faults = found.filter((fault) => fault !== false);
  if (!name.ok || faults.length > 0) return refuse(faults);
  return accept({ name: name.value, scopes, seconds, isPlain: details.isPlain });
}

/** The identifier is said once: tokens carry it, so another one is another resource. */
export function examineNewIdentifier(
  text: string,
  settings: Pick<Settings, 'url'>,
): Result<string, ResourceFieldFault> {
  const identifier = examineIdentifier(text);
  if (!identifier.ok) return refuse({ field: 'identifier', why: identifier.refusal });
  if (isOwnIdentifier(identifier.value, settings.url)) {
    return refuse({ field: 'identifier', why: { reason: 'identifier_own' } });
  }
  return identifier;
}
