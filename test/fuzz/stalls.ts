/**
 * `npm run fuzz -- stalls`: what the worst input of the largest size that is let through costs the event loop.
 *
 * Every parser that the fuzzer knows, and every rule that looks at a whole form, gets each of the worst texts. The cost is
 * that of the longest turn of the event loop, as a share of what a request may cost (test/support/processor.ts).
 */

import { examineDetails } from '../../src/clients/details.ts';
import { SHIPPED_SCOPES } from '../../src/config/scope-catalogue.ts';
import { PAGE_LIMITS, QUERY_LIMITS } from '../../src/http/reading/parameters.ts';
import { examineAuthorization } from '../../src/protocol/authorize/request.ts';
import { nearDuplicates } from '../../src/protocol/clients/redirect-preview.ts';
import { causeKey, diagnose } from '../../src/protocol/diagnosis/diagnosis.ts';
import { createForm } from '../../src/protocol/form.ts';
import {
  emailKey,
  examineEmail,
  examineNickname,
  nicknameKey,
  nicknameSkeleton,
} from '../../src/protocol/people/account-rules.ts';
import { examinePassword } from '../../src/protocol/people/password-rule.ts';
import { PALETTE } from '../../src/protocol/pictures/png-rows.ts';
import { redraw } from '../../src/protocol/pictures/redraw.ts';
import { formatFacts, parseFacts } from '../../src/protocol/refusals/facts.ts';
import { png } from '../support/png.ts';
import { costOf, costOfTurns } from '../support/processor.ts';
import { worstTexts } from '../support/worst-texts.ts';
import type { Target } from './targets/target.ts';
import { TARGETS } from './targets/targets.ts';

export interface Stall {
  readonly where: string;
  readonly input: string;
  /** 1 is what a request may cost. */
  readonly cost: number;
}

/** What a request may bring to one rule at most, made from a text of any size. */
interface WholeForm {
  readonly name: string;
  readonly bytes: number;
  readonly run: (text: string) => unknown;
}

const BODY_BYTES = 65_536;
const OWN_URL = 'https://id.example.org';
const MOST_URIS = 20;
const URI_BYTES = 2048;
const ROWS_OF_A_PAGE = 50;

const WHOLE_FORMS: readonly WholeForm[] = [
  {
    name: 'a form that creates an account',
    bytes: BODY_BYTES / 3,
    run: (text) => {
      const typed = text.slice(0, PAGE_LIMITS.valueBytes);
      examineNickname(typed);
      examineEmail(typed);
      examinePassword(typed, { nickname: typed, email: typed, serviceName: 'Latchkey' });
      return [nicknameKey(typed), nicknameSkeleton(typed), emailKey(typed), emailKey(`${typed}@example.org`)];
    },
  },
  {
    name: 'a password of the greatest length',
    bytes: 1024,
    run: (text) => examinePassword(text, { nickname: text, email: `${text}@example.org`, serviceName: 'Latchkey' }),
  },
  {
    name: 'a form of an application',
    bytes: URI_BYTES,
    run: (text) => examineDetails(detailsOf(text), settings, { current: null }),
  },
  { name: 'a form with many redirect URIs', bytes: BODY_BYTES / PAGE_LIMITS.count, run: (text) => manyAlike(text) },
  {
    name: 'a request to authorize',
    bytes: QUERY_LIMITS.valueBytes,
    run: (text) => {
      const client = { publicId: 'c', isConfidential: false, redirectUris: registered, scope: ['profile'] };
      const fields = ['scope', 'state', 'prompt', 'code_challenge', 'redirect_uri', 'response_type'];
      const usual: [string, string][] = [
        ['client_id', 'c'],
        ['redirect_uri', registered[0] ?? ''],
        ['response_type', 'code'],
      ];
      return fields.map((name) => {
        const form = createForm([...usual.filter(([each]) => each !== name), [name, text]]);
        return examineAuthorization(form, client, { catalogue: SHIPPED_SCOPES, target: { kind: 'own' } });
      });
    },
  },
  {
    name: 'the page of a refused request',
    bytes: 1024,
    run: (text) => {
      const facts = parseFacts(formatFacts([['redirect_uri', text]]));
      const around = { redirectUris: registered, mostRedirectUris: MOST_URIS, ownUrl: OWN_URL };
      // The rest of what stands around a refusal has nothing to do with texts.
      return diagnose({ facts, reason: 'redirect_uri_unregistered' } as never, around as never);
    },
  },
  {
    name: 'a page of refused requests',
    bytes: 480,
    run: (text) => {
      const names = ['redirect_uri', 'scope', 'prompt', 'response_type', 'detail', 'doubled'];
      const kept = formatFacts(names.map((name) => [name, text] as const));
      return Array.from({ length: ROWS_OF_A_PAGE }, () =>
        causeKey({ endpoint: 'authorize', reason: 'invalid_request', at: 0, facts: parseFacts(kept) }),
      );
    },
  },
];

