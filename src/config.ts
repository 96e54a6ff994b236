/** The table of settings: for each one its default, its parser and its explanation. */
import { LIMIT_ROWS } from './config/limit-rows.ts';
import { OBSERVING_ROWS } from './config/observing-rows.ts';
import { type OutboundAllowance, outboundAllowances } from './config/outbound-allow.ts';
import { REGISTRATION_ROWS } from './config/registration-rows.ts';
import { type ConfiguredResource, configuredResources } from './config/resources.ts';
import { type EventRetention, eventRetention } from './config/retention.ts';
import { type ScopeCatalogue, scopeCatalogue } from './config/scope-catalogue.ts';
import {
  anyText,
  contactAddress,
  databaseAddress,
  displayName,
  type FooterLink,
  footerLinks,
  hostName,
  networks,
  oneOf,
  pictureFile,
  publicAddress,
  type Row,
  wholeNumber,
  workerCount,
  yesOrNo,
} from './config/values.ts';

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The public base address: an origin, without a trailing slash. The only source of absolute URLs. */
  readonly url: string;
  readonly database: string;
  readonly databasePool: number;
  readonly databaseSilenceMs: number;
  readonly name: string;
  readonly accentHue: number;
  /** The path of a file; empty for the shipped logo, a keyhole. */
  readonly logo: string;
  readonly footerLinks: readonly FooterLink[];
  /** An e-mail address or a web address; empty for none. */
  readonly contact: string;
  /** The operator's own words on the home page of visitors; empty for the shipped ones. */
  readonly introduction: string;
  /** Whether that page has a part for developers. */
  readonly homeForDevelopers: boolean;
  readonly signUp: 'open' | 'closed';
  /** protocol/clients/approval.ts says what each word means. */
  readonly applicationRegistration: 'everyone' | 'developers' | 'administrators';
  readonly applicationApproval: 'none' | 'new' | 'changes';
  /** Names that nobody may take, beside the shipped ones (protocol/people/reserved-names.ts). */
  readonly reservedNames: readonly string[];
  readonly scopes: ScopeCatalogue;
  /** APIs that tokens are for, beside those that administrators make. */
  readonly resources: readonly ConfiguredResource[];
  readonly accessTokenSeconds: number;
  readonly codeSeconds: number;
  readonly refreshIdleSeconds: number;
  /** 0 means no limit. */
  readonly refreshAbsoluteSeconds: number;
  readonly refreshLeewaySeconds: number;
  /** What another service put behind every password before it hashed it (docs/moving-from-doorkeeper.md); often empty. */
  readonly importedPepper: string;
  readonly userAgent: 'optional' | 'required';
  /** True when the token endpoint reads the query string of a request without a body (SPEC D16). */
  readonly tokenQuery: boolean;
  readonly trustedProxies: readonly string[];
  /** Where the service may call although the table of addresses forbids it (SPEC D52). */
  readonly outboundAllow: readonly OutboundAllowance[];
  readonly signInsPerAccount: number;
  readonly signInsPerNetwork: number;
  readonly signUpsPerNetwork: number;
  readonly failuresPerNetwork: number;
  readonly leakReportsPerNetwork: number;
  readonly tokenRequestsPerClient: number;
  readonly apiRequestsPerCaller: number;
  readonly codesPerConsent: number;
  /** Processes that serve behind the one address. */
  readonly workers: number;
  readonly requestsAtOnce: number;
  readonly connectionsAtOnce: number;
  /** How long a service that was told to stop still takes connections. */
  readonly drainSeconds: number;
  readonly dangerNoRateLimits: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  readonly logFile: string;
  readonly accessLog: boolean;
  /** 0 means that slow statements are not logged. */
  readonly slowStatementMs: number;
  /** 0 means that there is no such port. */
  readonly metricsPort: number;
  readonly metricsHost: string;
  /** How many applications have figures of their own. */
  readonly metricsClients: number;
  /** 0 means that the service never sweeps on its own. */
  readonly sweepSeconds: number;
  readonly eventDays: number;
  /** Days by the group of an event, where they differ. */
  readonly eventRetention: EventRetention;
}

/** What is known before listening: without a public address, the loopback address follows from the port. */
export type Draft = Omit<Settings, 'url'> & { readonly url: string | undefined };

export type SettingName = keyof Draft;

const YEAR = 31_536_000;

