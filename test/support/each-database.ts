/** Runs one test on both databases, with one service per test file and engine. */
import { type Engine, type Environment, type Service, startService } from './service.ts';

const ALL: readonly Engine[] = ['sqlite', 'postgres'];
/** `npm run test:quick` leaves PostgreSQL out; nothing else does. */
export const ENGINES = ALL.filter((engine) =>
  (process.env.LATCHKEY_TEST_ENGINES ?? engine).split(',').includes(engine),
);

type Body<Stage> = (stage: Stage) => Promise<void>;

/**
 * Describes the stage of a file: how its service is configured and who is there. The stage is set up at its first use,
 * once per engine; `on(body)` is what a test then runs, on both engines at once.
 */
export function eachDatabase<Stage>(
  setUp: (service: Service) => Promise<Stage>,
  env: Environment = {},
): (body: Body<Stage>) => () => Promise<void> {
  const stageOf = oncePerEngine((engine) => startService({ database: engine, env }).then(setUp));
  return (body) => () => everyEngine(async (engine) => body(await stageOf(engine)));
}

/** What is made at its first use and then kept. What could not be made is tried again: one failure is one failed test. */
export function oncePerEngine<Stage>(make: (engine: Engine) => Promise<Stage>): (engine: Engine) => Promise<Stage> {
  const stages = new Map<Engine, Promise<Stage>>();
  return (engine) => {
    const known = stages.get(engine);
    if (known) return known;
    const made = make(engine);
    stages.set(engine, made);
    made.catch(() => stages.delete(engine));
    return made;
  };
}

/** For tests that start their own services. */
export async function everyEngine(body: (engine: Engine) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(ENGINES.map(body));
  results.forEach((result, index) => {
    if (result.status === 'fulfilled') return;
    const reason: unknown = result.reason;
    if (reason instanceof Error) reason.message = `on ${ENGINES[index]}: ${reason.message}`;
    throw reason;
  });
}