const settings = {
  name: 'Latchkey',
  reservedNames: Array.from({ length: 500 }, (_, index) => `Example Bank ${index}`),
  scopes: SHIPPED_SCOPES,
  url: OWN_URL,
};

/** As long and as like each other as they may be. */
const registered = Array.from({ length: MOST_URIS }, (_, index) =>
  `https://app.example.com/${'a%20b/'.repeat(400)}`.slice(0, URI_BYTES - 3).concat(String(index)),
);

/** Those that read what comes over the network; settings come from the operator. */
const SENT = TARGETS.filter(({ name }) => name !== 'settings');

/** The worst input of every parser and every form, the costliest first. */
export async function findStalls(targets: readonly Target[] = SENT): Promise<readonly Stall[]> {
  const worst: Stall[] = [];
  for (const target of targets)
    worst.push(await worstOf(target.name, target.mostBytes, (text) => runTarget(target, Buffer.from(text))));
  for (const { name, bytes, run } of WHOLE_FORMS)
    worst.push(await worstOf(name, bytes, (text) => costOf(() => run(text))));
  for (const [input, colourType] of Object.entries({ 'with a palette': PALETTE, 'of pixels with four bytes': 6 }))
    worst.push({ where: 'a logo', input, cost: await drawing(colourType) });
  return worst.toSorted((one, other) => other.cost - one.cost);
}

async function worstOf(where: string, bytes: number, costFor: (text: string) => number | Promise<number>) {
  let worst: Stall = { where, input: '', cost: 0 };
  for (const { name, text } of worstTexts(Math.floor(bytes))) {
    const cost = await costFor(text);
    if (cost > worst.cost) worst = { where, input: name, cost };
  }
  return worst;
}

/** A parser that hands work to other threads ends some turns later. */
function runTarget(target: Target, input: Buffer): number | Promise<number> {
  const { isSlow, run, once = run } = target;
  return isSlow ? costOfTurns(async () => run(input)) : costOf(() => once(input));
}

function detailsOf(text: string) {
  return {
    name: text,
    description: text,
    homepageUrl: text,
    logoUrl: text,
    policyUrl: text,
    termsUrl: text,
    redirectUris: Array.from({ length: MOST_URIS }, (_, index) => `${text}${index}`),
    scopes: Array.from({ length: PAGE_LIMITS.count - MOST_URIS - 6 }, (_, index) => `${text.slice(0, 100)}${index}`),
    isConfidential: true,
    sendsIssuer: true,
  };
}

function manyAlike(text: string): unknown {
  return nearDuplicates(Array.from({ length: PAGE_LIMITS.count - 1 }, (_, index) => `${text.slice(0, 600)}${index}`));
}

/** The largest picture of a kind, every row by the costliest filter. */
function drawing(colourType: number): Promise<number> {
  const [side, rowBytes] = [512, colourType === PALETTE ? 512 : 2048];
  const rows = Buffer.alloc((rowBytes + 1) * side);
  for (let row = 0; row < side; row += 1) rows[row * (rowBytes + 1)] = 4;
  const palette = colourType === PALETTE ? { palette: Buffer.alloc(3 * 255) } : {};
  const picture = png({ width: side, height: side, colourType, rows, ...palette });
  return costOfTurns(() => redraw(picture));
}
