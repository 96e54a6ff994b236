/** GET /admin/settings: every setting, without secrets, and where its value came from. */
import { describeLoaded } from '../../config/describe.ts';
import { pageReply } from '../../http/browser/page.ts';
import type { Handler } from '../../http/route.ts';
import { type ShownSetting, settingsPage } from '../../pages/admin/settings.ts';
import type { AdministratorContext } from './administrator.ts';

const LONGEST_SHOWN = 1000;
const LONGEST_TYPED = 100;

/** Of the whole service: what one of several workers has is a share that nobody has set. */
export const showSettings: Handler<AdministratorContext> = (request, { settings, whole, origins }, { visitor }) => {
  const described = origins === undefined ? [] : describeLoaded({ settings: whole ?? settings, origins });
  const shown = described.map(
    ({ name, variable, value, origin }): ShownSetting => ({ name, variable, value: asText(value), source: origin }),
  );
  const typed = (request.query.get('q') ?? '').trim().slice(0, LONGEST_TYPED);
  return pageReply(visitor, (context) => settingsPage(context, { typed, settings: shown }));
};

function asText(value: unknown): string {
  if (value === null || value === '') return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (text === '[]' || text === '{}') return '';
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
