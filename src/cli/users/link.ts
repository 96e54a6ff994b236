/** `latchkey users sign-in-link`: prints a link that signs somebody in once. */
import { makeLinkByOperator } from '../../accounts/operator.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { answer, JSON_OPTION } from '../output/answer.ts';

export const signInLink = act({
  says: 'Prints a link that signs somebody in once, within 15 minutes; within a day where there is no password yet.',
  operands: ['NAME'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const made = await makeLinkByOperator(world, name);
      if (!made.ok) {
        return call.fail(
          made.refusal.reason === 'disabled'
            ? `${name} is disabled: enable the account first.`
            : `There is no user ${name}.`,
        );
      }
      const { account, secret, expiresAt } = made.value;
      const url = `${world.settings.url}/sign-in/link/${secret}`;
      const until = new Date(expiresAt * 1000).toISOString();
      const facts = { id: account.id, nickname: account.nickname, url, expires_at: until };
      return answer(
        call,
        `${url}\nSigns in as ${account.nickname}, once, until ${until}. Hand it to nobody else.`,
        facts,
      );
    }),
});
