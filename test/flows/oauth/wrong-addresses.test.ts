/** Proves that a program which is one slip away from the token endpoint reads which slip it was. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { eachDatabase } from '../../support/each-database.ts';
import { codeFields, usualStage } from '../../support/grant.ts';
import { json, send } from '../../support/http-client.ts';
import { token } from '../../support/token-client.ts';

const on = eachDatabase(usualStage);

test(
  'a program whose POST a redirect to https made a GET of is told so',
  on(async ({ service, quill }) => {
    const proxy = createServer((_request, response) => {
      response.writeHead(301, { Location: `${service.url}/oauth/token` }).end();
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;

    const body = new URLSearchParams(codeFields(quill, 'some-code'));
    const answer = await fetch(`http://127.0.0.1:${port}/oauth/token`, { method: 'POST', body });
    proxy.close();

    assert.equal(answer.status, 405);
    assert.match(
      String(Object(await answer.json()).error_description),
      /a redirect made a GET of it: call the https address/,
    );
    const other = await send(`${service.url}/oauth/token`, { method: 'DELETE' });
    assert.doesNotMatch(other.body, /redirect/);
  }),
);

test(
  'an address that is a slash or a capital letter away from an endpoint is refused, and the endpoint is named',
  on(async ({ service, quill }) => {
    for (const path of ['/oauth/token/', '//oauth/token', '/OAuth/Token', '/oauth//token']) {
      const answer = await token(service.url, codeFields(quill, 'some-code'), { path });

      assert.equal(answer.status, 404, path);
      assert.match(String(json(answer).error_description), /Did you mean \/oauth\/token\?$/, path);
    }
    const other = await send(`${service.url}/oauth/tokens`, { method: 'POST' });
    assert.equal(json(other).error_description, 'There is nothing at this address.');
  }),
);
