/** Client authentication by HTTP Basic (RFC 6749 §2.3.1). */
import { accept, refuse } from '../../protocol/result.ts';
import type { AuthenticationMethod } from './method.ts';
import { proveBySecret } from './secret.ts';

export const basic: AuthenticationMethod = {
  name: 'client_secret_basic',
  isProof: true,
  secretParameters: [],
  claim({ basic }) {
    if (!basic.ok) {
      return basic.refusal === 'absent' ? undefined : refuse({ reason: 'client_credentials_malformed' });
    }
    const { clientId, secret } = basic.value;
    return accept({ clientId, secret: secret === '' ? undefined : secret });
  },
  prove: proveBySecret,
};
