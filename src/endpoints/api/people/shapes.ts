/** What the management API says about a person, and what may be said about one. */
import type { Account } from '../../../accounts/find.ts';
import type { PersonFaults } from '../../../accounts/managed/change.ts';
import type { MadePerson } from '../../../accounts/managed/creation.ts';
import { versionOf } from '../../../accounts/managed.ts';
import type { NewAccountFaults } from '../../../accounts/new-account.ts';
import type { PersonRow } from '../../../accounts/people.ts';
import { en } from '../../../pages/text/en.ts';
import { faultWords } from '../../../pages/text/texts.ts';
import { API_BASE } from '../../../protocol/api/operation.ts';
import { entityTag } from '../../../protocol/api/paging.ts';
import {
  flag,
  type MemberFault,
  moment,
  named,
  nullable,
  object,
  type Read,
  text,
} from '../../../protocol/api/shape.ts';
import {
  EMAIL_MAX_BYTES,
  NICKNAME_MAX_CHARACTERS,
  NICKNAME_MIN_CHARACTERS,
} from '../../../protocol/people/account-rules.ts';
import type { FieldFault } from '../../../protocol/people/field-fault.ts';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../../protocol/people/password-rule.ts';
import { pictureAddress } from '../../../protocol/people/picture.ts';
import { WEB_ADDRESS_MAX_CHARACTERS } from '../../../protocol/people/text-rules.ts';
import { ACCOUNT_ID, iso, isoOrNull } from '../parts.ts';

const NICKNAME = text({ says: 'By which the person signs in and is known.', least: 1, most: NICKNAME_MAX_CHARACTERS });
/** Imported ones may be shorter. */
const NEW_NICKNAME = text({
  says: 'By which the person signs in and is known.',
  least: NICKNAME_MIN_CHARACTERS,
  most: NICKNAME_MAX_CHARACTERS,
});
const EMAIL = text({ says: 'The email address.', least: 3, most: EMAIL_MAX_BYTES });
const NAME = text({ says: 'A name beside the nickname; empty for none.', most: 100 });
const DISABLED = nullable(
  object({
    at: moment('Since when.'),
    reason: nullable(text({ says: 'What the person reads at sign-in.', most: 1000 })),
  }),
);

const PROFILE = {
  name: NAME,
  website: text({ says: 'Empty for none.', most: WEB_ADDRESS_MAX_CHARACTERS }),
  locale: text({ says: 'A language tag such as en or ru-RU; empty for none.', most: 35 }),
  picture_url: text({
    says: 'An https address of a picture elsewhere; empty for none.',
    most: WEB_ADDRESS_MAX_CHARACTERS,
  }),
};

export const PASSWORD = text({
  says: `Up to ${PASSWORD_MAX_CHARACTERS} characters; kept as a slow hash alone.`,
  least: PASSWORD_MIN_CHARACTERS,
  most: 1000,
  isSecret: true,
  format: 'password',
});

export const NEW_PERSON = object(
  { nickname: NEW_NICKNAME, email: EMAIL },
  {
    password: PASSWORD,
    name: NAME,
    email_verified: flag('You vouch for the address: applications are told email_verified.'),
    administrator: flag('Whether the person administers this service.'),
  },
);

export const CHANGED_PERSON = object(
  {},
  {
    nickname: NICKNAME,
    email: EMAIL,
    email_verified: flag('Whether you vouch for the address: applications are told email_verified.'),
    ...PROFILE,
  },
);

const LISTED = {
  id: ACCOUNT_ID,
  nickname: NICKNAME,
  email: EMAIL,
  name: NAME,
  administrator: flag('Whether the person administers this service.'),
  created_at: moment('When the account was made.'),
  last_online_at: moment('When the person was last here; when the account was made, until the first time.'),
  last_signed_in_at: nullable(moment('When somebody last signed in to the account; null for never.')),
};

export const LISTED_PERSON = named(
  'ListedPerson',
  object({ ...LISTED, disabled_at: nullable(moment('Since when the account is disabled.')) }),
);

export const PERSON = named(
  'Person',
  object({
    ...LISTED,
    ...PROFILE,
    picture: text({
      says: 'What applications are given: the uploaded picture, else picture_url, else the drawn one.',
      most: WEB_ADDRESS_MAX_CHARACTERS,
    }),
    email_verified: flag('Whether the address was verified.'),
    developer: flag('Whether the person may register applications where not everybody may.'),
    disabled: DISABLED,
  }),
);

export function listedBody(person: PersonRow): Read<typeof LISTED_PERSON> {
  return { ...factsOf(person), disabled_at: isoOrNull(person.disabledAt) };
}

/** `url` is the base address of the service. */
export function personBody(person: Account, url: string): Read<typeof PERSON> {
  const { disabledAt, disabledBecause } = person;
  return {
    ...factsOf(person),
    website: person.website,
    locale: person.locale,
    picture_url: person.avatarUrl,
    picture: pictureAddress(person, url),
    email_verified: person.emailVerifiedAt !== null,
    developer: person.developerAt !== null,
    disabled: disabledAt === null ? null : { at: iso(disabledAt), reason: disabledBecause },
  };
}

function factsOf(person: PersonRow) {
  const { id, nickname, email, name, adminAt, createdAt, onlineAt, signedInAt } = person;
  const times = { created_at: iso(createdAt), last_online_at: iso(onlineAt), last_signed_in_at: isoOrNull(signedInAt) };
  return { id, nickname, email, name, administrator: adminAt !== null, ...times };
}

/** As `personBody` will tell it from now on. */
export function madeBody(made: MadePerson, url: string): Read<typeof PERSON> {
  const { id, nickname, email, name, createdAt } = made;
  const picture = pictureAddress({ id, pictureDigest: null, avatarUrl: '' }, url);
  const nothing = { website: '', locale: '', picture_url: '', picture };
  const times = { created_at: iso(createdAt), last_online_at: iso(createdAt), last_signed_in_at: null };
  return {
    id,
    nickname,
    email,
    name,
    ...nothing,
    administrator: made.isAdmin,
    email_verified: made.isEmailVerified,
    developer: false,
    disabled: null,
    ...times,
  };
}

export function personTag(person: Account): string {
  return entityTag(versionOf(person));
}

export function personLocation(id: number): string {
  return `${API_BASE}/people/${id}`;
}

const PLACES: Readonly<Record<string, string>> = { avatarUrl: '/picture_url' };

export function personFaults(faults: NewAccountFaults | PersonFaults): readonly MemberFault[] {
  const given: readonly (readonly [string, FieldFault | undefined])[] = Object.entries(faults);
  return given.flatMap(([field, why]) =>
    why === undefined ? [] : [{ pointer: PLACES[field] ?? `/${field}`, detail: faultWords(en, why) }],
  );
}
