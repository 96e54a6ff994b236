/** Finds the script for a workload, and makes beforehand what it uses up. */

import { normalDay } from './day.ts';
import { drive, type Script } from './drive.ts';
import type { Job } from './job.ts';
import { consentPages, consents, floodedBearerChecks, signIns } from './page-workloads.ts';
import { openSample, type Sample } from './sample.ts';
import { makeCodes, makeTokens } from './seed.ts';
import { bareGets, barePosts, bearerChecks, exchanges, introspections, machineTokens, refreshes } from './workloads.ts';

type Measure = Extract<Job, { kind: 'measure' }>;

/** Exchanged first on each connection, to learn how many codes the measured time will need. */
const PROBE_CODES = 32;
/** A warm server is quicker than the probe. */
const RESERVE = 1.6;
const MOST_CODES = 400_000;
/** W1 and W5: so many tokens of a filled database, from all over it. */
const IN_TURN = 1000;

const SILENT = { began() {}, progress() {}, ended() {} };

export async function scriptOf(job: Measure): Promise<Script> {
  const { stage, plan, workload } = job;
  const sample = openSample(stage);
  const tokens = sample?.checked.slice(0, IN_TURN) ?? job.tokens;
  switch (workload) {
    case 'W1':
      return bearerChecks(stage, tokens);
    case 'W1-wide':
      return bearerChecks(stage, sample?.checked ?? job.tokens);
    case 'W2':
      return await rotations(job, sample, plan.connections);
    case 'W2-wide':
      return await rotations(job, sample, sample?.rotated.length ?? plan.connections);
    case 'W3':
      return exchanges(stage, await enoughCodes(job));
    case 'W4':
      return machineTokens(stage);
    case 'W5':
      return introspections(stage, tokens);
    case 'get':
      return bareGets(stage);
    case 'post':
      return barePosts(stage);
    case 'sign-in':
      return await signIns(stage, plan.connections);
    case 'consent-page':
      return await consentPages(stage, plan.connections);
    case 'consent':
      return consents(stage);
    case 'flood':
      return await floodedBearerChecks(stage, tokens, plan.connections);
    case 'day':
      return await normalDay(stage, plan, tokens);
    default:
      throw new Error(`${workload} is not measured over HTTP`);
  }
}

async function rotations({ stage, plan }: Measure, sample: Sample | undefined, chains: number): Promise<Script> {
  const lanes = { lanes: plan.connections, chains };
  if (sample === undefined) return refreshes(stage, [...(await makeTokens(stage, plan, chains))], lanes);
  return { ...refreshes(stage, sample.rotated, lanes), ended: () => sample.keep() };
}

/** As many codes as the warm-up and the measured time can use up. */
async function enoughCodes({ stage, plan }: Measure): Promise<readonly string[]> {
  const probe = exchanges(stage, await makeCodes(stage, plan, PROBE_CODES * plan.connections));
  const { perSecond } = await drive(probe, stage.ports, { ...plan, warmUpSeconds: 0, seconds: 60 }, SILENT);
  const count = Math.ceil(perSecond * RESERVE * (plan.warmUpSeconds + plan.seconds)) + plan.connections;
  return await makeCodes(stage, plan, Math.min(count, MOST_CODES));
}
