/** The documentation inside the service: quick start, endpoints, tokens, scopes and client libraries. */
import type { DescribedOperation } from '../../protocol/api/operation.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { codeBlock, codeTabs, copyField } from '../parts/copy.ts';
import { period } from '../parts/moment.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { scopeWords } from '../text/texts.ts';
import { exampleTokenAnswer, exampleWhoami, fieldsByScope } from './answers.ts';
import { DOCS_PATHS, docsFrame, exampleTabs, filledIn, type OwnApplication } from './frame.ts';
import { EXAMPLES, exampleAddress } from './requests.ts';
import { LIBRARIES } from './snippets/libraries.ts';
import { endpointsOf, exampleValues } from './snippets/values.ts';

/** The settings of this service that the documentation mentions. */
export interface ServiceFacts {
  /** Of the management API. */
  readonly operations: readonly Pick<DescribedOperation, 'method' | 'path' | 'tag'>[];
  readonly baseUrl: string;
  /** Whether every account may register applications. */
  readonly registrationIsOpen: boolean;
  readonly accessSeconds: number;
  readonly codeSeconds: number;
  readonly refreshIdleSeconds: number;
  readonly leewaySeconds: number;
  readonly scopes: readonly { readonly name: string; readonly description: string; readonly isDefault: boolean }[];
}

export function docsStartPage(context: PageContext, facts: ServiceFacts, own: OwnApplication | null = null): Html {
  const { text } = context;
  const words = text.docs.start;
  const subject = own?.values ?? exampleValues(facts.baseUrl);
  const answers = {
    exchange: exampleTokenAnswer(text, facts, subject),
    whoami: exampleWhoami(text, facts, subject),
    refresh: null,
  };
  // Of a visitor nobody knows yet; a link would lead some of them to a refusal.
  const mayRegister = context.account?.mayRegister ?? facts.registrationIsOpen;
  const register = (link: string) =>
    mayRegister ? html`<a href="/oauth/applications/new">${link}</a>` : html`${link}`;
  const address = codeBlock(text, {
    id: 'example-address',
    title: text.playground.ask.address,
    text: exampleAddress(subject),
    what: text.playground.ask.addressWhat,
  });
  return docsFrame(context, {
    page: 'start',
    lead: words.lead,
    body: html`${own && filledIn(text, 'start', own)}
${section(words.register.title, html`<p>${words.register.text(register)}${!mayRegister && html` ${text.approval.notYours.text}`}</p>`)}
${section(words.test.title, html`<p>${words.test.text}</p>`)}
${section(words.authorize.title, html`<p>${words.authorize.text}</p>${address}`)}
${(['exchange', 'whoami', 'refresh'] as const).map((name) =>
  section(words[name].title, html`<p>${words[name].text}</p>${exampleTabs(context, subject, name)}${answers[name]}`),
)}
${section(words.next.title, next(text))}`,
  });
}

const NEXT = ['clients', 'protect', 'webhooks', 'api', 'errors'] as const;

function next({ docs }: Text): Html {
  const rows = NEXT.map(
    (page) =>
      html`<li><a href="${DOCS_PATHS[page]}">${docs.pages[page]}</a> <span class="quiet-text">${docs.start.next[page]}</span></li>`,
  );
  return html`<ul class="plain found">${rows}</ul>`;
}

const METHODS = { authorize: 'GET', token: 'POST', revoke: 'POST', introspect: 'POST', whoami: 'GET', metadata: 'GET' };

export function docsEndpointsPage(
  context: PageContext,
  { baseUrl }: ServiceFacts,
  own: OwnApplication | null = null,
): Html {
  const { text } = context;
  const words = text.docs.endpoints;
  const subject = own?.values ?? exampleValues(baseUrl);
  const addresses = new Map(endpointsOf(baseUrl).map(({ name, url }) => [name, url]));
  // The keys of the table above.
  const names = Object.keys(METHODS) as (keyof typeof METHODS)[];
  return docsFrame(context, {
    page: 'endpoints',
    lead: words.lead,
    body: html`${table({
      caption: text.docs.pages.endpoints,
      columns: [{ title: words.name }, { title: words.method }, { title: words.address }],
      rows: names.map((name) => [
        html`<strong>${text.endpoints[name]}</strong><br><span class="hint">${words.purpose[name]}</span>`,
        html`<code>${METHODS[name]}</code>`,
        html`<code class="long-value" dir="ltr">${addresses.get(name)}</code>`,
      ]),
    })}
${section(words.authentication, list(words.authenticationText))}
${section(words.redirect, list(words.redirectText))}
${section(
  words.examples,
  html`${own && filledIn(text, 'endpoints', own)}
${EXAMPLES.map((name) => html`<h3>${words.example[name]}</h3>${exampleTabs(context, subject, name)}`)}`,
)}`,
  });
}

export function docsTokensPage(context: PageContext, facts: ServiceFacts): Html {
  const { text } = context;
  const words = text.docs.tokens;
  const rows: readonly (readonly Child[])[] = [
    [words.access, period(text, facts.accessSeconds)],
    [words.code, html`${period(text, facts.codeSeconds)}, ${words.single}`],
    [words.refresh, period(text, facts.refreshIdleSeconds)],
    [words.leeway, facts.leewaySeconds === 0 ? words.nothing : period(text, facts.leewaySeconds)],
  ];
  return docsFrame(context, {
    page: 'tokens',
    lead: words.lead,
    body: html`${section(
      words.lifetimes,
      table({ caption: words.lifetimes, columns: [{ title: words.what }, { title: words.life }], rows }),
    )}
${section(words.rotation, list(words.rules))}
${section(words.advice, html`${list(words.advised)}<p>${words.watch}</p>`)}`,
  });
}

export function docsScopesPage(context: PageContext, facts: ServiceFacts): Html {
  const { text } = context;
  const words = text.docs.scopes;
  return docsFrame(context, {
    page: 'scopes',
    lead: words.lead,
    body: html`${table({
      caption: text.docs.pages.scopes,
      columns: [{ title: words.name }, { title: words.means }, { title: words.isDefault }],
      rows: facts.scopes.map((scope) => [
        html`<code>${scope.name}</code>`,
        scopeWords(text, scope),
        scope.isDefault ? words.yes : words.no,
      ]),
    })}
${list(words.rules)}
${section(words.fields, html`${fieldsByScope(text, facts)}${list(words.fieldRules)}`)}`,
  });
}

export function docsClientsPage(
  context: PageContext,
  { baseUrl }: ServiceFacts,
  own: OwnApplication | null = null,
): Html {
  const { text } = context;
  const words = text.docs.clients;
  const subject = own?.values ?? exampleValues(baseUrl);
  const fields = endpointsOf(baseUrl).map(({ name, url }) => {
    const label = text.endpoints[name];
    return copyField(text, { id: `endpoint-${name}`, label, value: url, what: text.endpoints.addressOf(label) });
  });
  const snippets = LIBRARIES.map(({ name, write }) => ({ label: name, text: write(subject) }));
  return docsFrame(context, {
    page: 'clients',
    lead: words.lead,
    body: html`${section(words.enter, html`<div class="copy-list">${fields}</div>`)}
${section(
  text.docs.pages.clients,
  html`${own ? filledIn(text, 'clients', own) : html`<p>${words.own}</p>`}
${codeTabs(text, { id: 'library', legend: words.legend, what: words.what, tabs: snippets })}`,
)}`,
  });
}

function section(title: string, body: Child): Html {
  return html`<section class="section"><h2>${title}</h2>
${body}</section>`;
}

function list(items: readonly Html[]): Html {
  return html`<ul class="rules-list">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}
