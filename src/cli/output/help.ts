/** The help texts of the command line, printed from the tables that also read it. */

import { flagOf, SETTING_NAMES } from '../../config/names.ts';
import { SETTINGS } from '../../config.ts';
import type { Act, Group } from '../command-line.ts';

export interface Listed {
  readonly name: string;
  readonly says: string;
}

export function helpOfAll(commands: readonly Listed[]): string {
  return [
    'Latchkey is a self-hosted OAuth 2.0 service.',
    '',
    'Usage: bin/latchkey COMMAND [OPTIONS]',
    '',
    ...columns(commands.map(({ name, says }) => [name, says])),
    '',
    'bin/latchkey COMMAND --help says more. The quickest start: npm start',
  ].join('\n');
}

export function helpOfGroup(name: string, group: Group): string {
  const acts = Object.entries(group.acts).map(([word, act]) => [`${name} ${word}`, act.says] as const);
  const bare = group.bare ? [helpOfAct(name, group.bare), ''] : [group.says, ''];
  return [...bare, `Usage: bin/latchkey ${name} WORD [OPTIONS]`, '', ...columns(acts)].join('\n');
}

/** `path` is how the act is called: `users create`. */
export function helpOfAct(path: string, act: Act): string {
  const required = Object.entries(act.options).filter(([, option]) => option.required);
  const words = [path, ...required.map(([name, option]) => `--${name} ${option.value ?? ''}`.trim()), ...act.operands];
  const options = Object.entries(act.options).map(([name, option]) => {
    const repeats = option.repeats ? ' (may be repeated)' : '';
    return [`--${name} ${option.value ?? ''}`, `${option.says}${repeats}`] as const;
  });
  const rest = options.length > required.length ? ' [OPTIONS]' : '';
  return [
    act.says,
    '',
    `Usage: bin/latchkey ${words.join(' ')}${rest}`,
    '',
    ...columns(options),
    ...(path === 'serve'
      ? settingFlags()
      : ['', 'Settings are options too, such as --database; bin/latchkey config lists them.']),
  ].join('\n');
}

function settingFlags(): readonly string[] {
  const names = SETTING_NAMES.filter((name) => !SETTINGS[name].flagless);
  return columns(
    names.map((name) => [`--${flagOf(name)}${SETTINGS[name].isSwitch ? '' : ' VALUE'}`, SETTINGS[name].says]),
  );
}

function columns(rows: readonly (readonly [left: string, right: string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
