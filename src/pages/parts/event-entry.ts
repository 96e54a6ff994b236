/** Every security event as the person sees it whose account it is: how grave it is, and what to do about it. */
import type { EventKind, Source } from '../../protocol/event.ts';
import type { Text } from '../text/en.ts';
import { named } from './name.ts';
import type { Entry, Tone } from './timeline.ts';

export interface EventRecord {
  readonly kind: EventKind;
  readonly at: number;
  /** The application it was about, if one; a deleted one may still be named. */
  readonly applicationName: string | null;
  readonly source: Source;
}

export function eventEntry(text: Text, event: EventRecord): Entry {
  const app = event.applicationName === null ? null : named(event.applicationName);
  return {
    tone: toneOf(event.kind),
    what: text.events[event.kind](app),
    advice: adviceFor(text, event.kind),
    at: event.at,
    source: event.source,
  };
}

export function toneOf(kind: EventKind): Tone {
  switch (kind) {
    case 'code.replayed':
    case 'token.reuse_detected':
    case 'account.disabled':
      return 'alarm';
    case 'account.sign_in_failed':
    case 'application.authentication_failed':
    case 'account.password_changed':
    case 'account.email_changed':
    case 'account.signed_out_everywhere':
    case 'account.data_downloaded':
    case 'application.suspended':
    case 'limit.reached':
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
    case 'account.sign_in_failed':
      return advice.guessed;
    case 'account.password_changed':
    case 'account.email_changed':
    case 'account.data_downloaded':
      return advice.changed;
    default:
      return null;
  }
}
