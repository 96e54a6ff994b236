/** The page that hands over an authorization code for copying, for applications without an address of their own. */
import { decisionFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { copyField } from './parts/copy.ts';
import { period } from './parts/moment.ts';
import { named } from './parts/name.ts';

export interface OutOfBand {
  readonly applicationName: string;
  readonly code: string;
  /** How long a code lives. */
  readonly lifetimeSeconds: number;
}

export function outOfBandPage(shell: Shell, page: OutOfBand): Html {
  return decisionFrame(shell, {
    title: 'Your code',
    body: html`<h1>Your code for ${named(page.applicationName)}</h1>
<p>Copy it into the application to finish. It works once, for ${period(page.lifetimeSeconds)} after you gave access.</p>
${copyField({ id: 'authorization_code', label: 'Authorization code', value: page.code, what: 'the code' })}
<p class="hint">Whoever has this code can get the access you just gave. Enter it only in ${named(page.applicationName)}, and tell it to nobody.</p>`,
    below: html`<p>Done? You can close this page.</p>`,
  });
}
