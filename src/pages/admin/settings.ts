/** Every setting of the service with its value, what it does and where its value came from; changed on the server alone. */
import type { SettingName } from '../../config.ts';
import type { PageContext } from '../frame.ts';
import { type Child, type Html, html } from '../html.ts';
import { findForm } from '../parts/find.ts';
import { period } from '../parts/moment.ts';
import { emptyState } from '../parts/notice.ts';
import { prose } from '../parts/prose.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import { adminFrame } from './admin-frame.ts';

export interface ShownSetting {
  readonly name: SettingName;
  /** What it is called in the environment. */
  readonly variable: string;
  /** Without secrets; empty for nothing. */
  readonly value: string;
  readonly source: keyof Text['serviceSettings']['sources'];
}

type Group = keyof Text['serviceSettings']['groups'];

/** A setting that stands nowhere here is a type error. */
const GROUPS: { readonly [Name in SettingName]: Group } = {
  ...{ port: 'service', host: 'service', url: 'service', database: 'service', databasePool: 'service' },
  databaseSilenceMs: 'service',
  ...{ name: 'pages', accentHue: 'pages', logo: 'pages', footerLinks: 'pages', contact: 'pages' },
  ...{ introduction: 'pages', homeForDevelopers: 'pages' },
  ...{ signUp: 'people', reservedNames: 'people', importedPepper: 'people' },
  ...{ scopes: 'tokens', resources: 'tokens', accessTokenSeconds: 'tokens', codeSeconds: 'tokens' },
  ...{ refreshIdleSeconds: 'tokens', refreshAbsoluteSeconds: 'tokens', refreshLeewaySeconds: 'tokens' },
  ...{ userAgent: 'tokens', tokenQuery: 'tokens', applicationRegistration: 'tokens', applicationApproval: 'tokens' },
  ...{ signInsPerAccount: 'limits', signInsPerNetwork: 'limits', signUpsPerNetwork: 'limits' },
  ...{ failuresPerNetwork: 'limits', leakReportsPerNetwork: 'limits', tokenRequestsPerClient: 'limits' },
  ...{ apiRequestsPerCaller: 'limits', codesPerConsent: 'limits', dangerNoRateLimits: 'limits' },
  ...{ trustedProxies: 'load', outboundAllow: 'load', workers: 'load', requestsAtOnce: 'load' },
  ...{ connectionsAtOnce: 'load', drainSeconds: 'load' },
  ...{ logLevel: 'watching', logFile: 'watching', accessLog: 'watching', slowStatementMs: 'watching' },
  ...{ metricsPort: 'watching', metricsHost: 'watching', metricsClients: 'watching' },
  ...{ sweepSeconds: 'watching', eventDays: 'watching', eventRetention: 'watching' },
};

const PATH = '/admin/settings';
const LONGEST_IN_ROW = 120;
const SHOWN_OF_LONG = 24;

interface Settings {
  readonly typed: string;
  readonly settings: readonly ShownSetting[];
}

export function settingsPage(context: PageContext, { typed, settings }: Settings): Html {
  const { text } = context;
  const words = text.serviceSettings;
  const fits = settings.filter((setting) => contains(text, setting, typed));
  return adminFrame(context, 'settings', {
    title: words.title,
    lead: words.lead(html`<code>LATCHKEY_CONFIG</code>`, html`<code>latchkey config</code>`),
    body: html`${findForm(text, { path: PATH, label: words.find, hint: words.findHint, typed })}
${fits.length === 0 && typed !== '' ? emptyState({ title: words.emptyTitle, text: words.emptyText }) : sections(text, fits, typed)}`,
  });
}

function contains({ serviceSettings }: Text, { name, variable }: ShownSetting, typed: string): boolean {
  return `${name} ${variable} ${serviceSettings.says[name]}`.toLowerCase().includes(typed.toLowerCase());
}

/** What somebody has set comes first; the rest by what it is about. */
function sections(text: Text, settings: readonly ShownSetting[], typed: string): Html {
  const words = text.serviceSettings;
  const changed = settings.filter(({ source }) => source !== 'default');
  const usual = Map.groupBy(
    settings.filter(({ source }) => source === 'default'),
    ({ name }) => GROUPS[name],
  );
  // The words of the groups are in the order of the page.
  const groups = (Object.keys(words.groups) as Group[]).filter((group) => usual.has(group));
  return html`${changed.length > 0 && section(words.changed, list(text, words.changed, changed))}
${changed.length === 0 && typed === '' && section(words.changed, html`<p>${words.noneChanged}</p>`)}
${groups.map((group) => section(words.groups[group], list(text, words.groups[group], usual.get(group) ?? [])))}`;
}

function section(title: string, body: Child): Html {
  return html`<section class="section"><h2>${title}</h2>
${body}</section>`;
}

function list(text: Text, caption: string, settings: readonly ShownSetting[]): Html {
  const words = text.serviceSettings;
  return html`<div class="settings-table">${table({
    caption,
    columns: [{ title: words.setting }, { title: words.value }, { title: words.source }],
    rows: settings.map((setting) => [
      html`<code>${setting.name}</code><p class="hint">${prose(words.says[setting.name])}</p>`,
      shownValue(text, setting),
      html`${setting.source !== 'default' && html`<span class="chip accent">${words.sources[setting.source]}</span> `}<code class="quiet-text setting-variable">${breakable(setting.variable)}</code>`,
    ]),
  })}</div>`;
}

/** Wraps after what separates its parts, and inside of a part only where that alone is too long for its line. */
function breakable(value: string): Html {
  return html`${value.split(/(?<=[_/.,:;=@&?-])(?![_/.,:;=@&?-])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;
}

/** A catalogue is folded; seconds are told in larger units as well. */
function shownValue(text: Text, { name, value }: ShownSetting): Html {
  if (value === '') return html`<span class="quiet-text">${text.parts.none}</span>`;
  if (value.length > LONGEST_IN_ROW) {
    const whole = html`<code class="setting-value" dir="ltr">${breakable(value)}</code>`;
    return html`<details><summary><code dir="ltr">${value.slice(0, SHOWN_OF_LONG)}…</code></summary>${whole}</details>`;
  }
  const seconds = name.endsWith('Seconds') && /^[1-9]\d+$/.test(value) ? Number(value) : null;
  return html`<code class="setting-value" dir="ltr">${breakable(value)}</code>${seconds !== null && seconds >= 60 && html` <span class="quiet-text">${period(text, seconds)}</span>`}`;
}
