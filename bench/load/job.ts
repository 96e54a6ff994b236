/** What the main process and the load process tell each other: plain values, since they travel between processes. */

/** What a server offers to the load: addresses, a client, and requests of people who are signed in. */
export interface Stage {
  /** One port for each instance; connections are dealt out among them in turn. */
  readonly ports: readonly number[];
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly tokenPath: string;
  readonly introspectPath: string;
  readonly identityPath: string;
  /** Whole requests that are answered at once with a redirect that carries a code; lanes take them in turn. */
  readonly codeRequests: readonly string[];
  /** The same for tokens that the identity endpoint accepts, where that needs more. */
  readonly identityCodeRequests?: readonly string[];
  /** The authorization request as a path, for the pages of people. */
  readonly authorizePath: string;
  /** What the identity endpoint must name in its answer. */
  readonly identityMark: string;
  /** The verifier of the challenge in `authorizePath`, for servers that insist on PKCE. */
  readonly verifier?: string;
  /** Sent with client credentials where a server insists on a scope. */
  readonly machineScope?: string;
  /** Sent as HTTP Basic instead of in the body, where a server does not read the body. */
  readonly isBasic?: boolean;
  /** A file with token strings to use instead of making some: the sample of a filled database. */
  readonly tokensFile?: string;
  /** For the limits of PostgreSQL, which are measured without any server between. */
  readonly databaseUrl?: string;
}

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export const WORKLOADS = {
  W1: 'bearer check at the identity endpoint, 1000 tokens in turn',
  'W1-wide': 'bearer check, 50 000 tokens in turn: more than any server remembers between requests',
  W2: 'refresh, each connection along its own rotation chain',
  'W2-wide': 'refresh, along 50 000 rotation chains in turn, from all over the database',
  W3: 'exchange of an authorization code',
  W4: 'client credentials',
  W5: 'introspection, 1000 tokens in turn',
  'sign-in': 'password sign-in, a new session each time',
  'consent-page': 'the consent page for somebody signed in',
  consent: 'the consent form, approved: a code each time',
  day: 'a mixed day: mostly bearer checks, some of everything else',
  flood: 'W1 while 16 more connections try wrong passwords',
  get: 'GET of a small JSON',
  post: 'POST of a form, answered with a small JSON',
  'pg-select': 'PostgreSQL: point selects with our own driver',
  'pg-insert': 'PostgreSQL: durable inserts of one row with our own driver',
  'pgbench-select': 'PostgreSQL: point selects with pgbench as it comes',
  'pgbench-insert': 'PostgreSQL: durable inserts of one row with pgbench as it comes',
  'pgbench-prepared-select': 'PostgreSQL: point selects with pgbench and prepared statements',
  'pgbench-prepared-insert': 'PostgreSQL: durable inserts of one row with pgbench and prepared statements',
} as const;

export type WorkloadName = keyof typeof WORKLOADS;
export type PgbenchName = Extract<WorkloadName, `pgbench-${string}`>;

export interface Plan {
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** Load to run, or tokens to make for later loads. */
export type Job =
  | {
      readonly kind: 'measure';
      readonly workload: WorkloadName;
      readonly stage: Stage;
      readonly plan: Plan;
      readonly tokens: readonly TokenPair[];
    }
  | { readonly kind: 'tokens'; readonly count: number; readonly stage: Stage; readonly plan: Plan };

export interface Measured {
  readonly answers: number;
  readonly errors: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** Share of one core that the load process itself used: near 1 means that the load was the limit. */
  readonly loadCpu: number;
  /** The beginning of the first wrong answer. */
  readonly firstError: string | null;
}

/** What the load process says while it works. */
export type Report =
  | { readonly kind: 'began' }
  | { readonly kind: 'progress'; readonly answers: number; readonly errors: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'measured'; readonly measured: Measured }
  | { readonly kind: 'tokens'; readonly tokens: readonly TokenPair[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'done' };
