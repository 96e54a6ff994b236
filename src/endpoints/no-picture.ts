/** The answer where there is no picture: an address that pages embed is answered without a page. */
import type { Reply } from '../http/route.ts';

export const NO_PICTURE: Reply = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: 'There is no such picture.\n',
};
