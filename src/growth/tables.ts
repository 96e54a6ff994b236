/** Every table that the migrations make, and what bounds its rows. */
import { MOST_SESSIONS } from '../accounts/sessions.ts';
import { ACT_LIMITS, MOST_CLIENTS } from '../clients/act-limits.ts';
import { MOST_SECRETS } from '../clients/secrets.ts';
import { CODES_OF_ACCOUNT, DECISIONS_OF_ACCOUNT } from '../grants/decision-limits.ts';
import { NONCE_MAX_BYTES } from '../protocol/authorize/terms.ts';
import { MOST_REDIRECT_URIS, REDIRECT_URI_MAX_BYTES } from '../protocol/clients/redirect-registration.ts';
import { EMAIL_MAX_BYTES, NICKNAME_MAX_CHARACTERS } from '../protocol/people/account-rules.ts';
import {
  DESCRIPTION_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  WEB_ADDRESS_MAX_CHARACTERS,
} from '../protocol/people/text-rules.ts';
import { MOST_PICTURE_BYTES } from '../protocol/pictures/redraw.ts';
import { IDENTIFIER_MAX_CHARACTERS } from '../protocol/resources/resource.ts';
import { MOST_RESOURCES } from '../resources/find.ts';
import { MOST_RESOURCE_ROWS } from '../resources/manage.ts';
import { MOST_RESOURCE_SECRETS } from '../resources/rotate.ts';
import { MOST_OF_CLIENT } from '../storage/tables/clients/removed-secrets.ts';
import { MOST_DEAD } from '../storage/tables/jobs.ts';
import { MOST_CREDENTIALS } from '../storage/tables/people/credentials.ts';
import { MOST_ENDINGS } from '../storage/tables/tokens/endings.ts';
import { MOST_OF_FAMILY } from '../storage/tables/tokens/pairs.ts';
import { EVENT_TABLES } from './event-tables.ts';
import { DAY_HOURS, DIGEST, type Growth, HOUR_SECONDS, MINUTES_IN_AN_HOUR, ROW, usual } from './growth.ts';
import { IMPORT_TABLES } from './import-tables.ts';
import { OPERATING_TABLES } from './operating-tables.ts';
import { REQUEST_TABLES, SOURCE } from './request-tables.ts';
import { WEBHOOK_TABLES } from './webhook-tables.ts';

/** Of a character in UTF-8, and what folding makes of one at most. */
const WIDEST = 4;
const WIDEST_FOLDED = 33;
/** The names of a whole catalogue; the operator's own may be longer. */
const SCOPE = 1000;

const TOKEN_RATE = usual('tokenRequestsPerClient') * MINUTES_IN_AN_HOUR;
const REFRESH_DAYS = usual('refreshIdleSeconds') / HOUR_SECONDS / DAY_HOURS;
const EVENT_DAYS = usual('eventDays');

