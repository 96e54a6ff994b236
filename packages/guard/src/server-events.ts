/** Reads server-sent events from a stream of bytes (WHATWG HTML §9.2.6), as far as the revocation feed uses them. */

export interface ServerEvent {
  readonly event: string;
  /** Undefined where the event carries none. */
  readonly id: string | undefined;
  readonly data: string;
}

/** An event of the feed has some hundred characters; what is longer is not the feed. */
const MOST_CHARACTERS = 65_536;

export async function* serverEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    if (rest.length > MOST_CHARACTERS) throw new Error('The feed sent an event without an end.');
    for (const block of blocks) {
      const event = readBlock(block);
      if (event) yield event;
    }
  }
}

/** Undefined for a block without a name: a comment, or a word about reconnecting. */
function readBlock(block: string): ServerEvent | undefined {
  let event: string | undefined;
  let id: string | undefined;
  let data = '';
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    else if (name === 'id') id = value;
    else if (name === 'data') data += data === '' ? value : `\n${value}`;
  }
  return event === undefined ? undefined : { event, id, data };
}
