/** Makes what a workload needs before it starts: codes and tokens, through the server's own addresses. */
import { drive, type Script } from './drive.ts';
import type { Plan, Stage, TokenPair } from './job.ts';
import { exchange } from './requests.ts';
import { type Answer, headerOf } from './wire.ts';

/** Making must end some time, however slow a server is. */
const LONGEST_SECONDS = 900;
/** So many wrong answers in a row mean that something is set up wrongly. */
const MOST_ERRORS = 200;

const SILENT = { began() {}, progress() {}, ended() {} };

export async function makeCodes(stage: Stage, plan: Plan, count: number): Promise<readonly string[]> {
  const { codeRequests } = stage;
  const codes: string[] = [];
  await gather(stage, plan, count, {
    request: (_index, lane) => codeRequests[lane % codeRequests.length] ?? '',
    keep(answer) {
      const code = codeOf(answer);
      if (code !== undefined) codes.push(code);
      return code !== undefined;
    },
  });
  return codes;
}

export async function makeTokens(stage: Stage, plan: Plan, count: number): Promise<readonly TokenPair[]> {
  const codes = await makeCodes(stage, plan, count);
  const pairs: TokenPair[] = [];
  await gather(stage, plan, codes.length, {
    request: (index) => exchange(stage, codes[index] ?? ''),
    keep(answer) {
      const pair = pairOf(answer);
      if (pair !== undefined) pairs.push(pair);
      return pair !== undefined;
    },
  });
  return pairs;
}

/** The code in the redirect that ends an authorization. */
export function codeOf(answer: Answer): string | undefined {
  if (answer.status !== 302 && answer.status !== 303) return undefined;
  const code = /[?&]code=([^&]+)/.exec(headerOf(answer, 'location'))?.[1];
  return code === undefined ? undefined : decodeURIComponent(code);
}

export function pairOf(answer: Answer): TokenPair | undefined {
  if (answer.status !== 200) return undefined;
  const access = textMember(answer.body, 'access_token');
  const refresh = textMember(answer.body, 'refresh_token');
  return access !== undefined && refresh !== undefined ? { access, refresh } : undefined;
}

/** Reads one text out of a JSON object without parsing all of it: the load must cost less than the server. */
export function textMember(body: string, name: string): string | undefined {
  const key = `"${name}":"`;
  const start = body.indexOf(key);
  if (start === -1) return undefined;
  const from = start + key.length;
  const end = body.indexOf('"', from);
  return end === -1 ? undefined : body.slice(from, end);
}

interface Gathering {
  request(index: number, lane: number): string;
  keep(answer: Answer): boolean;
}

async function gather(stage: Stage, plan: Plan, count: number, { request, keep }: Gathering): Promise<void> {
  let sent = 0;
  let kept = 0;
  let errors = 0;
  const script: Script = {
    next: (lane) => (sent < count && errors < MOST_ERRORS ? request(sent++, lane) : null),
    isCorrect(_lane, answer) {
      const isKept = keep(answer);
      if (isKept) kept += 1;
      else errors += 1;
      return isKept;
    },
  };
  const endless = { connections: plan.connections, warmUpSeconds: 0, seconds: LONGEST_SECONDS };
  const { firstError } = await drive(script, stage.ports, endless, SILENT);
  if (kept < count) throw new Error(`only ${kept} of ${count} could be made beforehand: ${firstError}`);
}
