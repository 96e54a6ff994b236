/** GET /oauth/applications/:id/test/callback: catches the redirect of a run, as the application's own address would. */
import { pageReply } from '../../http/browser/page.ts';
import type { Handler, Request } from '../../http/route.ts';
import { playgroundCallbackPage, type ReceivedCallback } from '../../pages/playground/callback.ts';
import type { OwnedClient } from '../applications/managed.ts';
import { type PlaygroundContext, playedOf, runOf, stageOf } from './stage.ts';

export const showPlaygroundCallback: Handler<OwnedClient> = async (request, _world, owned) => {
  const stage = stageOf(owned);
  const caught = catchAnswer(stage, request);
  const page = { played: await playedOf(stage), caught };
  return pageReply(owned.visitor, (context) => playgroundCallbackPage(context, page), {
    status: caught.kind === 'foreign' ? 400 : 200,
  });
};

/** An answer is believed only with a state that this session sealed, and with our own `iss` where it is sent. */
function catchAnswer(stage: PlaygroundContext, { query, rawQuery, path }: Request): ReceivedCallback {
  if (!query.read().ok || query.form().doubled !== undefined) return { kind: 'foreign' };
  const run = runOf(stage, query.get('state'));
  const issuer = stage.client.sendsIss ? stage.subject.baseUrl : undefined;
  if (!run || query.get('iss') !== issuer) return { kind: 'foreign' };
  const request = `GET ${path}?${rawQuery} HTTP/1.1\nHost: ${new URL(stage.subject.baseUrl).host}`;
  const code = query.get('code');
  if (code !== undefined) return { kind: 'code', request, code, state: run.state };
  const error = query.get('error') ?? '';
  return { kind: 'refused', request, error, description: query.get('error_description') ?? '' };
}
