/** Every page: no value can become markup, every form has its token, every field has its label. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homePage } from '../../src/pages/account/home.ts';
import { render } from '../../src/pages/html.ts';
import { webLink } from '../../src/pages/parts/name.ts';
import { formsOf, skeletonOf, tagsOf, textOf, unescaped } from './markup.ts';
import { everyPage, shellFor } from './samples/samples.ts';
import { NOW } from './samples/typed.ts';

const PLAIN = everyPage((text) => text);

const POLYGLOTS = [
  `"'><script>alert(1)</script>`,
  `'"--></style></title></textarea></script><svg/onload=alert(1)>`,
  '` onfocus=alert(1) autofocus x="',
  '<!--<img src=x onerror=alert(1)>',
  '\n\r\t</pre></code></form><base href=//evil.example>',
  '\u202e\u2066<b>مرحبا</b>',
  '&lt;script&gt;&amp;',
];

for (const polyglot of POLYGLOTS) {
  test(`no page changes its shape when every text it is given ends in ${JSON.stringify(polyglot)}`, () => {
    for (const [name, document] of everyPage((text) => text + polyglot)) {
      assert.equal(skeletonOf(document), skeletonOf(PLAIN.get(name) ?? ''), name);
      assert.doesNotMatch(textOf(document), /[<>]/, name);
      assert.ok(unescaped(document).includes(polyglot) || !document.includes('Latchkey'), name);
    }
  });
}

test('only web addresses become links, so a stored javascript: address stays text', () => {
  for (const address of ['javascript:alert(1)', ' https://x', 'data:text/html,x', '//evil.example', 'JaVaScRiPt:1']) {
    assert.doesNotMatch(webLink(address).toString(), /<a/, address);
  }
});

for (const [name, document] of PLAIN) {
  test(`page ${name}: every form posts to a local path and carries exactly one form_token`, () => {
    for (const form of formsOf(document)) {
      const tokens = tagsOf(form.inner).filter((tag) => tag.attributes.get('name') === 'form_token');
      if (form.open.attributes.get('role') === 'search') {
        // A search form uses GET, and a form token must not appear in an address.
        assert.equal(form.open.attributes.get('method'), 'get');
        assert.match(form.open.attributes.get('action') ?? '', /^\/[a-z]/);
        assert.equal(tokens.length, 0);
        continue;
      }

      assert.equal(form.open.attributes.get('method'), 'post');
      assert.match(form.open.attributes.get('action') ?? '', /^\/[a-z]/);
      assert.deepEqual(
        tokens.map((tag) => tag.attributes.get('value')),
        ['token-of-the-form'],
      );
    }
  });

  test(`page ${name}: ids are unique, and every field, hint, fault and inner link finds its partner`, () => {
    const tags = tagsOf(document).filter((tag) => !tag.isClosing);
    const ids = tags.flatMap((tag) => tag.attributes.get('id') ?? []);
    const labelled = new Set(tags.filter((tag) => tag.name === 'label').map((tag) => tag.attributes.get('for')));
    const fields = tags.filter((tag) => ['input', 'textarea', 'select'].includes(tag.name) && isSeen(tag.attributes));
    const references = tags.flatMap((tag) => [
      ...(tag.attributes.get('aria-describedby') ?? '').split(' '),
      tag.attributes.get('for') ?? '',
      tag.attributes.get('data-copy') ?? '',
      (tag.attributes.get('href') ?? '').match(/^#(.*)$/)?.[1] ?? '',
    ]);

    assert.equal(new Set(ids).size, ids.length, `doubled id in ${ids.join(' ')}`);
    for (const tag of fields)
      assert.ok(labelled.has(tag.attributes.get('id')), `no label: ${tag.attributes.get('name')}`);
    for (const id of references.filter((id) => id !== '')) assert.ok(ids.includes(id), `nothing has the id ${id}`);
  });

  test(`page ${name}: one element at most has the focus when it opens`, () => {
    // What opens over the page is a scope of its own, in which the way back has the focus.
    const page = document.replace(/<div class="dialog"[^>]* popover .*?<\/div>/gs, '');

    assert.ok(tagsOf(page).filter((tag) => tag.attributes.has('autofocus')).length <= 1);
  });

  test(`page ${name}: one heading of the first rank, a title, a language, a way past the navigation`, () => {
    assert.equal(document.match(/<h1[ >]/g)?.length, 1);
    assert.match(document, /<title>[^<]+ &#183; Latchkey<\/title>/);
    assert.match(document, /<html lang="en" dir="ltr">/);
    assert.match(document, /<a class="skip" href="#main">/);
  });

  test(`page ${name}: no frame of choices stands directly in another`, () => {
    assert.doesNotMatch(document, /<div class="choices">\s*<div class="choices">/);
  });

  test(`page ${name}: nothing inline that the content security policy forbids, nothing loaded from elsewhere`, () => {
    for (const tag of tagsOf(document)) {
      const href = tag.attributes.get('href') ?? '';
      assert.ok(!['style', 'iframe', 'base', 'object'].includes(tag.name), tag.name);
      if (tag.name === 'img') assert.match(tag.attributes.get('src') ?? '', /^\/(?:logos|avatars|assets)\/[\w.-]+$/);
      for (const attribute of tag.attributes.keys()) assert.doesNotMatch(attribute, /^(on|style$)/);
      if (tag.name === 'script' && !tag.isClosing) assert.equal(tag.attributes.get('src'), '/assets/script.js');
      if (/^https?:/.test(href)) assert.equal(tag.attributes.get('rel'), 'noopener noreferrer nofollow');
      else assert.match(href, /^($|\/|#|data:|mailto:)/);
    }
  });
}

test('what the previous request did is shown above the page, in words of the catalogue', () => {
  const page = render(
    homePage(
      { ...shellFor((text) => text, true), done: 'all_access_removed' },
      {
        ...{ applications: [], hasMoreApplications: false, troubled: [], reuses: [], endingSecrets: [] },
        ...{ access: [], hasMoreAccess: false, offers: [], given: [], toApprove: 0, switchedOff: [] },
      },
    ),
  );

  assert.match(page, /role="status".*Access removed for every app\./);
  assert.equal(NOW, 1_794_751_500);
});

function isSeen(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.get('type') !== 'hidden' && attributes.get('aria-hidden') !== 'true';
}
