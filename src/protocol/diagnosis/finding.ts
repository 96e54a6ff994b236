/** What a diagnosis can find: one kind for each thing that can be said to a developer about a refused request. */
import type { AddressDifference } from '../clients/address-difference.ts';
import type { RedirectRule } from '../clients/redirect-registration.ts';
import type { Source } from '../event.ts';
import type { Ending } from '../refusals/ending.ts';
import type { Shape, Wrapping } from '../refusals/presented.ts';

export type Finding =
  /** About a redirect URI. */
  | { readonly kind: 'difference'; readonly name: AddressDifference }
  | { readonly kind: 'registered_now' }
  | { readonly kind: 'rule'; readonly rule: RedirectRule }
  | { readonly kind: 'other_host' }
  /** About parameters. */
  | { readonly kind: 'missing'; readonly parameter: string }
  | { readonly kind: 'empty'; readonly parameter: string }
  | { readonly kind: 'near'; readonly sent: string; readonly meant: string }
  | { readonly kind: 'doubled'; readonly parameter: string }
  /** What the application was told, in English. */
  | { readonly kind: 'detail'; readonly sentence: string }
  /** What the administrator wrote. */
  | { readonly kind: 'suspended_because'; readonly sentence: string }
  | { readonly kind: 'content_type'; readonly received: string }
  | { readonly kind: 'value_near'; readonly sent: string; readonly meant: string }
  | { readonly kind: 'retry_after'; readonly seconds: number }
  /** About credentials. */
  | { readonly kind: 'basic'; readonly fault: 'base64' | 'colon' | 'percent' }
  | { readonly kind: 'secret_removed'; readonly suffix: string; readonly at: number }
  | { readonly kind: 'secret_elsewhere'; readonly suffix: string; readonly application: string }
  | { readonly kind: 'secret_wrapped'; readonly suffix: string; readonly wrapping: Wrapping }
  | { readonly kind: 'secret_is_id' }
  | { readonly kind: 'secrets_live'; readonly suffixes: readonly string[] }
  /** About a code or token that was presented. */
  | { readonly kind: 'shape'; readonly parameter: string; readonly shape: Shape; readonly length: number }
  | { readonly kind: 'wrapped'; readonly parameter: string; readonly wrapping: Wrapping }
  | { readonly kind: 'place'; readonly place: 'scheme' | 'query' }
  | { readonly kind: 'expired'; readonly at: number; readonly agoSeconds: number; readonly lifetimeSeconds: number }
  | { readonly kind: 'ended'; readonly what: Ending | 'permissions'; readonly at: number | undefined }
  | { readonly kind: 'because'; readonly because: Cause }
  | { readonly kind: 'caused_by'; readonly traceId: string }
  | { readonly kind: 'used_before'; readonly at: number; readonly earlierSeconds: number; readonly source: Source }
  | { readonly kind: 'renewed'; readonly at: number; readonly earlierSeconds: number; readonly source: Source }
  | {
      readonly kind: 'superseded';
      readonly at: number;
      readonly earlierSeconds: number;
      readonly leewaySeconds: number;
    }
  | { readonly kind: 'replaced'; readonly at: number; readonly earlierSeconds: number }
  /** About the proof key. */
  | { readonly kind: 'hashes_differ' }
  | { readonly kind: 'verifier_is_challenge' }
  | { readonly kind: 'verifier_malformed'; readonly length: number }
  /** About scopes. */
  | { readonly kind: 'scope_unknown'; readonly names: readonly string[] }
  | { readonly kind: 'scope_not_allowed'; readonly names: readonly string[] }
  | { readonly kind: 'scope_not_granted'; readonly names: readonly string[] }
  | { readonly kind: 'scope_sign'; readonly sign: string }
  | { readonly kind: 'scope_allowed_now' };

export const BECAUSES = [
  'code_replayed',
  'refresh_token_reused',
  'leaked',
  'revoked_by_client',
  'revoked_by_owner',
  'family_revoked_by_owner',
  'revoked_by_operator',
] as const;

/** Why a whole grant was revoked. */
export type Cause = (typeof BECAUSES)[number];

/** What is true around the request when its owner looks at it. */
export interface Circumstances {
  readonly redirectUris: readonly string[];
  readonly mostRedirectUris: number;
  readonly scope: readonly string[];
  readonly catalogue: readonly string[];
  /** Those that the token endpoint knows. */
  readonly grantTypes: readonly string[];
  readonly ownUrl: string;
  /** The request that used the code or renewed the token before. */
  readonly earlier: { readonly at: number; readonly source: Source } | undefined;
  /** The trace of the refused request that ended the grant. */
  readonly causedBy: string | undefined;
}
