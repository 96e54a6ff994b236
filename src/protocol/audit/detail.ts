/** Reads the detail of an event, which is kept in English, apart: what pages say in the reader's words, and what is only repeated. */
import { EVENT_KINDS, type EventKind } from '../event.ts';

/** Everything that the service itself says in a detail, by what is kept. */
const DETAIL_PHRASES = [
  ...['by the operator', 'by the configuration', 'by sign-in link', 'with the password', 'administrator'],
  ...['consent', 'e-mail address', 'password', 'sign-in', 'sign-up', 'confirmation', 'profile'],
  ...['reports of leaked strings', 'unknown name', 'too many tries', 'disabled', 'wrong password'],
  ...['wrong confirmation', 'one', 'all others', 'all at once', 'day', 'month', 'until_removed'],
  ...['applied', 'required scopes', 'removed', 'as all others', 'new', 'changed', 'given', 'again'],
  ...['all tokens', 'leaked', 'revoked_by_client', 'revoked_by_operator', 'people', 'events', 'users'],
  ...['it answered 410', 'nothing could be delivered for three days'],
] as const;

export type DetailPhrase = (typeof DETAIL_PHRASES)[number];

export const COUNTED_IN_DETAILS = ['people', 'applications', 'tokens'] as const;

export type DetailPart =
  | { readonly part: 'phrase'; readonly phrase: DetailPhrase }
  | { readonly part: 'person'; readonly side: 'by' | 'to' | 'from'; readonly id: number }
  | { readonly part: 'application'; readonly publicId: string }
  | { readonly part: 'kind'; readonly kind: EventKind }
  | { readonly part: 'count'; readonly of: (typeof COUNTED_IN_DETAILS)[number]; readonly count: number }
  | { readonly part: 'moment'; readonly side: 'until' | 'everything before'; readonly at: number }
  /** Who ran a command, as the system knows them. */
  | { readonly part: 'invoker'; readonly name: string }
  /** A name of the protocol or of our API, the same in every language. */
  | { readonly part: 'identifier'; readonly identifier: string }
  /** What somebody typed or chose. */
  | { readonly part: 'value'; readonly value: string };

const ACTOR = String.raw`by (?:the operator|administrator \d{1,16}|application [\w-]+)`;
const BECAUSE = new RegExp(`^(${ACTOR}): (.*)$`, 's');
const IS_ACTOR = new RegExp(`^${ACTOR}(?: \\(|$)`);
const BY_ADMINISTRATOR = /^by administrator (\d{1,16})$/;
const BY_APPLICATION = /^by application ([\w-]+)$/;
const OTHER_SIDE = /^(to|from|by) (\d{1,16})$/;
const INVOKER = /^(.+) \(([^()]+)\)$/;
const MOMENT = /^(?:(.+) )?(until|everything before) (\d{4}-\d\d-\d\dT[\d:.]+Z)$/;
const COUNT = /^(\d{1,16}) (people|applications|tokens)$/;
const IDENTIFIERS = /^[a-z]+(?:_[a-z]+)*(?:, [a-z]+(?:_[a-z]+)*)*$/;

/** These begin with what somebody chose, or where a database was, and that may read like words of ours. */
const BEGINS_WITH_A_VALUE =
  /^(?:webhook\.|resource\.(?!auth)|application\.secret|administration\.moved$)|^consent\.(?:given|narrowed)$/;

export function readDetail(kind: EventKind, detail: string | null): readonly DetailPart[] {
  if (detail === null || detail === '') return [];
  const [, actor, because] = BECAUSE.exec(detail) ?? [];
  if (actor !== undefined && because !== undefined) return [...readPiece(kind, actor), ...readReason(kind, because)];
  const [first = '', ...others] = detail.split('; ');
  if (!BEGINS_WITH_A_VALUE.test(kind) || IS_ACTOR.test(first)) {
    return [first, ...others].flatMap((piece) => readPieces(kind, piece));
  }
  return [...readValue(first), ...others.flatMap((piece) => readPieces(kind, piece))];
}

/** The accounts that a detail names by number. */
export function accountsIn(kind: EventKind, detail: string | null): readonly number[] {
  return readDetail(kind, detail).flatMap((part) => (part.part === 'person' ? [part.id] : []));
}

