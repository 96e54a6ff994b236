/** Tokens of one instance on SQLite whose ends are judged by that instance's own clock, which is all it has. */
import { type Actor, authorize, exchange, refresh, revoke, signIn, type Tokens, whoami } from '../acts.ts';
import type { Timeline } from '../environment/clocks.ts';
import type { Application, Place } from '../environment/place.ts';
import type { Violation } from './checker.ts';
import type { Operation } from './history.ts';

interface Entry {
  readonly access: string;
  /** When it was issued, in what the instance's clock said and in true milliseconds. */
  readonly issuedAt: number;
  readonly trueMs: number;
  readonly isRevoked: boolean;
  wasRefused: boolean;
}

export interface Ledger {
  /** New tokens: some to keep, some revoked at once. */
  fill(): Promise<void>;
  /** Everything is presented once more and judged. */
  probe(): Promise<readonly Violation[]>;
  readonly counts: { probes: number; revived: number; longestRevivedSeconds: number; early: number };
}

const KEPT = 3;
const REVOKED = 2;
const MOST_ENTRIES = 60;

export function openLedger(actor: Actor, place: Place, timeline: Timeline, lifeSeconds: number): Ledger {
  const [application] = place.applications;
  if (!application) throw new Error('A ledger needs an application.');
  const entries: Entry[] = [];
  const counts = { probes: 0, revived: 0, longestRevivedSeconds: 0, early: 0 };
  return {
    counts,
    async fill() {
      const cookie = (await signIn(actor, place.applications, true)).secret ?? '';
      for (let index = 0; index < KEPT + REVOKED; index += 1) {
        const isRevoked = index >= KEPT;
        const made = await obtain(actor, cookie, application, isRevoked);
        entries.push({ ...made, issuedAt: timeline.at(made.trueMs), isRevoked, wasRefused: false });
      }
      entries.splice(0, entries.length - MOST_ENTRIES);
    },
    async probe() {
      const found: Violation[] = [];
      for (const entry of entries) {
        const look = await whoami(actor, entry.access, application);
        counts.probes += 1;
        found.push(...judge(entry, look, timeline, lifeSeconds));
        const trueAge = (look.invokedAt - entry.trueMs) / 1000;
        if (look.outcome === 'refused' && !entry.isRevoked && trueAge < lifeSeconds - 1) counts.early += 1;
        if (look.outcome === 'ok' && entry.wasRefused) {
          counts.revived += 1;
          counts.longestRevivedSeconds = Math.max(counts.longestRevivedSeconds, trueAge - lifeSeconds);
        }
        entry.wasRefused ||= look.outcome === 'refused';
      }
      return found;
    },
  };
}

/** The second pair of a family, so that every jump is also met by a rotation. */
async function obtain(
  actor: Actor,
  cookie: string,
  application: Application,
  isRevoked: boolean,
): Promise<{ access: string; trueMs: number }> {
  const code = (await authorize(actor, cookie, application)).secret ?? '';
  const first = required((await exchange(actor, code, application)).secret, 'exchange');
  const { secret, operation } = await refresh(actor, first.refresh, application);
  const { access } = required(secret, 'refresh');
  if (isRevoked) await revoke(actor, access, application);
  return { access, trueMs: operation.completedAt };
}

function required(tokens: Tokens | undefined, act: string): Tokens {
  if (!tokens) throw new Error(`The ${act} after a jump of the clock was refused.`);
  return tokens;
}

function judge(entry: Entry, look: Operation, timeline: Timeline, lifeSeconds: number): readonly Violation[] {
  const wrong = (kind: Violation['kind'], says: string): readonly Violation[] => [
    { kind, where: `${look.id} at ${look.instance}`, says },
  ];
  const from = timeline.at(look.invokedAt) - entry.issuedAt;
  const to = timeline.at(look.completedAt) - entry.issuedAt;
  if (look.outcome === 'ok') {
    if (entry.isRevoked) return wrong('resurrection', 'it had been revoked');
    return from > lifeSeconds + 1 ? wrong('expired accepted', `${from} s old by the clock of the instance`) : [];
  }
  if (look.outcome !== 'refused' || entry.isRevoked || to >= lifeSeconds - 1) return [];
  return wrong('lost acknowledgement', `refused ${to} s old by the clock of the instance`);
}
