/** The operations of the management API on people: list, create, read, change, delete, disable and enable. */
import {
  type AdministrationRefusal,
  disablePerson,
  enablePerson,
  findPerson,
  notePersonViewed,
} from '../../../accounts/administration.ts';
import { createPerson, type MadePerson } from '../../../accounts/managed/creation.ts';
import { changePerson, deletePerson, listPeopleBelow } from '../../../accounts/managed.ts';
import { searchPeople } from '../../../accounts/people.ts';
import { en } from '../../../pages/text/en.ts';
import { faultWords } from '../../../pages/text/texts.ts';
import { entityTag } from '../../../protocol/api/paging.ts';
import { object, text } from '../../../protocol/api/shape.ts';
import { examineOptionalReason } from '../../../protocol/people/suspension.ts';
import { accept } from '../../../protocol/result.ts';
import type { World } from '../../../world.ts';
import { type Operation, type Outcome, operation } from '../operation.ts';
import { ACCOUNT_ID, PAGING, page, pageOf, readPaging } from '../parts.ts';
import { invalid, problem } from '../replies.ts';
import {
  CHANGED_PERSON,
  LISTED_PERSON,
  listedBody,
  madeBody,
  NEW_PERSON,
  PERSON,
  personBody,
  personFaults,
  personLocation,
  personTag,
} from './shapes.ts';

const ONE = { id: ACCOUNT_ID };
const TAG = 'people';

/** No query holds a control character. */
const SEARCH = text({
  says: 'What to look for.',
  least: 1,
  most: 254,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
});

const listPeople = operation({
  id: 'listPeople',
  method: 'GET',
  path: '/people',
  tag: TAG,
  says: 'Lists people, the newest first; or finds them.',
  explains: '`search` finds parts of nicknames, addresses and names, and whole numbers: one page, without a cursor.',
  needs: 'all',
  query: { ...PAGING, search: SEARCH },
  answer: { status: 200, says: 'A page of people.', shape: pageOf(LISTED_PERSON) },
  async run({ world, query }) {
    const paging = readPaging(query, 2);
    if (!paging.ok) return paging;
    const { most, from } = paging.value;
    if (query.search !== undefined) {
      const found = await searchPeople(world, { words: query.search, filter: null, order: 'newest' }, null);
      const people = found?.people ?? [];
      return accept({ body: { items: people.slice(0, most).map(listedBody), next_cursor: null } });
    }
    const [createdAt = 0, id = 0] = from ?? [];
    const before = from === undefined ? undefined : { createdAt, id };
    const people = await listPeopleBelow(world, { before, most: most + 1 });
    const place = (person: { createdAt: number; id: number }) => [person.createdAt, person.id];
    return accept({ body: page(people, most, { item: listedBody, place }) });
  },
});

const createPeople = operation({
  id: 'createPerson',
  method: 'POST',
  path: '/people',
  tag: TAG,
  says: 'Makes an account.',
  explains: 'Without a password the person sets one with a sign-in link (POST /people/{id}/sign-in-link).',
  needs: 'all',
  body: NEW_PERSON,
  isRepeatable: true,
  answer: { status: 201, says: 'The account is there.', shape: PERSON, hasTag: true, hasLocation: true },
  async run({ world, caller, body, once }) {
    const key = once<MadePerson>((made) => ({
      status: 201,
      location: personLocation(made.id),
      answer: JSON.stringify(madeBody(made, world.settings.url)),
      about: { accountId: made.id },
    }));
    const { email_verified: isEmailVerified, administrator: isAdmin, ...said } = body;
    const input = { ...said, isEmailVerified, isAdmin };
    const made = await createPerson(world, caller.actor, { input, ...key });
    if (!made.ok) {
      if (made.refusal.reason === 'answered') return 'answered';
      if (made.refusal.reason === 'faulty') return invalid(personFaults(made.refusal.faults));
      return problem('insufficient-scope');
    }
    const person = await findPerson(world, made.value.id);
    const tag = person ? personTag(person) : entityTag(0);
    return accept({ body: madeBody(made.value, world.settings.url), tag, location: personLocation(made.value.id) });
  },
});

const readPerson = operation({
  id: 'readPerson',
  method: 'GET',
  path: '/people/{id}',
  tag: TAG,
  says: 'Reads an account. Looking is an event in the person’s own log.',
  needs: 'all',
  parameters: ONE,
  answer: { status: 200, says: 'The person.', shape: PERSON, hasTag: true },
  async run({ world, caller, parameters }) {
    const person = await findPerson(world, parameters.id);
    if (!person) return problem('not-found');
    await notePersonViewed(world, caller.actor, person.id);
    return accept({ body: personBody(person, world.settings.url), tag: personTag(person) });
  },
});

