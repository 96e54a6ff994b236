/** The catalogue of each language, and the texts for faults and scopes, which are looked up by key. */
import { SHIPPED_SCOPES } from '../../config/scope-catalogue.ts';
import type { FieldFault } from '../../protocol/people/field-fault.ts';
import type { Language } from '../../protocol/people/language.ts';
import { en, type Text } from './en.ts';
import { ru } from './ru.ts';

export const TEXTS: { readonly [Name in Language]: Text } = { en, ru };

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
