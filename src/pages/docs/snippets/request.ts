/** One request as commands and programs to copy: curl, JavaScript, Python, Go. */
import type { Pair, WireRequest } from '../../../protocol/playground/wire.ts';
import { goString, jsString, pythonString, shellString } from './quote.ts';

export interface LanguageSnippet {
  readonly language: string;
  readonly text: string;
}

/** Headers that a program adds by itself. */
const IMPLIED = new Set(['host', 'content-length', 'content-type']);

export function requestSnippets(request: WireRequest): readonly LanguageSnippet[] {
  return [
    { language: 'curl', text: curlText(request) },
    { language: 'JavaScript', text: jsText(request) },
    { language: 'Python', text: pythonText(request) },
    { language: 'Go', text: goText(request) },
  ];
}

function curlText(request: WireRequest): string {
  const lines = [
    `curl ${shellString(request.url)}`,
    ...ownHeaders(request).map(([name, value]) =>
      name === 'User-Agent' ? `-A ${shellString(value)}` : `-H ${shellString(`${name}: ${value}`)}`,
    ),
    ...request.fields.map(([name, value]) => `--data-urlencode ${shellString(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}

function jsText(request: WireRequest): string {
  const body = request.fields.map(([name, value]) => `    [${jsString(name)}, ${jsString(value)}],\n`).join('');
  return `const response = await fetch(${jsString(request.url)}, {
  method: ${jsString(request.method)},
  headers: {
${ownHeaders(request)
  .map(([name, value]) => `    ${jsString(name)}: ${jsString(value)},\n`)
  .join('')}  },
${request.method === 'GET' ? '' : `  body: new URLSearchParams([\n${body}  ]),\n`}});
console.log(response.status, await response.json());`;
}

function pythonText(request: WireRequest): string {
  const rows = (pairs: readonly Pair[]) =>
    pairs.map(([name, value]) => `        ${pythonString(name)}: ${pythonString(value)},\n`).join('');
  return `import requests  # pip install requests

response = requests.${request.method === 'GET' ? 'get' : 'post'}(
    ${pythonString(request.url)},
    headers={
${rows(ownHeaders(request))}    },
${request.method === 'GET' ? '' : `    data={\n${rows(request.fields)}    },\n`})
print(response.status_code, response.json())`;
}

function goText(request: WireRequest): string {
  const isGet = request.method === 'GET';
  const fields = request.fields.map(([name, value]) => `\t\t${goString(name)}: {${goString(value)}},\n`).join('');
  const set = ([name, value]: Pair) => `\trequest.Header.Set(${goString(name)}, ${goString(value)})\n`;
  const form: Pair = ['Content-Type', 'application/x-www-form-urlencoded'];
  return `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
${isGet ? '' : '\t"net/url"\n\t"strings"\n'})

func main() {
${isGet ? '' : `\tform := url.Values{\n${fields}\t}\n`}	request, err := http.NewRequest(${goString(request.method)}, ${goString(request.url)}, ${isGet ? 'nil' : 'strings.NewReader(form.Encode())'})
	if err != nil {
		log.Fatal(err)
	}
${[...ownHeaders(request), ...(isGet ? [] : [form])].map(set).join('')}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	fmt.Println(response.Status, string(body))
}`;
}

function ownHeaders({ headers }: WireRequest): readonly Pair[] {
  return headers.filter(([name]) => !IMPLIED.has(name.toLowerCase()));
}
