/** Lines of CSV (RFC 4180 §2) that are safe to open in a spreadsheet. */

type Cell = string | number | null;

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** Spreadsheets compute what begins with one of these, some in full width too; a quotation mark before it makes them show it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function quoted(cell: Cell): string {
  const text = cell === null ? '' : String(cell);
  const safe = typeof cell === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
