/** What the drivers of both databases keep in memory, and what bounds it. */
import { MOST_KEPT } from '../storage/postgres/reads.ts';
import { MOST_SHAPES } from '../storage/postgres/statement-text.ts';
import { MOST_ANSWER_BYTES, MOST_REMEMBERED_BYTES } from '../storage/remembering.ts';
import { FULL_TERM_MS, MOST_ANSWERS, MOST_KNOWN_BYTES, USUAL_TERM_MS } from '../storage/sqlite/answers.ts';
import { AT_THE_THREAD } from '../storage/sqlite/aside.ts';
import { MOST_ASKED } from '../storage/sqlite/asked.ts';
import { MOST_STEADY } from '../storage/sqlite/halves.ts';
import { MOST_PACKED_BYTES } from '../storage/sqlite/packed.ts';
import { MOST_WAITING as MOST_BATCHES, MOST_UNDER_WAY } from '../storage/sqlite/writer.ts';
import { MOST_ASKERS, MOST_LISTS_WAITING } from '../storage/turns.ts';
import { type Growth, type MemoryGrowth, OF_THE_SOURCE, usual } from './growth.ts';

/** The longest value of a statement is a name or an address; keys of several values are longer. */
const QUESTION = 4_500;

/** A request waits for what it asked before it asks for more; the handlers ask for a few things at once. */
const OF_REQUESTS = {
  grownBy: ['stranger', 'client'],
  because: 'a few for each request at work (requestsAtOnce) and each job',
  bound: { most: 8 * usual('requestsAtOnce'), per: 'process' },
  bytes: QUESTION,
} as const satisfies Growth;

/** What has more bytes than fit into an answer, such as a logo, is not remembered at all. */
const REMEMBERED = {
  bound: { most: MOST_REMEMBERED_BYTES / MOST_ANSWER_BYTES, per: 'process' },
  bytes: MOST_ANSWER_BYTES,
} as const satisfies Pick<Growth, 'bound' | 'bytes'>;

