/** `latchkey tokens list`: what applications can still use of what an account allowed, one line for each grant. */
import { everyLiveFamily } from '../../accounts/devices.ts';
import { findNamed } from '../../accounts/people.ts';
import { act } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { iso } from '../output/answer.ts';
import { listing } from '../output/list.ts';

export const list = act({
  says: 'Lists the live tokens of an account by the grant that they came from, without ending or using them.',
  output: 'answer',
  options: {
    account: { says: 'Whose: a nickname, an email address or a number.', value: 'NAME', required: true },
    json: { says: 'Prints JSON, one grant a line.' },
  },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const name = call.options.account;
      const account = await findNamed(world, name);
      if (!account) return call.fail(`There is no user ${name}.`);
      const say = listing(call);
      for await (const { consent, family } of everyLiveFamily(world, account.id)) {
        say({
          family: family.id,
          client_id: consent.clientPublicId,
          application: consent.clientName,
          resource: consent.resourcePublicId,
          scope: family.scope,
          started_at: iso(family.startedAt),
          expires_at: iso(family.expiresAt),
          last_used_at: iso(family.usedAt),
          address: family.address,
          user_agent: family.userAgent,
        });
      }
      return 0;
    }),
});
