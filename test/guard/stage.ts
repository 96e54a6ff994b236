/** A service with an API, guards in front of it, and ways to spoil what lies between them. */
import { after } from 'node:test';
import { createGuard, type Guard, type GuardOptions } from '../../packages/guard/src/guard.ts';
import { oncePerEngine } from '../support/each-database.ts';
import { eventually } from '../support/eventually.ts';
import { obtainTokens, type Tokens } from '../support/grant.ts';
import { NOTES, RESOURCE_SCOPES, type ResourceStage, resourceStage } from '../support/resources.ts';
import { type Engine, startService } from '../support/service.ts';

export const ENV = { LATCHKEY_SCOPES: RESOURCE_SCOPES };

/** With a service that the test may end. */
export async function guardStage(engine: Engine): Promise<ResourceStage> {
  return await resourceStage(await startService({ database: engine, env: ENV }));
}

/** With the file's service: each test has tokens and guards of its own. */
export const sharedStage = oncePerEngine(guardStage);

export function noteTokens(stage: ResourceStage, scope = 'notes:read'): Promise<Tokens> {
  return obtainTokens(stage, { resource: NOTES, scope });
}

const guards: Guard[] = [];

// For the whole file: a hook that is registered behind a shared promise would belong to the test that made the promise.
after(() => {
  for (const guard of guards) guard.close();
});

/** Closed at the end of the file. */
export function openGuard({ service, notes }: ResourceStage, more: Partial<GuardOptions> = {}): Guard {
  const { client_id: clientId, client_secret: clientSecret } = notes;
  const guard = createGuard({ issuer: service.url, resource: NOTES, clientId, clientSecret, ...more });
  guards.push(guard);
  return guard;
}

/** A guard that knows the token and has heard the feed. */
export async function warmGuard(
  stage: ResourceStage,
  access: string,
  more: Partial<GuardOptions> = {},
): Promise<Guard> {
  const guard = openGuard(stage, more);
  await eventually('the guard remembers the token', async () => {
    await guard.check(`Bearer ${access}`);
    return guard.state.isFeedCurrent && guard.state.tokens > 0;
  });
  return guard;
}

export async function isAccepted(guard: Guard, access: string): Promise<boolean> {
  return (await guard.check(`Bearer ${access}`)).ok;
}

/** What lies between a guard and the service: it can be cut, slowed down and led elsewhere. */
export interface Way {
  readonly fetch: typeof fetch;
  /** New connections of the feed are refused, and the open ones break. */
  cutFeed(): void;
  /** Connections of the feed stay open, and nothing more arrives on them. */
  silenceFeed(): void;
  /** Whatever the feed sends arrives so much later. */
  delayFeed(milliseconds: number): void;
  mend(): void;
  /** Answers about tokens are held back until the function that is returned is called. */
  holdAnswers(): () => void;
  /** Calls go to this address from now on. */
  leadTo(url: string): void;
}

export function openWay(from: string): Way {
  let to = from;
  let state: { readonly kind: 'open' | 'cut' | 'silent' | 'late'; readonly ms: number } = { kind: 'open', ms: 0 };
  let held: Promise<void> = Promise.resolve();
  const cuts = new Set<() => void>();

  function spoiled(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const passage = new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        cuts.add(() => controller.error(new Error('The connection was cut.')));
      },
      async transform(chunk, controller) {
        if (state.kind === 'silent') return;
        // What is still on its way when the tests are done keeps no process.
        if (state.kind === 'late') await new Promise((resolve) => setTimeout(resolve, state.ms).unref());
        controller.enqueue(chunk);
      },
    });
    return body.pipeThrough(passage);
  }

  return {
    fetch: async (input, init) => {
      const url = String(input).replace(from, to);
      const isFeed = url.endsWith('/oauth/revocations');
      if (isFeed && state.kind === 'cut') throw new Error('The feed is cut.');
      const answer = await fetch(url, init);
      if (!isFeed) await held;
      if (!isFeed || !answer.body) return answer;
      return new Response(spoiled(answer.body), { status: answer.status, headers: answer.headers });
    },
    cutFeed() {
      state = { kind: 'cut', ms: 0 };
      for (const cut of cuts) cut();
      cuts.clear();
    },
    silenceFeed() {
      state = { kind: 'silent', ms: 0 };
    },
    delayFeed(ms) {
      state = { kind: 'late', ms };
    },
    mend() {
      state = { kind: 'open', ms: 0 };
    },
    holdAnswers() {
      let release: () => void = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    leadTo(url) {
      to = url;
    },
  };
}
