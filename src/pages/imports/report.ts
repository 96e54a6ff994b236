/** The report of an import as a page of its own: a file that needs no server, no script and nothing from elsewhere. */
import { type Html, html, render } from '../html.ts';

/** What the report says, in words; made by imports/words.ts. */
export interface ReportSheet {
  readonly title: string;
  readonly introduction: string;
  readonly figures: readonly (readonly [what: string, count: string])[];
  /** What concerns people, a line each. */
  readonly people: readonly string[];
  readonly applications: readonly ReportedApplication[];
}

export interface ReportedApplication {
  readonly name: string;
  readonly clientId: string;
  readonly outcome: string;
  readonly tokens: string;
  /** What its programs can go on doing. */
  readonly works: readonly string[];
  /** What they cannot, or somebody has to do first. */
  readonly fails: readonly string[];
}

export function importReportPage(sheet: ReportSheet): string {
  return render(html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${sheet.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${sheet.title}</h1>
<p>${sheet.introduction}</p>
<table>
<caption>In figures</caption>
<tbody>${sheet.figures.map(([what, count]) => html`<tr><th scope="row">${what}</th><td>${count}</td></tr>\n`)}</tbody>
</table>
${sheet.people.length > 0 && html`<h2>People</h2>\n${list(sheet.people)}`}
<h2>Applications</h2>
${sheet.applications.map(section)}
</main>
</body>
</html>`);
}

const STYLE = html`
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem }
table { border-collapse: collapse; width: 100% }
caption, th { text-align: left }
th { font-weight: normal }
td { text-align: right; font-variant-numeric: tabular-nums }
section { border-top: 1px solid; margin-top: 1.5rem }
code, h3, li { overflow-wrap: anywhere }
`;

function section({ name, clientId, outcome, tokens, works, fails }: ReportedApplication): Html {
  return html`<section>
<h3>${name}</h3>
<p><code>${clientId}</code>. ${outcome} ${tokens}</p>
${works.length > 0 && html`<h4>Works</h4>\n${list(works)}`}
${fails.length > 0 && html`<h4>Does not work, or needs you</h4>\n${list(fails)}`}
</section>
`;
}

function list(lines: readonly string[]): Html {
  return html`<ul>${lines.map((line) => html`<li>${line}</li>\n`)}</ul>`;
}
