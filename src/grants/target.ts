/** Whether the resource that a token request names is the one that was granted (RFC 8707 §2.2). */
import { accept, andThen, type Result, refuse } from '../protocol/result.ts';
import { findTarget } from '../resources/find.ts';
import type { TokenCall } from './grant.ts';

export type TargetRefusal = 'resource_unknown' | 'resource_not_granted';

/**
 * Without the parameter tokens are for what was granted. A grant is for one resource or for none in particular, so there
 * is nothing to choose among: the parameter may name it again, and nothing else.
 */
export function judgeTarget(
  { form, world }: TokenCall,
  grantedId: number | null,
): TargetVerdict | Promise<TargetVerdict> {
  const named = form.get('resource');
  if (named === undefined) return GRANTED;
  return andThen(findTarget(world, named), (target) => {
    if (target.kind === 'unknown') return refuse('resource_unknown');
    const id = target.kind === 'resource' ? target.resource.id : null;
    return id === grantedId ? GRANTED : refuse('resource_not_granted');
  });
}

type TargetVerdict = Result<null, TargetRefusal>;

const GRANTED = accept(null);
