/** `latchkey apply`: makes applications, resources and webhooks as one description says, all of it or nothing (SPEC D71). */
import { readTextFile } from '../../config/text-file.ts';
import type { World } from '../../world.ts';
import { act, type Call } from '../command-line.ts';
import { withWorld } from '../open-world.ts';
import { JSON_OPTION } from '../output/answer.ts';
import { readDescription } from './form.ts';
import { batchOf, type Planned, plan } from './plan.ts';
import type { Secrets, Step } from './step.ts';

export const command = act({
  says: 'Makes applications, resources and webhooks as a file says, in one go or not at all; running it again changes nothing.',
  operands: ['FILE'],
  options: {
    'dry-run': { says: 'Prints what would change, and changes nothing.' },
    prune: { says: 'Also deletes what an earlier apply took care of and this file does not name.' },
    json: JSON_OPTION,
  },
  run: async (call) => {
    const [path = ''] = call.operands;
    const read = readDescription(path === '-' ? await call.readInput() : readTextFile(path));
    if (!read.ok) return failAll(call, read.refusal);
    const wish = { description: read.value, prunes: call.options.prune, secrets: secretsOf(call) };
    return await withWorld(call.settings, async (world) => {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const planned = await plan(world, wish);
        if (planned.faults.length > 0) return failAll(call, planned.faults);
        if (tries > 0 && !call.options.json) call.tell('Something has changed meanwhile: it is planned again.');
        tellPlan(call, planned.steps);
        if (!call.options['dry-run'] && !(await write(world, planned))) continue;
        tellOutcome(call, planned.steps);
        return 0;
      }
      return call.fail('Something changed again and again meanwhile: nothing was changed. Run it again.');
    });
  },
});

/** As often as a request is tried again whose records others change: of so many that are applied at once each has its turn. */
const MOST_TRIES = 12;

async function write(world: World, { steps }: Planned): Promise<boolean> {
  if (steps.length === 0) return true;
  if ((await world.database.write(await batchOf(world, steps))) === null) return false;
  for (const { finish } of steps) await finish?.(world);
  return true;
}

type Telling = Pick<Call, 'print'> & { readonly options: { readonly json: boolean; readonly 'dry-run': boolean } };

/** For people, before anything is written. */
function tellPlan(call: Telling, steps: readonly Step[]): void {
  if (call.options.json) return;
  for (const { does, kind, id, fields } of steps)
    call.print(`${does.padEnd(7)} ${kind} ${id}${fields.length === 0 ? '' : `: ${fields.join(', ')}`}`);
}

/** Secrets are told only once they work. */
function tellOutcome(call: Telling, steps: readonly Step[]): void {
  const { json, 'dry-run': isDry } = call.options;
  const made = isDry ? [] : steps.filter(({ secret }) => secret !== null);
  if (json) {
    const changes = steps.map((step) => {
      const { does, kind, id, fields, secret, clientId } = step;
      const known = clientId === undefined ? {} : { client_id: clientId };
      const shown = kind === 'webhook' ? { secret } : { ...known, client_secret: secret };
      return { does, kind, id, fields, ...(made.includes(step) ? shown : {}) };
    });
    call.print(JSON.stringify({ applied: !isDry, changes }));
    return;
  }
  for (const { kind, id, secret, clientId } of made) {
    if (clientId !== undefined) call.print(`The client_id of ${kind} ${id}: ${clientId}`);
    call.print(`The secret of ${kind} ${id}, not shown again: ${secret}`);
  }
  if (steps.length === 0) call.print('Everything is as described.');
  else call.print(isDry ? 'Nothing was changed: this was a dry run.' : 'Done.');
}

const FAULTS_TOLD = 20;

function failAll(call: Pick<Call, 'tell' | 'fail'>, faults: readonly string[]): 1 {
  for (const fault of faults.slice(0, FAULTS_TOLD)) call.tell(fault);
  if (faults.length > FAULTS_TOLD) call.tell(`And ${faults.length - FAULTS_TOLD} more faults.`);
  return call.fail('Nothing was changed.');
}

function secretsOf({ readVariable }: Pick<Call, 'readVariable'>): Secrets {
  return { variable: readVariable, file: (path) => readText(path)?.replace(/\r?\n$/, '') };
}

function readText(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch {
    return undefined;
  }
}