export const TABLES: Readonly<Record<string, Growth>> = {
  accounts: {
    grownBy: ['stranger'],
    because: 'sign-ups of a network are limited (signUpsPerNetwork); a deleted account stays, with its data blanked',
    bound: { most: usual('signUpsPerNetwork'), per: 'network and hour' },
    bytes:
      ROW + (WIDEST + WIDEST_FOLDED) * NICKNAME_MAX_CHARACTERS + 2 * EMAIL_MAX_BYTES + 2 * WEB_ADDRESS_MAX_CHARACTERS,
  },
  client_days: {
    grownBy: ['client'],
    because: 'one for each application and day with requests',
    bound: { most: EVENT_DAYS, per: 'application' },
    bytes: ROW,
  },
  client_secrets: {
    grownBy: ['user'],
    because: 'an application has two; gone with it',
    bound: { most: MOST_SECRETS, per: 'application' },
    bytes: ROW + DIGEST,
  },
  client_uses: {
    grownBy: ['client'],
    because: 'one for each application',
    bound: { most: 1, per: 'application' },
    bytes: ROW + SOURCE,
  },
  clients: {
    grownBy: ['user'],
    because: `an account has ${MOST_CLIENTS}, and registers so many in an hour; a deleted one stays as long as its events, without its texts`,
    bound: { most: ACT_LIMITS.registrations.most, per: 'account and hour', days: EVENT_DAYS },
    bytes:
      ROW +
      (2 * WIDEST + WIDEST_FOLDED) * NAME_MAX_CHARACTERS +
      2 * WIDEST * DESCRIPTION_MAX_CHARACTERS +
      7 * WEB_ADDRESS_MAX_CHARACTERS +
      3 * SCOPE,
  },
  codes: {
    grownBy: ['user'],
    because: `an account answers ${DECISIONS_OF_ACCOUNT.most} consent pages in an hour and gets ${CODES_OF_ACCOUNT.most} codes without a question`,
    bound: { most: DECISIONS_OF_ACCOUNT.most + CODES_OF_ACCOUNT.most, per: 'account and hour', days: 1 },
    bytes: ROW + DIGEST + REDIRECT_URI_MAX_BYTES + SCOPE + NONCE_MAX_BYTES,
  },
  consents: {
    grownBy: ['user'],
    because: 'one is live for each account, application and resource; an account gives so many, and ended ones go',
    bound: { most: DECISIONS_OF_ACCOUNT.most, per: 'account and hour', days: 2 },
    bytes: ROW + SCOPE + SOURCE,
  },
  credentials: {
    grownBy: ['user'],
    because: 'an account has few, and they go with it',
    bound: { most: MOST_CREDENTIALS, per: 'account' },
    bytes: ROW + SCOPE,
  },
  ended_access: {
    grownBy: ['user'],
    because:
      'one for each application of the service’s own whose access the account has ended; goes with either of them',
    bound: { most: 1, per: 'consent' },
    bytes: ROW,
  },
  endings: {
    grownBy: ['user', 'client'],
    because: 'swept in the order in which they are told; more can stand there until the next sweep',
    bound: { most: 2 * MOST_ENDINGS, per: 'service', days: 1 },
    bytes: ROW,
  },
  ...EVENT_TABLES,
  families: {
    grownBy: ['client'],
    because: 'one for each code that is exchanged',
    bound: { most: DECISIONS_OF_ACCOUNT.most + CODES_OF_ACCOUNT.most, per: 'account and hour', days: REFRESH_DAYS },
    bytes: ROW + 2 * SCOPE,
  },
  feed: {
    grownBy: ['operator'],
    because: 'a single row',
    bound: { most: 1, per: 'service' },
    bytes: ROW,
  },
  ...IMPORT_TABLES,
  ...OPERATING_TABLES,
  jobs: {
    grownBy: ['user', 'operator'],
    because: 'one for each deleted account until it is done, one for each periodic kind; those given up are bounded',
    bound: { most: MOST_DEAD, per: 'service' },
    bytes: ROW + 2 * SCOPE,
  },
  limits: {
    grownBy: ['stranger', 'user'],
    because:
      'a refused try adds no name; a sign-in adds six at most, each for its window or ninety days, a password that is confirmed one, for the session',
    bound: { most: 4 * usual('signInsPerNetwork') * 6, per: 'network and hour', days: 90 },
    bytes: ROW + 2 * DIGEST + 45,
  },
  logos: {
    grownBy: ['user'],
    because: 'one for each application, its bytes as base64',
    bound: { most: 1, per: 'application' },
    bytes: ROW + Math.ceil((MOST_PICTURE_BYTES * 4) / 3),
  },
  migrations: {
    grownBy: ['operator'],
    because: 'one for each migration of the source',
    bound: { most: 1000, per: 'service' },
    bytes: ROW,
  },
  move_changes: {
    grownBy: ['user', 'client'],
    because: 'one for each change during a move, until it is carried over; a move that rests for a day lapses',
    bound: { most: 3 * TOKEN_RATE, per: 'application and hour', days: 1 },
    bytes: ROW + DIGEST,
  },
  move_notes: {
    grownBy: ['operator'],
    because: 'how far a move is in each table, and what each refers to; gone with the move',
    bound: { most: 100, per: 'service' },
    bytes: ROW + SCOPE,
  },
  moves: {
    grownBy: ['operator'],
    because: 'one for each move',
    bound: { most: 100, per: 'service' },
    bytes: ROW + SCOPE,
  },
  pairs: {
    grownBy: ['client'],
    because: 'one for each token request (tokenRequestsPerClient), for a day; then the newest of a family stay',
    bound: { most: MOST_OF_FAMILY, per: 'family' },
    bytes: ROW + 2 * DIGEST + SCOPE,
  },
  pictures: {
    grownBy: ['user'],
    because: 'one for each account, its bytes as base64; gone with the account, or when it is removed',
    bound: { most: 1, per: 'account' },
    bytes: ROW + Math.ceil((MOST_PICTURE_BYTES * 4) / 3),
  },
  playground_families: {
    grownBy: ['user'],
    because: 'one for each run, which is a token request, for an hour',
    bound: { most: TOKEN_RATE, per: 'application and hour', days: 1 / DAY_HOURS },
    bytes: ROW,
  },
  redirect_uris: {
    grownBy: ['user'],
    because: 'an application has so many, and in its own row as many again while it waits after a change; gone with it',
    bound: { most: MOST_REDIRECT_URIS, per: 'application' },
    bytes: ROW + 2 * REDIRECT_URI_MAX_BYTES,
  },
  ...REQUEST_TABLES,
  removed_secrets: {
    grownBy: ['user'],
    because: 'the newest of an application stay',
    bound: { most: MOST_OF_CLIENT, per: 'application' },
    bytes: ROW + DIGEST,
  },
  resource_secrets: {
    grownBy: ['operator'],
    because: 'a resource has two; gone with it',
    bound: { most: MOST_RESOURCE_SECRETS * MOST_RESOURCES, per: 'service' },
    bytes: ROW + DIGEST,
  },
  resources: {
    grownBy: ['operator'],
    because: 'administrators and the configuration make them; deleted ones stay, as tokens may still name them',
    bound: { most: MOST_RESOURCE_ROWS, per: 'service' },
    bytes: ROW + 2 * IDENTIFIER_MAX_CHARACTERS + WIDEST * NAME_MAX_CHARACTERS + SCOPE,
  },
  revisions: {
    grownBy: ['operator'],
    because: 'one for each table that is counted; on SQLite alone',
    bound: { most: 100, per: 'service' },
    bytes: ROW,
  },
  scope_uses: {
    grownBy: ['client'],
    because: 'one for each permission of a consent',
    bound: { most: 100, per: 'consent' },
    bytes: ROW + SCOPE,
  },
  sessions: {
    grownBy: ['user'],
    because: 'a sign-in beyond these ends the oldest',
    bound: { most: MOST_SESSIONS, per: 'account' },
    bytes: ROW + DIGEST + SOURCE + DIGEST,
  },
  transfers: {
    grownBy: ['user'],
    because: `one for each application; ${ACT_LIMITS.transfers.most} offers in an hour`,
    bound: { most: 1, per: 'application' },
    bytes: ROW,
  },
  ...WEBHOOK_TABLES,
  uses: {
    grownBy: ['client'],
    because: 'one for each family',
    bound: { most: DECISIONS_OF_ACCOUNT.most + CODES_OF_ACCOUNT.most, per: 'account and hour', days: REFRESH_DAYS },
    bytes: ROW + SOURCE,
  },
};
