/** What the service answers, as examples in the documentation: the code that writes real answers writes these too. */
import { tokenAnswerBody, whoamiBody } from '../../protocol/tokens/answers.ts';
import { BEARER } from '../../protocol/tokens/bearer.ts';
import { html } from '../html.ts';
import { codeBlock } from '../parts/copy.ts';
import { table } from '../parts/table.ts';
import type { Text } from '../text/en.ts';
import type { SnippetValues } from './snippets/values.ts';

/** The settings that answers depend on. */
interface AnswerFacts {
  readonly baseUrl: string;
  readonly accessSeconds: number;
  readonly scopes: readonly { readonly name: string }[];
}

/** 15 November 2026, 14:05 UTC. */
const MOMENT = 1_794_751_500;

const ADA = {
  nickname: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  emailVerifiedAt: null,
  website: 'https://ada.example.com/',
  avatarUrl: null,
  pictureDigest: null,
  locale: 'en',
  onlineAt: MOMENT,
};

export function exampleTokenAnswer(text: Text, { accessSeconds }: AnswerFacts, { scope }: SnippetValues) {
  const body = tokenAnswerBody({
    ...{ accessToken: 'ACCESS_TOKEN', tokenType: BEARER, expiresIn: accessSeconds, refreshToken: 'REFRESH_TOKEN' },
    ...{ scope, createdAt: MOMENT, extras: [] },
  });
  return answerBlock(text, 'answer-exchange', JSON.parse(body));
}

export function exampleWhoami(text: Text, facts: AnswerFacts, { scope }: SnippetValues) {
  return answerBlock(text, 'answer-whoami', whoamiOf(facts, scope.split(' ')));
}

/** Which fields of the answer each scope adds. */
export function fieldsByScope({ docs: { scopes: words } }: Text, facts: AnswerFacts) {
  const always = Object.keys(whoamiOf(facts, []));
  const added = facts.scopes.map(({ name }) => ({
    name,
    fields: Object.keys(whoamiOf(facts, [name])).filter((field) => !always.includes(field)),
  }));
  const names = (fields: readonly string[]) =>
    html`${fields.map((field, index) => html`${index > 0 && ', '}<code>${field}</code>`)}`;
  return table({
    caption: words.fields,
    columns: [{ title: words.name }, { title: words.told }],
    rows: [
      [words.any, names(always)],
      ...added
        .filter(({ fields }) => fields.length > 0)
        .map(({ name, fields }) => [html`<code>${name}</code>`, names(fields)]),
    ],
  });
}

/** A service without the scope `profile` tells the profile to every token, as whoami does. */
function whoamiOf({ baseUrl, scopes }: AnswerFacts, scope: readonly string[]): Record<string, unknown> {
  const isWhole = !scopes.some(({ name }) => name === 'profile');
  return whoamiBody(ADA, { id: 1, scope, isWhole, url: baseUrl });
}

function answerBlock(text: Text, id: string, body: unknown) {
  const { answer, answerWhat } = text.docs.start;
  return codeBlock(text, { id, title: answer, text: JSON.stringify(body, null, 2), what: answerWhat });
}
