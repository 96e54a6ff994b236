/** GET /avatars/:file: a picture drawn from an account's number, in the sizes that the identity endpoint names. */
import type { Handler } from '../../http/route.ts';
import { avatarSvg } from '../../pages/parts/picture.ts';
import { readAccountNumber } from '../../protocol/people/account-rules.ts';
import { NO_PICTURE } from '../no-picture.ts';

/** SPEC D11: `12.svg`, `12-x160.svg`, … */
const FILE = /^(\d+)(?:-x(160|148|80|64|48|32|16))?\.svg$/;
const WHOLE_PIXELS = 160;

/** Nothing is looked up: the picture of a number is the same whether an account has it or not. */
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
