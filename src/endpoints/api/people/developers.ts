/** The operations of the management API on who may register applications where not everybody may. */
import { setDeveloper } from '../../../accounts/managed/rights.ts';
import { accept } from '../../../protocol/result.ts';
import { type Operation, operation } from '../operation.ts';
import { ACCOUNT_ID } from '../parts.ts';
import { refused, shown } from './people.ts';
import { PERSON } from './shapes.ts';

const ONE = { id: ACCOUNT_ID };
const TAG = 'people';

const makeDeveloper = operation({
  id: 'makeDeveloper',
  method: 'POST',
  path: '/people/{id}/developer',
  tag: TAG,
  says: 'Lets a person register applications where the setting applicationRegistration is developers.',
  needs: 'all',
  parameters: ONE,
  problems: ['conflict'],
  answer: { status: 200, says: 'The person is a developer.', shape: PERSON, hasTag: true },
  async run({ world, caller, parameters }) {
    const done = await setDeveloper(world, caller.actor, { id: parameters.id, isGiven: true });
    return done.ok ? await shown(world, parameters.id) : refused(done.refusal, 'The person is a developer already.');
  },
});

const endDeveloper = operation({
  id: 'endDeveloper',
  method: 'DELETE',
  path: '/people/{id}/developer',
  tag: TAG,
  says: 'Takes that right away; applications of the person stay. Succeeds also where there was none.',
  needs: 'all',
  parameters: ONE,
  answer: { status: 204, says: 'The person is no developer.', shape: null },
  async run({ world, caller, parameters }) {
    const done = await setDeveloper(world, caller.actor, { id: parameters.id, isGiven: false });
    return done.ok || done.refusal === 'already' ? accept({}) : refused(done.refusal, '');
  },
});

export const DEVELOPER_OPERATIONS: readonly Operation[] = [makeDeveloper, endDeveloper];
