/** The events of an application as its developer needs to read them: with the protocol's own terms. */

import type { Text } from '../text/en.ts';
import { type EventRecord, toneOf } from './event-entry.ts';
import type { Entry } from './timeline.ts';

export function developerEntry(text: Text, { kind, at, source }: EventRecord): Entry {
  return { tone: toneOf(kind), what: text.developerEvents[kind], advice: null, at, source };
}
