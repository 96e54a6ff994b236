/** The template tag: what it escapes, what it lets through, and that nothing else can make Html. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributes, firstFocus, Html, html, render } from '../../src/pages/html.ts';

test('text and attribute values are escaped, all five characters of them', () => {
  const page = html`<p title="${`"'`}">${'<b>&</b>'}</p>`;

  assert.equal(page.toString(), '<p title="&quot;&#39;">&lt;b&gt;&amp;&lt;/b&gt;</p>');
});

test('what was escaped before is escaped again, since it is text', () => {
  assert.equal(html`${'&lt;'}`.toString(), '&amp;lt;');
});

test('Html inside Html is kept, and lists are written one after another', () => {
  const items = ['a', '<'].map((item) => html`<li>${item}</li>`);

  assert.equal(html`<ul>${items}${['x', ['>']]}</ul>`.toString(), '<ul><li>a</li><li>&lt;</li>x&gt;</ul>');
});

test('null, undefined and false write nothing, numbers write themselves', () => {
  assert.equal(html`[${null}${undefined}${false}${0}${12}${''}]`.toString(), '[012]');
});

test('a true attribute is bare, an absent one is not written, a value is escaped', () => {
  const input = html`<input${attributes({ required: true, disabled: false, id: null, name: undefined, value: '"><' })}>`;

  assert.equal(input.toString(), '<input required value="&quot;&gt;&lt;">');
});

test('of all that asks for the focus in a page the first has it, however deep it stands and however often it is used', () => {
  const field = html`<input${firstFocus}>`;
  const form = html`<form>${['a', [html`<p>${field}</p>`]]}${field}</form>`;

  assert.equal(form.toString(), '<form>a<p><input autofocus></p><input></form>');
  assert.equal(html`${form}${form}`.toString(), `${form}<form>a<p><input></p><input></form>`);
  assert.equal(html`${' autofocus'}${field}${field}`.toString(), ' autofocus<input autofocus><input>');
  assert.equal(field.toString(), '<input autofocus>');
});

test('a string that claims to be a template is refused', () => {
  const forged: unknown = Object.assign(['<script>'], { raw: ['<script>'] });

  // The type rejects this list already; the check at run time is for code that circumvents it.
  assert.throws(() => new Html(forged as TemplateStringsArray, []), TypeError);
});

test('an object that only looks like Html is not one', () => {
  const lookalike: unknown = { toString: () => '<script>', length: 0 };

  // Such a value cannot be written in typed code; from a parsed body it must not become markup.
  assert.throws(() => html`${lookalike as string}`);
});

test('a page begins with its document type', () => {
  assert.match(render(html`<html></html>`), /^<!doctype html>\n<html>/);
});
