/** A client that only says who it is (RFC 6749 §2.3, §3.2.1): enough for a public one, which can keep no secret. */
import { accept } from '../../protocol/result.ts';
import type { AuthenticationMethod } from './method.ts';
import { proveByNothing } from './secret.ts';

export const none: AuthenticationMethod = {
  name: 'none',
  isProof: false,
  secretParameters: [],
  claim({ form }) {
    const clientId = form.get('client_id');
    return clientId === undefined ? undefined : accept({ clientId, secret: undefined });
  },
  prove: (_claim, known) => proveByNothing(known),
};
