/** Every map, set, list and queue of a process that outlives a request, and what bounds its entries. */
import { MOST_REMEMBERED as MOST_COUNTS } from '../clients/user-count.ts';
import { MOST_NAMES } from '../counters.ts';
import { bodyLimitOf } from '../http/route.ts';
import { MOST_PIPELINED } from '../http/server/admission.ts';
import { HEADER_BYTES } from '../http/server/server.ts';
import { MOST_UNREAD_BYTES } from '../http/server/streams.ts';
import { LIMITS as LOG_LIMITS } from '../log/sink.ts';
import { MOST_IN_ALL } from '../outbound/places.ts';
import { MOST_WAITING as MOST_PASSWORDS } from '../passwords/fair-queue.ts';
import { MOST_KNOWN } from '../passwords/network-place.ts';
import { MOST_HELD as MOST_ACTIVITIES } from '../storage/later/activity-log.ts';
import { MOST_WAITING as MOST_DAYS } from '../storage/later/daily-counts.ts';
import { MOST_WAITING as MOST_DEFERRED } from '../storage/later/deferred-writes.ts';
import { MOST_CLIENTS, MOST_WAITING as MOST_REFUSALS } from '../storage/later/refusal-queue.ts';
import { COMPUTED_BYTES, MOST_REMEMBERED_BYTES } from '../storage/remembering.ts';
import { ADMITTED_BYTES, MOST_ADMITTED } from '../tokens/admitted.ts';
import { MOST_LISTENERS } from '../tokens/feed-listeners.ts';
import { MOST_UNDER_WAY } from '../webhooks/pump.ts';
import { DRIVER_MEMORY } from './driver-memory.ts';
import { FIGURE_MEMORY } from './figure-memory.ts';
import { type Growth, type MemoryGrowth, OF_THE_SOURCE, usual } from './growth.ts';
import { PAGE_MEMORY } from './page-memory.ts';
import { WORKER_MEMORY } from './worker-memory.ts';

const CONNECTIONS = usual('connectionsAtOnce');
/** An object with a few fields, and its place in a map. */
const SMALL = 200;

const OF_CONNECTIONS = {
  grownBy: ['stranger'],
  because: 'one for each connection (connectionsAtOnce)',
  bound: { most: CONNECTIONS, per: 'process' },
  bytes: SMALL,
} as const satisfies Growth;

