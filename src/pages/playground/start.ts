/** The first page of the playground: the authorization address, parameter by parameter, and the link to it. */
import type { Pair } from '../../protocol/playground/wire.ts';
import { wayToFirstToken } from '../applications/frame.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button, buttonLink } from '../parts/button.ts';
import { codeBlock, copyField } from '../parts/copy.ts';
import { choice, choiceGroup } from '../parts/field.ts';
import { postForm } from '../parts/form.ts';
import { notice } from '../parts/notice.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { type PlaygroundPage, playgroundFrame, playgroundPath } from './steps.ts';

interface PlaygroundStart {
  readonly played: PlaygroundPage;
  /** What the application may request, and what this run requests. */
  readonly scopes: readonly { readonly name: string; readonly isAsked: boolean }[];
  readonly request: AskingRequest;
  /** The run that should continue has ended. */
  readonly wasEnded: boolean;
}

export interface AskingRequest {
  readonly address: string;
  /** The same, as a link inside this service. */
  readonly path: string;
  readonly parameters: readonly Pair[];
  readonly verifier: string;
  /** Identifies the run; sealed. */
  readonly state: string;
}

export function playgroundStartPage(context: PageContext, page: PlaygroundStart): Html {
  const { text } = context;
  return playgroundFrame(context, page.played, {
    step: page.played.application.kind === 'machine' ? null : 'ask',
    body: html`${page.wasEnded && notice('warning', text.playground.ended)}
${page.played.application.kind === 'machine' ? forMachine(context, page) : page.scopes.length === 0 ? notice('warning', text.playground.ask.noScopes) : ask(context, page)}`,
  });
}

/** It has no user to ask, so that there is nothing to walk through. */
function forMachine({ text }: PageContext, { played: { application } }: PlaygroundStart): Html {
  const words = text.playground.machine;
  const way = buttonLink(wayToFirstToken(application), 'primary', words.go);
  return notice('info', html`<p>${words.text}</p>${way}`);
}

/** For accounts that may see the application but do not own it. */
export function playgroundClosedPage(context: PageContext, played: PlaygroundPage): Html {
  return playgroundFrame(context, played, {
    step: null,
    body: notice('info', context.text.playground.notOwner),
  });
}

function ask(context: PageContext, page: PlaygroundStart): Html {
  const { text } = context;
  const words = text.playground.ask;
  const path = playgroundPath(page.played.subject.clientId);
  return html`<section class="section"><h2>${words.title}</h2>
<p>${words.lead}</p>
<div class="actions">${buttonLink(page.request.path, 'primary', words.go)}
${postForm(context, {
  action: path,
  hidden: [['state', page.request.state], ...page.scopes.filter((scope) => scope.isAsked).map(scopeField)],
  body: button({ weight: 'secondary', label: words.deny, name: 'act', value: 'deny' }),
})}</div>
<p class="hint">${words.denyText}</p>
${codeBlock(text, { id: 'authorize-address', title: words.address, text: page.request.address, what: words.addressWhat })}
<h3>${words.built}</h3>
${parameterTable(text, page.request)}
${copyField(text, { id: 'code_verifier', label: words.verifier, value: page.request.verifier, what: 'code_verifier' })}
<p class="hint">${words.verifierNote}</p>
${page.scopes.length > 1 && scopeForm(context, path, page)}</section>`;
}

function scopeField({ name }: { readonly name: string }): Pair {
  return ['scope', name];
}

function parameterTable({ playground }: Text, { parameters }: AskingRequest): Html {
  const words = playground.ask;
  const meanings: Readonly<Record<string, string>> = words.meanings;
  return table({
    caption: words.built,
    columns: [{ title: words.parameter }, { title: words.value }, { title: words.meaning }],
    rows: parameters.map(([name, value]) => [
      html`<code class="whole-name">${name}</code>`,
      html`<code class="long-value" dir="ltr">${value}</code>`,
      meanings[name],
    ]),
  });
}

function scopeForm(context: PageContext, path: string, page: PlaygroundStart): Html {
  const { text } = context;
  const words = text.playground.ask;
  const choices = page.scopes.map(({ name, isAsked }) =>
    choice({
      type: 'checkbox',
      id: `scope-${name}`,
      name: 'scope',
      value: name,
      checked: isAsked,
      title: html`<code>${name}</code>`,
    }),
  );
  return postForm(context, {
    action: path,
    class: 'stack narrow',
    body: html`${choiceGroup(text, { id: 'scopes', legend: words.scopes, choices })}
<div class="actions">${button({ weight: 'secondary', label: words.rebuild, name: 'act', value: 'build' })}</div>`,
  });
}
