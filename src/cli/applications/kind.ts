/** Which kind of application the words of RFC 7591 mean: how it authenticates, and which grants it uses (SPEC part 9). */
import { type ClientKind, keepsSecret } from '../../protocol/clients/kind.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';

export const KIND_OPTIONS = {
  'auth-method': {
    says: 'client_secret_basic or client_secret_post for one with a secret, which may be sent either way; none for a public one.',
    value: 'M',
  },
  'grant-type': {
    says: 'client_credentials alone for a machine, which people never see; authorization_code and refresh_token for others. It chooses the kind and limits nothing else.',
    value: 'G',
    repeats: true,
  },
} as const;

export interface KindOptions {
  readonly 'auth-method': string | undefined;
  readonly 'grant-type': readonly string[];
  readonly public?: boolean;
}

const WITH_SECRET = ['client_secret_basic', 'client_secret_post'];
const PUBLIC = 'none';
const GRANTS = ['authorization_code', 'refresh_token', 'client_credentials'];
/** In the contract for scripts, and to come. */
const LATER = ['private_key_jwt', 'urn:ietf:params:oauth:grant-type:device_code'];

/** `before` is what the application is, or would be where nothing is said. The refusal is a sentence. */
export function readKind(options: KindOptions, before: ClientKind): Result<ClientKind, string> {
  const method = options['auth-method'];
  const grants = options['grant-type'];
  const fault =
    (method === undefined ? undefined : faultOf(method, [...WITH_SECRET, PUBLIC], '--auth-method')) ??
    grants.map((grant) => faultOf(grant, GRANTS, '--grant-type')).find((found) => found !== undefined);
  if (fault !== undefined) return refuse(fault);
  if (options.public && method !== undefined && method !== PUBLIC)
    return refuse('A public application has no secret: give one of --public and --auth-method.');
  const isPublic = options.public === true || (method === undefined ? !keepsSecret(before) : method === PUBLIC);
  const isMachine = grants.length > 0 && grants.every((grant) => grant === 'client_credentials');
  if (isPublic && grants.includes('client_credentials'))
    return refuse('A public application cannot act for itself: leave --grant-type client_credentials out.');
  if (grants.includes('refresh_token') && !grants.includes('authorization_code'))
    return refuse('Refresh tokens come with codes: add --grant-type authorization_code.');
  if (isMachine) return accept('machine');
  const isKept = grants.length === 0 || before !== 'machine';
  if (isKept && keepsSecret(before) !== isPublic) return accept(before);
  return accept(isPublic ? 'native' : 'web');
}

export const NOBODY_COMES_BACK =
  'Nobody comes back to a machine: leave --redirect-uri out, or add --grant-type authorization_code.';

/** What an application can do beside the grants that were named for it, since nothing but its kind limits them. */
export function beyondNamed({ 'grant-type': named }: KindOptions, kind: ClientKind): string | undefined {
  const able = kind === 'machine' ? ['client_credentials'] : keepsSecret(kind) ? GRANTS : GRANTS.slice(0, 2);
  const more = named.length === 0 ? [] : able.filter((grant) => !named.includes(grant));
  if (more.length === 0) return undefined;
  return `It can use ${more.join(' and ')} as well: --grant-type chooses the kind of an application, which is ${kind}, and limits nothing else.`;
}

function faultOf(word: string, known: readonly string[], option: string): string | undefined {
  if (known.includes(word)) return undefined;
  const choice = `choose ${known.join(', ')}.`;
  return LATER.includes(word)
    ? `${option}: ${word} is not offered by this version: ${choice}`
    : `${option}: there is no ${JSON.stringify(word)}: ${choice}`;
}
