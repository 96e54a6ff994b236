/** Finds the known word that a mistyped one most likely meant. */

const FURTHEST = 3;

export function nearest(wrong: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(FURTHEST, Math.floor(wrong.length / 2)) + 1;
  for (const word of known) {
    if (Math.abs(word.length - wrong.length) >= bestDistance) continue;
    const distance = editDistance(wrong.toLowerCase(), word.toLowerCase());
    if (distance < bestDistance) {
      best = word;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions and replacements between two words, row by row of the usual matrix. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[to.length] ?? 0;
}
