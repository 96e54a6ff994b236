/** The body of the identity endpoint: what a token's holder learns about the person behind it (SPEC D11). */

/** Empty texts and nulls alike mean that the person has not said it. */
interface WhoamiAccount {
  readonly id: number;
  readonly nickname: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerifiedAt: number | null;
  readonly website: string | null;
  readonly avatarUrl: string | null;
  readonly locale: string | null;
  /** Epoch seconds. */
  readonly onlineAt: number | null;
}

interface WhoamiTerms {
  /** The scopes of the token. */
  readonly scope: readonly string[];
  /** The base address of the service. */
  readonly url: string;
}

const SIZES = ['x160', 'x148', 'x80', 'x64', 'x48', 'x32', 'x16'] as const;

export function whoamiBody(account: WhoamiAccount, { scope, url }: WhoamiTerms): Record<string, unknown> {
  const drawn = `${url}/avatars/${account.id}`;
  const picture = account.avatarUrl || undefined;
  const body = {
    id: account.id,
    nickname: account.nickname,
    name: account.name || null,
    avatar: picture ?? `${drawn}.svg`,
    image: Object.fromEntries(SIZES.map((size) => [size, picture ?? `${drawn}-${size}.svg`])),
    url: `${url}/users/${account.id}`,
    website: account.website || null,
    locale: account.locale || null,
    last_online_at: account.onlineAt === null ? null : new Date(account.onlineAt * 1000).toISOString(),
  };
  if (!scope.includes('email')) return body;
  return { ...body, email: account.email, email_verified: account.emailVerifiedAt !== null };
}
