/** The page that shows a new secret, once: copy it, download it, go on. */
import { applicationPath } from './applications.ts';
import { deskFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { buttonLink } from './parts/button.ts';
import { copyField, downloadLink } from './parts/copy.ts';
import { warningIcon } from './parts/icon.ts';
import { named } from './parts/name.ts';
import { endpointsOf } from './snippets.ts';

export interface NewSecret {
  readonly clientId: string;
  readonly name: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
  readonly baseUrl: string;
  /** Whether the application is new, or got a further secret. */
  readonly occasion: 'created' | 'added';
}

export function newSecretPage(shell: Shell, page: NewSecret): Html {
  const { text } = shell;
  const words = text.newSecret;
  const isNew = page.occasion === 'created';
  return deskFrame(shell, {
    title: isNew ? words.createdTitle : words.addedTitle,
    place: 'applications',
    lead: isNew ? words.createdLead(named(page.name)) : words.addedLead(named(page.name)),
    body: html`<div class="once narrow">
<p class="once-title">${warningIcon}<strong>${words.once}</strong></p>
${copyField(text, { id: 'client_id', label: 'client_id', value: page.clientId, what: 'client_id' })}
${copyField(text, { id: 'client_secret', label: 'client_secret', value: page.secret, what: 'client_secret' })}
<p>${words.care}</p>
<div class="actions">${downloadLink({ fileName: 'client.json', text: clientFile(page), label: words.download })}
${buttonLink(applicationPath(page.clientId), 'primary', words.goOn)}</div>
</div>`,
  });
}

/** The names are those of RFC 7591 §3.2.1 and RFC 8414 §2, so that libraries can read the file as it is. */
function clientFile(page: NewSecret): string {
  const url = Object.fromEntries(endpointsOf(page.baseUrl).map((endpoint) => [endpoint.name, endpoint.url]));
  const file = {
    client_id: page.clientId,
    client_secret: page.secret,
    client_name: page.name,
    redirect_uris: page.redirectUris,
    issuer: page.baseUrl,
    authorization_endpoint: url.authorize,
    token_endpoint: url.token,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
