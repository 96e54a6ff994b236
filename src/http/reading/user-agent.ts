/** What a client calls itself, as far as it may be kept and shown. */
import { scrub } from '../../log/redact.ts';
import { USER_AGENT_CHARACTERS } from '../../protocol/event.ts';

/** Enough to see the whole of a secret that begins in what is kept. */
const LOOKED_THROUGH = 1024;

/**
 * Redacted by the rule of the log: a client may send anything as its name, a token in the wrong header among it, and it is kept
 * with events, sessions, consents and answered requests. Requests of one client often follow each other.
 */
export function createUserAgentReader(): (header: string | undefined) => string | null {
  let lastHeader: string | undefined;
  let lastShown: string | null = null;
  return (header) => {
    if (header !== lastHeader) {
      lastHeader = header;
      lastShown = header === undefined ? null : scrub(header.slice(0, LOOKED_THROUGH)).slice(0, USER_AGENT_CHARACTERS);
    }
    return lastShown;
  };
}