export const MEMORY: readonly MemoryGrowth[] = [
  ...WORKER_MEMORY,
  ...FIGURE_MEMORY,
  ...PAGE_MEMORY,
  {
    file: 'src/counters.ts',
    names: ['counts'],
    holds: 'limits counted in this process',
    grownBy: ['stranger'],
    because: 'the window that was opened first is forgotten',
    bound: { most: MOST_NAMES, per: 'process' },
    bytes: SMALL,
  },
  {
    file: 'src/http/server/server.ts',
    names: [],
    holds: 'connections with their headers and bodies',
    grownBy: ['stranger'],
    because: 'further connections are closed (connectionsAtOnce)',
    bound: { most: CONNECTIONS, per: 'process' },
    bytes: HEADER_BYTES + bodyLimitOf({}),
  },
  {
    file: 'src/http/server/admission.ts',
    names: ['waiting', 'ready'],
    holds: 'requests that were sent ahead, and requests that wait for a slot',
    grownBy: ['stranger'],
    because: 'a connection that sends more is closed; a connection has one request in line',
    bound: { most: MOST_PIPELINED + CONNECTIONS, per: 'process' },
    bytes: HEADER_BYTES,
  },
  {
    file: 'src/tokens/admitted.ts',
    names: ['tokens'],
    holds: 'tokens that the identity endpoint has admitted in this minute',
    grownBy: ['client'],
    because: 'all are forgotten when the minute ends; beyond it tokens are judged each time',
    bound: { most: MOST_ADMITTED, per: 'process' },
    bytes: ADMITTED_BYTES,
  },
  {
    file: 'src/http/server/turns.ts',
    names: ['late', 'waiting'],
    holds: 'requests for the end of the turn or the next',
    ...OF_CONNECTIONS,
  },
  {
    file: 'src/http/server/streams.ts',
    names: [],
    holds: 'what a reader of an answer that goes on has not read yet',
    grownBy: ['client'],
    because: 'listeners are counted, for each API and in all; a reader that leaves more unread is cut off',
    bound: { most: MOST_LISTENERS, per: 'process' },
    bytes: MOST_UNREAD_BYTES,
  },
  {
    file: 'src/tokens/feed-listeners.ts',
    names: ['members', 'offered'],
    holds: 'listeners of the revocation feed',
    grownBy: ['client'],
    because: 'further ones are refused, beyond a hundred for one API too',
    bound: { most: MOST_LISTENERS, per: 'process' },
    bytes: 2 * SMALL,
  },
  { file: 'src/http/server/batch-accept.ts', names: ['copies'], holds: 'listening handles', ...OF_THE_SOURCE },
  { file: 'src/http/server/closing.ts', names: ['silent'], holds: 'connections without a request', ...OF_CONNECTIONS },
  {
    file: 'src/http/server/stalled-writes.ts',
    names: ['connections', 'limited'],
    holds: 'connections, to find those that do not read their answer',
    ...OF_CONNECTIONS,
  },
  {
    file: 'src/http/server/connection-bounds.ts',
    names: ['open'],
    holds: 'how many connections each network has',
    ...OF_CONNECTIONS,
  },
  { file: 'src/http/router.ts', names: ['plain', 'patterns', 'endpoints'], holds: 'routes', ...OF_THE_SOURCE },
  {
    file: 'src/http/browser/assets.ts',
    names: ['loaded', 'made', 'paths', 'replies'],
    holds: 'style sheets, script and pictures of the pages',
    ...OF_THE_SOURCE,
    bound: { most: 50, per: 'process' },
    bytes: 100_000,
  },
  {
    file: 'src/http/replying/headers.ts',
    names: ['flat', 'places'],
    holds: 'headers of each kind of answer',
    ...OF_THE_SOURCE,
  },
  { file: 'src/protocol/people/reserved-names.ts', names: ['listedBefore'], holds: 'reserved names', ...OF_THE_SOURCE },
  {
    file: 'src/per-record.ts',
    names: ['known', 'kept'],
    holds: 'what was computed from a remembered row',
    grownBy: ['stranger', 'client'],
    because: 'goes with the row, among whose bytes it is counted',
    bound: { most: Math.floor(MOST_REMEMBERED_BYTES / COMPUTED_BYTES), per: 'process' },
    bytes: COMPUTED_BYTES,
  },
  { file: 'src/jobs/runner.ts', names: ['running'], holds: 'jobs at work', ...OF_THE_SOURCE },
  {
    file: 'src/log/sink.ts',
    names: ['waiting', 'releases', 'idle'],
    holds: 'log lines that a slow reader has not taken',
    grownBy: ['stranger', 'client'],
    because: 'further lines are dropped and counted',
    bound: { most: LOG_LIMITS.mostWaiting, per: 'process' },
    bytes: 2,
  },
  {
    file: 'src/outbound/bounds.ts',
    names: ['pieces'],
    holds: 'answers of other hosts',
    grownBy: ['user'],
    because: 'one for each call; a larger answer is refused',
    bound: { most: MOST_IN_ALL, per: 'process' },
    bytes: 65_536,
  },
  {
    file: 'src/outbound/places.ts',
    names: ['underWay'],
    holds: 'calls to other hosts',
    grownBy: ['user'],
    because: 'further calls are refused',
    bound: { most: MOST_IN_ALL, per: 'process' },
    bytes: 2 * SMALL,
  },
  {
    file: 'src/webhooks/pump.ts',
    names: ['running', 'counts'],
    holds: 'deliveries of webhooks that are under way',
    grownBy: ['user', 'client'],
    because: 'no more are taken',
    bound: { most: MOST_UNDER_WAY, per: 'process' },
    bytes: 8192,
  },
  {
    file: 'src/passwords/kinds/bcrypt.ts',
    names: ['asked'],
    holds: 'imported passwords and secrets that a thread is comparing',
    grownBy: ['stranger'],
    because: 'the queue of passwords lets two run at a time',
    bound: { most: 2, per: 'process' },
    bytes: SMALL + HEADER_BYTES,
  },
  {
    file: 'src/clients/user-count.ts',
    names: ['counted'],
    holds: 'how many users applications had when they were counted last',
    grownBy: ['user'],
    because: 'the one that was counted longest ago is forgotten',
    bound: { most: MOST_COUNTS, per: 'process' },
    bytes: SMALL,
  },
  {
    file: 'src/passwords/network-place.ts',
    names: ['known'],
    holds: 'networks from which a right password came',
    grownBy: ['user'],
    because: 'the oldest is forgotten',
    bound: { most: MOST_KNOWN, per: 'process' },
    bytes: SMALL,
  },
  {
    file: 'src/passwords/shares.ts',
    names: ['parts', 'items'],
    holds: 'passwords that wait to be hashed',
    grownBy: ['stranger'],
    because: 'those that would wait too long are answered with 503',
    bound: { most: MOST_PASSWORDS, per: 'process' },
    bytes: 16_384,
  },
  {
    file: 'src/storage/later/daily-counts.ts',
    names: ['waiting'],
    holds: 'figures of applications that are not written yet',
    grownBy: ['client'],
    because: 'further ones are lost',
    bound: { most: MOST_DAYS, per: 'process' },
    bytes: SMALL,
  },
  {
    file: 'src/storage/later/deferred-writes.ts',
    names: ['waiting'],
    holds: 'last uses that are not written yet',
    grownBy: ['client'],
    because: 'further ones are dropped',
    bound: { most: MOST_DEFERRED, per: 'process' },
    bytes: 500,
  },
  {
    file: 'src/storage/later/activity-log.ts',
    names: ['waiting', 'touched'],
    holds: 'answered requests that are not written yet, and applications whose log grew',
    grownBy: ['client'],
    because: 'further ones are dropped and counted; of one kind few are kept, the others are a number',
    bound: { most: MOST_ACTIVITIES, per: 'process' },
    bytes: 3 * SMALL,
  },
  {
    file: 'src/storage/later/refusal-queue.ts',
    names: ['authentic', 'others', 'touched'],
    holds: 'refused requests that are not written yet',
    grownBy: ['stranger', 'client'],
    because: 'further ones are dropped and counted',
    bound: { most: 2 * MOST_REFUSALS + MOST_CLIENTS, per: 'process' },
    bytes: bodyLimitOf({}),
  },
  ...DRIVER_MEMORY,
];
