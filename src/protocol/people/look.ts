/** How a browser wants the pages: which language, light or dark; as its cookie says it. */
import { LANGUAGES, type Language } from './language.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

export interface Look {
  /** Null where the account or the browser decides. */
  readonly language: Language | null;
  readonly theme: Theme;
}

/** Whatever is not understood leaves the choice to the browser. */
export function readLook(text: string | undefined): Look {
  const [language, theme] = (text ?? '').split('.');
  return { language: readLanguage(language), theme: readTheme(theme) };
}

export function readLanguage(text: string | undefined): Language | null {
  return LANGUAGES.find((each) => each === text) ?? null;
}

export function readTheme(text: string | undefined): Theme {
  return THEMES.find((each) => each === text) ?? 'auto';
}

export function formatLook({ language, theme }: Look): string {
  return `${language ?? 'auto'}.${theme}`;
}
