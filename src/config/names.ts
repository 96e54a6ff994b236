/** What each setting is called in the table, in the environment and on the command line. */
import { SETTINGS, type SettingName } from '../config.ts';

// Object.keys forgets the key type; the table's own type says that it has exactly these.
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** `signInsPerAccount` is LATCHKEY_SIGN_INS_PER_ACCOUNT in the environment. */
export function variableOf(name: SettingName): string {
  return `LATCHKEY_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

/** `signInsPerAccount` is --sign-ins-per-account on the command line; answered without the dashes. */
export function flagOf(name: SettingName): string {
  return name.replace(/[A-Z]/g, '-$&').toLowerCase();
}

/** An error of the system that a setting led to, which is named where the error is told. */
export function blameSetting(name: SettingName, error: unknown, setting = variableOf(name)): unknown {
  return error instanceof Error ? Object.assign(error, { setting, settingName: name }) : error;
}

/** The setting that an error was blamed on. */
export function blamedSetting(error: unknown): SettingName | undefined {
  if (!(error instanceof Error) || !('settingName' in error)) return undefined;
  return SETTING_NAMES.find((name) => name === error.settingName);
}
