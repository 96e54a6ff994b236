/**
 * Stands in for node:test while mutants run: it only collects tests, so that one process can run those that matter again
 * and again, in milliseconds.
 */

export interface Collected {
  /** The file and the name, which is how Stryker tells tests apart. */
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly body: Body;
}

type Body = (context: Context) => unknown;

/** The part of the real context that our tests use. */
interface Context {
  readonly name: string;
  after(work: () => unknown): void;
}

interface Collection {
  file: string;
  readonly prefix: string[];
  readonly tests: Collected[];
  readonly first: Map<string, (() => unknown)[]>;
  readonly last: (() => unknown)[];
}

const collection: Collection = { file: '', prefix: [], tests: [], first: new Map(), last: [] };

export function test(name: string, ...rest: readonly unknown[]): void {
  const body = rest.find((each): each is Body => typeof each === 'function');
  if (!body) throw new Error(`The test ${JSON.stringify(name)} has no body.`);
  const { file, prefix, tests } = collection;
  const whole = [...prefix, name].join(' › ');
  tests.push({ id: `${file}: ${whole}`, file, name: whole, body });
}

export function describe(name: string, body: () => void): void {
  collection.prefix.push(name);
  body();
  collection.prefix.pop();
}

export function before(work: () => unknown): void {
  const { file, first } = collection;
  first.set(file, [...(first.get(file) ?? []), work]);
}

export function after(work: () => unknown): void {
  collection.last.push(work);
}

/** Forgets the tests of before and collects those of these files. */
export async function collect(files: readonly string[], load: (file: string) => Promise<unknown>): Promise<void> {
  await dismiss();
  for (const file of files) {
    collection.file = file;
    await load(file);
  }
}

export function collected(): readonly Collected[] {
  return collection.tests;
}

export async function dismiss(): Promise<void> {
  for (const work of collection.last.splice(0).reverse()) await work();
  collection.tests.length = 0;
  collection.first.clear();
}

/** Answers what is wrong, or null when the test passes. */
export async function runOne({ file, name, body }: Collected): Promise<string | null> {
  const later: (() => unknown)[] = [];
  try {
    const first = collection.first.get(file) ?? [];
    collection.first.delete(file);
    for (const work of first) await work();
    await body({ name, after: (work) => void later.push(work) });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    for (const work of later.reverse()) await work();
  }
}