const changePeople = operation({
  id: 'changePerson',
  method: 'PATCH',
  path: '/people/{id}',
  tag: TAG,
  says: 'Changes names, address and profile of an account; what is not named stays as it is.',
  explains: 'A new address is not verified, unless email_verified says so.',
  needs: 'all',
  parameters: ONE,
  body: CHANGED_PERSON,
  isConditional: true,
  answer: { status: 200, says: 'It is changed.', shape: PERSON, hasTag: true },
  async run({ world, caller, parameters, body, isFor }) {
    const { picture_url, email_verified, ...said } = body;
    const change = {
      ...said,
      ...(picture_url !== undefined && { avatarUrl: picture_url }),
      ...(email_verified !== undefined && { isEmailVerified: email_verified }),
    };
    const which = { id: parameters.id, isFor: (version: string) => isFor(entityTag(version)), change };
    const done = await changePerson(world, caller.actor, which);
    if (done.ok) return accept({ body: personBody(done.value, world.settings.url), tag: personTag(done.value) });
    return 'faults' in done.refusal ? invalid(personFaults(done.refusal.faults)) : refused(done.refusal.reason, '');
  },
});

const deletePeople = operation({
  id: 'deletePerson',
  method: 'DELETE',
  path: '/people/{id}',
  tag: TAG,
  says: 'Deletes an account with its applications and everything it allowed, for good.',
  needs: 'all',
  parameters: ONE,
  isConditional: true,
  problems: ['conflict'],
  answer: { status: 204, says: 'It is deleted.', shape: null },
  async run({ world, caller, parameters, isFor }) {
    const which = { id: parameters.id, isFor: (version: string) => isFor(entityTag(version)) };
    const done = await deletePerson(world, caller.actor, which);
    return done.ok ? accept({}) : refused(done.refusal, '');
  },
});

const disable = operation({
  id: 'disablePerson',
  method: 'POST',
  path: '/people/{id}/disable',
  tag: TAG,
  says: 'Disables an account: sessions end, and everything that it allowed.',
  needs: 'all',
  parameters: ONE,
  body: object({}, { reason: text({ says: 'What the person reads at sign-in.', most: 300 }) }),
  problems: ['conflict'],
  answer: { status: 200, says: 'Nobody can sign in with it.', shape: PERSON, hasTag: true },
  async run({ world, caller, parameters, body }) {
    const because = examineOptionalReason(body.reason ?? '');
    if (!because.ok) return invalid([{ pointer: '/reason', detail: faultWords(en, because.refusal) }]);
    const done = await disablePerson(world, caller.actor, { id: parameters.id, because: because.value });
    return done.ok ? await shown(world, parameters.id) : refused(done.refusal, 'It is disabled already.');
  },
});

const enable = operation({
  id: 'enablePerson',
  method: 'POST',
  path: '/people/{id}/enable',
  tag: TAG,
  says: 'Enables a disabled account, and forgets failed sign-ins.',
  needs: 'all',
  parameters: ONE,
  problems: ['conflict'],
  answer: { status: 200, says: 'The person can sign in again.', shape: PERSON, hasTag: true },
  async run({ world, caller, parameters }) {
    const done = await enablePerson(world, caller.actor, parameters.id);
    return done.ok ? await shown(world, parameters.id) : refused(done.refusal, 'It is not disabled.');
  },
});

export async function shown(world: World, id: number): Promise<Outcome> {
  const person = await findPerson(world, id);
  return person
    ? accept({ body: personBody(person, world.settings.url), tag: personTag(person) })
    : problem('not-found');
}

export function refused(refusal: AdministrationRefusal, already: string): Outcome {
  switch (refusal) {
    case 'unknown':
      return problem('not-found');
    case 'stale':
      return problem('stale');
    case 'powerless':
      return problem('insufficient-scope');
    case 'self':
      return problem('conflict', 'It is the account of the application’s own owner: nobody would be left to undo it.');
    case 'disabled':
      return problem('conflict', 'The account is disabled.');
    case 'already':
      return problem('conflict', already);
  }
}

export const PEOPLE_OPERATIONS: readonly Operation[] = [
  listPeople,
  createPeople,
  readPerson,
  changePeople,
  deletePeople,
  disable,
  enable,
];
