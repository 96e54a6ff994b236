/** Which trace the request belonged to that caused an event, and the one that asked to send a delivery by hand. */

/**
 * `traceparent` as it came (W3C Trace Context), null where none did. A delivery that the database noted has none of its own: it
 * goes on with that of its event, as long as that is kept.
 */
export const traces = `
alter table events add column traceparent text;
alter table deliveries add column traceparent text
`;
