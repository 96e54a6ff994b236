/** What somebody says about an application, checked field by field: the only fields that can be set at all. */
import type { Settings } from '../config.ts';
import { examineRedirectUri, explainRedirectRule } from '../protocol/redirect-registration.ts';
import { accept, type Result, refuse } from '../protocol/result.ts';
import { formatScope } from '../protocol/scope.ts';
import { examineDescription, examineName, examinePictureAddress, examineWebAddress } from '../protocol/text-rules.ts';
import type { ClientDetails } from '../storage/clients.ts';

/** As it was typed; a page reads these from its form and nothing else, so nothing else can be assigned. */
export interface Details {
  readonly name: string;
  readonly description: string;
  readonly homepageUrl: string;
  readonly logoUrl: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly isConfidential: boolean;
  readonly sendsIssuer: boolean;
}

export interface Fault {
  readonly field:
    | 'name'
    | 'description'
    | 'homepage_url'
    | 'logo_url'
    | 'redirect_uri'
    | 'scope'
    | 'client_id'
    | 'client_secret'
    /** The account has as many applications as it may. */
    | 'quota';
  /** Which of several redirect URIs, counted from 0; null when the fault is about the whole field. */
  readonly row: number | null;
  readonly sentence: string;
}

export const MOST_REDIRECT_URIS = 20;
const LONGEST_NAME = 255;

/** Every fault at once, so that nobody has to send a form as often as it has mistakes. */
export function examineDetails(
  typed: Details,
  settings: Pick<Settings, 'scopes' | 'url'>,
): Result<Details, readonly Fault[]> {
  const faults: Fault[] = [];
  const examined = (field: Fault['field'], verdict: Result<string, string>): string => {
    if (verdict.ok) return verdict.value;
    faults.push({ field, row: null, sentence: verdict.refusal });
    return '';
  };
  const details = {
    name: examined('name', examineName(typed.name, LONGEST_NAME)),
    description: examined('description', examineDescription(typed.description)),
    homepageUrl: examined('homepage_url', examineWebAddress(typed.homepageUrl)),
    logoUrl: examined('logo_url', examinePictureAddress(typed.logoUrl)),
    redirectUris: examineRedirectUris(typed.redirectUris, settings.url, faults),
    scopes: examineScopes(typed.scopes, settings.scopes, faults),
    isConfidential: typed.isConfidential,
    sendsIssuer: typed.sendsIssuer,
  };
  return faults.length === 0 ? accept(details) : refuse(faults);
}

/** `since` says from when it is confidential, and from when `iss` is off. */
export function columnsOf(details: Details, since: number): ClientDetails {
  return {
    name: details.name,
    description: details.description,
    homepageUrl: details.homepageUrl,
    logoUrl: details.logoUrl,
    scope: formatScope(details.scopes),
    confidentialAt: details.isConfidential ? since : null,
    issOffAt: details.sendsIssuer ? null : since,
  };
}

function examineRedirectUris(typed: readonly string[], ownUrl: string, faults: Fault[]): readonly string[] {
  const field = 'redirect_uri';
  if (typed.length === 0) faults.push({ field, row: null, sentence: 'Add at least one redirect URI.' });
  if (typed.length > MOST_REDIRECT_URIS) {
    const sentence = `An application has at most ${MOST_REDIRECT_URIS} redirect URIs; these are ${typed.length}.`;
    faults.push({ field, row: null, sentence });
    return [];
  }
  const known = new Set<string>();
  for (const [row, uri] of typed.entries()) {
    const verdict = examineRedirectUri(uri, ownUrl);
    if (!verdict.ok) faults.push({ field, row, sentence: explainRedirectRule(verdict.refusal) });
    else if (known.has(verdict.value)) faults.push({ field, row, sentence: 'This redirect URI is listed twice.' });
    else known.add(verdict.value);
  }
  return [...known];
}

/** Kept in the order of the catalogue, which is the order in which people are shown them. */
function examineScopes(typed: readonly string[], catalogue: Settings['scopes'], faults: Fault[]): readonly string[] {
  const unknown = typed.filter((name) => !Object.hasOwn(catalogue, name));
  if (unknown.length > 0) {
    const sentence = `This service has no scope called ${unknown.map((name) => `“${name}”`).join(', ')}.`;
    faults.push({ field: 'scope', row: null, sentence });
  } else if (typed.length === 0) {
    faults.push({ field: 'scope', row: null, sentence: 'Choose at least one scope.' });
  }
  return Object.keys(catalogue).filter((name) => typed.includes(name));
}
