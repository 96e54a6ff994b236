/** The page behind `error_uri` for everybody but the owner: the meaning of the error, nothing about the request. */
import { withTarget } from '../../protocol/authorize/return-target.ts';
import { decisionFrame, type PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { prose } from '../parts/prose.ts';
import { standard } from './diagnosis.ts';
import { explainError } from './refusal-lookup.ts';

interface ExplainedError {
  /** The error as it was sent; null where it is not known. */
  readonly error: string | null;
  /** Empty where the address names an error, not a request. */
  readonly traceId: string;
  /** The path of this page, to return to after sign-in. */
  readonly path: string;
}

export function explainedErrorPage(context: PageContext, { error, traceId, path }: ExplainedError): Html {
  const { errorPages: words, errors } = context.text;
  const known = error === null ? undefined : explainError(context.text, error);
  const title = error === null || !known ? words.unknownTitle : words.title(error);
  return decisionFrame(context, {
    title,
    body: html`<h1>${error === null || !known ? title : words.heading(html`<code>${error}</code>`)}</h1>
<p>${known ? prose(known.words.means) : words.unknownWhat}</p>
<p>${known ? prose(known.words.remedy) : words.unknownNext}</p>
${known?.section && html`<p class="small">${standard(known.section)}</p>`}
<p>${words.forOwner}</p>
<div class="actions column">${
      context.account === null
        ? buttonLink(withTarget('/sign-in', path), 'primary', words.signIn)
        : buttonLink('/', 'secondary', words.goHome)
    }</div>`,
    below: traceId === '' ? null : html`<p class="trace">${errors.trace} <code>${traceId}</code></p>`,
  });
}
