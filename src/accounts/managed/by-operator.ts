/** Changes of an account by whoever runs the program: with the rules that hold for administrators. */
import { report } from '../../events/report.ts';
import { NOWHERE } from '../../protocol/event.ts';
import { accept, type Result, refuse } from '../../protocol/result.ts';
import { attempt, stale } from '../../storage/database.ts';
import type { World } from '../../world.ts';
import type { Account } from '../find.ts';
import { findNamed } from '../people.ts';
import { examineChange, type PersonChange, type PersonFaults, writesOfChange } from './change.ts';

const BY_OPERATOR = 'by the operator';

type ChangeRefusal = { readonly reason: 'unknown' } | { readonly reason: 'faulty'; readonly faults: PersonFaults };

/** Answers the account as it is from now on, and whether that is another than before. */
export async function changeByOperator(
  world: World,
  name: string,
  change: PersonChange,
): Promise<Result<{ readonly account: Account; readonly isChanged: boolean }, ChangeRefusal>> {
  return await attempt<Result<{ readonly account: Account; readonly isChanged: boolean }, ChangeRefusal>>(async () => {
    const account = await findNamed(world, name);
    if (!account) return refuse({ reason: 'unknown' });
    const next = await examineChange(world, account, change);
    if (!next.ok) return refuse({ reason: 'faulty', faults: next.refusal });
    const judged = await writesOfChange(world, account, next.value);
    if (!judged.ok) return refuse({ reason: 'faulty', faults: judged.refusal });
    if (judged.value === null) return accept({ account, isChanged: false });
    const { write, kinds } = judged.value;
    const about = { accountId: account.id, detail: BY_OPERATOR };
    const written = await world.database.write([write, ...kinds.map((kind) => report(world, NOWHERE, kind, about))]);
    return written ? accept({ account: { ...account, ...next.value }, isChanged: true }) : stale;
  });
}
