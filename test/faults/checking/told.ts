/** Tells a history by hand, for the tests of the checker. */
import type { Completion, Invocation, Operation } from './history.ts';

export type Told = Partial<Invocation & Completion>;

/** From `from` to `to`, in seconds. */
export function told(
  kind: Operation['kind'],
  presented: string,
  [from, to]: [number, number],
  more: Told = {},
): Operation {
  told.count += 1;
  return {
    id: `${kind}-${told.count}`,
    kind,
    presented,
    account: 1,
    client: 'quill',
    instance: 'a#1',
    invokedAt: from * 1000,
    completedAt: to * 1000,
    outcome: 'ok',
    detail: '',
    isSettled: true,
    issued: {},
    seenAccount: kind === 'whoami' && (more.outcome ?? 'ok') === 'ok' ? 1 : null,
    ...more,
  };
}
told.count = 0;

export const NO: Told = { outcome: 'refused', detail: 'invalid_grant' };
export const DEAD: Told = { outcome: 'refused', detail: 'invalid_token' };
export const LOST: Told = { outcome: 'unknown', detail: 'ECONNRESET' };

export const gives = (name: string): Told => ({ issued: { access: `access ${name}`, refresh: `refresh ${name}` } });

/** A code that was issued and exchanged: the pair is called `one`. */
export function begun(): Operation[] {
  return [
    told('authorize', 'session', [0, 1], { issued: { code: 'code' } }),
    told('exchange', 'code', [1, 2], gives('one')),
  ];
}
