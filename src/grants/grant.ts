/** What a grant is: one way to prove a right to tokens. The steps that all share are in exchange.ts. */
import type { AuthenticatedClient } from '../clients/authenticate.ts';
import type { RefusalRecord, SentRequest } from '../events/refusal-record.ts';
import type { Source } from '../protocol/event.ts';
import type { Form } from '../protocol/form.ts';
import type { PlaygroundCall } from '../protocol/playground/run.ts';
import type { Refusal } from '../protocol/refusal.ts';
import type { Result } from '../protocol/result.ts';
import type { SecretParameter } from '../protocol/secret-parameters.ts';
import type { TokenAnswer } from '../protocol/tokens/answers.ts';
import type { World } from '../world.ts';

/** A token request whose client is authenticated and whose required parameters are there, each once. */
export interface TokenCall {
  readonly form: Form;
  readonly client: AuthenticatedClient;
  readonly source: Source;
  readonly world: World;
  /** For the record of a refusal. */
  readonly sent: SentRequest;
  readonly playground: PlaygroundCall | undefined;
}

export interface Grant {
  /** The value of grant_type. */
  readonly type: string;
  /** The form fields it cannot do without, besides the client's credentials. */
  readonly required: readonly string[];
  /** The form fields that carry its secrets: one that no log and no record may keep has to be on that list. */
  readonly secretParameters: readonly SecretParameter[];
  /** RFC 6749 §5.2 unauthorized_client: whether this client may use it at all. */
  mayUse(client: AuthenticatedClient): boolean;
  redeem(call: TokenCall): Promise<Redeemed>;
}

/** Tokens, or why not; the refusal says whether the grant has recorded it. */
export type Redeemed = Result<TokenAnswer, RefusalRecord>;

/** A refusal that the batch of the grant has recorded. */
export function written({ client }: TokenCall, because: Refusal): RefusalRecord {
  return { because, provenClientId: client.id, isWritten: true };
}
