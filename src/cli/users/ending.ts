/** `latchkey users delete`, `remove-admin` and `sign-out`: what ends for good, or until it is given again. */
import { countAffectedPeople, countHoldings } from '../../accounts/deletion.ts';
import { signOutByOperator } from '../../accounts/operator.ts';
import { deleteByOperator, removeAdministrator } from '../../accounts/operator-endings.ts';
import { findNamed } from '../../accounts/people.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { answer, JSON_OPTION } from '../output/answer.ts';

const LAST = 'is the last administrator: make somebody else one first (latchkey users make-admin).';

/** A stolen account of an administrator is kept out at once, also where there is no other. */
export const NONE_LEFT = 'No administrator is left: make somebody one (latchkey users make-admin).';

export const remove = act({
  says: 'Deletes an account for good, with the applications that it owns and every access that came from it.',
  operands: ['NAME'],
  options: {
    yes: { says: 'Deletes applications of the account as well; without it an account that owns some is kept.' },
    json: JSON_OPTION,
  },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const account = await findNamed(world, name);
      if (!account) return call.fail(`There is no user ${name}.`);
      const { ownedApplications } = await countHoldings(world, account.id);
      const affectedPeople = await countAffectedPeople(world, account.id);
      if (ownedApplications > 0 && !call.options.yes)
        return call.fail(
          `${account.nickname} owns ${counted(ownedApplications, 'application')} with ${counted(affectedPeople, 'user')}, which would end too. Give them away on their pages, or add --yes.`,
        );
      const deleted = await deleteByOperator(world, account.id);
      if (!deleted.ok)
        return call.fail(deleted.refusal === 'unknown' ? `There is no user ${name}.` : `${account.nickname} ${LAST}`);
      const { id, nickname } = deleted.value;
      return answer(call, `${nickname} (${id}) is deleted.`, { id, nickname, state: 'deleted' });
    }),
});

export const removeAdmin = act({
  says: 'Takes the rights of an administrator away; the account stays.',
  operands: ['NAME'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const done = await removeAdministrator(world, name);
      if (done.ok) {
        const { id, nickname } = done.value;
        return answer(call, `${nickname} is no longer an administrator.`, { id, nickname, role: 'user' });
      }
      if (done.refusal === 'unknown') return call.fail(`There is no user ${name}.`);
      return call.fail(`${name} ${done.refusal === 'last_administrator' ? LAST : 'is no administrator.'}`);
    }),
});

export const signOut = act({
  says: 'Signs somebody out in every browser; applications keep the access that the account gave them.',
  operands: ['NAME'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const done = await signOutByOperator(world, name);
      if (!done.ok) return call.fail(`There is no user ${name}.`);
      const { id, nickname, sessionsEnded } = done.value;
      const said = `${nickname} is signed out everywhere (${counted(sessionsEnded, 'session')}).`;
      return answer(call, said, { id, nickname, sessions_ended: sessionsEnded });
    }),
});

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
