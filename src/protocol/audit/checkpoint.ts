/** A checkpoint: how many events the chain had and what its last block was, to be kept where nobody can change both. */
import { accept, type Result, refuse } from '../result.ts';

export interface Checkpoint {
  /** The name of the chain, which no other installation has. */
  readonly chain: string;
  readonly block: number;
  readonly events: number;
  readonly digest: string;
  /** When its last block was sealed. */
  readonly at: string;
}

export interface SignedCheckpoint extends Checkpoint {
  /** Ed25519 over the five members above, as `checkpointText` writes them; base64. Absent where nobody signed. */
  readonly signature?: string;
}

export function checkpointText({ chain, block, events, digest, at }: Checkpoint): string {
  return JSON.stringify({ chain, block, events, digest, at });
}

export function parseCheckpoint(text: string): Result<SignedCheckpoint, 'malformed'> {
  try {
    const read: unknown = JSON.parse(text);
    return isCheckpoint(read) ? accept(read) : refuse('malformed');
  } catch {
    return refuse('malformed');
  }
}

function isCheckpoint(value: unknown): value is SignedCheckpoint {
  if (typeof value !== 'object' || value === null) return false;
  // It is an object, of which nothing else is known yet.
  const { chain, block, events, digest, at, signature = '' } = value as Record<string, unknown>;
  return (
    [chain, digest, at, signature].every((member) => typeof member === 'string') &&
    [block, events].every((member) => Number.isSafeInteger(member))
  );
}
