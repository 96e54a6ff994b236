/** Where the parameters of an authorization request come from: the address itself, so far. A new source is one entry. */
import type { UntrustedReason } from '../protocol/authorize/request.ts';
import type { Form } from '../protocol/form.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { World } from '../world.ts';

interface RequestSource {
  readonly name: string;
  /** Whether what was sent names a request of this source. */
  claims(sent: Form): boolean;
  /** The parameters of the request itself. */
  read(world: World, sent: Form): Promise<Result<Form, UntrustedReason>>;
}

/** RFC 6749 §4.1.1: the parameters are the request. */
const plain: RequestSource = {
  name: 'plain',
  claims: () => true,
  read: async (_world, sent) => accept(sent),
};

/** The first that claims what was sent reads it; the last one claims everything. */
const SOURCES: readonly RequestSource[] = [plain];

export async function readRequest(world: World, sent: Form): Promise<Result<Form, UntrustedReason>> {
  const source = SOURCES.find((each) => each.claims(sent)) ?? plain;
  return await source.read(world, sent);
}
