/** Client authentication by a secret among the parameters (RFC 6749 §2.3.1). */
import { accept, refuse } from '../../protocol/result.ts';
import type { AuthenticationMethod } from './method.ts';
import { proveBySecret } from './secret.ts';

export const post: AuthenticationMethod = {
  name: 'client_secret_post',
  isProof: true,
  secretParameters: ['client_secret'],
  claim({ form }) {
    const secret = form.get('client_secret');
    if (secret === undefined) return undefined;
    const clientId = form.get('client_id');
    return clientId === undefined ? refuse({ reason: 'client_missing' }) : accept({ clientId, secret });
  },
  prove: proveBySecret,
};
