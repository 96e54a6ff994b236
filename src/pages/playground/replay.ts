/** A refused request, filled in to be sent again: what was kept of it stands there, secrets are asked for anew. */
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import type { RefusedRequest } from '../../protocol/refusals/refused-request.ts';
import { requestPath } from '../applications/activity/requests.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { field } from '../parts/field.ts';
import { postForm } from '../parts/form.ts';
import { ago } from '../parts/moment.ts';
import { type PlaygroundPage, playgroundFrame, playgroundPath } from './steps.ts';

export interface ReplayField {
  readonly name: string;
  /** Null where it was a secret, or was not kept. */
  readonly value: string | null;
  readonly isSecret: boolean;
}

interface Replay {
  readonly played: PlaygroundPage;
  readonly request: RefusedRequest;
  readonly fields: readonly ReplayField[];
}

/** An authorization request goes to the browser itself, any other one is sent by this service as the application would. */
export function replayPage(context: PageContext, { played, request, fields }: Replay): Html {
  const { text } = context;
  const words = text.playground.replay;
  const { clientId } = played.subject;
  const method = request.endpoint === 'whoami' || request.endpoint === 'authorize' ? 'GET' : 'POST';
  const body = html`${fields.map(({ name, value, isSecret }, index) =>
    field(text, {
      id: `field_${index}`,
      name: `field_${index}`,
      label: html`<code>${name}</code>`,
      ...(isSecret ? { type: 'password' as const } : {}),
      value: value ?? '',
      hint: isSecret ? words.secret : value === null ? words.notKept : null,
      autocomplete: 'off',
      monospace: true,
    }),
  )}
<div class="actions">${button({ weight: 'primary', label: words.send, name: 'act', value: 'replay' })}
${buttonLink(requestPath(clientId, request.traceId), 'quiet', words.back)}</div>`;
  return playgroundFrame(context, played, {
    step: null,
    body: html`<section class="section"><h2>${words.title}</h2>
<p>${words.lead(ago(context, request.at))}</p>
<p><code>${method} ${ENDPOINT_PATHS[request.endpoint]}</code></p>
${postForm(context, { action: playgroundPath(clientId), class: 'stack narrow', hidden: [['trace', request.traceId]], body })}</section>`,
  });
}
