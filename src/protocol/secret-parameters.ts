/** The parameters whose values are secrets, by their names on the wire: no log and no record of a request keeps them. */
import { createForm, type Form } from './form.ts';

/** Also those of grants and client authentication that are not offered: somebody may send them all the same. */
export const SECRET_PARAMETERS = [
  'code',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'id_token_hint',
  'client_secret',
  'client_assertion',
  'assertion',
  'code_verifier',
  'device_code',
  'user_code',
  'dpop',
  'password',
  'request',
] as const;

export type SecretParameter = (typeof SECRET_PARAMETERS)[number];

/** Those that nothing of ours reads from the address of a page: a request that has one is answered as if it had not. */
const NEVER_IN_ADDRESS: ReadonlySet<string> = new Set<SecretParameter>([
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'client_assertion',
  'assertion',
  'code_verifier',
  'password',
]);

const NEVER_IN_QUERY = new RegExp(`(^|&)(${[...NEVER_IN_ADDRESS].join('|')})=[^&]*`, 'g');

/** Pages lead back to where they stand: what they repeat of their address has the names of such parameters and no values. */
export function queryWithoutSecrets(query: string): string {
  return query.replace(NEVER_IN_QUERY, '$1$2=');
}

/** The same of parameters that were read. The names stay, so that what was sent twice is still known to be. */
export function formWithoutSecrets(form: Form): Form {
  return form.entries.some(([name]) => NEVER_IN_ADDRESS.has(name))
    ? createForm(form.entries.map(([name, value]) => [name, NEVER_IN_ADDRESS.has(name) ? '' : value]))
    : form;
}
