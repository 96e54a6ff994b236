/** The operations of the management API on who administers the service, and on how people get in again. */
import { offerSignInLink, unlockPerson } from '../../../accounts/administration.ts';
import { setPersonPassword } from '../../../accounts/managed/password.ts';
import { endAdministration, makePersonAdministrator } from '../../../accounts/managed/rights.ts';
import { en } from '../../../pages/text/en.ts';
import { faultWords } from '../../../pages/text/texts.ts';
import { entityTag } from '../../../protocol/api/paging.ts';
import { flag, integer, moment, named, object, text } from '../../../protocol/api/shape.ts';
import { accept } from '../../../protocol/result.ts';
import { type Call, type Operation, operation } from '../operation.ts';
import { ACCOUNT_ID, iso } from '../parts.ts';
import { invalid } from '../replies.ts';
import { refused, shown } from './people.ts';
import { PASSWORD, PERSON } from './shapes.ts';

const ONE = { id: ACCOUNT_ID };
const TAG = 'people';

const makeAdministrator = operation({
  id: 'makeAdministrator',
  method: 'POST',
  path: '/people/{id}/administrator',
  tag: TAG,
  says: 'Makes a person an administrator of this service.',
  needs: 'all',
  parameters: ONE,
  isConditional: true,
  problems: ['conflict'],
  answer: { status: 200, says: 'The person is an administrator.', shape: PERSON, hasTag: true },
  async run({ world, caller, parameters, isFor }) {
    const done = await makePersonAdministrator(world, caller.actor, seen(parameters.id, isFor));
    if (done.ok) return await shown(world, parameters.id);
    return refused(done.refusal, 'The person is an administrator already.');
  },
});

const endAdministrator = operation({
  id: 'endAdministrator',
  method: 'DELETE',
  path: '/people/{id}/administrator',
  tag: TAG,
  says: 'Takes the rights of an administrator away; the account stays. Succeeds also where there were none.',
  explains: 'Not from the owner of the application, so that an administrator is always left.',
  needs: 'all',
  parameters: ONE,
  isConditional: true,
  problems: ['conflict'],
  answer: { status: 204, says: 'The person is no administrator.', shape: null },
  async run({ world, caller, parameters, isFor }) {
    const done = await endAdministration(world, caller.actor, seen(parameters.id, isFor));
    return done.ok || done.refusal === 'already' ? accept({}) : refused(done.refusal, '');
  },
});

const setPassword = operation({
  id: 'setPassword',
  method: 'POST',
  path: '/people/{id}/password',
  tag: TAG,
  says: 'Sets a new password; ends every session, and the access of every application.',
  explains: 'Failed sign-ins are forgotten.',
  needs: 'all',
  parameters: ONE,
  body: object(
    { password: PASSWORD },
    { keep_access: flag('Applications keep the access that the person gave them.') },
  ),
  isConditional: true,
  answer: {
    status: 200,
    says: 'The person signs in with it from now on.',
    shape: object({
      access_ended: integer('Applications that lost their access.', { least: 0, most: Number.MAX_SAFE_INTEGER }),
    }),
  },
  async run({ world, caller, parameters, body, isFor }) {
    const { password, keep_access: keepsAccess = false } = body;
    const wish = { ...seen(parameters.id, isFor), password, keepsAccess };
    const done = await setPersonPassword(world, caller.actor, wish);
    if (done.ok) return accept({ body: { access_ended: done.value } });
    if (typeof done.refusal === 'string') return refused(done.refusal, '');
    return invalid([{ pointer: '/password', detail: faultWords(en, done.refusal.fault) }]);
  },
});

const SIGN_IN_LINK = named(
  'SignInLink',
  object({
    url: text({ says: 'Shown this once. Whoever opens it signs in: hand it to the person alone.', most: 2048 }),
    expires_at: moment('When it stops working, used or not.'),
  }),
);

const makeSignInLink = operation({
  id: 'makeSignInLink',
  method: 'POST',
  path: '/people/{id}/sign-in-link',
  tag: TAG,
  says: 'Makes a link that signs a person in once, within 15 minutes; within a day where there is no password yet.',
  explains: 'The link before it stops working: whoever lost an answer asks again.',
  needs: 'all',
  parameters: ONE,
  problems: ['conflict'],
  answer: { status: 201, says: 'It works until it is used.', shape: SIGN_IN_LINK },
  async run({ world, caller, parameters }) {
    const made = await offerSignInLink(world, caller.actor, parameters.id);
    if (!made.ok) return refused(made.refusal, '');
    const { secret, expiresAt } = made.value;
    return accept({ body: { url: `${world.settings.url}/sign-in/link/${secret}`, expires_at: iso(expiresAt) } });
  },
});

const unlock = operation({
  id: 'unlockPerson',
  method: 'POST',
  path: '/people/{id}/unlock',
  tag: TAG,
  says: 'Forgets failed sign-ins, which hold back whoever tries again.',
  needs: 'all',
  parameters: ONE,
  answer: { status: 204, says: 'They are forgotten.', shape: null },
  async run({ world, caller, parameters }) {
    const done = await unlockPerson(world, caller.actor, parameters.id);
    return done.ok ? accept({}) : refused(done.refusal, '');
  },
});

function seen(id: number, isFor: Call['isFor']) {
  return { id, isFor: (version: string) => isFor(entityTag(version)) };
}

export const RIGHT_OPERATIONS: readonly Operation[] = [
  makeAdministrator,
  endAdministrator,
  setPassword,
  makeSignInLink,
  unlock,
];
