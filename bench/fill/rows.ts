/** Makes up the rows of a large service: numbers, dates and references as a real one would have them after a busy day. */
import { randomBytes } from 'node:crypto';
import { digest } from '../../src/protocol/digest.ts';
import { formatToken, RANDOM_BYTES } from '../../src/protocol/token-string.ts';
import { firstIdOf } from '../../src/world.ts';
import { createDigests } from './digests.ts';

export interface Sizes {
  /** Live pairs of tokens, each in a family of its own. */
  readonly pairs: number;
  readonly accounts: number;
  readonly applications: number;
  /** Pairs whose tokens have all expired, for the sweeper. */
  readonly expired: number;
  /** Live pairs, spread evenly over all, whose token strings are kept. */
  readonly sample: number;
}

export type Cell = string | number | null;

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly count: number;
  rows(): Iterable<readonly Cell[]>;
}

export interface Filling {
  readonly sizes: Sizes;
  readonly now: number;
  /** The record number of the client that the load presents. */
  readonly clientId: number;
  /** Hears the token strings of the sample, in the order of their rows. */
  keep(access: string, refresh: string): void;
}

const DAY = 86_400;
/** Live access tokens were issued within this time, a little less than they live. */
const ISSUED_WITHIN = 20 * 3600;
const FAMILIES_PER_CONSENT = 4;
/** Steps through all consents in an order without any locality, as people come and go. */
const STRIDE = 7_919_939;
/** Numbers of one second are this far apart, so that they look as scattered as real ones. */
const GAP = 1000;
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** In the order of their references. */
export function tablesOf(filling: Filling): readonly Table[] {
  return [
    accounts(filling),
    ...clients(filling),
    consents(filling),
    ...ended(filling),
    families(filling),
    pairs(filling),
  ];
}

/** The record number of the row `index` among `count` that came evenly within `seconds` until `ago` seconds ago. */
function idOf(filling: Filling, span: { index: number; count: number; seconds: number; ago: number }): number {
  const start = filling.now - span.ago - span.seconds;
  const second = Math.floor((span.index * span.seconds) / span.count);
  const firstOfSecond = Math.ceil((second * span.count) / span.seconds);
  return firstIdOf(start + second) + (span.index - firstOfSecond + 1) * GAP;
}

const accountId = (filling: Filling, index: number): number =>
  idOf(filling, { index, count: filling.sizes.accounts, seconds: 300 * DAY, ago: 30 * DAY });

const clientIdOf = (filling: Filling, index: number): number =>
  idOf(filling, { index, count: filling.sizes.applications, seconds: 20 * DAY, ago: 8 * DAY });

function accounts(filling: Filling): Table {
  const columns =
    'id nickname nickname_key email email_key email_verified_at password_hash name website avatar_url locale created_at online_at';
  return table('accounts', columns, filling.sizes.accounts, (index) => {
    const nickname = `person${String(index).padStart(8, '0')}`;
    const email = `${nickname}@example.org`;
    const names = [nickname, nickname, email, email, filling.now - DAY, PASSWORD_HASH, `Person ${index}`];
    return [accountId(filling, index), ...names, '', '', 'en', filling.now - 30 * DAY, filling.now - 3600];
  });
}

function clients(filling: Filling): readonly Table[] {
  const { applications } = filling.sizes;
  const columns =
    'id public_id owner_id name description homepage_url logo_url scope confidential_at created_at updated_at';
  const digests = createDigests();
  const made = filling.now - 8 * DAY;
  return [
    table('clients', columns, applications, (index) => {
      const owner = accountId(filling, index % filling.sizes.accounts);
      return [
        clientIdOf(filling, index),
        digests(),
        owner,
        `Application ${index}`,
        '',
        '',
        '',
        'profile email',
        made,
        made,
        made,
      ];
    }),
    table('redirect_uris', 'client_id position uri', applications, (index) => [
      clientIdOf(filling, index),
      0,
      `https://app${index}.example.com/cb`,
    ]),
    table('client_secrets', 'id client_id digest suffix created_at', applications, (index) => [
      clientIdOf(filling, index) + 1,
      clientIdOf(filling, index),
      digests(),
      'abcd',
      made,
    ]),
  ];
}

/** The consents of the sample come last: they are for the client that the load presents. */
function consents(filling: Filling): Table {
  const { sample, accounts } = filling.sizes;
  const columns = 'id account_id client_id scope granted_at updated_at';
  const at = filling.now - 2 * DAY;
  return table('consents', columns, consentCount(filling) + sample, (index) => {
    const own = index - consentCount(filling);
    const account = own < 0 ? index % accounts : Math.floor((own * accounts) / sample);
    return [consentId(filling, index), accountId(filling, account), consentClient(filling, index), 'profile', at, at];
  });
}

function consentCount({ sizes }: Filling): number {
  return Math.ceil(sizes.pairs / FAMILIES_PER_CONSENT);
}

function consentId(filling: Filling, index: number): number {
  return idOf(filling, { index, count: consentCount(filling) + filling.sizes.sample, seconds: 5 * DAY, ago: 2 * DAY });
}

/** One account allows different applications one after the other, so no two live consents are alike. */
function consentClient(filling: Filling, index: number): number {
  if (index >= consentCount(filling)) return filling.clientId;
  const { accounts, applications } = filling.sizes;
  return clientIdOf(filling, ((index % accounts) + Math.floor(index / accounts)) % applications);
}

function families(filling: Filling): Table {
  const { pairs } = filling.sizes;
  return table('families', 'id consent_id client_id scope created_at', pairs, (index) => {
    const consent = consentOfFamily(filling, index);
    const id = pairId(filling, index);
    return [id + 1, consentId(filling, consent), consentClient(filling, consent), 'profile', issuedAt(filling, index)];
  });
}

function pairs(filling: Filling): Table {
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
function ended(filling: Filling): readonly Table[] {
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

function table(name: string, columns: string, count: number, row: (index: number) => readonly Cell[]): Table {
  return {
    name,
    columns: columns.split(' '),
    count,
    *rows() {
      for (let index = 0; index < count; index += 1) yield row(index);
    },
  };
}
