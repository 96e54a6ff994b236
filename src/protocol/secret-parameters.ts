/** The parameters whose values are secrets, by their names on the wire: no log and no record of a request keeps them. */

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
