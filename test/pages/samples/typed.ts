/** What the samples of all pages share: the moment, and texts that somebody could have typed. */
import type { FieldFault } from '../../../src/protocol/people/field-fault.ts';

export type Say = (text: string) => string;

export const NOW = Date.UTC(2026, 10, 15, 14, 5) / 1000;

/** A fault whose words hold something that was typed. */
export function faultFor(say: Say): FieldFault {
  return { reason: 'scopes_unknown', names: [say('fly')] };
}
