/** Sends a file as a browser sends it from a form: multipart, with the form's own token. */
import type { Browser, Page } from './browser-like.ts';
import { formTo } from './html.ts';
import { type Answer, send } from './http-client.ts';
import type { Service } from './service.ts';

const BOUNDARY = '----WebKitFormBoundaryAbCdEf0123456789';

export type Upload = { page: Page; action: string; field: string; file: Buffer; token?: string };

export function upload(service: Service, browser: Browser, input: Upload): Promise<Answer> {
  const form = formTo(input.page.body, input.action);
  const token = input.token ?? form.fields.find(({ name }) => name === 'form_token')?.value ?? '';
  const body = multipart([
    ['form-data; name="form_token"', Buffer.from(token)],
    [`form-data; name="${input.field}"; filename="логотип (1).png"\r\nContent-Type: image/png`, input.file],
  ]);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return send(service.url + input.action, {
    method: 'POST',
    headers: {
      cookie,
      origin: 'null',
      'sec-fetch-site': 'same-origin',
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body,
  });
}

function multipart(parts: readonly (readonly [disposition: string, content: Buffer])[]): Buffer {
  const pieces = parts.flatMap(([disposition, content]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
