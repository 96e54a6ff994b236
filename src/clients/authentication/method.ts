/** What a client authentication method is: how a request claims to be a client by it, and what proves the claim. */
import type { SentCredentials } from '../../protocol/clients/identification.ts';
import type { PlaygroundCall } from '../../protocol/playground/run.ts';
import type { Refusal } from '../../protocol/refusal.ts';
import type { Result } from '../../protocol/result.ts';
import type { SecretParameter } from '../../protocol/secret-parameters.ts';
import type { CredentialRow } from '../../storage/tables/clients/secrets.ts';
import type { World } from '../../world.ts';

export interface AuthenticationMethod {
  /** As clients and discovery metadata name it (RFC 8414 §2). */
  readonly name: string;
  /** False where nothing is proved: what a public client sends, anybody can send. */
  readonly isProof: boolean;
  /** The parameters that carry its secrets: one that no log and no record may keep has to be on that list. */
  readonly secretParameters: readonly SecretParameter[];
  /** Undefined where the request does not use this method. */
  claim(sent: SentCredentials): Result<Claim, Refusal> | undefined;
  prove(claim: Claim, known: KnownClient): Result<Proof, Refusal> | Promise<Result<Proof, Refusal>>;
}

/** Not yet a proof. An empty secret is never a secret: it reads as undefined. */
export interface Claim {
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** What is registered under the claimed client_id. */
export interface KnownClient {
  /** One for each secret, or a single one without; none where there is no such client. */
  readonly rows: readonly CredentialRow[];
  readonly world: World;
  readonly playground: PlaygroundCall | undefined;
}

export interface Proof {
  readonly client: CredentialRow;
  /** The secret that fitted; null where none was needed. */
  readonly secretId: number | null;
}
