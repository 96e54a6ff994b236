/** The playground and the documentation with sample matter. */
import {
  docsClientsPage,
  docsEndpointsPage,
  docsScopesPage,
  docsStartPage,
  docsTokensPage,
} from '../../../src/pages/docs/docs.ts';
import { docsErrorsPage } from '../../../src/pages/docs/errors.ts';
import { docsPartsPage } from '../../../src/pages/docs/parts.ts';
import type { Shell } from '../../../src/pages/frame.ts';
import { playgroundCallbackPage } from '../../../src/pages/playground/callback.ts';
import { playgroundRunPage } from '../../../src/pages/playground/run.ts';
import { playgroundClosedPage, playgroundStartPage } from '../../../src/pages/playground/start.ts';
import type { Played } from '../../../src/pages/playground/steps.ts';
import { type Exchange, NOTES } from '../../../src/protocol/playground/wire.ts';

type Say = (text: string) => string;

export function playgroundPages(say: Say, shell: Shell) {
  const played = playedBy(say, shell.now);
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
  const run = { played, state: say('s'), accessToken: say('lka_1'), refreshToken: say('lkr_1') };
  const request = say('GET /callback');
  const refused = { kind: 'refused', request, error: say('access_denied'), description: say('Denied.') } as const;
  const code = { kind: 'code', request, code: say('lkc_1'), state: say('s') } as const;
  return {
    'playground start': playgroundStartPage(shell, start),
    'playground without scopes': playgroundStartPage(shell, { ...start, scopes: [], wasEnded: false }),
    'playground closed': playgroundClosedPage(shell, played),
    'playground code': playgroundCallbackPage(shell, { played, caught: code }),
    'playground refusal': playgroundCallbackPage(shell, { played, caught: refused }),
    'playground foreign': playgroundCallbackPage(shell, { played, caught: { kind: 'foreign' } }),
    'playground run': playgroundRunPage(shell, { ...run, exchanges: exchangesOf(say) }),
    'playground refused': playgroundRunPage(shell, {
      ...run,
      accessToken: '',
      exchanges: exchangesOf(say).slice(0, 1),
    }),
  };
}

export function docsPages(say: Say, shell: Shell) {
  const facts = {
    baseUrl: 'https://id.example.org',
    accessSeconds: 86_400,
    codeSeconds: 600,
    refreshIdleSeconds: 10_368_000,
    leewaySeconds: 0,
    scopes: [{ name: say('fly'), description: say('Fly.'), isDefault: true }],
  };
  return {
    'docs start': docsStartPage(shell, facts),
    'docs endpoints': docsEndpointsPage(shell, facts),
    'docs tokens': docsTokensPage(shell, facts),
    'docs scopes': docsScopesPage(shell, facts),
    'docs errors': docsErrorsPage(shell),
    'docs clients': docsClientsPage(shell, facts),
    'docs parts': docsPartsPage(shell),
  };
}

function playedBy(say: Say, now: number): Played {
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
  return NOTES.map((note) => ({
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
