/**
 * Requests by application: so many of them have series of their own, those that came first since the start; all others
 * are one together. Counting one is a lookup and an addition, whatever the number of applications.
 */
import { type ActivityKind, ENDPOINT_OF } from '../protocol/activity.ts';
import { declare, series } from './instruments.ts';

const ENDPOINTS: readonly string[] = [...new Set(Object.values(ENDPOINT_OF))];
const OUTCOMES = ['ok', 'refused', 'limited'] as const;

interface RefusedCall {
  /** Others than those that applications call are not counted. */
  readonly endpoint: string;
  readonly isLimited: boolean;
  /** Without a proof it opens no series: whoever invents names would take the places. */
  readonly isProven: boolean;
}

export interface ClientCounts {
  countAnswered(client: string, kind: ActivityKind): void;
  /** Undefined where nobody knows whose request it was. */
  countRefused(client: string | undefined, call: RefusedCall): void;
  write(lines: string[]): void;
}

const NAME = 'latchkey_client_requests_total';
/** An application that was registered with this very client_id shares the series of the others. */
const OTHER = 'other';

export function createClientCounts(most: number): ClientCounts {
  const known = new Map<string, Float64Array>();
  const others = createCounts();

  function countsOf(client: string, isProven: boolean): Float64Array {
    const own = known.get(client);
    if (own !== undefined) return own;
    if (!isProven || known.size >= most || client === OTHER) return others;
    const opened = createCounts();
    known.set(client, opened);
    return opened;
  }

  return {
    countAnswered: (client, kind) => addOne(countsOf(client, true), BEGIN_OF_KIND[kind]),
    countRefused(client, { endpoint, isLimited, isProven }) {
      const index = ENDPOINTS.indexOf(endpoint);
      if (index === -1) return;
      const counts = client === undefined ? others : countsOf(client, isProven);
      addOne(counts, index * OUTCOMES.length + OUTCOMES.indexOf(isLimited ? 'limited' : 'refused'));
    },
    write(lines) {
      declare(lines, { name: NAME, help: 'Requests of applications by their outcome.', type: 'counter' });
      for (const [client, counts] of [...known, [OTHER, others] as const]) writeCounts(lines, client, counts);
    },
  };
}

const beginOf = (kind: ActivityKind): number => ENDPOINTS.indexOf(ENDPOINT_OF[kind]) * OUTCOMES.length;

/** Where the outcomes of its endpoint begin, the good one first. */
const BEGIN_OF_KIND: Readonly<Record<ActivityKind, number>> = {
  code_sent: beginOf('code_sent'),
  code_exchanged: beginOf('code_exchanged'),
  tokens_refreshed: beginOf('tokens_refreshed'),
  client_token: beginOf('client_token'),
  identity: beginOf('identity'),
  checked: beginOf('checked'),
  introspected: beginOf('introspected'),
  revoked: beginOf('revoked'),
};

function addOne(counts: Float64Array, place: number): void {
  counts[place] = (counts[place] ?? 0) + 1;
}

function createCounts(): Float64Array {
  return new Float64Array(ENDPOINTS.length * OUTCOMES.length);
}

/** Every outcome of an endpoint that was called: what rises from nothing to one is no rise for Prometheus. */
function writeCounts(lines: string[], client: string, counts: Float64Array): void {
  for (const [index, endpoint] of ENDPOINTS.entries()) {
    const begin = index * OUTCOMES.length;
    const own = counts.subarray(begin, begin + OUTCOMES.length);
    if (own.every((count) => count === 0)) continue;
    for (const [place, outcome] of OUTCOMES.entries())
      lines.push(series(NAME, { client_id: client, endpoint, outcome }, own[place] ?? 0));
  }
}
