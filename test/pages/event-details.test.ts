/** Proves that the details of events are told in the reader's language, whatever the kind of the event. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { eventEntries } from '../../src/pages/admin/events.ts';
import { textIn } from '../../src/pages/text/texts.ts';
import { type DetailPhrase, readDetail } from '../../src/protocol/audit/detail.ts';
import { EVENT_KINDS, type EventKind } from '../../src/protocol/event.ts';
import { LANGUAGES } from '../../src/protocol/people/language.ts';
import { textOf } from './markup.ts';
import { shellFor } from './samples/samples.ts';
import { NOW } from './samples/typed.ts';

const SRC = new URL('../../src/', import.meta.url);
// The texts have exactly these keys.
const DETAIL_PHRASES = Object.keys(textIn('en').eventDetails.phrases) as DetailPhrase[];
const AT = '2026-11-15T14:05:00.000Z';

/** One line of the log, without its names of the protocol. */
function told(kind: EventKind, detail: string | null): string {
  const event = { id: 1, kind, at: NOW, account: null, application: null, source: { address: null, userAgent: null } };
  const nicknames = new Map([[7, '※']]);
  const line = String(
    eventEntries(
      shellFor((said) => said, true, 'ru', textIn('ru')),
      [{ ...event, detail, nicknames }],
    ),
  );
  return textOf(line.replace(/<code[ >].*?<\/code>/gs, ' '));
}

/** What is not ours in these is no letter. */
const SENTENCES: readonly (readonly [EventKind, string])[] = [
  ['application.transfer_offered', 'to 7'],
  ['application.transferred', 'to 8'],
  ['application.transfer_accepted', 'from 7'],
  ['application.transfer_declined', 'by 7'],
  ['application.transfer_withdrawn', 'with the password, by administrator 7'],
  ['application.suspended', 'by the operator: ※ (※)'],
  ['application.limit_changed', 'by administrator 7: token_requests 5, api_requests as all others'],
  ['application.changed', 'name, redirect_uri; by administrator 7'],
  ['application.secret_rotated', `※; ※, ※ until ${AT}; by application 0-0`],
  ['application.deleted', 'by the operator (※)'],
  ['account.created', 'administrator, by the operator (※)'],
  ['consent.revoked', 'all at once, by administrator 7'],
  ['consent.revoked', `everything before ${AT} (※)`],
  ['consent.revoked', `everything before ${AT}; by the operator (※)`],
  ['token.revoked', 'all tokens, by the operator'],
  ['token.revoked', 'revoked_by_operator; by administrator 7'],
  ['code.refused', 'code_expired'],
  ['resource.changed', '※; by the configuration'],
  ['webhook.switched_off', '※:1: it answered 410'],
  ['webhook.switched_off', '※: nothing could be delivered for three days'],
  ['administration.exported', 'people, ※'],
  ['administration.backed_up', 'by the operator (※)'],
  ['administration.restored', `until ${AT}; by the operator (※)`],
  ['administration.moved', '※:/※.※, ※; by the operator (※)'],
  ['import.finished', '※: 5 people, 1 applications, 2 tokens (※)'],
  ['import.finished', '※: 5 people, 1 applications, 2 tokens; by the operator (※)'],
  ['import.undone', 'users (※)'],
  ['import.undone', 'users; by the operator (※)'],
  ...EVENT_KINDS.map((kind) => ['limit.reached', kind] as const),
];

test('no detail of an event leaves a word of English on a page in another language', () => {
  const ofAllKinds = EVENT_KINDS.flatMap((kind) =>
    ['by the operator', '※; by the operator (※)', '※; by administrator 7', '※; by application 0-0'].map(
      (detail) => [kind, detail] as const,
    ),
  );
  const phrases = DETAIL_PHRASES.map((phrase) => ['account.created', phrase] as const);

  for (const [kind, detail] of [...SENTENCES, ...ofAllKinds, ...phrases]) {
    const without = told(kind, null);
    const words = (told(kind, detail).match(/[A-Za-z_]{2,}/g) ?? []).filter(
      (word) => !without.includes(word) && !/^(?:UTC|API|invalid_\w+|access_denied)$/.test(word),
    );
    assert.deepEqual(words, [], `${kind}: ${detail}`);
  }
});

test('every language has words of its own for each phrase', () => {
  for (const language of LANGUAGES) {
    if (language === 'en') continue;
    const text = textIn(language);
    for (const phrase of DETAIL_PHRASES) assert.doesNotMatch(text.eventDetails.phrases[phrase], /[A-Za-z]/, phrase);
  }
});

test('every phrase that the service writes into a detail is one that pages can tell', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(?:pages|protocol|storage|cli\/output|endpoints\/api)\//.test(name),
  );
  const known: ReadonlySet<string> = new Set(DETAIL_PHRASES);
  const written = files.flatMap((name) => {
    const source = readFileSync(new URL(name, SRC), 'utf8');
    const found = source.matchAll(
      /(?:\bdetail: |aboutClient\([^()]*, |\basked\(.*actor, |\bBY_\w+ = |return )'((?:by |with )?[a-z][^'$]*)'/g,
    );
    return [...found]
      .filter(([whole]) => !whole.startsWith('return') || / 'by /.test(whole))
      .map(([, phrase = '']) => phrase);
  });

  assert.ok(written.length > 20, String(written.length));
  const pieces = written.flatMap((phrase) => phrase.split(', '));
  assert.deepEqual(
    pieces.filter((phrase) => !known.has(phrase)),
    [],
  );
});

test('what somebody typed is repeated as it is, also where it reads like words of ours', () => {
  const reason = readDetail('account.deleted', 'by administrator 7: by administrator 8; all at once');
  assert.deepEqual(reason, [
    { part: 'person', side: 'by', id: 7 },
    { part: 'value', value: 'by administrator 8; all at once' },
  ]);
  for (const kind of ['consent.given', 'consent.narrowed', 'webhook.created', 'resource.created'] as const)
    assert.deepEqual(readDetail(kind, 'profile'), [{ part: 'value', value: 'profile' }], kind);
});
