/** Work behind writes that nobody waits for: who asks for what was just written does not wait until it is tidied up. */
interface Tidying {
  /** Begins; while it runs already, that run goes on with what came since. */
  start(): void;
  /** Resolves when nothing runs. */
  finish(): Promise<void>;
}

/** `tidy` ends only when nothing is left to do, and never throws. */
export function createTidying(tidy: () => Promise<void>): Tidying {
  let running: Promise<void> | undefined;
  return {
    start() {
      running ??= tidy().finally(() => {
        running = undefined;
      });
    },
    async finish() {
      await running;
    },
  };
}
