/** `latchkey health`: asks a running service whether it is ready, for containers that have no other HTTP client. */
import type { Draft } from '../config.ts';
import { call as callOut, type OutboundResult } from '../outbound/call.ts';
import { resolveHost } from '../world.ts';
import { act } from './command-line.ts';

export const command = act({
  says: 'Asks a running service whether it is ready; exit code 0 when it is, else 1.',
  options: {
    url: { says: 'Where it listens; as the settings host and port say, unless given.', value: 'URL' },
    json: { says: 'Prints JSON.' },
  },
  run: async (call) => {
    const url = URL.parse('/health/ready', call.options.url ?? listeningAddress(call.settings));
    if (!url || !/^https?:$/.test(url.protocol))
      return call.wrong('--url must be an address such as http://127.0.0.1:3000.');
    const own = { target: url.hostname.replace(/^\[|\]$/g, ''), isPlain: url.protocol === 'http:' };
    // Only the operator names this address, so it is allowed wherever it leads.
    const settings = { outboundAllow: [...call.settings.outboundAllow, own] };
    const verdict = verdictOf(await callOut({ settings, resolve: resolveHost }, { url: url.href }));
    if (call.options.json) call.print(JSON.stringify({ url: url.href, ...verdict }));
    else if (verdict.ready) call.print(`${url.href}: ready`);
    else return call.fail(`${url.href}: ${verdict.says}.`);
    return verdict.ready ? 0 : 1;
  },
});

/** Whoever listens on all addresses is asked at the loopback address. */
function listeningAddress({ host, port }: Draft): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function verdictOf(result: OutboundResult): { readonly ready: boolean; readonly says: string } {
  if (!result.ok) return { ready: false, says: `${result.refusal.reason}: ${result.refusal.detail}` };
  const { status, body } = result.value;
  if (status === 200) return { ready: true, says: 'ready' };
  // Whatever answers at the address may have written it, so nothing but plain words is printed.
  const told = /^\{"status":"([a-z ]{1,60})"/.exec(body.toString('latin1'))?.[1];
  return { ready: false, says: told === undefined ? `not ready, it answered ${status}` : `not ready: ${told}` };
}
