/** English words of the settings of the service; what each one does is told by its row in the table of settings. */
import { SETTINGS, type SettingName } from '../../../../config.ts';
import { type Html, html } from '../../../html.ts';

/** What each setting does, by its name. */
export type SettingWords = { readonly [Name in SettingName]: string };

// Object.fromEntries forgets the names; the table has exactly these.
const says = Object.fromEntries(Object.entries(SETTINGS).map(([name, row]) => [name, row.says])) as SettingWords;

export const serviceSettings = {
  title: 'Settings',
  lead: (file: Html, command: Html) =>
    html`Set on the server, by environment variables, flags or the file named in ${file}, and read at start. ${command} prints the same list. Secrets are never shown.`,
  find: 'Find a setting',
  findHint: 'Part of its name, its variable or its description.',
  changed: 'Set by you',
  noneChanged: 'Nothing is set: every setting has its default.',
  groups: {
    service: 'Address and database',
    pages: 'Pages',
    people: 'People',
    tokens: 'Applications and tokens',
    limits: 'Limits',
    load: 'Network and load',
    watching: 'Logs, figures and retention',
  },
  setting: 'Setting',
  value: 'Value',
  source: 'Source',
  sources: { default: 'default', file: 'file', environment: 'environment', flag: 'flag' },
  emptyTitle: 'No matches',
  emptyText: 'No setting has this in its name or description.',
  says,
};
