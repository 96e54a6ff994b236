/** What a target of the fuzzer is: a parser, what it must promise whatever it is fed, and words it knows. */

export interface Target {
  readonly name: string;
  readonly says: string;
  /** Throws where a promise is broken; everything that is thrown is a finding. */
  readonly run: (input: Buffer) => void | Promise<void>;
  /** Words that random bytes would never make. */
  readonly words: readonly string[];
  /** What the service itself would let through to this parser. */
  readonly mostBytes: number;
  /** A target that hands work to other threads is slower by nature; a run takes fewer of it. */
  readonly isSlow?: boolean;
  /** What a request does of it, where `run` does that many times over to compare: the time of a request is measured by this. */
  readonly once?: (input: Buffer) => void;
}

/** A promise that was broken. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

export function insist(isKept: boolean, says: string): asserts isKept {
  if (!isKept) throw new Broken(says);
}

/** Equal as JSON tells it: plain data alone is compared. */
export function insistEqual(one: unknown, other: unknown, says: string): void {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
  insist(left === right, `${says}: ${left?.slice(0, 300)} is not ${right?.slice(0, 300)}`);
}

/** Strings that arrive as a header are Latin-1, one character for each byte. */
export function asHeader(input: Buffer): string {
  return input.toString('latin1');
}

/** Strings that arrive in a body or a query are well-formed, once the reader has let them through. */
export function asText(input: Buffer): string {
  return input.toString('utf8');
}
