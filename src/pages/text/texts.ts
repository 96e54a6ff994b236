/** The catalogue of each language, and the texts for faults and scopes, which are looked up by key. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { SHIPPED_SCOPES } from '../../config/scope-catalogue.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import type { Language } from '../../protocol/people/language.ts';
import { en, type Text } from './en.ts';
import type { ru } from './ru.ts';

let russian: Text | undefined;

/** Other languages than the first are loaded when somebody first reads them: each takes 2.5 MB. */
export function textIn(language: Language): Text {
  if (language === 'en') return en;
  russian ??= load(new URL('./ru.ts', import.meta.url)).ru;
  return russian;
}

/** At once, since a page is made without waiting for anything. */
function load(module: URL): { readonly ru: typeof ru } {
  return createRequire(import.meta.url)(fileURLToPath(module));
}

/** What is wrong with a field, in words for the person who filled it in. */
export function faultWords(text: Text, fault: FieldFault): string {
  // The table has, under each reason, a function for the faults of this reason.
  const say = text.faults[fault.reason] as (fault: FieldFault) => string;
  return say(fault);
}

/** The operator's own description of a scope stays as it is; the shipped ones are translated. */
export function scopeWords(text: Text, { name, description }: { name: string; description: string }): string {
  const isShipped = Object.hasOwn(text.scopes, name) && SHIPPED_SCOPES[name]?.description === description;
  // Object.hasOwn has just proved that it is one of the keys.
  if (isShipped) return text.scopes[name as keyof Text['scopes']];
  return description === '' ? name : description;
}
