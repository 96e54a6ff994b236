/** The rows of those who allow and those who ask: accounts, applications, and the consents between them. */
import { createDigests } from './digests.ts';
import { DAY, type Filling, idOf, type Table, table } from './filling.ts';

const FAMILIES_PER_CONSENT = 4;
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

const accountId = (filling: Filling, index: number): number =>
  idOf(filling, { index, count: filling.sizes.accounts, seconds: 300 * DAY, ago: 30 * DAY });

const clientIdOf = (filling: Filling, index: number): number =>
  idOf(filling, { index, count: filling.sizes.applications, seconds: 20 * DAY, ago: 8 * DAY });

export function accounts(filling: Filling): readonly Table[] {
  const columns =
    'id nickname nickname_key email email_key email_verified_at name website avatar_url locale created_at online_at';
  const made = filling.now - 30 * DAY;
  return [
    table('accounts', columns, filling.sizes.accounts, (index) => {
      const nickname = `person${String(index).padStart(8, '0')}`;
      const email = `${nickname}@example.org`;
      const names = [nickname, nickname, email, email, filling.now - DAY, `Person ${index}`];
      return [accountId(filling, index), ...names, '', '', 'en', made, filling.now - 3600];
    }),
    table('credentials', 'id account_id kind secret created_at', filling.sizes.accounts, (index) => {
      const id = accountId(filling, index);
      return [id, id, 'password', PASSWORD_HASH, made];
    }),
  ];
}

export function clients(filling: Filling): readonly Table[] {
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
export function consents(filling: Filling): Table {
  const { sample, accounts } = filling.sizes;
  const columns = 'id account_id client_id scope granted_at updated_at';
  const at = filling.now - 2 * DAY;
  return table('consents', columns, consentCount(filling) + sample, (index) => {
    const own = index - consentCount(filling);
    const account = own < 0 ? index % accounts : Math.floor((own * accounts) / sample);
    return [consentId(filling, index), accountId(filling, account), consentClient(filling, index), 'profile', at, at];
  });
}

export function consentCount({ sizes }: Filling): number {
  return Math.ceil(sizes.pairs / FAMILIES_PER_CONSENT);
}

export function consentId(filling: Filling, index: number): number {
  return idOf(filling, { index, count: consentCount(filling) + filling.sizes.sample, seconds: 5 * DAY, ago: 2 * DAY });
}

/** One account allows different applications one after the other, so no two live consents are alike. */
export function consentClient(filling: Filling, index: number): number {
  if (index >= consentCount(filling)) return filling.clientId;
  const { accounts, applications } = filling.sizes;
  return clientIdOf(filling, ((index % accounts) + Math.floor(index / accounts)) % applications);
}
