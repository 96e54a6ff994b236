/** A number of bytes in the largest unit that fits, with one decimal where it says something. */
import type { Text } from '../text/en.ts';

const UNITS = [
  [1e9, 'gigabytes'],
  [1e6, 'megabytes'],
  [1e3, 'kilobytes'],
] as const;

export function byteSize({ moments }: Text, bytes: number): string {
  for (const [size, unit] of UNITS) {
    if (bytes < size) continue;
    const amount = bytes / size;
    return moments.sizes[unit](moments.numeral(amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)));
  }
  return moments.sizes.bytes(moments.numeral(bytes));
}
