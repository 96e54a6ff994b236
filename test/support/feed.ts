/** A listener of the revocation feed, as an API would be one. */
import { type IncomingMessage, request } from 'node:http';
import { eventually } from './eventually.ts';
import type { ResourceCredentials } from './resources.ts';
import { basicHeader } from './token-client.ts';

export interface FeedEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Record<string, unknown>;
}

export interface Listener {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** All that was heard so far, heartbeats left out. */
  readonly events: readonly FeedEvent[];
  readonly heartbeats: readonly FeedEvent[];
  /** The last id that was heard, as a browser's EventSource keeps it. */
  readonly lastId: () => string;
  /** Resolves once an event like this was heard. */
  heard(like: (event: FeedEvent) => boolean): Promise<FeedEvent>;
  readonly closed: Promise<void>;
  close(): void;
}

export function listen(
  url: string,
  { client_id, client_secret }: Pick<ResourceCredentials, 'client_id' | 'client_secret'>,
  headers: Record<string, string> = {},
): Promise<Listener> {
  const authorization = basicHeader(client_id, client_secret);
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/oauth/revocations`, { headers: { authorization, ...headers }, agent: false });
    sent.on('error', reject);
    sent.on('response', (answer) => resolve(follow(answer)));
    sent.end();
  });
}

function follow(answer: IncomingMessage): Listener {
  const events: FeedEvent[] = [];
  const heartbeats: FeedEvent[] = [];
  let rest = '';
  let last = '';
  answer.setEncoding('utf8').on('data', (piece: string) => {
    rest += piece;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
      );
      const event = fields.get('event');
      if (event === undefined) continue;
      last = fields.get('id') ?? last;
      const heard = { event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '{}') };
      (event === 'alive' ? heartbeats : events).push(heard);
    }
  });
  const closed = new Promise<void>((resolve) => answer.on('close', resolve).on('error', () => {}));
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    events,
    heartbeats,
    lastId: () => last,
    heard: async (like) => {
      const find = () => [...events, ...heartbeats].find(like);
      await eventually(`an event of the feed; heard ${JSON.stringify(events)}`, () => find() !== undefined);
      return find() ?? { event: '', id: undefined, data: {} };
    },
    closed,
    close: () => answer.destroy(),
  };
}
