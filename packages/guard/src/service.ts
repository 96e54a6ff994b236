/** The calls to the service: questions about tokens, the feed, and what time it is there. */

export interface ServiceOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
}

export interface Service {
  /** The answer of the service (RFC 7662 §2.2). Rejects when there is none. */
  introspect(token: string): Promise<unknown>;
  /** The stream of the feed, from after this event on. Rejects when it cannot be opened. */
  follow(lastEventId: string | undefined, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
  /** Milliseconds of the epoch by the clock of the service; undefined until it has answered once. */
  now(): number | undefined;
}

export function createService({ issuer, clientId, clientSecret, timeoutMs, fetch }: ServiceOptions): Service {
  // RFC 6749 §2.3.1: both are encoded before they are joined.
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  const clock = createClock();

  return {
    now: clock.now,
    async introspect(token) {
      const askedAt = performance.now();
      const answer = await fetch(`${issuer}/oauth/introspect`, {
        method: 'POST',
        headers: { authorization, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token }).toString(),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = await answer.text();
      if (answer.status !== 200)
        throw new Error(`The service answered the question about a token with ${answer.status}.`);
      clock.set(answer.headers.get('date'), askedAt);
      return JSON.parse(body);
    },
    async follow(lastEventId, signal) {
      const answer = await fetch(`${issuer}/oauth/revocations`, {
        headers: {
          authorization,
          accept: 'text/event-stream',
          ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
        },
        redirect: 'error',
        signal,
      });
      if (answer.status === 200 && answer.body) return answer.body;
      await answer.body?.cancel();
      throw new Error(`The service answered ${answer.status} where the revocation feed should be.`);
    },
  };
}

const QUICK_MS = 1_000;

/** The clocks of two machines differ, and either may jump: what the service says goes on here by a steady clock. */
function createClock() {
  let said: number | undefined;
  let saidAt = 0;
  const now = (): number | undefined => (said === undefined ? undefined : said + performance.now() - saidAt);
  return {
    set(date: string | null, askedAt: number): void {
      const time = Date.parse(date ?? '');
      if (Number.isNaN(time)) return;
      const known = now();
      // An answer that was long under way says an old time; a clock behind the true one would trust an old feed.
      if (known !== undefined && time < known && performance.now() - askedAt > QUICK_MS) return;
      said = time;
      saidAt = performance.now();
    },
    now,
  };
}
