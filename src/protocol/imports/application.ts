/** An application of another service: what of it can be kept here, and what has to be told about it. */
import { type ClientKind, keepsSecret, needsRedirectUri } from '../clients/kind.ts';
import { examineRedirectUri, MOST_REDIRECT_URIS, type RedirectRule } from '../clients/redirect-registration.ts';
import { isUnreachableId } from '../clients/unreachable-id.ts';
import { examineName, NAME_MAX_CHARACTERS } from '../people/text-rules.ts';
import { parseScope } from '../scope.ts';
import { digestOfKept, isAmbiguous, isPresentableSecret, isSlowHash, type Keeping } from './kept-secret.ts';
import { readNumber, readTime, readTruth } from './values.ts';

type Row = Readonly<Record<string, string | null>>;

/** What is worth telling the operator about one application, in the order of its report. */
export type ApplicationFinding =
  | { readonly kind: 'client_id_unfit' | 'secret_unfit' | 'secret_missing' | 'secret_hashed' | 'name_unfit' }
  | {
      readonly kind:
        | 'owner_missing'
        | 'owner_refused'
        | 'owner_other'
        | 'redirects_none'
        | 'scopes_missing'
        | 'public'
        | 'exists_here'
        | 'changed_here';
    }
  | { readonly kind: 'redirect_refused'; readonly uri: string; readonly rule: RedirectRule }
  | { readonly kind: 'redirect_insecure' | 'redirect_unregistered'; readonly uri: string }
  | { readonly kind: 'redirects_many'; readonly count: number }
  | { readonly kind: 'scopes_unknown'; readonly names: readonly string[] }
  | {
      readonly kind:
        | 'tokens_of_nobody'
        | 'tokens_of_refused'
        | 'tokens_of_public'
        | 'tokens_unfit'
        | 'tokens_endless'
        | 'tokens_doubled';
      readonly count: number;
    };

export interface ForeignApplication {
  /** Its number or UUID at the source. */
  readonly foreignId: string;
  readonly publicId: string;
  readonly name: string;
  /** A digest, or a bcrypt hash that is replaced when the secret is first used; null where there is none that works. */
  readonly secret: string | null;
  readonly redirectUris: readonly string[];
  /** As the source has them; empty where it leaves them to the service. */
  readonly scope: readonly string[];
  readonly isConfidential: boolean;
  /** What it is here where nobody has said otherwise. */
  readonly kind: ClientKind;
  readonly ownerId: number | null;
  readonly createdAt: number | null;
  readonly findings: readonly ApplicationFinding[];
}

interface ApplicationRules {
  readonly keeping: Keeping;
  /** Our own address, to which nobody is redirected. */
  readonly ownUrl: string;
  /** Keeps http addresses beyond loopback. */
  readonly keepsInsecure: boolean;
  /** The type of owner that is a person, where the source has several. */
  readonly ownerType: string;
}

export function isSecretAmbiguous(row: Row): boolean {
  return isAmbiguous(row.secret ?? '');
}

export function readApplication(row: Row, rules: ApplicationRules): ForeignApplication {
  const findings: ApplicationFinding[] = [];
  const publicId = row.uid ?? '';
  if (!isPresentableSecret(publicId) || isUnreachableId(publicId)) findings.push({ kind: 'client_id_unfit' });
  const isConfidential = readTruth(row.confidential, true);
  if (!isConfidential) findings.push({ kind: 'public' });
  const isOwned = (row.owner_type ?? rules.ownerType) === rules.ownerType;
  return {
    foreignId: row.id ?? '',
    publicId,
    name: readName(row, publicId, findings),
    secret: readSecret(row, rules, isConfidential, findings),
    redirectUris: readRedirectUris(row, rules, findings),
    scope: readScope(row.scopes ?? ''),
    isConfidential,
    kind: kindOf(row, isConfidential),
    ownerId: isOwned ? (readNumber(row.owner_id ?? null) ?? null) : null,
    createdAt: readTime(row.created_at) ?? null,
    findings,
  };
}

/** One whose redirect URIs were all refused is no machine: people are sent back to it once one is registered. */
function kindOf(row: Row, isConfidential: boolean): ClientKind {
  if (!isConfidential) return 'native';
  return (row.redirect_uri ?? '').trim() === '' ? 'machine' : 'web';
}

/** What it is after a later run: as it was, where that still fits what the source says. */
export function kindAfter(
  before: ClientKind,
  { kind, isConfidential, redirectUris }: Pick<ForeignApplication, 'kind' | 'isConfidential' | 'redirectUris'>,
): ClientKind {
  const isFit = keepsSecret(before) === isConfidential && (needsRedirectUri(before) || redirectUris.length === 0);
  return isFit ? before : kind;
}

/** Names that are no scope cannot have been granted either. */
export function readScope(text: string): readonly string[] {
  const parsed = parseScope(text.replaceAll(/\s+/g, ' ').trim());
  return parsed.ok ? parsed.value : [];
}

function readName(row: Row, publicId: string, findings: ApplicationFinding[]): string {
  const name = examineName(row.name ?? '', NAME_MAX_CHARACTERS);
  if (name.ok) return name.value;
  findings.push({ kind: 'name_unfit' });
  return `Application ${publicId.slice(0, 8)}`;
}

function readSecret(
  row: Row,
  { keeping }: ApplicationRules,
  isConfidential: boolean,
  findings: ApplicationFinding[],
): string | null {
  const kept = row.secret ?? '';
  if (kept === '') {
    if (isConfidential) findings.push({ kind: 'secret_missing' });
    return null;
  }
  if (isSlowHash(kept)) {
    findings.push({ kind: 'secret_hashed' });
    return kept;
  }
  const secret = digestOfKept(kept, keeping, isPresentableSecret) ?? null;
  if (secret === null) findings.push({ kind: 'secret_unfit' });
  return secret;
}

function readRedirectUris(row: Row, rules: ApplicationRules, findings: ApplicationFinding[]): readonly string[] {
  const kept = new Set<string>();
  const listed = (row.redirect_uri ?? '').split(/\s+/).filter((uri) => uri !== '');
  for (const uri of new Set(listed)) {
    const verdict = examineRedirectUri(uri, rules.ownUrl);
    if (verdict.ok) kept.add(verdict.value);
    else if (verdict.refusal === 'insecure_http' && rules.keepsInsecure && isPlainHttp(uri, rules.ownUrl)) {
      findings.push({ kind: 'redirect_insecure', uri });
      kept.add(uri);
    } else findings.push({ kind: 'redirect_refused', uri, rule: verdict.refusal });
  }
  if (kept.size === 0) findings.push({ kind: 'redirects_none' });
  if (kept.size > MOST_REDIRECT_URIS) findings.push({ kind: 'redirects_many', count: kept.size - MOST_REDIRECT_URIS });
  return [...kept].slice(0, MOST_REDIRECT_URIS);
}

/** The rule that was broken is the first of several: whatever else is asked of an address is asked of this one too. */
function isPlainHttp(uri: string, ownUrl: string): boolean {
  const secure = uri.replace(/^http:/, 'https:').replace(/^(https:\/\/[^/?]*?):80(?=[/?]|$)/, '$1');
  return examineRedirectUri(secure, ownUrl).ok;
}
