/** On SQLite, whether an event is of note is told without a table of its own. */

/** For `not in` SQLite makes a table of the list and drops it again, at every event: a fifth of what inserting one took. */
export const eventsOfNote: readonly string[] = [
  'drop index events_of_note',
  `create index events_of_note on events (kind, id)
    where kind <> 'code.issued' and kind <> 'code.exchanged' and kind <> 'token.issued' and kind <> 'token.refreshed'`,
];
