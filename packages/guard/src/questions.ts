/** Asks the service about tokens: one question for several checks at once, and no more questions than it can bear. */
import { readAnswer, type Token } from './answer.ts';
import type { Cache } from './cache.ts';
import type { RecentEndings } from './recent-endings.ts';
import type { Service } from './service.ts';

export interface Questions {
  /** Null for a token that is not good here; rejects where the service cannot be asked. */
  ask(token: string, digest: string): Promise<Token | null>;
  /** Whether the service has said lately that the token is not good: that never changes. */
  wasRefused(digest: string): boolean;
  readonly asked: number;
}

/** A check may share the question of another one that was sent so shortly before. */
const SHARED_MS = 200;
const MOST_ASKING = 200;
const REFUSED_MS = 10_000;
const MOST_REFUSED = 1_000;

interface Asking {
  readonly begunAt: number;
  readonly answer: Promise<Token | null>;
}

interface Around {
  readonly service: Service;
  readonly cache: Cache;
  readonly endings: RecentEndings;
  readonly resource: string;
}

export function createQuestions({ service, cache, endings, resource }: Around): Questions {
  const asking = new Map<string, Asking>();
  const refused = new Map<string, number>();
  let asked = 0;

  async function question(token: string, digest: string): Promise<Token | null> {
    const { mark } = endings;
    const found = readAnswer(await service.introspect(token), resource);
    if (!found) {
      if (refused.size >= MOST_REFUSED) refused.clear();
      refused.set(digest, performance.now());
      // Its end has not been told yet.
      cache.forget(digest);
    } else if (!endings.hasEndedSince(mark, found.family, found.clientId)) {
      // Else its end was told while the answer was under way, and would not be told again.
      cache.put(digest, found);
    }
    return found;
  }

  return {
    ask(token, digest) {
      const known = asking.get(digest);
      if (known && performance.now() - known.begunAt < SHARED_MS) return known.answer;
      if (asking.size >= MOST_ASKING) return Promise.reject(new Error('Too many tokens are being asked about.'));
      asked += 1;
      const own: Asking = { begunAt: performance.now(), answer: question(token, digest) };
      asking.set(digest, own);
      const done = (): void => {
        if (asking.get(digest) === own) asking.delete(digest);
      };
      own.answer.then(done, done);
      return own.answer;
    },
    wasRefused(digest) {
      const at = refused.size === 0 ? undefined : refused.get(digest);
      return at !== undefined && performance.now() - at < REFUSED_MS;
    },
    get asked() {
      return asked;
    },
  };
}
