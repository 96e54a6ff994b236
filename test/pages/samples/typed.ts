/** What the samples of all pages share: the moment, and texts that somebody could have typed. */
import type { Shown } from '../../../src/pages/parts/form.ts';
import type { FieldFault } from '../../../src/protocol/people/field-fault.ts';

export type Say = (text: string) => string;

export const NOW = Date.UTC(2026, 10, 15, 14, 5) / 1000;

/** A fault whose words hold something that was typed. */
export function faultFor(say: Say): FieldFault {
  return { reason: 'scopes_unknown', names: [say('fly')] };
}

/** A form whose fields were changed elsewhere, one of them to nothing. */
export function overtakenIn(say: Say, ...fields: readonly string[]): Shown {
  const overtaken = fields.map((field, index) => ({ field, now: index === 0 ? [say('Other')] : [] }));
  return { digests: 'name:aaaaaaaaaaaaaaaa', overtaken };
}

export const FRESH: Shown = { digests: 'name:aaaaaaaaaaaaaaaa', overtaken: [] };
