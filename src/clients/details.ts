/** The details of an application, checked field by field. No other fields can be set by a form. */
import type { Settings } from '../config.ts';
import { type ClientKind, keepsSecret, needsRedirectUri } from '../protocol/clients/kind.ts';
import {
  brokenRules,
  examineRedirectUri,
  MOST_REDIRECT_URIS,
  type RedirectRule,
} from '../protocol/clients/redirect-registration.ts';
import type { FieldFault } from '../protocol/people/field-fault.ts';
import { mixesScripts } from '../protocol/people/look-alikes.ts';
import { claimsTrust, isReservedName, type ReservedRules } from '../protocol/people/reserved-names.ts';
import {
  examineDescription,
  examineName,
  examinePictureAddress,
  examineSecureAddress,
  examineWebAddress,
  NAME_MAX_CHARACTERS,
} from '../protocol/people/text-rules.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { formatScope, keepScopes } from '../protocol/scope.ts';
import type { ClientDetails } from '../storage/tables/clients/clients.ts';
import type { Client } from './find.ts';

/** As it was typed; a page reads these from its form and nothing else, so nothing else can be assigned. */
export interface Details {
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly logoUrl: string;
  /** Where people read how it treats their data, and on which terms; nothing where they are not given. */
  readonly policyUrl?: string | undefined;
  readonly termsUrl?: string | undefined;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  /** Those of them that a user cannot leave out; where it is missing, they stay as they are. */
  readonly requiredScopes?: readonly string[] | undefined;
  readonly isConfidential: boolean;
  /** Where it is missing or contradicts `isConfidential`: the simplest kind that fits. */
  readonly kind?: ClientKind | undefined;
  readonly sendsIssuer: boolean;
}

/** What holds where nothing is said of a new application. */
export function usualDetails({ scopes }: Pick<Settings, 'scopes'>): Details {
  return {
    name: '',
    description: '',
    homepageUrl: '',
    logoUrl: '',
    redirectUris: [],
    scopes: Object.keys(scopes).filter((name) => scopes[name]?.default),
    isConfidential: true,
    kind: 'web',
    sendsIssuer: true,
  };
}

/** Checked, and ready to be written. */
export interface ExaminedDetails extends Details {
  readonly kind: ClientKind;
  readonly policyUrl: string;
  readonly termsUrl: string;
}

export interface Fault {
  readonly field:
    | 'name'
    | 'description'
    | 'homepage_url'
    | 'logo_url'
    | 'policy_url'
    | 'terms_url'
    | 'redirect_uri'
    | 'scope'
    | 'required_scope'
    | 'client_id'
    | 'client_secret'
    /** The account has as many applications as it may. */
    | 'quota';
  /** Which of several redirect URIs, counted from 0; null when the fault is about the whole field. */
  readonly row: number | null;
  readonly why: FieldFault;
}

/** What an application has already is not judged again: rules may be younger than it, or an import has kept it. */
type Standing = Pick<Client, 'name' | 'kind' | 'redirectUris' | 'scope'>;

/** By whom it was chosen, which decides what a name may pretend to be, and what stands already. */
export type ExamineContext =
  /** The operator may give reserved names to applications. */
  'operator' | { readonly current: Standing | null };

/** All faults at once, so that a form need not be sent once for each of them. */
export function examineDetails(
  typed: Details,
  settings: Pick<Settings, 'scopes' | 'url' | 'name' | 'reservedNames'>,
  context: ExamineContext,
): Result<ExaminedDetails, readonly Fault[]> {
  const faults: Fault[] = [];
  const examined = (field: Fault['field'], verdict: Result<string, FieldFault>): string => {
    if (verdict.ok) return verdict.value;
    faults.push({ field, row: null, why: verdict.refusal });
    return '';
  };
  const kind = kindOf(typed);
  const standing = context === 'operator' ? null : context.current;
  const strangers = typed.requiredScopes?.filter((name) => !typed.scopes.includes(name)) ?? [];
  if (strangers.length > 0)
    faults.push({ field: 'required_scope', row: null, why: { reason: 'required_scopes_foreign', names: strangers } });
  const details = {
    name: examined('name', examineClientName(typed.name, settings, context)),
    description: examined('description', examineDescription(typed.description)),
    homepageUrl: examined('homepage_url', examineWebAddress(typed.homepageUrl)),
    logoUrl: examined('logo_url', examinePictureAddress(typed.logoUrl)),
    policyUrl: examined('policy_url', examineSecureAddress(typed.policyUrl ?? '')),
    termsUrl: examined('terms_url', examineSecureAddress(typed.termsUrl ?? '')),
    redirectUris: needsRedirectUri(kind)
      ? examineRedirectUris(typed.redirectUris, { ownUrl: settings.url, standing }, faults)
      : [],
    scopes: examineScopes(keepScopes(typed.scopes, standing?.scope ?? [], settings.scopes), settings.scopes, faults),
    requiredScopes: typed.requiredScopes,
    isConfidential: typed.isConfidential,
    kind,
    sendsIssuer: typed.sendsIssuer,
  };
  return faults.length === 0 ? accept(details) : refuse(faults);
}

