/**
 * Acts on one record that this process does one after the other.
 *
 * Each of several acts at once reads, judges and finds at its write that another was quicker (database.ts). Where one gives
 * what the other takes away, that may happen more often than is tried again. In a line, an act contends only with those of
 * other processes.
 */
import { perRecord } from '../per-record.ts';
import type { Database } from './database.ts';

/** Every act under the same name waits for those before it, whatever became of them. */
export function oneAtATime<T>(database: Database, name: string, act: () => Promise<T>): Promise<T> {
  return linesOf(database.original ?? database)(name, act);
}

type Line = <T>(name: string, act: () => Promise<T>) => Promise<T>;

const linesOf = perRecord((_: Database): Line => {
  const last = new Map<string, Promise<unknown>>();
  return (name, act) => {
    const own = (last.get(name) ?? Promise.resolve()).then(act, act);
    last.set(name, own);
    const leave = () => {
      if (last.get(name) === own) last.delete(name);
    };
    own.then(leave, leave);
    return own;
  };
});
