/** How a program is connected to this service as one application: addresses, requests in each language, libraries. */
import { machineStep, stepsToFirstToken } from '../docs/snippets/first-token.ts';
import { librariesFor } from '../docs/snippets/libraries.ts';
import { endpointsOf, type SnippetValues } from '../docs/snippets/values.ts';
import type { PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { codeTabs, copyField, downloadLink } from '../parts/copy.ts';
import type { Text } from '../text/en.ts';
import { envFile, jsonFile } from './client-file.ts';
import { type ApplicationSubject, applicationFrame, applicationPath } from './frame.ts';

interface ConnectedApplication extends ApplicationSubject {
  readonly redirectUris: readonly string[];
  /** The service's address, without a slash at the end. */
  readonly baseUrl: string;
  readonly homepageUrl: string;
  readonly policyUrl: string;
  readonly termsUrl: string;
}

interface ConnectView {
  readonly application: ConnectedApplication;
  /** What the snippets are filled in with. */
  readonly values: SnippetValues;
}

export function connectPage(context: PageContext, { application, values }: ConnectView): Html {
  return applicationFrame(context, application, {
    tab: 'connect',
    body: html`${addresses(context.text, application)}
${commands(context, application, values)}
${application.kind !== 'machine' && libraries(context, values)}`,
  });
}

/** One address finds all others; they are looked up rarely, and folded. */
function addresses(text: Text, application: ConnectedApplication): Html {
  const words = text.connect;
  const { endpoints } = text;
  const field = ({ name, url }: ReturnType<typeof endpointsOf>[number]) =>
    copyField(text, {
      id: `endpoint-${name}`,
      label: endpoints[name],
      value: url,
      what: endpoints.addressOf(endpoints[name]),
    });
  const all = endpointsOf(application.baseUrl);
  return html`<section class="section"><h2>${words.addresses}</h2><p>${words.addressesLead}</p>
<div class="copy-list">${copyField(text, { id: 'client_id', label: 'client_id', value: application.clientId, what: 'client_id' })}
${all.filter(({ name }) => name === 'metadata').map(field)}</div>
<details class="rules"><summary>${words.allAddresses}</summary><div class="copy-list">${all.filter(({ name }) => name !== 'metadata').map(field)}</div></details>
<p class="hint">${words.files}</p>
<div class="actions">${downloadLink({ fileName: 'client.json', type: 'application/json', text: jsonFile(application, null), label: words.downloadJson })} ${downloadLink({ fileName: 'client.env', type: 'text/plain', text: envFile(application, null), label: words.downloadEnv })}</div></section>`;
}

function commands({ text }: PageContext, { kind, clientId }: ConnectedApplication, values: SnippetValues): Html {
  const words = text.connect;
  const isMachine = kind === 'machine';
  const steps = isMachine ? [machineStep(values)] : stepsToFirstToken(values);
  const blocks = steps.map(({ id, name, tabs }) => {
    const { title, what } = text.snippets[name];
    const shown = tabs.map(({ language, text: code }) => ({ label: language, text: code }));
    return html`<h3>${title}</h3>
${codeTabs(text, { id, legend: text.docs.languages(title), what, tabs: shown })}`;
  });
  const test = html`<a href="${applicationPath(clientId)}/test">${words.orTest}</a>`;
  return html`<section class="section" id="commands"><h2>${words.commands}</h2>
<p>${words.commandsLead} ${values.isConfidential && words.putSecret(html`<code>${values.secret}</code>`)} ${!isMachine && html`${words.putPrinted} ${test}`}</p>
${blocks}</section>`;
}

function libraries({ text }: PageContext, values: SnippetValues): Html {
  const words = text.connect;
  const tabs = librariesFor(values).map(({ name, write }) => ({ label: name, text: write(values) }));
  return html`<section class="section" id="libraries"><h2>${words.libraries}</h2>
<p>${words.librariesLead} ${values.isConfidential && words.putSecret(html`<code>${values.secret}</code>`)}</p>
${codeTabs(text, { id: 'library', legend: words.legend, what: words.what, tabs })}</section>`;
}
