/** Which language the pages are in: the account's own, else the browser's, else English. */

/** Those that src/pages/text has; the first is used where no other fits. */
export const LANGUAGES = ['en', 'ru'] as const;

export type Language = (typeof LANGUAGES)[number];

/** A browser sends ten ranges at most; what stands behind these is not read. */
const MOST_RANGES = 32;
const LONGEST_HEADER = 1024;

/** RFC 9110 §12.5.4: a language range, and how much it is wanted, from 0 to 1. */
const RANGE = /^\s*(\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*[Qq]\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/;

/** `locale` is the account's language tag, empty when it has none. */
export function chooseLanguage(locale: string, acceptLanguage: string | undefined): Language {
  return languageOf(locale) ?? wanted(acceptLanguage ?? '') ?? LANGUAGES[0];
}

/** RFC 4647 §3.4: `ru-RU` is looked up as `ru`. */
function languageOf(tag: string): Language | undefined {
  const primary = tag.split('-', 1)[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary);
}

/** The most wanted of ours, the earlier of two wanted alike; undefined when the header names none of them. */
function wanted(header: string): Language | undefined {
  const weights = new Map<Language | '*', number>();
  for (const part of header.slice(0, LONGEST_HEADER).split(',', MOST_RANGES)) {
    const [, range, weight = '1'] = RANGE.exec(part) ?? [];
    const name = range === '*' ? range : range === undefined ? undefined : languageOf(range);
    // `ru-RU, ru;q=0.8`: the first says how much it is wanted.
    if (name !== undefined && !weights.has(name)) weights.set(name, Number(weight));
  }
  const others = weights.get('*') ?? 0;
  weights.delete('*');
  // The asterisk stands for every language that is not named beside it.
  for (const language of LANGUAGES) if (!weights.has(language)) weights.set(language, others);
  const [best] = [...weights].filter(([, weight]) => weight > 0).sort(([, one], [, other]) => other - one);
  // Only names of languages are left once the asterisk is gone.
  return best?.[0] as Language | undefined;
}
