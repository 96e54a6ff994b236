/** The page that shows a new secret once: to copy or to download. */

import type { ClientKind } from '../../protocol/clients/kind.ts';
import { type PageContext, workspaceFrame } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { copyField, downloadLink } from '../parts/copy.ts';
import { warningIcon } from '../parts/icon.ts';
import { distance, moment } from '../parts/moment.ts';
import { named } from '../parts/name.ts';
import { notice } from '../parts/notice.ts';
import type { Text } from '../text/en.ts';
import { envFile, jsonFile } from './client-file.ts';
import { applicationPath, wayToFirstToken } from './frame.ts';

export interface NewSecretView {
  readonly clientId: string;
  readonly name: string;
  readonly secret: string;
  readonly kind: ClientKind;
  readonly redirectUris: readonly string[];
  readonly baseUrl: string;
  readonly homepageUrl?: string;
  readonly policyUrl?: string;
  readonly termsUrl?: string;
  /** Whether the application is new, got an additional secret, its first one, or had its secret rotated. */
  readonly occasion: 'created' | 'added' | 'first' | 'rotated';
  /** Of a new application: whether administrators have to approve it before others give it access. */
  readonly isWaiting?: boolean;
  /** When the old secret of a rotation stops working. */
  readonly oldEndsAt?: number;
  /** How many secrets that is about. */
  readonly oldCount?: number;
  /** How many redirect URIs it lost by becoming what it is now. */
  readonly lostUris?: number;
}

export function newSecretPage(context: PageContext, page: NewSecretView): Html {
  const { text } = context;
  const words = text.newSecret;
  const path = applicationPath(page.clientId);
  // A machine that waits gets no token, not even a first one.
  const offersToken = page.occasion === 'created' && !(page.isWaiting === true && page.kind === 'machine');
  return workspaceFrame(context, {
    title: words[`${page.occasion}Title`],
    navItem: 'applications',
    lead: leadOf(context.text, page)(named(page.name)),
    body: html`${page.oldEndsAt !== undefined && notice('warning', oldWords(context, page.oldEndsAt, page.oldCount ?? 1))}${page.lostUris !== undefined && page.lostUris > 0 && notice('warning', words.urisRemoved(page.lostUris))}
<div class="once narrow">
<p class="once-title">${warningIcon}<strong>${words.once}</strong></p>
${copyField(text, { id: 'client_id', label: 'client_id', value: page.clientId, what: 'client_id' })}
${copyField(text, { id: 'client_secret', label: 'client_secret', value: page.secret, what: 'client_secret' })}
<p>${words.care}</p>
<div class="actions">${downloadLink({ fileName: 'client.json', type: 'application/json', text: jsonFile(page, page.secret), label: words.download })}
${downloadLink({ fileName: 'client.env', type: 'text/plain', text: envFile(page, page.secret), label: words.downloadEnv })}
</div>
</div>
<div class="actions">${offersToken && buttonLink(wayToFirstToken(page), 'primary', words.firstToken)}
${buttonLink(path, offersToken ? 'secondary' : 'primary', words.goOn)}</div>`,
  });
}

function leadOf(
  { newSecret: words }: Text,
  { occasion, kind, isWaiting = false }: NewSecretView,
): (name: Html) => Html {
  if (occasion !== 'created') return words[`${occasion}Lead`];
  if (isWaiting) return kind === 'machine' ? words.waitingMachineLead : words.waitingLead;
  return kind === 'machine' ? words.createdMachineLead : words.createdLead;
}

function oldWords(context: PageContext, endsAt: number, count: number): Child {
  const { text, now } = context;
  const words = text.newSecret;
  return endsAt <= now ? words.oldEnded(count) : words.oldEnds(moment(context, endsAt), distance(text, endsAt, now));
}
