/** `latchkey users make-developer` and `remove-developer`: who may register applications where not everybody may. */
import { setDeveloperByOperator } from '../../accounts/operator.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { answer, JSON_OPTION } from '../output/answer.ts';

const EFFECT = 'It has an effect where the setting applicationRegistration is developers.';

export const makeDeveloper = act({
  says: `Lets somebody register applications. ${EFFECT}`,
  operands: ['NAME'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const done = await setDeveloperByOperator(world, name, true);
      if (!done.ok)
        return call.fail(
          done.refusal.reason === 'unknown' ? `There is no user ${name}.` : `${name} is a developer already.`,
        );
      const { id, nickname } = done.value;
      return answer(call, `${nickname} is a developer.`, { id, nickname, developer: true });
    }),
});

export const removeDeveloper = act({
  says: `Takes that right away; applications of the account stay. ${EFFECT}`,
  operands: ['NAME'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const done = await setDeveloperByOperator(world, name, false);
      if (!done.ok)
        return call.fail(done.refusal.reason === 'unknown' ? `There is no user ${name}.` : `${name} is no developer.`);
      const { id, nickname } = done.value;
      return answer(call, `${nickname} is no longer a developer.`, { id, nickname, developer: false });
    }),
});
