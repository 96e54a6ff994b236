/** GET /errors/:error and …/:shortTrace: what an error means; its owner is led on to what was wrong. */
import { countRefusals, findRequest, findShortTraced, withFacts } from '../../clients/requests.ts';
import { pageReply } from '../../http/browser/page.ts';
import { leaveFor, type Visitor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { requestPath } from '../../pages/applications/activity/requests.ts';
import { explainedErrorPage } from '../../pages/applications/explained-error.ts';
import type { RefusedRequest } from '../../protocol/refusals/refused-request.ts';
import { SHORT_TRACE } from '../../protocol/refusals/short-trace.ts';
import type { World } from '../../world.ts';
import { tracedPath } from '../addresses.ts';
import type { VisitorContext } from '../needs.ts';

const TRACE = /^[0-9a-f]{16}$/;
const ERROR = /^[a-z_]{3,40}$/;

/** An unknown trace gets a page too: 64 random bits are not guessed, and the page says nothing about other requests. */
export const showError: Handler<VisitorContext> = async (request, world, { visitor }) => {
  const given = request.parameters.error ?? '';
  const traceId = TRACE.test(given) ? given : '';
  const found = traceId === '' ? undefined : await findRequest(world, traceId, visitor.account);
  if (found?.client) return leaveFor(visitor, requestPath(found.client.publicId, traceId));
  const error = traceId === '' && ERROR.test(given) ? given : ((found && errorForOthers(found.request)) ?? null);
  return await explainedReply(visitor, { error, traceId, path: pathOf(traceId || (error ?? '')) });
};

/**
 * Requests of clients that do not exist are not kept. Therefore a caller that did not prove to be an application gets the
 * same page whether there is such an application or not; an authorization request was told so on its own page.
 */
function errorForOthers({ endpoint, error, shortTrace }: RefusedRequest): string | null {
  return endpoint === 'authorize' || shortTrace !== null ? error : null;
}

/**
 * What `error_uri` leads to. The error is in the address, so that a visitor who may not see more is told the
 * same whether there was such a request or not.
 */
export const showTracedError: Handler<VisitorContext> = async (request, world, { visitor }) => {
  const { error: name = '', shortTrace: given = '' } = request.parameters;
  const shortTrace = SHORT_TRACE.test(given) ? given : '';
  const found =
    visitor.account && shortTrace !== '' ? await findShortTraced(world, shortTrace, visitor.account) : undefined;
  if (found) return leaveFor(visitor, tracedPath(found, shortTrace));
  const error = ERROR.test(name) ? name : null;
  const page = { error, traceId: shortTrace, path: pathOf(error ?? 'unknown', shortTrace) };
  return await explainedReply(visitor, page);
};

/** An hour: who follows the address of an error has just met it. */
const RECENT_SECONDS = 3600;

/**
 * An address without a trace names no application, since nobody has proved to be one. An account that is signed in is
 * shown what was refused to its own applications, which says nothing about any other.
 */
async function explainedReply(
  visitor: Visitor,
  { error, ...rest }: { readonly error: string | null; readonly traceId: string; readonly path: string },
): Promise<Reply> {
  const { account, world } = visitor;
  const since = world.now() - RECENT_SECONDS;
  const own = account && error !== null ? await toldRefusals(world, account.id, { error, since }) : null;
  return pageReply(visitor, (context) => explainedErrorPage(context, { error, ...rest, own }));
}

const MOST_TOLD = 20;

async function toldRefusals(world: World, ownerId: number, sought: { readonly error: string; readonly since: number }) {
  const frequent = (await countRefusals(world, ownerId, sought)).slice(0, MOST_TOLD);
  const newest = await withFacts(
    world,
    frequent.map((each) => each.newest),
  );
  return frequent.map((each, index) => ({ ...each, newest: newest[index] ?? { ...each.newest, facts: [] } }));
}

/** Of checked parts alone. */
function pathOf(...parts: readonly string[]): string {
  return `/errors/${parts.filter((part) => part !== '').join('/')}`;
}
