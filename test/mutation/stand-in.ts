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
  /** Modules are shared by the files that import them, and so is what they want done before and after. */
  readonly first: (() => unknown)[];
  readonly last: (() => unknown)[];
  isReady: boolean;
}

const collection: Collection = { file: '', prefix: [], tests: [], first: [], last: [], isReady: false };

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
  collection.first.push(work);
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

/** The next test finds everything as the first one did. */
export async function renew(): Promise<void> {
  const { isReady, last } = collection;
  collection.isReady = false;
  if (isReady) for (const work of last.toReversed()) await work();
}

export async function dismiss(): Promise<void> {
  await renew();
  abandon();
}

/** For a process whose threads have died: what would be tidied up is gone. */
export function abandon(): void {
  for (const list of [collection.tests, collection.first, collection.last]) list.length = 0;
  collection.isReady = false;
}

/** Answers what is wrong, or null when the test passes. */
export async function runOne({ name, body }: Collected): Promise<string | null> {
  const later: (() => unknown)[] = [];
  try {
    const { isReady, first } = collection;
    collection.isReady = true;
    if (!isReady) for (const work of first) await work();
    await body({ name, after: (work) => void later.push(work) });
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    for (const work of later.reverse()) await work();
  }
}
