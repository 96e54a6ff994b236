/** GET and POST /oauth/applications/:id/test: the owner walks through the flow, and this service plays the client. */
import { pageReply } from '../../http/browser/page.ts';
import { NO_QUERY } from '../../http/reading/urlencoded.ts';
import { consentPolicy } from '../../http/replying/headers.ts';
import { seeOther } from '../../http/replying/replies.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { replayPage } from '../../pages/playground/replay.ts';
import { playgroundRunPage } from '../../pages/playground/run.ts';
import { type AskingRequest, playgroundClosedPage, playgroundStartPage } from '../../pages/playground/start.ts';
import { ENDPOINT_PATHS } from '../../protocol/endpoint-paths.ts';
import type { Form } from '../../protocol/form.ts';
import type { Run } from '../../protocol/playground/run.ts';
import { formBody, type Pair, parseExchange } from '../../protocol/playground/wire.ts';
import { challengeOf } from '../../protocol/tokens/pkce.ts';
import { findEnded } from '../../tokens/playground.ts';
import { isOwner, type ManagedClient, type OwnedClient } from '../applications/managed.ts';
import type { Posted } from '../needs.ts';
import { sealOf } from '../oauth/consent-seal.ts';
import { type Acted, areOwnTokens, exchangeCode, findAct } from './acts.ts';
import { addressOfReplay, findReplay, type Replayed, sendReplay } from './replay.ts';
import { newRun, type PlaygroundContext, playedOf, runOf, stageOf } from './stage.ts';

/** What a run carries along in its pages; older steps fall off the end. */
const MOST_EXCHANGES = 12;
/** Of a page without tokens. */
const NOTHING_ENDED = { access: false, refresh: false };

export const showPlayground: Handler<ManagedClient> = async (request, _world, managed) => {
  const stage = stageOf(managed);
  if (!isOwner(managed)) {
    const played = await playedOf(stage);
    return pageReply(stage.visitor, (context) => playgroundClosedPage(context, played));
  }
  const trace = request.query.get('replay');
  const replayed = trace === undefined ? undefined : await findReplay(stage, trace);
  return replayed ? await replayReply(stage, replayed) : await startReply(stage, { asked: [] });
};

export const submitPlayground: Handler<Posted<OwnedClient>> = async (_request, _world, owned) => {
  const stage = stageOf(owned);
  const { form } = owned;
  const act = form.get('act');
  if (act === 'build') return await startReply(stage, { asked: form.all('scope') });
  if (act === 'replay') return await replayedReply(stage, form);
  const run = runOf(stage, form.get('state'));
  if (!run) return await startReply(stage, { asked: [], wasEnded: true });
  if (act === 'deny') return await denyReply(stage, run, form.all('scope'));
  const acted = await actFor(stage, run, form);
  if (!acted) return await startReply(stage, { asked: [], wasEnded: true });
  return await runReply(stage, run, { form, acted });
};

/** Undefined where there is no such act, or where the tokens are none of a run of this owner's. */
async function actFor(stage: PlaygroundContext, run: Run, form: Form): Promise<Acted | undefined> {
  if (form.get('act') === 'exchange') {
    return await exchangeCode(stage, { code: form.get('code') ?? '', verifier: run.verifier });
  }
  const act = findAct(form.get('act'));
  const tokens = { access: form.get('access_token') ?? '', refresh: form.get('refresh_token') ?? '' };
  return act && (await areOwnTokens(stage, tokens)) ? await act(stage, tokens) : undefined;
}

async function startReply(
  stage: PlaygroundContext,
  { asked, wasEnded = false }: { readonly asked: readonly string[]; readonly wasEnded?: boolean },
): Promise<Reply> {
  const { visitor, client } = stage;
  const known = client.scope.filter((name) => asked.includes(name));
  const scopes = known.length > 0 ? known : client.scope;
  const page = {
    played: await playedOf(stage),
    scopes: client.scope.map((name) => ({ name, isAsked: scopes.includes(name) })),
    request: requestOf(stage, newRun(stage), scopes),
    wasEnded,
  };
  return pageReply(visitor, (context) => playgroundStartPage(context, page), { status: wasEnded ? 409 : 200 });
}

