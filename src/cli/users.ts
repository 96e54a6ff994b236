/** `latchkey users`: accounts, as the operator creates, lists, disables and enables them. */
import { countHoldings } from '../accounts/deletion.ts';
import type { NewAccountFaults } from '../accounts/new-account.ts';
import {
  createByOperator,
  disableAccount,
  enableAccount,
  everyAccount,
  makeAdministratorByOperator,
  type OperatorRefusal,
  setPasswordByOperator,
} from '../accounts/operator.ts';
import { isAdministered } from '../accounts/operator-endings.ts';
import { en } from '../pages/text/en.ts';
import { faultWords } from '../pages/text/texts.ts';
import { examineOptionalReason } from '../protocol/people/suspension.ts';
import { act, type Group } from './command-line.ts';
import { withNewWorld, withWorld } from './open-world.ts';
import { answer, iso, JSON_OPTION } from './output/answer.ts';
import { listing } from './output/list.ts';
import { makeDeveloper, removeDeveloper } from './users/developer.ts';
import { NONE_LEFT, remove, removeAdmin, signOut } from './users/ending.ts';
import { signInLink } from './users/link.ts';
import { createMany, disableMany } from './users/many.ts';
import { show } from './users/show.ts';
import { update } from './users/update.ts';

const NO_PASSWORD = 'Passwords are read from standard input only: add --password-stdin.';
const NEITHER = `${NO_PASSWORD} With --no-password the account has none until its owner sets one.`;
const TWO_WAYS = '--password-stdin and --no-password do not go together.';

const create = act({
  says: 'Creates an account; its password is read from standard input, or set by its owner with a sign-in link.',
  options: {
    nickname: { says: 'How everybody sees the person.', value: 'N', required: true },
    email: { says: 'The email address; it can be used to sign in, too.', value: 'E', required: true },
    name: { says: 'The full name; may be left out.', value: 'NAME' },
    'email-verified': { says: 'You vouch for the address: applications are told email_verified.' },
    'password-stdin': { says: 'Reads the password from standard input.' },
    'no-password': { says: 'Leaves the account without one, until its owner sets it with a sign-in link.' },
    admin: { says: 'Makes the account an administrator.' },
    json: { says: 'Prints JSON.' },
  },
  run: async (call) => {
    const { nickname, email, name, admin, 'email-verified': isEmailVerified } = call.options;
    const { 'password-stdin': isRead, 'no-password': hasNone } = call.options;
    if (isRead === hasNone) return call.wrong(isRead ? TWO_WAYS : NEITHER);
    const password = isRead ? await call.readInput() : undefined;
    return await withNewWorld(call, async (world) => {
      const made = await createByOperator(world, { nickname, email, name, password, isEmailVerified }, admin);
      if (!made.ok) return call.fail(sentences(made.refusal));
      const { id, nickname: kept } = made.value;
      const next = `It has no password: latchkey users sign-in-link ${id} makes a link by which its owner sets one.`;
      return answer(call, `Created ${kept} with the number ${id}.${hasNone ? ` ${next}` : ''}`, { id, nickname: kept });
    });
  },
});

const list = act({
  says: 'Lists every account, the oldest first.',
  output: 'answer',
  options: { json: { says: 'Prints JSON, one account a line.' } },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const say = listing(call);
      for await (const account of everyAccount(world)) {
        const { id, nickname, email, name } = account;
        const state = account.disabledAt === null ? 'active' : 'disabled';
        const role = account.adminAt === null ? 'user' : 'administrator';
        const created_at = iso(account.createdAt);
        const times = {
          created_at,
          last_online_at: iso(account.onlineAt),
          last_signed_in_at: iso(account.signedInAt),
        };
        say({ id, nickname, email, name, state, role, ...times }, { id, nickname, email, role, state, created_at });
      }
      return 0;
    }),
});

