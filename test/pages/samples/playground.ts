/** The playground and the documentation with sample content. */

import { OPERATIONS } from '../../../src/endpoints/api/operations.ts';
import { docsApiPage } from '../../../src/pages/docs/api.ts';
import {
  docsClientsPage,
  docsEndpointsPage,
  docsScopesPage,
  docsStartPage,
  docsTokensPage,
} from '../../../src/pages/docs/docs.ts';
import { docsErrorsPage } from '../../../src/pages/docs/errors.ts';
import { docsPartsPage } from '../../../src/pages/docs/parts.ts';
import { docsProtectPage } from '../../../src/pages/docs/protect.ts';
import { exampleValues } from '../../../src/pages/docs/snippets/values.ts';
import { docsWebhooksPage } from '../../../src/pages/docs/webhooks.ts';
import type { PageContext } from '../../../src/pages/frame.ts';
import { playgroundCallbackPage } from '../../../src/pages/playground/callback.ts';
import { playgroundRunPage } from '../../../src/pages/playground/run.ts';
import { playgroundClosedPage, playgroundStartPage } from '../../../src/pages/playground/start.ts';
import type { PlaygroundPage } from '../../../src/pages/playground/steps.ts';
import { en } from '../../../src/pages/text/en.ts';
import type { Exchange, Note } from '../../../src/protocol/playground/wire.ts';

type Say = (text: string) => string;

export function playgroundPages(say: Say, context: PageContext) {
  const played = playedBy(say, context.now);
  const start = {
    played,
    scopes: ['profile', 'email'].map((name) => ({ name, isAsked: true })),
    request: {
      address: say('https://id.example.org/oauth/authorize?x'),
      path: '/oauth/authorize?x',
      parameters: [['state', say('s')]],
      verifier: say('v'),
      state: say('s'),
    },
    wasEnded: true,
  } as const;
  const ended = { access: false, refresh: false };
  const run = { played, state: say('s'), accessToken: say('lka_1'), refreshToken: say('lkr_1'), ended };
  const request = say('GET /callback');
  const refused = { kind: 'refused', request, error: say('access_denied'), description: say('Denied.') } as const;
  const code = { kind: 'code', request, code: say('lkc_1'), state: say('s') } as const;
  return {
    'playground start': playgroundStartPage(context, start),
    'playground without scopes': playgroundStartPage(context, { ...start, scopes: [], wasEnded: false }),
    'playground closed': playgroundClosedPage(context, played),
    'playground code': playgroundCallbackPage(context, { played, caught: code }),
    'playground refusal': playgroundCallbackPage(context, { played, caught: refused }),
    'playground foreign': playgroundCallbackPage(context, { played, caught: { kind: 'foreign' } }),
    'playground run': playgroundRunPage(context, { ...run, exchanges: exchangesOf(say) }),
    'playground ended': playgroundRunPage(context, {
      ...run,
      ended: { access: true, refresh: true },
      exchanges: exchangesOf(say),
    }),
    'playground refused': playgroundRunPage(context, {
      ...run,
      accessToken: '',
      exchanges: exchangesOf(say).slice(0, 1),
    }),
  };
}

export function docsPages(say: Say, context: PageContext) {
  const facts = {
    baseUrl: 'https://id.example.org',
    registrationIsOpen: false,
    operations: OPERATIONS,
    accessSeconds: 86_400,
    codeSeconds: 600,
    refreshIdleSeconds: 10_368_000,
    leewaySeconds: 0,
    scopes: [{ name: say('fly'), description: say('Fly.'), isDefault: true }],
  };
  const own = {
    values: { ...exampleValues(facts.baseUrl), name: say('Quill') },
    others: [{ clientId: say('other'), name: say('Other') }],
  };
  return {
    'docs start': docsStartPage(context, facts),
    'docs start of an owner': docsStartPage(context, facts, own),
    'docs clients of an owner': docsClientsPage(context, facts, own),
    'docs endpoints': docsEndpointsPage(context, facts),
    'docs tokens': docsTokensPage(context, facts),
    'docs scopes': docsScopesPage(context, facts),
    'docs errors': docsErrorsPage(context),
    'docs clients': docsClientsPage(context, facts),
    'docs protect': docsProtectPage(context, facts),
    'docs webhooks': docsWebhooksPage(context, facts),
    'docs api': docsApiPage(context, facts),
    'docs parts': docsPartsPage(context),
  };
}

function playedBy(say: Say, now: number): PlaygroundPage {
  return {
    application: {
      clientId: 'quill',
      name: say('Quill'),
      description: say('Writes.'),
      kind: 'web',
      logoPath: null,
      userCount: 2,
      createdAt: now - 9000,
      updatedAt: now,
    },
    subject: {
      clientId: 'quill',
      name: say('Quill'),
      redirectUri: say('https://quill.example/cb'),
      scope: 'profile email',
      isConfidential: true,
      sendsIssuer: true,
      secret: 'YOUR_CLIENT_SECRET',
      baseUrl: 'https://id.example.org',
    },
  };
}

function exchangesOf(say: Say): readonly Exchange[] {
  // The words have exactly these keys.
  const notes = Object.keys(en.playground.notes) as Note[];
  return notes.map((note) => ({
    note,
    request: {
      method: 'POST',
      url: 'https://id.example.org/oauth/token',
      headers: [['User-Agent', say('Quill')]],
      fields: [['client_id', say('quill')]],
    },
    answer: { status: note === 'expired' ? 401 : 200, headers: [['X', say('y')]], body: say('{}') },
  }));
}
