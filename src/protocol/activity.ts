/** The requests of applications that were answered as they wished: what each was about. */
import type { Source } from './event.ts';

type ActivityEndpoint = 'authorize' | 'token' | 'revoke' | 'introspect' | 'whoami' | 'check';

/** The kinds in the order in which an application usually causes them, with where they happen. */
export const ENDPOINT_OF = {
  code_sent: 'authorize',
  code_exchanged: 'token',
  tokens_refreshed: 'token',
  client_token: 'token',
  identity: 'whoami',
  checked: 'check',
  introspected: 'introspect',
  revoked: 'revoke',
} as const satisfies Readonly<Record<string, ActivityEndpoint>>;

export type ActivityKind = keyof typeof ENDPOINT_OF;

/** What an answer says about the request of an application. */
export interface Activity {
  /** The record number of the client. */
  readonly clientId: number;
  readonly kind: ActivityKind;
  /** The family of tokens that it was about; null for none, or where that is not known. */
  readonly familyId: number | null;
}

/** Where another program or a person called in the application's place, it is not told from where. */
export function isOwnSource(kind: ActivityKind): boolean {
  return kind !== 'code_sent' && kind !== 'checked';
}

/** An answered request as its developer sees it; several that were alike may stand in one. */
export interface AnsweredRequest {
  readonly id: number;
  /** Of the newest of them. */
  readonly traceId: string;
  readonly kind: ActivityKind;
  readonly familyId: number | null;
  readonly at: number;
  readonly milliseconds: number;
  readonly source: Source;
  readonly count: number;
}
