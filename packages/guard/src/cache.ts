/**
 * Tokens that were found good, by their digest: bounded in number, found again by family and by application, so that
 * what has ended can be forgotten. A token itself is never kept.
 */
import type { Token } from './answer.ts';

export interface Cache {
  /** Undefined also for one that was put in too long ago: what is known about its user may have changed. */
  get(digest: string): Token | undefined;
  /** What is not asked for longest makes room. */
  put(digest: string, token: Token): void;
  forget(digest: string): void;
  forgetFamily(family: string): void;
  forgetClient(clientId: string): void;
  clear(): void;
  readonly size: number;
}

interface Entry {
  readonly token: Token;
  readonly at: number;
}

const OLDEST_MS = 300_000;

export function createCache(most: number): Cache {
  // A map keeps the order of insertion: what is put in again moves to the end.
  const tokens = new Map<string, Entry>();
  const families = createIndex();
  const clients = createIndex();

  const forget = (digest: string): void => {
    const entry = tokens.get(digest);
    if (!entry) return;
    tokens.delete(digest);
    families.remove(entry.token.family, digest);
    clients.remove(entry.token.clientId, digest);
  };

  return {
    get(digest) {
      const entry = tokens.get(digest);
      if (!entry || performance.now() - entry.at > OLDEST_MS) return undefined;
      // Moving an entry costs as much as finding it, so it is done only where something may have to leave soon.
      if (tokens.size * 2 > most) {
        tokens.delete(digest);
        tokens.set(digest, entry);
      }
      return entry.token;
    },
    put(digest, token) {
      forget(digest);
      for (const oldest of tokens.keys()) {
        if (tokens.size < most) break;
        forget(oldest);
      }
      tokens.set(digest, { token, at: performance.now() });
      families.add(token.family, digest);
      clients.add(token.clientId, digest);
    },
    forget,
    forgetFamily(family) {
      for (const digest of families.all(family)) forget(digest);
    },
    forgetClient(clientId) {
      for (const digest of clients.all(clientId)) forget(digest);
    },
    clear() {
      tokens.clear();
      families.clear();
      clients.clear();
    },
    get size() {
      return tokens.size;
    },
  };
}

function createIndex() {
  const places = new Map<string, Set<string>>();
  return {
    add(key: string, digest: string): void {
      const known = places.get(key);
      if (known) known.add(digest);
      else places.set(key, new Set([digest]));
    },
    remove(key: string, digest: string): void {
      const known = places.get(key);
      known?.delete(digest);
      if (known?.size === 0) places.delete(key);
    },
    all: (key: string): readonly string[] => [...(places.get(key) ?? [])],
    clear: (): void => places.clear(),
  };
}
