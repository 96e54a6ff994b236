/** Compares two texts character by character, and says which piece belongs to which side. */

export interface Piece {
  /** In both texts, only in the one that was received, or only in the one that was expected. */
  readonly kind: 'same' | 'received' | 'expected';
  readonly text: string;
}

/** Of what lies between the common beginning and the common end. The work grows with its square, so there is a limit. */
const LONGEST_COMPARED = 400;

/** A match of so few characters between two differences is chance, and only makes them hard to read. */
const SHORTEST_MATCH = 3;

/** `same` and `received` pieces, joined, are the received text; `same` and `expected` ones the expected text. */
export function compareTexts(received: string, expected: string): readonly Piece[] {
  // By code points, so that no piece ends in the middle of a character.
  const left = Array.from(received);
  const right = Array.from(expected);
  const start = commonStart(left, right);
  const end = commonEnd(left, right, start);
  const middle = comparePlain(left.slice(start, left.length - end), right.slice(start, right.length - end));
  const pieces: Piece[] = [
    { kind: 'same', text: left.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: left.slice(left.length - end).join('') },
  ];
  return joined(withoutChance(joined(pieces)));
}

/** How alike two texts are at both ends. */
function closeness(left: readonly string[], right: readonly string[]): number {
  const start = commonStart(left, right);
  return 2 * (start + commonEnd(left, right, start)) - Math.max(left.length, right.length);
}

/** The candidates, the one that is most like `text` first. A stranger may have sent it, so it is taken apart only once. */
export function byCloseness(text: string, candidates: readonly string[]): readonly string[] {
  const sought = Array.from(text);
  const ranked = candidates.map((candidate) => [candidate, closeness(sought, Array.from(candidate))] as const);
  return ranked.sort(([, one], [, other]) => other - one).map(([candidate]) => candidate);
}

/** The known word that a mistyped one most likely meant: half of it, at least, has to be right. */
export function likeliest(wrong: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const exact = known.find((word) => plain(word) === plain(wrong));
  if (exact !== undefined || wrong.length > LONGEST_COMPARED) return exact;
  // Half of it cannot be right where the lengths alone differ by more.
  const [best, cost] = known
    .filter((word) => Math.abs(word.length - wrong.length) <= word.length / 2)
    .map((word) => [word, costOf(compareTexts(wrong.toLowerCase(), word))] as const)
    .reduce((least, each) => (each[1] < least[1] ? each : least), ['', Number.POSITIVE_INFINITY] as const);
  return cost <= best.length / 2 ? best : undefined;
}

function costOf(pieces: readonly Piece[]): number {
  const count = (kind: Piece['kind']) =>
    pieces.filter((piece) => piece.kind === kind).reduce((sum, piece) => sum + piece.text.length, 0);
  return Math.max(count('received'), count('expected'));
}

function commonStart(left: readonly string[], right: readonly string[]): number {
  const most = Math.min(left.length, right.length);
  let count = 0;
  while (count < most && left[count] === right[count]) count += 1;
  return count;
}

/** Never reaches into the common beginning, so that no character is counted twice. */
function commonEnd(left: readonly string[], right: readonly string[], start: number): number {
  const most = Math.min(left.length, right.length) - start;
  let count = 0;
  while (count < most && left[left.length - 1 - count] === right[right.length - 1 - count]) count += 1;
  return count;
}

function comparePlain(left: readonly string[], right: readonly string[]): readonly Piece[] {
  if (left.length > LONGEST_COMPARED || right.length > LONGEST_COMPARED) {
    return [
      { kind: 'received', text: left.join('') },
      { kind: 'expected', text: right.join('') },
    ];
  }
  const lengths = longestCommon(left, right);
  const pieces: Piece[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length || column < right.length) {
    const isSame = row < left.length && column < right.length && left[row] === right[column];
    const down = lengths[row + 1]?.[column] ?? -1;
    const across = lengths[row]?.[column + 1] ?? -1;
    if (isSame) pieces.push({ kind: 'same', text: left[row] ?? '' });
    else if (row < left.length && (column >= right.length || down >= across)) {
      pieces.push({ kind: 'received', text: left[row] ?? '' });
    } else pieces.push({ kind: 'expected', text: right[column] ?? '' });
    const last = pieces[pieces.length - 1]?.kind;
    row += last === 'expected' ? 0 : 1;
    column += last === 'received' ? 0 : 1;
  }
  return pieces;
}

/** The usual matrix, from the end: how many characters two remainders have in common, in order. */
function longestCommon(left: readonly string[], right: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row -= 1) {
    const current = rows[row];
    const below = rows[row + 1];
    if (!current || !below) continue;
    for (let column = right.length - 1; column >= 0; column -= 1) {
      current[column] =
        left[row] === right[column]
          ? (below[column + 1] ?? 0) + 1
          : Math.max(below[column] ?? 0, current[column + 1] ?? 0);
    }
  }
  return rows;
}

/** Turns a short match between two differences into a part of them. */
function withoutChance(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.flatMap((piece, index): readonly Piece[] => {
    const isBetween = index > 0 && index < pieces.length - 1;
    if (piece.kind !== 'same' || !isBetween || Array.from(piece.text).length >= SHORTEST_MATCH) return [piece];
    return [
      { kind: 'received', text: piece.text },
      { kind: 'expected', text: piece.text },
    ];
  });
}

/** Neighbours of one kind become one piece; between two matches the received text comes before the expected one. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const whole: Piece[] = [];
  let received = '';
  let expected = '';
  const settle = () => {
    if (received !== '') whole.push({ kind: 'received', text: received });
    if (expected !== '') whole.push({ kind: 'expected', text: expected });
    received = '';
    expected = '';
  };
  for (const { kind, text } of pieces) {
    if (text === '') continue;
    if (kind === 'received') received += text;
    else if (kind === 'expected') expected += text;
    else {
      settle();
      const last = whole.at(-1);
      if (last?.kind === 'same') whole[whole.length - 1] = { kind, text: last.text + text };
      else whole.push({ kind, text });
    }
  }
  settle();
  return whole;
}
