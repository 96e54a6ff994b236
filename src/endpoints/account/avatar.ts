/** GET /avatars/:file: a picture drawn from an account's number, in the sizes that the identity endpoint names. */
import type { Reply } from '../../http/request.ts';
import type { Handler } from '../../http/route.ts';
import { avatarSvg } from '../../pages/parts/picture.ts';

/** SPEC D11: `12.svg`, `12-x160.svg`, … */
const FILE = /^(\d+)(?:-x(160|148|80|64|48|32|16))?\.svg$/;
const WHOLE_PIXELS = 160;

export const NO_PICTURE: Reply = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: 'There is no such picture.\n',
};

/** Nothing is looked up: the picture of a number is the same whether somebody has it or not. */
export const showAvatar: Handler = (request) => {
  const [, number = '', size] = FILE.exec(request.parameters.file ?? '') ?? [];
  const id = readAccountNumber(number);
  if (id === undefined) return NO_PICTURE;
  return {
    status: 200,
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=3600',
      // Applications show it on their own pages.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
    body: avatarSvg(id, size === undefined ? WHOLE_PIXELS : Number(size)),
  };
};

const MOST_NUMBER = 2_147_483_647;

/** One spelling for one number; clients keep it in 32 bits. */
export function readAccountNumber(text: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number <= MOST_NUMBER ? number : undefined;
}
