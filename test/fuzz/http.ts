/** Raw bytes on the sockets of a running service: whatever comes, it answers properly and lives (SECURITY-CASES R-26). */
import { createChance } from '../faults/random.ts';
import { makeRequest, type RawRequest, routesOf, type Words } from './http-grammar.ts';
import { type Spoken, speak } from './raw-socket.ts';
import { openServicePlace, type ServicePlace } from './service-place.ts';
import { countIn, type ServiceOrder, type ServiceOutcome, tallied } from './service-run.ts';

const MOST_FINDINGS = 5;
const AT_ONCE = 8;
/** A request that is whole is answered long before; one that is not, the service closes after 10 s at the latest. */
const LOOK_EVERY = 400;

export async function runHttp({ seed, mostRequests, until, progress }: ServiceOrder): Promise<ServiceOutcome> {
  const place = await openServicePlace('sqlite', 1);
  const chance = createChance(seed);
  const routes = routesOf();
  const counts = new Map<string, number>();
  const findings: string[] = [];
  const { hostname, port } = new URL(place.urls[0] ?? '');
  const words = await wordsOf(place);
  let requests = 0;
  try {
    while (requests < mostRequests && !until() && findings.length < MOST_FINDINGS) {
      const batch = Array.from({ length: AT_ONCE }, () => makeRequest(chance, routes, words));
      const spoken = await Promise.all(batch.map((each) => speak({ host: hostname, port: Number(port) }, each)));
      for (const [index, each] of spoken.entries()) {
        requests += 1;
        countIn(counts, each.statuses.length === 0 ? each.end : (each.statuses[0] ?? ''));
        const fault = faultOf(each, batch[index]?.isWhole ?? false);
        if (fault !== undefined) findings.push(told(seed, requests, batch[index], fault));
      }
      if (requests % LOOK_EVERY < AT_ONCE) findings.push(...(await faultsOfService(place)));
      progress(requests);
    }
    findings.push(...(await faultsOfService(place)));
    return { requests, answers: tallied(counts), findings: [...new Set(findings)] };
  } finally {
    await place.close();
  }
}

/** The application is the second one: what requests do to it does not end the tokens, which are the first one's. */
async function wordsOf(place: ServicePlace): Promise<Words> {
  const [, application] = place.place.applications;
  const { access, refresh } = await place.tokens();
  const { clientId = '', secret = '' } = application ?? {};
  const accountId = String(place.place.people[1]?.id ?? '');
  const account = await fetch(`${place.urls[0]}/account`, { headers: { cookie: place.cookie } });
  const formToken = /name="form_token" value="([^"]+)"/.exec(await account.text())?.[1] ?? '';
  if (formToken === '') throw new Error('The account page has no form.');
  return { cookie: place.cookie, clientId, secret, access, refresh, accountId, formToken, code: await place.code() };
}

/** Only what HTTP has for such cases: 2xx, 3xx, 4xx and 503, with 501 and 505 for codings and versions; and something, where nothing was missing. */
export function faultOf({ statuses, end }: Spoken, isWhole: boolean): string | undefined {
  const wrong = statuses.find((status) => !/^([234]\d\d|501|503|505|100)$/.test(status));
  if (wrong !== undefined) return `the answer was ${wrong}`;
  if (isWhole && statuses.every((status) => status === '100')) return 'a whole request had no answer';
  if (end === 'silence') return 'there was no answer and no end';
  return end === 'refused' ? 'nobody listens any more' : undefined;
}

/** It still answers, and its log holds no defect. */
async function faultsOfService(place: ServicePlace): Promise<readonly string[]> {
  const live = await fetch(`${place.urls[0]}/health/ready`).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );
  const lines = place
    .logs()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"|unhandled|uncaught/i.test(line));
  return [
    ...(live === 200 ? [] : [`/health/ready answers ${live}`]),
    ...lines.map((line) => `in the log: ${line.slice(0, 1500)}`),
  ];
}

function told(seed: number, number: number, request: RawRequest | undefined, fault: string): string {
  const bytes = Buffer.concat(request?.pieces ?? []);
  const shown = JSON.stringify(bytes.toString('latin1').slice(0, 1500));
  return `request ${number} of seed ${seed}: ${fault}; sent: ${shown}`;
}