export const SETTINGS: { readonly [Name in SettingName]: Row<Draft[Name]> } = {
  port: { fallback: '3000', parse: wholeNumber(0, 65_535), says: 'The port to listen on; 0 picks a free one.' },
  host: { fallback: '127.0.0.1', parse: hostName, says: 'The address to listen on. Beyond loopback, url is required.' },
  url: {
    fallback: '',
    parse: publicAddress,
    says: 'The public base address, such as https://id.example.org. Empty: the loopback address listened on.',
  },
  database: {
    fallback: 'sqlite:data/latchkey.db',
    parse: databaseAddress,
    says: 'Where everything is kept: sqlite:PATH (relative to the working directory) or postgres://USER:PASSWORD@HOST/NAME; a primary and its standbys as HOST:PORT,HOST:PORT.',
    secret: true,
  },
  databasePool: { fallback: '10', parse: wholeNumber(1, 200), says: 'Most connections to PostgreSQL; four at least.' },
  databaseSilenceMs: {
    fallback: '800',
    parse: wholeNumber(200, 10_000),
    says: 'Milliseconds without any answer after which PostgreSQL counts as out of reach, and requests are refused until a server answers. More for one that is far away or on a busy machine.',
  },
  name: { fallback: 'Latchkey', parse: displayName, says: 'What the service is called on its pages.' },
  accentHue: { fallback: '262', parse: wholeNumber(0, 360), says: 'The hue of the pages’ accent colour, in degrees.' },
  logo: { fallback: '', parse: pictureFile, says: 'A PNG or SVG file that the pages show beside the name.' },
  footerLinks: {
    fallback: '{}',
    parse: footerLinks,
    says: 'Links below every page, as JSON: {"Privacy": "https://example.org/privacy"}.',
    flagless: true,
  },
  contact: {
    fallback: '',
    parse: contactAddress,
    says: 'Where people reach you, an email address or a web address: shown where a page tells them to ask the operator.',
  },
  introduction: {
    fallback: '',
    parse: anyText,
    says: 'Your own sentence or two on the home page of visitors, in place of the shipped ones.',
  },
  homeForDevelopers: {
    fallback: 'true',
    parse: yesOrNo,
    isSwitch: true,
    says: 'Whether the home page of visitors has a part for developers.',
  },
  ...REGISTRATION_ROWS,
  scopes: {
    fallback: '{}',
    parse: scopeCatalogue,
    says: 'Scopes beside the shipped ones, as JSON: {"notes": {"description": "Read your notes", "default": true}}; null removes a shipped one.',
    flagless: true,
  },
  resources: {
    fallback: '{}',
    parse: configuredResources,
    says: 'APIs that tokens are for, beside those made on pages, as JSON: {"https://api.example.org/": {"name": "Notes", "scopes": ["notes"], "seconds": 600}}; with "plain": true one also answers for tokens that name no resource.',
    flagless: true,
  },
  accessTokenSeconds: { fallback: '86400', parse: wholeNumber(1, YEAR), says: 'How long an access token lives.' },
  codeSeconds: { fallback: '600', parse: wholeNumber(1, 600), says: 'How long an authorization code lives.' },
  refreshIdleSeconds: {
    fallback: '10368000',
    parse: wholeNumber(1, 10 * YEAR),
    says: 'How long a refresh token lives without being used.',
  },
  refreshAbsoluteSeconds: {
    fallback: '0',
    parse: wholeNumber(0, 10 * YEAR),
    says: 'How long a grant lives however often it is refreshed; 0 for no limit.',
  },
  refreshLeewaySeconds: {
    fallback: '30',
    parse: wholeNumber(0, 300),
    says: 'How long an old refresh token still works after its successor was first used; 0 is strict.',
  },
  importedPepper: {
    fallback: '',
    parse: anyText,
    says: 'The pepper of imported passwords (config.pepper of Devise); needed until everybody has signed in once.',
    secret: true,
    flagless: true,
  },
  userAgent: {
    fallback: 'optional',
    parse: oneOf('optional', 'required'),
    says: 'Whether token and API requests without a User-Agent header are refused.',
  },
  tokenQuery: {
    fallback: 'true',
    parse: yesOrNo,
    says: 'Whether the token endpoint reads the query string of a request without a body.',
    isSwitch: true,
  },
  trustedProxies: {
    fallback: '',
    parse: networks,
    says: 'Addresses and networks of proxies whose X-Forwarded-For is believed, such as 127.0.0.1, 10.0.0.0/8.',
  },
  outboundAllow: {
    fallback: '',
    parse: outboundAllowances,
    says: 'Hosts, addresses and networks inside your own network that the service may call, such as hooks.example.org, 10.0.0.0/8; with http:// before one, also without TLS.',
  },
  workers: {
    fallback: '1',
    parse: workerCount,
    says: 'Processes that serve behind the one address, on either database; auto for one on each core. They share requestsAtOnce, connectionsAtOnce and databasePool.',
  },
  ...LIMIT_ROWS,
  dangerNoRateLimits: {
    fallback: 'false',
    parse: yesOrNo,
    says: 'Switches every rate limit off. For tests and benchmarks alone.',
    isSwitch: true,
  },
  logLevel: {
    fallback: 'info',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    says: 'The least serious kind of log line that is written.',
  },
  logFile: { fallback: '', parse: anyText, says: 'A file for log lines. Empty: standard error.' },
  ...OBSERVING_ROWS,
  sweepSeconds: {
    fallback: '60',
    parse: wholeNumber(0, 86_400),
    says: 'How often dead codes, tokens and sessions are removed; 0 leaves that to latchkey sweep.',
  },
  eventDays: { fallback: '400', parse: wholeNumber(1, 36_500), says: 'How many days security events are kept.' },
  eventRetention: {
    fallback: '',
    parse: eventRetention,
    says: 'Days for single groups of events, by the word before the dot of their kind, such as: token 30, code 30, account 800.',
  },
};

/** The settings once the service listens: a port of 0 has become a real one, and the public address is known. */
export function withListeningPort(draft: Draft, port: number): Settings {
  const host = draft.host.includes(':') ? `[${draft.host}]` : draft.host;
  return { ...draft, port, url: draft.url ?? `http://${host}:${port}` };
}
