/** A client that only reads, as most traffic does: it asks who it is, again and again, with one token. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Actor, authorize, exchange, signIn, whoami } from './acts.ts';
import type { Violation } from './checking/checker.ts';
import type { Operation } from './checking/history.ts';
import type { Application } from './environment/place.ts';

export interface Steady {
  /** Every answer so far. */
  readonly answers: readonly Operation[];
  stop(): Promise<void>;
}

/** A stretch of the monotonic clock. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const PAUSE_MS = 10;

/** The token is used once before this answers, so that no later use has anything to write. */
export async function startSteady(actor: Actor, application: Application): Promise<Steady> {
  const cookie = (await signIn(actor, [application], true)).secret ?? '';
  const code = (await authorize(actor, cookie, application)).secret ?? '';
  const tokens = (await exchange(actor, code, application)).secret;
  if (!tokens) throw new Error('A steady client was given no token.');
  await whoami(actor, tokens.access, application);
  const answers: Operation[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      answers.push(await whoami(actor, tokens.access, application));
      await pause(PAUSE_MS);
    }
  })();
  return {
    answers,
    async stop() {
      isOver = true;
      await asking;
    },
  };
}

export function answersWithin<Answer extends Operation>(answers: readonly Answer[], spans: readonly Span[]): Answer[] {
  return answers.filter(({ invokedAt, completedAt }) =>
    spans.some(({ from, to }) => from <= invokedAt && completedAt <= to),
  );
}

/** Reads that were not answered while only writes were in trouble. */
export function unanswered(answers: readonly Operation[]): readonly Violation[] {
  return answers
    .filter(({ outcome }) => outcome !== 'ok')
    .map(({ id, detail }) => ({ kind: 'fault spread', where: `whoami ${id}`, says: detail }));
}
