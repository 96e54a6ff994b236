/** `latchkey config`: every setting, its value, where it came from and what it does. */
import { describeLoaded } from '../config/describe.ts';
import { act } from './command-line.ts';

export const command = act({
  says: 'Shows every setting, its value and where it came from.',
  output: 'answer',
  options: { json: { says: 'Prints JSON.' } },
  run: async (call) => {
    const settings = describeLoaded({ settings: call.settings, origins: call.origins });
    if (call.options.json) {
      call.print(
        JSON.stringify(Object.fromEntries(settings.map(({ name, value, origin }) => [name, { value, origin }]))),
      );
      return 0;
    }
    for (const { variable, value, origin, says } of settings) {
      call.print(`${variable}=${asText(value)}  (${origin})\n    ${says}`);
    }
    return 0;
  },
});

/** As it would be typed: what is printed can be set again. */
function asText(value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  const members = Object.entries(value);
  const isNumbers = !Array.isArray(value) && members.every(([, one]) => typeof one === 'number');
  return isNumbers ? members.map(([name, one]) => `${name} ${one}`).join(', ') : JSON.stringify(value);
}
