/** The newest events of one application for its developer: secrets, consents, tokens, changes of its settings. */
import type { PageContext } from '../../frame.ts';
import { type Html, html } from '../../html.ts';
import { developerEntry, type EventRecord } from '../../parts/event-entry.ts';
import { emptyState } from '../../parts/notice.ts';
import { timeline } from '../../parts/timeline.ts';
import { type ApplicationSubject, applicationFrame } from '../frame.ts';

interface ApplicationEvents {
  readonly application: ApplicationSubject;
  /** Newest first, a bounded number. */
  readonly events: readonly EventRecord[];
}

export function applicationEventsPage(context: PageContext, { application, events }: ApplicationEvents): Html {
  const { text } = context;
  const words = text.activity;
  return applicationFrame(context, application, {
    tab: 'activity',
    view: 'events',
    body:
      events.length === 0
        ? emptyState({ title: words.noEvents, text: words.noEventsText })
        : html`<p>${words.eventsLead}</p>
${timeline(
  context,
  events.map((event) => developerEntry(text, event)),
)}`,
  });
}
