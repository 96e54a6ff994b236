/** What a command prints when it is done: a sentence for people, or with --json one object for programs. */
import type { Call } from '../command-line.ts';

/** The option, the same for every command. */
export const JSON_OPTION = { says: 'Prints JSON.' } as const;

type Printing = Pick<Call, 'print'> & { readonly options: { readonly json: boolean } };

/** Answers the exit code 0. */
export function answer(call: Printing, sentence: string, facts: Readonly<Record<string, unknown>>): 0 {
  call.print(call.options.json ? JSON.stringify(facts) : sentence);
  return 0;
}

/** Epoch seconds as programs and people read them. */
export function iso(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