export const DRIVER_MEMORY: readonly MemoryGrowth[] = [
  {
    file: 'src/storage/one-at-a-time.ts',
    names: ['last'],
    holds: 'consents that somebody changes now',
    grownBy: ['user'],
    because: 'one for each request at work (requestsAtOnce)',
    bound: { most: usual('requestsAtOnce'), per: 'process' },
    bytes: 200,
  },
  { file: 'src/storage/sql.ts', names: ['changes', 'conditions'], holds: 'texts of statements', ...OF_THE_SOURCE },
  {
    file: 'src/storage/sqlite/reader.ts',
    names: ['statements', 'asked'],
    holds: 'prepared statements, and the questions of a turn',
    ...OF_THE_SOURCE,
  },
  {
    file: 'src/storage/sqlite/answers.ts',
    names: ['known', 'statements'],
    holds: 'rows that were asked for again, further ones packed, and marks of what was asked once',
    grownBy: ['stranger', 'user', 'client'],
    because: `what is not asked for in ${USUAL_TERM_MS / 1000} seconds is forgotten, at these bytes or ${MOST_ANSWERS} answers in ${FULL_TERM_MS / 1000}, and until then others are packed into a block that is written round and round, and given back once nothing in it is asked for; of questions there are ${MOST_ASKED} marks, of which the oldest give way`,
    bound: { most: (MOST_KNOWN_BYTES + MOST_PACKED_BYTES) / MOST_ANSWER_BYTES, per: 'process' },
    bytes: MOST_ANSWER_BYTES,
  },
  {
    file: 'src/storage/sqlite/halves.ts',
    names: ['steady'],
    holds: 'families with their consents, applications and accounts, of tokens that were looked up lately',
    grownBy: ['client'],
    because: 'when there are so many, all of them go',
    bound: { most: MOST_STEADY, per: 'process' },
    bytes: MOST_ANSWER_BYTES,
  },
  {
    file: 'src/storage/turns.ts',
    names: ['askers', 'reads'],
    holds: 'accounts and networks that asked for lists lately, and the lists that wait for a turn',
    grownBy: ['stranger', 'user'],
    because: `further lists are answered with 503, beyond a few of one account too; who asked longest ago is forgotten`,
    bound: { most: MOST_ASKERS + MOST_LISTS_WAITING, per: 'process' },
    bytes: QUESTION,
  },
  {
    file: 'src/storage/sqlite/aside.ts',
    names: ['sent'],
    holds: 'lists that the thread reads, and the log once',
    grownBy: ['user'],
    because: 'the others wait for a turn',
    bound: { most: AT_THE_THREAD + 1, per: 'process' },
    bytes: QUESTION,
  },
  { file: 'src/storage/sqlite/aside.ts', names: ['makers'], holds: 'shapes of rows', ...OF_THE_SOURCE },
  { file: 'src/storage/sqlite/aside-thread.ts', names: ['statements'], holds: 'prepared statements', ...OF_THE_SOURCE },
  { file: 'src/storage/sqlite/schema.ts', names: ['known'], holds: 'the schema of the migrations', ...OF_THE_SOURCE },
  { file: 'src/storage/sqlite/revisions.ts', names: ['counts'], holds: 'versions of tables', ...OF_THE_SOURCE },
  {
    file: 'src/storage/sqlite/writer.ts',
    names: ['gathering', 'underWay'],
    holds: 'writes that wait for their commit, of two groups under way and the one that gathers',
    grownBy: ['stranger', 'client'],
    because: 'further ones are answered with 503',
    bound: { most: (1 + MOST_UNDER_WAY) * MOST_BATCHES, per: 'process' },
    bytes: QUESTION,
  },
  {
    file: 'src/storage/sqlite/writer.ts',
    names: ['numbers', 'unsent'],
    holds: 'texts of statements',
    ...OF_THE_SOURCE,
  },
  {
    file: 'src/storage/sqlite/writer-thread.ts',
    names: ['texts', 'statements'],
    holds: 'prepared statements',
    ...OF_THE_SOURCE,
  },
  {
    file: 'src/storage/postgres/gather.ts',
    names: ['waiting'],
    holds: 'statements that wait to be sent',
    ...OF_REQUESTS,
  },
  { file: 'src/storage/postgres/pool.ts', names: ['calls'], holds: 'statements that were sent', ...OF_REQUESTS },
  { file: 'src/storage/postgres/lists.ts', names: ['makers'], holds: 'shapes of rows', ...OF_THE_SOURCE },
  {
    file: 'src/storage/postgres/pool.ts',
    names: ['sockets'],
    holds: 'connections to the server',
    grownBy: ['operator'],
    because: 'the setting databasePool says how many',
    bound: { most: usual('databasePool'), per: 'process' },
    bytes: 100_000,
  },
  { file: 'src/storage/postgres/reads.ts', names: ['waiting'], holds: 'lookups that wait to be sent', ...OF_REQUESTS },
  { file: 'src/storage/postgres/reads.ts', names: ['byText'], holds: 'statements', ...OF_THE_SOURCE },
  {
    file: 'src/storage/postgres/reads.ts',
    names: ['kept'],
    holds: 'rows that were asked for again',
    grownBy: ['stranger', 'user', 'client'],
    because: `all are forgotten at these bytes, those of a statement also at ${MOST_KEPT}`,
    ...REMEMBERED,
  },
  {
    file: 'src/storage/postgres/statement-text.ts',
    names: ['numbered', 'identities', 'composed', 'lateral'],
    holds: 'texts of statements',
    ...OF_THE_SOURCE,
    bound: { most: 4 * MOST_SHAPES, per: 'process' },
  },
  { file: 'src/storage/postgres/write-groups.ts', names: ['composed'], holds: 'texts of statements', ...OF_THE_SOURCE },
  {
    file: 'src/storage/postgres/writes.ts',
    names: ['queues'],
    holds: 'a queue for each kind of batch',
    ...OF_THE_SOURCE,
  },
];
