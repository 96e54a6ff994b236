/** The stable addresses of the access that a user gave: developers may link to them. */

export const AUTHORIZED_PATH = '/oauth/authorized_applications';

export function authorizedPath(clientId: string): string {
  return `${AUTHORIZED_PATH}/${encodeURIComponent(clientId)}`;
}
