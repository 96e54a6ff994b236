/** The page behind `error_uri` for everybody but the owner: the meaning of the error, nothing about the request. */

import { withTarget } from '../../protocol/authorize/return-target.ts';
import { SHORT_TRACE } from '../../protocol/refusals/short-trace.ts';
import { documentLinks } from '../docs/frame.ts';
import { decisionFrame, type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { named } from '../parts/name.ts';
import { prose } from '../parts/prose.ts';
import { requestPath } from './activity/requests.ts';
import { causeSentence, type ListedRefusal } from './cause-words.ts';
import { standard } from './diagnosis.ts';
import { explainError } from './refusal-lookup.ts';

interface ExplainedError {
  /** The error as it was sent; null where it is not known. */
  readonly error: string | null;
  /** Empty where the address names an error, not a request. */
  readonly traceId: string;
  /** The path of this page, to return to after sign-in. */
  readonly path: string;
  /** What was refused like this to the applications of the account within the last hour; null for a stranger. */
  readonly own: readonly OwnRefusals[] | null;
}

interface OwnRefusals {
  readonly clientId: string;
  readonly clientName: string;
  readonly count: number;
  readonly newest: ListedRefusal;
}

/** Who is signed in keeps the way to every other place; a stranger has the way in, and comes back. */
export function explainedErrorPage(context: PageContext, page: ExplainedError): Html {
  const { errorPages: words, errors } = context.text;
  const { error, traceId, path } = page;
  const known = error === null ? undefined : explainError(context.text, error);
  const title = error === null || !known ? words.unknownTitle : words.title(error);
  const heading = html`<h1>${error === null || !known ? title : words.heading(html`<code>${error}</code>`)}</h1>`;
  const label = SHORT_TRACE.test(traceId) ? errors.link : errors.trace;
  const trace = traceId === '' ? null : html`<p class="trace">${label} <code>${traceId}</code></p>`;
  const told = explanation(context, page, known);
  if (context.account !== null) {
    const body = html`<div class="stack narrow">${told}${trace}</div>`;
    return workspaceFrame(context, { title, heading, navItem: 'none', body });
  }
  const way = buttonLink(withTarget('/sign-in', path), 'primary', words.signIn);
  const body = html`${heading}${told}<div class="actions column">${way}</div>`;
  return decisionFrame(context, { title, body, below: trace });
}

function explanation(context: PageContext, { error, own }: ExplainedError, known: Explained): Html {
  const words = context.text.errorPages;
  return html`<p>${known ? prose(known.words.means) : words.unknownWhat}</p>
<p>${known ? prose(known.words.remedy) : words.unknownNext}</p>
${known?.section && html`<p class="small">${standard(known.section)}</p>`}
${error !== null && documentLinks(context.text, error)}
${own === null ? html`<p>${words.forOwner}</p>` : ownRefusals(context, own)}`;
}

type Explained = ReturnType<typeof explainError>;

/** Each cause of each application, with a link to its newest request. */
function ownRefusals({ text }: PageContext, own: readonly OwnRefusals[]): Html {
  const words = text.errorPages;
  if (own.length === 0) return html`<p>${words.ownNone}</p>`;
  const rows = own.map(({ clientId, clientName, count, newest }) => {
    const why = html`<a href="${requestPath(clientId, newest.traceId)}">${causeSentence(text, newest)}</a>`;
    return html`<li>${words.ownRow(named(clientName), count, why)}</li>`;
  });
  return html`<section class="for-developers"><h2>${words.ownTitle}</h2><ul class="plain own-refusals">${rows}</ul></section>`;
}