/**
 * Whether the detail says that it was done by somebody else than this account: from where an administrator works is nobody
 * else's business. Whose behalf an application acted on is not kept, so it counts as somebody else.
 */
export function isByAnother(kind: EventKind, detail: string | null, readerId: number): boolean {
  return readDetail(kind, detail).some(
    (part) => part.part === 'application' || (part.part === 'person' && part.side === 'by' && part.id !== readerId),
  );
}

function readReason(kind: EventKind, because: string): readonly DetailPart[] {
  if (kind !== 'application.limit_changed') return [{ part: 'value', value: because }];
  return because.split(', ').flatMap((limit): readonly DetailPart[] => {
    const [, identifier, rest] = /^([a-z_]+) (.+)$/.exec(limit) ?? [];
    if (identifier === undefined || rest === undefined) return [{ part: 'value', value: limit }];
    return [{ part: 'identifier', identifier }, ...readPiece(kind, rest)];
  });
}

/** The host of a webhook, perhaps with why it was switched off; the name of an API; the end of a secret. */
function readValue(first: string): readonly DetailPart[] {
  const [, stem = first, name] = INVOKER.exec(first) ?? [];
  const [, host, why] = /^(\S+): (.+)$/.exec(stem) ?? [];
  const known = why === undefined ? undefined : phraseOf(why);
  const said: readonly DetailPart[] =
    host === undefined || known === undefined
      ? [{ part: 'value', value: stem }]
      : [{ part: 'value', value: host }, known];
  return name === undefined ? said : [...said, { part: 'invoker', name }];
}

function readPieces(kind: EventKind, piece: string): readonly DetailPart[] {
  return piece.split(/, (?=by )/).flatMap((each) => readPiece(kind, each));
}

function readPiece(kind: EventKind, piece: string): readonly DetailPart[] {
  const [, stem, name] = INVOKER.exec(piece) ?? [];
  if (stem !== undefined && name !== undefined) return [...readPiece(kind, stem), { part: 'invoker', name }];
  const one = actorOf(piece) ?? otherSideOf(kind, piece) ?? phraseOf(piece) ?? kindOf(piece);
  if (one) return [one];
  const [, what, side, moment] = MOMENT.exec(piece) ?? [];
  if (moment !== undefined) {
    const at = Math.floor(Date.parse(moment) / 1000);
    const value: readonly DetailPart[] = what === undefined ? [] : [{ part: 'value', value: what }];
    return [...value, { part: 'moment', side: side === 'until' ? 'until' : 'everything before', at }];
  }
  if (kind === 'import.finished' || kind === 'import.undone' || kind === 'administration.exported') {
    return piece.split(/, |: /).map((each) => countOf(each) ?? phraseOf(each) ?? { part: 'value', value: each });
  }
  return [IDENTIFIERS.test(piece) ? { part: 'identifier', identifier: piece } : { part: 'value', value: piece }];
}

function actorOf(piece: string): DetailPart | undefined {
  const [, administrator] = BY_ADMINISTRATOR.exec(piece) ?? [];
  if (administrator !== undefined) return { part: 'person', side: 'by', id: Number(administrator) };
  const [, publicId] = BY_APPLICATION.exec(piece) ?? [];
  return publicId === undefined ? undefined : { part: 'application', publicId };
}

/** Who gave an application, and who got it. */
function otherSideOf(kind: EventKind, piece: string): DetailPart | undefined {
  const [, side, id] = kind.startsWith('application.transfer') ? (OTHER_SIDE.exec(piece) ?? []) : [];
  if (id === undefined) return undefined;
  return { part: 'person', side: side === 'to' || side === 'from' ? side : 'by', id: Number(id) };
}

function phraseOf(piece: string): DetailPart | undefined {
  const phrase = DETAIL_PHRASES.find((known) => known === piece);
  return phrase && { part: 'phrase', phrase };
}

/** A limit of events is told by the kind that is held back. */
function kindOf(piece: string): DetailPart | undefined {
  const kind = EVENT_KINDS.find((known) => known === piece);
  return kind && { part: 'kind', kind };
}

function countOf(piece: string): DetailPart | undefined {
  const [, count, of] = COUNT.exec(piece) ?? [];
  const counted = COUNTED_IN_DETAILS.find((known) => known === of);
  return counted && { part: 'count', of: counted, count: Number(count) };
}
