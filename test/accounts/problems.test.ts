/** Proves what the house says when no door could: whose turn it is, the trace, and nothing that is not certain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProblems } from '../../src/endpoints/problems.ts';
import { PROBLEM_STATUS, type Problem, type ProblemName } from '../../src/http/problem.ts';
import { NO_QUERY } from '../../src/http/reading/urlencoded.ts';
import type { Request } from '../../src/http/route.ts';
import type { Language } from '../../src/protocol/people/language.ts';
import { text } from '../support/html.ts';
import { HOME, onEachEngine, type Stage } from './stage.ts';

const LANGUAGES: readonly Language[] = ['en', 'ru'];

const WORDS = {
  en: {
    next: /\b(Go back|Try again|Try once more|Use the links|Check the address|If an app sent you|Open the form)\b/,
    maybe: /may not have been saved: check before you send it again/,
    never: /was not saved/,
  },
  ru: {
    next: /Вернитесь|Попробуйте|Пользуйтесь|Проверьте адрес|Если вас направило|Откройте форму/,
    maybe: /могло не сохраниться: проверьте/,
    never: /не сохранено/,
  },
} as const;

function sampleOf(name: ProblemName): Problem {
  if (name === 'body_too_large') return { name, limitBytes: 1024 };
  if (name === 'overloaded' || name === 'unavailable') return { name, retryAfterSeconds: 7 };
  return { name };
}

function tell({ world }: Stage, name: ProblemName, { language, method }: { language: Language; method: string }) {
  const request: Request = {
    method,
    path: '/account',
    rawQuery: '',
    query: NO_QUERY,
    headers: { 'accept-language': language },
    parameters: {},
    body: Buffer.alloc(0),
    source: HOME,
    traceId: 'trace-of-this',
  };
  const status = PROBLEM_STATUS[name];
  const reply = createProblems(world).page(status, sampleOf(name), request);
  assert.equal(reply.status, status);
  return { status, page: text(String(reply.body)) };
}

test(
  'every problem is told with its status, what to do, and the trace, in the language of the browser',
  onEachEngine(async (stage) => {
    // Object.keys yields exactly the names of the table.
    for (const problem of Object.keys(PROBLEM_STATUS) as ProblemName[]) {
      for (const language of LANGUAGES) {
        const { status, page } = tell(stage, problem, { language, method: 'POST' });
        assert.match(page, new RegExp(`(Error|Ошибка) ${status}`), `${problem} in ${language}`);
        assert.match(page, WORDS[language].next, `${problem} in ${language}: ${page}`);
        assert.match(page, /trace-of-this/);
      }
    }
  }),
);

test(
  'where it is not certain whether a form was saved, the page says so, and for a mere look it says nothing of it',
  onEachEngine(async (stage) => {
    for (const problem of ['failed', 'unavailable'] as const) {
      for (const language of LANGUAGES) {
        const sent = tell(stage, problem, { language, method: 'POST' }).page;
        const looked = tell(stage, problem, { language, method: 'GET' }).page;
        assert.match(sent, WORDS[language].maybe);
        assert.doesNotMatch(looked, WORDS[language].maybe);
        for (const page of [sent, looked]) assert.doesNotMatch(page, WORDS[language].never);
      }
    }
  }),
);
