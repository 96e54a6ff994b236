/** `latchkey users update`: changes what is named and leaves the rest of an account as it is. */
import { changeByOperator } from '../../accounts/managed/by-operator.ts';
import type { PersonFaults } from '../../accounts/managed/change.ts';
import { en } from '../../pages/text/en.ts';
import { faultWords } from '../../pages/text/texts.ts';
import { act, CHANGE_MISSING, namesAChange } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { answer, JSON_OPTION } from '../output/answer.ts';

export const update = act({
  says: 'Changes an account; what is not named stays as it is. A new address is not verified unless you say so.',
  operands: ['NAME'],
  options: {
    nickname: { says: 'How everybody sees the person, who signs in with it.', value: 'N' },
    email: { says: 'The email address; it can be used to sign in, too.', value: 'E' },
    name: { says: 'The full name; empty for none.', value: 'NAME' },
    website: { says: 'A web address; empty for none.', value: 'U' },
    'email-verified': { says: 'You vouch for the address: applications are told email_verified.' },
    'no-email-verified': { says: 'Takes that back.' },
    json: JSON_OPTION,
  },
  run: (call) => {
    if (!namesAChange(call.options)) return Promise.resolve(call.wrong(CHANGE_MISSING));
    const wish = changeOf(call.options);
    if (wish === undefined) return Promise.resolve(call.wrong('Give one of --email-verified and --no-email-verified.'));
    return withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const done = await changeByOperator(world, name, wish);
      if (!done.ok)
        return call.fail(
          done.refusal.reason === 'unknown' ? `There is no user ${name}.` : sentences(done.refusal.faults),
        );
      const { account, isChanged } = done.value;
      const { id, nickname, email, website } = account;
      const email_verified = account.emailVerifiedAt !== null;
      const facts = { id, nickname, email, email_verified, name: account.name, website, changed: isChanged };
      const address = `${email} is ${email_verified ? '' : 'not '}verified`;
      return answer(call, isChanged ? `${nickname} is changed; ${address}.` : `${nickname} was so; ${address}.`, facts);
    });
  },
});

interface Named {
  readonly nickname: string | undefined;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly website: string | undefined;
  readonly 'email-verified': boolean;
  readonly 'no-email-verified': boolean;
}

function changeOf({ nickname, email, name, website, ...flags }: Named) {
  const [isVerified, isNotVerified] = [flags['email-verified'], flags['no-email-verified']];
  if (isVerified && isNotVerified) return undefined;
  return {
    ...(nickname !== undefined && { nickname }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(website !== undefined && { website }),
    ...((isVerified || isNotVerified) && { isEmailVerified: isVerified }),
  };
}

function sentences({ nickname, email, name, website }: PersonFaults): string {
  const faults = [nickname, email, name, website].filter((fault) => fault !== undefined);
  return faults.map((fault) => faultWords(en, fault)).join(' ');
}
