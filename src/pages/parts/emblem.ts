/** The picture of an application: its uploaded logo, or the one drawn from its client_id. */
import { type Html, html } from '../html.ts';
import { identicon } from './identicon.ts';

export interface Emblem {
  readonly clientId: string;
  /** A path of this service, never an address elsewhere; null where nobody uploaded a logo. */
  readonly logoPath: string | null;
}

/** Decoration: the name always stands beside it. Its size comes from the stylesheet. */
export function emblem({ clientId, logoPath }: Emblem, size: 'small' | 'large' = 'small'): Html {
  if (logoPath === null) return identicon(clientId, 'application', size);
  return html`<img class="identicon application emblem ${size}" src="${logoPath}" alt="" width="32" height="32" decoding="async">`;
}
