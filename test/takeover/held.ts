/** What the clients and people of an old service hold: written by doorkeeper.rb, presented to Latchkey by the tests. */

export interface HeldApplication {
  readonly name: string;
  readonly uid: string;
  readonly secret: string;
  readonly redirect_uri: string;
  readonly confidential: boolean;
}

export interface HeldToken {
  readonly owner?: number | null;
  readonly access: string;
  readonly refresh?: string | null;
  readonly scope?: string;
}

export interface HeldPerson {
  readonly id: number;
  readonly nickname: string;
  readonly email: string;
  readonly password: string;
}

type ApplicationName = 'quill' | 'slow' | 'mobile' | 'insecure' | 'orphan' | 'oob';
type TokenName =
  | 'live'
  | 'expired'
  | 'expired_alone'
  | 'endless'
  | 'revoked'
  | 'mobile'
  | 'insecure'
  | 'slow'
  | 'orphan'
  | 'big'
  | 'machine'
  | 'before'
  | 'after'
  | 'used_before'
  | 'used';
type CodeName = 'open' | 'challenged' | 'plain' | 'verifier' | 'differing' | 'exchanged';

export interface Held {
  /** Epoch seconds. */
  readonly recorded_at: number;
  readonly mode: Mode;
  readonly pepper: string;
  readonly people: readonly HeldPerson[];
  readonly applications: Readonly<Record<ApplicationName, HeldApplication>>;
  readonly tokens: Readonly<Record<TokenName, HeldToken>>;
  readonly codes: Readonly<Record<CodeName, string>>;
}

export type Mode = 'plain' | 'hashed';
export const MODES: readonly Mode[] = ['plain', 'hashed'];
