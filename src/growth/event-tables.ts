/** The tables of events and of the audit chain, and what bounds their rows. */
import { REPORTED } from '../events/report-bounded.ts';
import { type Growth, MINUTES_IN_AN_HOUR, ROW, TRACEPARENT, usual } from './growth.ts';
import { SOURCE } from './request-tables.ts';

/** What an event says beside its kind, in words of the source. */
export const DETAIL = 300;
const ENTRY = 60;
const TOKEN_RATE = usual('tokenRequestsPerClient') * MINUTES_IN_AN_HOUR;
const EVENT_DAYS = usual('eventDays');
/** Kinds of events that a refused request of an application causes. */
const REFUSED_KINDS = 4;

const OF_EVENTS = {
  most: 3 * TOKEN_RATE + REFUSED_KINDS * REPORTED.most,
  per: 'application and hour',
  days: EVENT_DAYS,
} as const;

export const EVENT_TABLES: Readonly<Record<string, Growth>> = {
  event_blocks: {
    grownBy: ['stranger', 'user', 'client'],
    because: 'one for five hundred events, or for those of half a minute; gone after them',
    bound: { most: 2 * 60 + (3 * TOKEN_RATE) / 500, per: 'application and hour', days: EVENT_DAYS },
    bytes: ROW + 500 * ENTRY,
  },
  event_chain: { grownBy: ['operator'], because: 'a single row', bound: { most: 1, per: 'service' }, bytes: ROW },
  event_cursors: {
    grownBy: ['operator'],
    because: 'one for each group of events',
    bound: { most: 100, per: 'service' },
    bytes: ROW,
  },
  events: {
    grownBy: ['stranger', 'user', 'client'],
    because:
      'one or two for each thing that is done, and each has a limit: most are token requests (tokenRequestsPerClient); of refused requests, sign-ins and ended sessions 100 in an hour for each kind and application or account, 1000 of each kind for those that concern nobody',
    bound: OF_EVENTS,
    bytes: ROW + SOURCE + DETAIL + TRACEPARENT,
  },
  filed_events: {
    grownBy: ['stranger', 'user', 'client'],
    because: 'one for each event of an account, gone with it; on SQLite alone',
    bound: OF_EVENTS,
    bytes: 20,
  },
  filing: {
    grownBy: ['operator'],
    because: 'a single row; on SQLite alone',
    bound: { most: 1, per: 'service' },
    bytes: ROW,
  },
};
