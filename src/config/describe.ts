/** Explains every setting: for `latchkey config` with its value, and for docs/configuration.md without. */
import { SETTINGS, type SettingName } from '../config.ts';
import type { Loaded, Origin } from './load.ts';
import { flagOf, SETTING_NAMES, variableOf } from './names.ts';
import { SHIPPED_SCOPES } from './scope-catalogue.ts';
import { withoutPassword } from './values.ts';

interface DescribedSetting {
  readonly name: SettingName;
  readonly variable: string;
  /** With its dashes; null where there is none. */
  readonly flag: string | null;
  readonly fallback: string;
  readonly says: string;
}

interface DescribedValue extends DescribedSetting {
  /** Safe to show: passwords are starred out. */
  readonly value: unknown;
  readonly origin: Origin;
}

function describeSettings(): readonly DescribedSetting[] {
  return SETTING_NAMES.map((name) => ({
    name,
    variable: variableOf(name),
    flag: SETTINGS[name].flagless ? null : `--${flagOf(name)}`,
    fallback: SETTINGS[name].fallback,
    says: SETTINGS[name].says,
  }));
}

export function describeLoaded({ settings, origins }: Loaded): readonly DescribedValue[] {
  return describeSettings().map((setting) => {
    const value = settings[setting.name];
    return { ...setting, value: shownValue(setting.name, value), origin: origins[setting.name] };
  });
}

/** Of the settings that may hold a secret one is an address, which is shown without its password. */
function shownValue(name: SettingName, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  return SETTINGS[name].secret && name !== 'database' && value !== '' ? '***' : withoutPassword(value);
}

export function printConfiguration(): string {
  const rows = describeSettings().map(({ name, variable, flag, fallback, says }) => {
    const shownFlag = flag === null ? '' : `\`${flag}\``;
    return `| \`${name}\` | \`${variable}\` | ${shownFlag} | ${fallback === '' ? '' : `\`${fallback}\``} | ${says} |`;
  });
  const scopes = Object.entries(SHIPPED_SCOPES).map(([name, entry]) => {
    return `| \`${name}\` | ${entry.description} | ${entry.default ? 'yes' : 'no'} |`;
  });
  return `${INTRODUCTION}
| in the file | in the environment | as a flag | default | what it does |
|---|---|---|---|---|
${rows.join('\n')}

## Scopes that are shipped

\`scopes\` adds to these, replaces one of the same name, or removes one that is set to \`null\`. Beside \`description\` and
\`default\` an entry may have a \`group\`, the heading under which the consent page shows it, and an \`access\`, \`"read"\` or
\`"write"\`, which is told beside it. Without them both are guessed from names such as \`notes:read\` or \`write_notes\`.

| scope | what the user reads | default |
|---|---|---|
${scopes.join('\n')}
`;
}

/** The variables with which a setting is read from a file of its own. */
const FILES = SETTING_NAMES.filter((name) => SETTINGS[name].secret)
  .map((name) => `\`${variableOf(name)}_FILE\``)
  .join(' and ');

const INTRODUCTION = `# Configuration

Latchkey starts without any configuration. To change something, give a flag, set an environment variable, or write a
JSON file and name it in \`LATCHKEY_CONFIG\`. A flag outweighs the environment, and the environment outweighs the file.
\`bin/latchkey config\` shows every setting with its value and where the value came from; passwords are starred out.

- An empty environment variable counts as not set.
- What may hold a secret can be read from a file, for secrets that are mounted as files: ${FILES} name it.
- A switch such as \`--danger-no-rate-limits\` needs no value; \`--token-query=false\` turns one off.
- In the file, names are written as in the first column: \`{"url": "https://id.example.org", "trustedProxies": ["10.0.0.0/8"]}\`.
- An unknown name or a wrong value stops the start with exit code 2, after every fault has been listed.
- What weakens security starts with \`danger\`.

This page is printed from the table of settings (\`npm run docs\`); change the table, not the page.
`;
