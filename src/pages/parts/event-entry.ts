/** Security events as entries of a timeline: with severity and advice for the account's owner, and for developers. */
import type { EventKind, Source } from '../../protocol/event.ts';
import type { Html } from '../html.ts';
import type { Text } from '../text/en.ts';
import { SUBJECT_ICONS } from './icon.ts';
import { named } from './name.ts';
import { type TimelineEntry, TONE_ICONS, type Tone } from './timeline.ts';

export interface EventRecord {
  readonly kind: EventKind;
  readonly at: number;
  /** The application concerned, if there is one; a deleted one may still be named. */
  readonly applicationName: string | null;
  readonly source: Source;
}

export function eventEntry(text: Text, event: EventRecord): TimelineEntry {
  const app = event.applicationName === null ? null : named(event.applicationName);
  return {
    tone: toneOf(event.kind),
    icon: subjectIcon(event.kind),
    what: text.events[event.kind](app),
    advice: adviceFor(text, event.kind),
    at: event.at,
    source: event.source,
  };
}

/** The same for the developer of the application, in the protocol's own terms. */
export function developerEntry(text: Text, { kind, at, source }: EventRecord): TimelineEntry {
  return { tone: toneOf(kind), icon: subjectIcon(kind), what: text.developerEvents[kind], advice: null, at, source };
}

function subjectIcon(kind: EventKind): Html | undefined {
  return SUBJECT_ICONS[kind.slice(0, kind.indexOf('.'))];
}

/** What it is about; where it needs a look, that. */
export function eventIcon(kind: EventKind): Html {
  const tone = toneOf(kind);
  return (tone === 'calm' && subjectIcon(kind)) || TONE_ICONS[tone];
}

export function toneOf(kind: EventKind): Tone {
  switch (kind) {
    case 'code.replayed':
    case 'token.reuse_detected':
    case 'application.secret_leaked':
    case 'resource.secret_leaked':
    case 'code.leaked':
    case 'token.leaked':
    case 'account.disabled':
      return 'alarm';
    case 'account.sign_in_failed':
    case 'application.authentication_failed':
    case 'resource.authentication_failed':
    case 'resource.deleted':
    case 'account.password_changed':
    case 'account.email_changed':
    case 'account.signed_out_everywhere':
    case 'account.data_downloaded':
    case 'application.suspended':
    case 'limit.reached':
    case 'application.secret_exposed':
    case 'code.refused':
    case 'token.refused':
      return 'attention';
    default:
      return 'calm';
  }
}

function adviceFor({ advice }: Text, kind: EventKind): string | null {
  switch (kind) {
    case 'code.replayed':
    case 'token.reuse_detected':
      return advice.stolen;
    case 'application.secret_leaked':
      return advice.secret;
    case 'application.secret_exposed':
      return advice.exposed;
    case 'code.leaked':
    case 'token.leaked':
      return advice.leaked;
    case 'account.sign_in_failed':
      return advice.guessed;
    case 'account.confirmation_failed':
      return advice.unconfirmed;
    case 'account.password_changed':
    case 'account.email_changed':
    case 'account.data_downloaded':
      return advice.changed;
    default:
      return null;
  }
}