function requestOf({ subject, call }: PlaygroundContext, run: Run, scopes: readonly string[]): AskingRequest {
  const parameters: readonly Pair[] = [
    ['client_id', subject.clientId],
    ['redirect_uri', call.callback],
    ['response_type', 'code'],
    ['scope', scopes.join(' ')],
    ['state', run.state],
    ['code_challenge', challengeOf(run.verifier)],
    ['code_challenge_method', 'S256'],
    ['prompt', 'consent'],
  ];
  const path = `${ENDPOINT_PATHS.authorize}?${formBody(parameters)}`;
  return { address: subject.baseUrl + path, path, parameters, verifier: run.verifier, state: run.state };
}

/** The consent form of this very request, posted with its refusal, to its own handler. */
async function denyReply(stage: PlaygroundContext, run: Run, asked: readonly string[]): Promise<Reply> {
  const { visitor, client } = stage;
  const known = client.scope.filter((name) => asked.includes(name));
  const { path } = requestOf(stage, run, known.length > 0 ? known : client.scope);
  const query = path.slice(path.indexOf('?') + 1);
  const body = formBody([
    ['form_token', visitor.formToken('page')],
    ['request', query],
    ['seal', sealOf(visitor, query)],
    ['decision', 'deny'],
  ]);
  const noQuery = { rawQuery: '', query: NO_QUERY };
  const inside = { ...visitor.request, path: ENDPOINT_PATHS.authorize, ...noQuery, body: Buffer.from(body) };
  const { status, headers } = await visitor.routes.dispatch(inside, visitor.world);
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (status !== 303 || location === undefined) return await startReply(stage, { asked, wasEnded: true });
  return seeOther(location);
}

/** Chromium holds the redirects that follow a form to the policy of its page, and a client's address may be among them. */
async function replayReply(stage: PlaygroundContext, replayed: Replayed): Promise<Reply> {
  const page = { played: await playedOf(stage), ...replayed };
  const redirectUri = replayed.fields.find(({ name }) => name === 'redirect_uri')?.value ?? '';
  const headers = replayed.request.endpoint === 'authorize' ? { headers: policyFor(redirectUri) } : {};
  return pageReply(stage.visitor, (context) => replayPage(context, page), headers);
}

function policyFor(redirectUri: string): Record<string, string> {
  return { 'Content-Security-Policy': consentPolicy(redirectUri) };
}

async function replayedReply(stage: PlaygroundContext, form: Form): Promise<Reply> {
  const replayed = await findReplay(stage, form.get('trace') ?? '');
  if (!replayed) return await startReply(stage, { asked: [], wasEnded: true });
  const typed = replayed.fields.map(({ name }, index): Pair => [name, form.get(`field_${index}`) ?? '']);
  const address = addressOfReplay(replayed, typed);
  if (address !== null) return seeOther(address);
  const exchanges = [await sendReplay(stage, replayed, typed)];
  const page = {
    played: await playedOf(stage),
    state: '',
    accessToken: '',
    refreshToken: '',
    ended: NOTHING_ENDED,
    exchanges,
  };
  return pageReply(stage.visitor, (context) => playgroundRunPage(context, page));
}

async function runReply(
  stage: PlaygroundContext,
  { state }: Run,
  { form, acted }: { readonly form: Form; readonly acted: Acted },
): Promise<Reply> {
  const before = form.all('wire').flatMap((text) => parseExchange(text) ?? []);
  const page = {
    played: await playedOf(stage),
    state,
    accessToken: acted.tokens.access,
    refreshToken: acted.tokens.refresh,
    ended: acted.tokens.access === '' ? NOTHING_ENDED : await findEnded(stage.visitor.world, acted.tokens, stage.call),
    exchanges: [...before, ...acted.exchanges].slice(-MOST_EXCHANGES),
  };
  return pageReply(stage.visitor, (context) => playgroundRunPage(context, page));
}
