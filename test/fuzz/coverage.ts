/** Tells which code of ours an execution reached that none before it had, by V8's own precise coverage. */
import { Session } from 'node:inspector';

export interface Coverage {
  /** Everything that was reached since the last look; true when some of it is new. Remembers only when told to. */
  look(isRemembered: boolean): boolean;
  /** Bytes of source reached so far. */
  readonly reached: number;
  /** Everything is new again. */
  forget(): void;
  /** Code runs at its usual speed until it is resumed. */
  pause(): void;
  resume(): void;
  close(): void;
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

/** To be opened before the code that is looked at has run: V8 counts blocks only in what it compiles from then on. */
export function openCoverage(): Coverage {
  const session = new Session();
  const known = new Map<string, Uint8Array>();
  let reached = 0;
  session.connect();
  session.post('Profiler.enable');
  const resume = () => session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  resume();

  function scripts(): readonly Script[] {
    let found: readonly Script[] = [];
    // In the process's own session the answer comes before `post` returns.
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error;
      found = result;
    });
    return found.filter(({ url }) => url.includes('/src/'));
  }

  return {
    look(isRemembered) {
      let isNew = false;
      for (const script of scripts()) {
        const painted = paint(script);
        const before = known.get(script.url) ?? new Uint8Array(0);
        for (let at = 0; at < painted.length; at += 1) {
          if (painted[at] === 0 || before[at] === 1) continue;
          isNew = true;
          if (!isRemembered) break;
          reached += 1;
        }
        if (isRemembered) known.set(script.url, joined(before, painted));
      }
      return isNew;
    },
    get reached() {
      return reached;
    },
    forget() {
      scripts();
      known.clear();
      reached = 0;
    },
    pause: () => session.post('Profiler.stopPreciseCoverage'),
    resume,
    close: () => session.disconnect(),
  };
}

/** Inner ranges come after the outer ones that they correct. */
function paint({ functions }: Script): Uint8Array {
  let length = 0;
  for (const { ranges } of functions) for (const { endOffset } of ranges) length = Math.max(length, endOffset);
  const painted = new Uint8Array(length);
  for (const { ranges } of functions) {
    // Functions that were not called say nothing about what surrounds them.
    if ((ranges[0]?.count ?? 0) === 0) continue;
    for (const { startOffset, endOffset, count } of ranges) painted.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  return painted;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(Math.max(one.length, other.length));
  both.set(one);
  for (let at = 0; at < other.length; at += 1) if (other[at] === 1) both[at] = 1;
  return both;
}
