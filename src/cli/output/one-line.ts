/** What is said to the operator repeats what was typed or read: in one short line, and nothing that a terminal obeys. */

/** Longer than any identifier or redirect URI that is taken; a path may be longer, and is known to whoever typed it. */
const LONG_WORD = /\S{600,}/gu;
const SHOWN_CHARACTERS = 100;

export function oneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD').replace(LONG_WORD, shortened);
}

/** With the end of the sentence, where that stands right behind it. */
function shortened(word: string): string {
  const shown = [...word.slice(0, 2 * SHOWN_CHARACTERS)].slice(0, SHOWN_CHARACTERS).join('');
  return `${shown}…${/[”".:,?]*$/.exec(word)?.[0].slice(-3) ?? ''}`;
}
