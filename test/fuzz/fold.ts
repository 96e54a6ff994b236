/** What a key for comparison has to promise. */
import { insist } from './targets/target.ts';

/** A key of a key is itself: otherwise two spellings could be one person in one place and two in another. */
export function fold(key: (text: string) => string, text: string): void {
  const once = key(text);
  insist(key(once) === once, `the key of a key is another: ${JSON.stringify(once)} and ${JSON.stringify(key(once))}`);
}