const disable = act({
  says: 'Signs somebody out everywhere, ends every access that came from the account, and lets nobody in.',
  operands: ['NAME'],
  options: {
    reason: { says: 'Why, in one line that the person reads at sign-in.', value: '"R"' },
    json: JSON_OPTION,
  },
  run: (call) => {
    const because = examineOptionalReason(call.options.reason ?? '');
    if (!because.ok) return Promise.resolve(call.wrong(`--reason: ${faultWords(en, because.refusal)}`));
    return withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const done = await disableAccount(world, name, because.value);
      if (!done.ok) return call.fail(sentence(done.refusal, name, 'is disabled already'));
      const { id, nickname, adminAt } = done.value;
      if (adminAt !== null && !(await isAdministered(world))) call.tell(NONE_LEFT);
      const { ownedApplications: owned } = await countHoldings(world, id);
      const stay = `Applications of the account go on working (${owned}): latchkey applications suspend stops one.`;
      const said = `${nickname} is disabled.${owned === 0 ? '' : ` ${stay}`}`;
      return answer(call, said, { id, nickname, state: 'disabled', owned_applications: owned });
    });
  },
});

const enable = act({
  says: 'Lets somebody in again, and forgets failed sign-ins that hold the account back.',
  operands: ['NAME'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const done = await enableAccount(world, name);
      if (!done.ok) return call.fail(sentence(done.refusal, name, ''));
      const { id, nickname, wasDisabled } = done.value;
      const said = wasDisabled ? `${nickname} is enabled.` : `${nickname} was enabled; failed sign-ins are forgotten.`;
      return answer(call, said, { id, nickname, state: 'active', changed: wasDisabled });
    }),
});

const makeAdmin = act({
  says: 'Makes somebody an administrator of this service.',
  operands: ['NAME'],
  options: { json: JSON_OPTION },
  run: (call) =>
    withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const done = await makeAdministratorByOperator(world, name);
      if (!done.ok) return call.fail(sentence(done.refusal, name, 'is an administrator already'));
      const { id, nickname } = done.value;
      return answer(call, `${nickname} is an administrator.`, { id, nickname, role: 'administrator' });
    }),
});

const setPassword = act({
  says: 'Sets a new password, read from standard input; ends every session and the access of every application.',
  operands: ['NAME'],
  options: {
    'password-stdin': { says: 'Reads the password from standard input.' },
    'keep-access': { says: 'Applications keep the access that the account gave them.' },
    json: JSON_OPTION,
  },
  run: async (call) => {
    if (!call.options['password-stdin']) return call.wrong(NO_PASSWORD);
    const password = await call.readInput();
    return await withWorld(call.settings, async (world) => {
      const [name = ''] = call.operands;
      const done = await setPasswordByOperator(world, name, { password, keepsAccess: call.options['keep-access'] });
      if (!done.ok) return call.fail(sentence(done.refusal, name, ''));
      const { account, accessEnded } = done.value;
      const access = accessEnded === null ? 'Applications keep their access.' : accessWords(accessEnded);
      const said = `${account.nickname} has a new password and is signed out everywhere. ${access}`;
      return answer(call, said, { id: account.id, nickname: account.nickname, access_ended: accessEnded ?? 0 });
    });
  },
});

export const command: Group = {
  says: 'Creates, shows, changes, disables and ends accounts. A NAME is a nickname, an email address or the number of an account.',
  acts: {
    create,
    'create-many': createMany,
    list,
    show,
    update,
    disable,
    'disable-many': disableMany,
    enable,
    'make-admin': makeAdmin,
    'remove-admin': removeAdmin,
    'make-developer': makeDeveloper,
    'remove-developer': removeDeveloper,
    'set-password': setPassword,
    'sign-in-link': signInLink,
    'sign-out': signOut,
    delete: remove,
  },
};

function sentences({ nickname, email, password, name }: NewAccountFaults): string {
  const faults = [nickname, email, password, name].filter((fault) => fault !== undefined);
  return faults.map((fault) => faultWords(en, fault)).join(' ');
}

function sentence(refusal: OperatorRefusal, name: string, already: string): string {
  switch (refusal.reason) {
    case 'unknown':
      return `There is no user ${name}.`;
    case 'already':
      return `${name} ${already}.`;
    case 'disabled':
      return `${name} is disabled: enable the account first.`;
    case 'faulty':
      return faultWords(en, refusal.fault);
  }
}

function accessWords(ended: number): string {
  if (ended === 0) return 'No application had access to the account.';
  return `The access of ${ended} application${ended === 1 ? '' : 's'} has ended; --keep-access would have kept it.`;
}
