/** GET /avatars/:file: an uploaded picture by its digest, or one drawn from an account's number, in several sizes. */
import { readPicture } from '../../accounts/picture.ts';
import type { Handler } from '../../http/route.ts';
import { avatarSvg } from '../../pages/parts/picture.ts';
import { readAccountNumber } from '../../protocol/people/account-rules.ts';
import { NO_PICTURE, pictureReply, uploadedName } from '../picture-reply.ts';

/** SPEC D11: `12.svg`, `12-x160.svg`, … */
const FILE = /^(\d+)(?:-x(160|148|80|64|48|32|16))?\.svg$/;
const WHOLE_PIXELS = 160;

/** Applications show it on their own pages. */
const ANYWHERE = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** For a number nothing is looked up: its picture is the same whether an account has it or not. */
export const showAvatar: Handler = async (request, world) => {
  const uploaded = uploadedName(request.parameters.file);
  if (uploaded !== undefined) return pictureReply(await readPicture(world, uploaded), request, ANYWHERE);
  const [, number = '', size] = FILE.exec(request.parameters.file ?? '') ?? [];
  const id = readAccountNumber(number);
  if (id === undefined) return NO_PICTURE;
  return {
    status: 200,
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=3600', ...ANYWHERE },
    body: avatarSvg(id, size === undefined ? WHOLE_PIXELS : Number(size)),
  };
};