/** `since` says from when it is confidential, and from when `iss` is off. */
export function columnsOf(details: ExaminedDetails, since: number, required: readonly string[] = []): ClientDetails {
  return {
    name: details.name,
    description: details.description,
    homepageUrl: details.homepageUrl,
    logoUrl: details.logoUrl,
    policyUrl: details.policyUrl,
    termsUrl: details.termsUrl,
    kind: details.kind,
    scope: formatScope(details.scopes),
    // What it may no longer ask for cannot be required either.
    requiredScope: formatScope(details.scopes.filter((name) => (details.requiredScopes ?? required).includes(name))),
    confidentialAt: details.isConfidential ? since : null,
    issOffAt: details.sendsIssuer ? null : since,
  };
}

function examineClientName(typed: string, rules: ReservedRules, context: ExamineContext): Result<string, FieldFault> {
  const name = examineName(typed, NAME_MAX_CHARACTERS);
  if (!name.ok || context === 'operator' || name.value === context.current?.name) return name;
  if (mixesScripts(name.value)) return refuse({ reason: 'name_scripts' });
  if (claimsTrust(name.value)) return refuse({ reason: 'application_name_claims' });
  return isReservedName(name.value, rules) ? refuse({ reason: 'application_name_reserved' }) : name;
}

function kindOf({ kind, isConfidential }: Details): ClientKind {
  if (kind !== undefined && keepsSecret(kind) === isConfidential) return kind;
  return isConfidential ? 'web' : 'native';
}

interface UriRules {
  readonly ownUrl: string;
  readonly standing: Standing | null;
}

function examineRedirectUris(
  typed: readonly string[],
  { ownUrl, standing }: UriRules,
  faults: Fault[],
): readonly string[] {
  const field = 'redirect_uri';
  const before = standing !== null && needsRedirectUri(standing.kind) ? standing.redirectUris : undefined;
  if (typed.length === 0 && before?.length !== 0)
    faults.push({ field, row: null, why: { reason: 'redirect_uris_missing' } });
  if (typed.length > MOST_REDIRECT_URIS) {
    const why = { reason: 'redirect_uris_many', most: MOST_REDIRECT_URIS, count: typed.length } as const;
    faults.push({ field, row: null, why });
    return [];
  }
  const known = new Set<string>();
  for (const [row, uri] of typed.entries()) {
    const verdict = before?.includes(uri) ? accept(uri) : examineRedirectUri(uri, ownUrl);
    if (!verdict.ok) faults.push({ field, row, why: ruleFault(verdict.refusal, brokenRules(uri, ownUrl)) });
    else if (known.has(verdict.value)) faults.push({ field, row, why: { reason: 'redirect_uri_listed_twice' } });
    else known.add(verdict.value);
  }
  return [...known];
}

/** All of them, so that an address is corrected once. */
function ruleFault(rule: RedirectRule, broken: readonly RedirectRule[]): FieldFault {
  const others = broken.filter((each) => each !== rule);
  return { reason: 'redirect_uri_rule', rule, ...(others.length > 0 && { others }) };
}

/** Kept in the order of the catalogue, which is the order in which people are shown them. */
function examineScopes(
  { kept, unknown }: ReturnType<typeof keepScopes>,
  catalogue: Settings['scopes'],
  faults: Fault[],
): readonly string[] {
  if (unknown.length > 0) {
    faults.push({ field: 'scope', row: null, why: { reason: 'scopes_unknown', names: unknown } });
  } else if (kept.length === 0) {
    faults.push({ field: 'scope', row: null, why: { reason: 'scopes_missing' } });
  }
  const listed = Object.keys(catalogue).filter((name) => kept.includes(name));
  return [...listed, ...kept.filter((name) => !listed.includes(name))];
}
