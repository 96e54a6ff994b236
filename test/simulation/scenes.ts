/** The scenes: what is there at the beginning, and who does what at the same time. */
import type { Act, Worker } from './acts.ts';
import type { Scene } from './explore.ts';

const authorize: Act = { act: 'authorize', gives: 'code' };
const exchange = (gives: string): Act => ({ act: 'exchange', code: 'code', gives });
const refresh = (pair: string, gives: string): Act => ({ act: 'refresh', pair, gives });
const use = (pair: string): Act => ({ act: 'use', pair });
const tick = (seconds: number): Act => ({ act: 'tick', seconds });

/** The leeway, and one second more. */
const LATE = 31;

/** How a family stands when several turn to it at once. */
const BEGINNINGS: Readonly<Record<string, Worker>> = {
  'a code': [authorize],
  'a pair': [authorize, exchange('root')],
  'a renewed pair': [authorize, exchange('root'), refresh('root', 'child')],
  'an old renewed pair': [authorize, exchange('root'), refresh('root', 'child'), tick(LATE)],
  'a superseded pair': [authorize, exchange('root'), refresh('root', 'child'), use('child')],
  'a stolen pair': [authorize, exchange('root'), refresh('root', 'child'), use('child'), tick(LATE)],
};

/** What one worker may do there; `who` keeps the names of what it gets apart. */
const ACTS: Readonly<Record<string, (who: number) => Worker>> = {
  exchange: (who) => [exchange(`exchanged${who}`)],
  'refresh root': (who) => [refresh('root', `renewed${who}`)],
  'refresh child': (who) => [refresh('child', `renewed${who}`)],
  'use root': () => [use('root')],
  'use child': () => [use('child')],
  'revoke root': () => [{ act: 'revoke', pair: 'root', by: 'access' }],
  'revoke child': () => [{ act: 'revoke', pair: 'child', by: 'refresh' }],
  withdraw: () => [{ act: 'withdraw' }],
  wait: () => [tick(LATE)],
  'refresh root and use it': (who) => [refresh('root', `renewed${who}`), use(`renewed${who}`)],
  'exchange and use it': (who) => [exchange(`exchanged${who}`), use(`exchanged${who}`)],
  authorize: (who) => [{ act: 'authorize', gives: `code${who}` }],
  'authorize and exchange': (who) => [
    { act: 'authorize', gives: `code${who}` },
    { act: 'exchange', code: `code${who}`, gives: `exchanged${who}` },
  ],
  'disable and enable': () => [{ act: 'disable' }, { act: 'enable' }],
};

/** Those that make sense at each beginning. */
const SINGLE: Readonly<Record<string, readonly string[]>> = {
  'a code': ['exchange', 'withdraw', 'authorize and exchange', 'disable and enable', 'exchange and use it'],
  'a pair': ['exchange', 'refresh root', 'use root', 'revoke root', 'withdraw', 'wait', 'refresh root and use it'],
  'a renewed pair': ['refresh root', 'refresh child', 'use root', 'use child', 'revoke child', 'wait', 'exchange'],
  'an old renewed pair': ['refresh root', 'refresh child', 'use root', 'use child', 'revoke root'],
  'a superseded pair': ['refresh root', 'refresh child', 'use root', 'use child', 'revoke child', 'wait', 'withdraw'],
  'a stolen pair': ['refresh root', 'refresh child', 'use child', 'revoke root', 'exchange'],
};

/** Every choice of so many workers, the order of whom does not matter. */
export function scenesOf(workers: 2 | 3): readonly Scene[] {
  return Object.entries(SINGLE).flatMap(([beginning, acts]) =>
    choicesOf(acts, workers).map((chosen) => sceneOf(beginning, chosen)),
  );
}

/** `a pair: refresh root + use root`. */
export function sceneNamed(name: string): Scene | undefined {
  const [beginning = '', rest = ''] = name.split(': ', 2);
  const chosen = rest.split(' + ');
  const isKnown = Object.hasOwn(BEGINNINGS, beginning) && chosen.every((act) => Object.hasOwn(ACTS, act));
  return isKnown ? sceneOf(beginning, chosen) : undefined;
}

export const SCENE_WORDS = { beginnings: Object.keys(BEGINNINGS), acts: Object.keys(ACTS) };

function sceneOf(beginning: string, chosen: readonly string[]): Scene {
  return {
    name: `${beginning}: ${chosen.join(' + ')}`,
    before: BEGINNINGS[beginning] ?? [],
    workers: chosen.map((act, index) => ACTS[act]?.(index) ?? []),
  };
}

function choicesOf(acts: readonly string[], count: number): readonly (readonly string[])[] {
  if (count === 0) return [[]];
  return acts.flatMap((act, index) => choicesOf(acts.slice(index), count - 1).map((rest) => [act, ...rest]));
}
