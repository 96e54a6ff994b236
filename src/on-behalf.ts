/** For whom the running code works: carried along by the runtime, so that what is shared can be shared fairly. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** One for each request. What runs without one is the service's own work. */
export interface Errand {
  /** For whom, such as `account 7`: all errands of one name have one share. */
  readonly name: string;
}

const errands = new AsyncLocalStorage<Errand>();

/** Everything that `work` begins, it begins for this name, as one errand. */
export function onBehalfOf<T>(name: string, work: () => T): T {
  return errands.run({ name }, work);
}

export function currentErrand(): Errand | undefined {
  return errands.getStore();
}
