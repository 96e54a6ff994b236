/** One operation of the management API: how it is described, and what runs for a request that was read by that. */
import type { ActLimit } from '../../clients/act-limits.ts';
import type { Request } from '../../http/route.ts';
import type { Creation, Once } from '../../limits/once.ts';
import type { DescribedOperation } from '../../protocol/api/operation.ts';
import type { Shape, Values } from '../../protocol/api/shape.ts';
import type { World } from '../../world.ts';
import type { Caller } from './caller.ts';
import type { Answered } from './replies.ts';

type Shapes = Readonly<Record<string, Shape<unknown>>>;

export interface Call<Parameters = unknown, Query = unknown, Body = unknown> {
  readonly world: World;
  readonly request: Request;
  readonly caller: Caller;
  readonly parameters: Parameters;
  readonly query: Query;
  readonly body: Body;
  /** Whether If-Match names this ETag. */
  readonly isFor: (tag: string) => boolean;
  /** For the batch of what is created, where the request carried an Idempotency-Key. */
  readonly once: <Made>(creationOf: (made: Made) => Creation) => { readonly once?: Once<Made> };
}

/** `answered`: another request with the same Idempotency-Key came first; its answer is given instead. */
export type Outcome = Answered | 'answered';

export interface Operation extends DescribedOperation {
  /** How often an account may do it, as on the pages. */
  readonly limit: ActLimit | null;
  readonly run: (call: Call) => Promise<Outcome>;
}

interface Terms<P extends Shapes, Q extends Shapes, B>
  extends Pick<Operation, 'id' | 'method' | 'path' | 'tag' | 'says' | 'needs' | 'answer'> {
  readonly explains?: string;
  readonly problems?: Operation['problems'];
  readonly limit?: ActLimit;
  readonly parameters?: P;
  readonly query?: Q;
  readonly body?: Shape<B>;
  readonly isConditional?: true;
  readonly isRepeatable?: true;
  readonly run: (call: Call<Values<P>, Partial<Values<Q>>, B>) => Promise<Outcome>;
}

/** Writes an operation down so that the compiler knows, in `run`, what its shapes have read. */
export function operation<
  P extends Shapes = Record<never, never>,
  Q extends Shapes = Record<never, never>,
  B = undefined,
>(terms: Terms<P, Q, B>): Operation {
  return {
    ...terms,
    parameters: terms.parameters ?? {},
    query: terms.query ?? {},
    body: terms.body ?? null,
    isConditional: terms.isConditional ?? false,
    isRepeatable: terms.isRepeatable ?? false,
    problems: terms.problems ?? [],
    limit: terms.limit ?? null,
    // The call is read with the shapes of these very terms.
    run: terms.run as unknown as Operation['run'],
  };
}
