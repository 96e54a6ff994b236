/** What the management API answers where an act found no application that its caller may change. */
import { findManagedClient } from '../../../clients/find.ts';
import type { Call, Outcome } from '../operation.ts';
import { problem } from '../replies.ts';

export type OfOne = Pick<Call<{ readonly client_id: string }>, 'world' | 'caller' | 'parameters'>;

/** One's own that manages the whole service is seen with any token, and changed with none but one that does so too. */
export async function refusedUnknown({ world, caller, parameters }: OfOne): Promise<Outcome> {
  const client = await findManagedClient(parameters.client_id, caller.actor, world);
  if (!client) return problem('not-found');
  return problem(
    'insufficient-scope',
    'This application may manage the whole service: change it on its pages, or with the scope admin.',
  );
}
