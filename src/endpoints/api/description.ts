/** GET /openapi.json: the description of the management API, made once for each start of the service. */
import { VERSION } from '../../config/version.ts';
import type { Handler } from '../../http/route.ts';
import { perRecord } from '../../per-record.ts';
import { describeApi } from '../../protocol/api/openapi.ts';
import { digest } from '../../protocol/digest.ts';
import type { World } from '../../world.ts';
import { OPERATIONS } from './operations.ts';

interface Description {
  readonly body: string;
  readonly tag: string;
}

const descriptionFor = perRecord((settings: World['settings']): Description => {
  const body = JSON.stringify(describeApi(OPERATIONS, { name: settings.name, url: settings.url, version: VERSION }));
  return { body, tag: `"${digest(body)}"` };
});

/** Any origin may read it; five minutes of caching, as for the metadata. */
export const showDescription: Handler = ({ headers }, { settings }) => {
  const { body, tag } = descriptionFor(settings);
  const cached = { ETag: tag, 'Cache-Control': 'public, max-age=300' };
  if (headers['if-none-match'] === tag) return { status: 304, headers: cached };
  return { status: 200, headers: { ...cached, 'Content-Type': 'application/json; charset=utf-8' }, body };
};
