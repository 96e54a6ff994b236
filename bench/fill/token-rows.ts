/** The rows of tokens: families and pairs that live, those whose token strings are kept, and those that ended long ago. */
import { randomBytes } from 'node:crypto';
import { digest } from '../../src/protocol/digest.ts';
import { formatToken, RANDOM_BYTES } from '../../src/protocol/tokens/token-string.ts';
import { createDigests } from './digests.ts';
import { DAY, type Filling, idOf, type Table, table } from './filling.ts';
import { consentClient, consentCount, consentId } from './grant-rows.ts';

/** Live access tokens were issued within this time, a little less than they live. */
const ISSUED_WITHIN = 20 * 3600;
/** Steps through all consents in an order without any locality, as people come and go. */
const STRIDE = 7_919_939;

export function families(filling: Filling): Table {
  const { pairs } = filling.sizes;
  return table('families', 'id consent_id client_id scope created_at', pairs, (index) => {
    const consent = consentOfFamily(filling, index);
    const id = pairId(filling, index);
    return [id + 1, consentId(filling, consent), consentClient(filling, consent), 'profile', issuedAt(filling, index)];
  });
}

export function pairs(filling: Filling): Table {
  const columns = 'id family_id access_digest refresh_digest issued_at access_expires_at refresh_expires_at used_at';
  const digests = createDigests();
  return table('pairs', columns, filling.sizes.pairs, (index) => {
    const id = pairId(filling, index);
    const at = issuedAt(filling, index);
    const isKept = sampleIndex(filling, index) !== undefined;
    const [access, refresh] = isKept ? keptDigests(filling, id) : [digests(), digests()];
    return [id, id + 1, access, refresh, at, at + DAY, at + 120 * DAY, at];
  });
}

function keptDigests(filling: Filling, id: number): readonly [string, string] {
  const access = formatToken('access', id, randomBytes(RANDOM_BYTES));
  const refresh = formatToken('refresh', id, randomBytes(RANDOM_BYTES));
  filling.keep(access, refresh);
  return [digest(access), digest(refresh)];
}

function pairId(filling: Filling, index: number): number {
  return idOf(filling, { index, count: filling.sizes.pairs, seconds: ISSUED_WITHIN, ago: 60 });
}

function issuedAt({ now, sizes }: Filling, index: number): number {
  return now - 60 - ISSUED_WITHIN + Math.floor((index * ISSUED_WITHIN) / sizes.pairs);
}

/** Which of the sample a pair is, if any. */
function sampleIndex({ sizes }: Filling, index: number): number | undefined {
  const own = Math.floor((index * sizes.sample) / sizes.pairs);
  return own !== Math.floor(((index - 1) * sizes.sample) / sizes.pairs) ? own : undefined;
}

function consentOfFamily(filling: Filling, index: number): number {
  const own = sampleIndex(filling, index);
  return own === undefined ? (index * STRIDE) % consentCount(filling) : consentCount(filling) + own;
}

/** Families and pairs that ended long ago. */
export function ended(filling: Filling): readonly Table[] {
  const { expired } = filling.sizes;
  const digests = createDigests();
  const id = (index: number): number => idOf(filling, { index, count: expired, seconds: DAY, ago: 200 * DAY });
  const at = filling.now - 200 * DAY;
  const columns = 'id family_id access_digest refresh_digest issued_at access_expires_at refresh_expires_at used_at';
  return [
    table('families', 'id consent_id client_id scope created_at', expired, (index) => {
      const consent = (index * STRIDE) % consentCount(filling);
      return [id(index) + 1, consentId(filling, consent), consentClient(filling, consent), 'profile', at];
    }),
    table('pairs', columns, expired, (index) => [
      ...[id(index), id(index) + 1, digests(), digests()],
      ...[at, at + DAY, at + 120 * DAY, at],
    ]),
  ];
}
