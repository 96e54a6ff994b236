/** Files that administrators export: written line by line while the database is read, so that none is ever whole in memory. */
import { noteExport, spendExport } from '../../accounts/administration.ts';
import { problemReply } from '../../http/browser/page.ts';
import { type AccountVisitor, visitorOf } from '../../http/browser/visitor.ts';
import type { Reply, Stream } from '../../http/route.ts';
import { csvLine } from '../../protocol/csv.ts';
import { administratorOf } from './administrator.ts';

type ExportFormat = 'csv' | 'jsonl';
type Facts = Readonly<Record<string, string | number | null>>;

interface Export {
  /** The name of the file without its end; also what the event says. */
  readonly name: string;
  readonly format: ExportFormat;
  readonly columns: readonly string[];
  /** Pages of records, each with a value for every column. */
  readonly pages: AsyncIterable<readonly Facts[]>;
}

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const;
/** Characters that are written at once. */
const PIECE = 8192;

export function readFormat(text: string | undefined): ExportFormat | undefined {
  return text === 'csv' || text === 'jsonl' ? text : undefined;
}

export async function exportReply(visitor: AccountVisitor, file: Export): Promise<Reply> {
  const { world, request } = visitor;
  const by = administratorOf(visitor);
  const allowance = await spendExport(world, by);
  if (!allowance.allowed) {
    return problemReply(visitor, { status: 429, retryAfterSeconds: allowance.retryAfterSeconds });
  }
  // RFC 9110 §9.3.2: HEAD asks what GET would say; no data is sent.
  if (request.method !== 'HEAD') await noteExport(world, by, `${file.name}, ${file.format}`);
  const day = new Date(world.now() * 1000).toISOString().slice(0, 10);
  let isOpen = true;
  return {
    status: 200,
    headers: {
      'Content-Type': TYPES[file.format],
      'Content-Disposition': `attachment; filename="${file.name}-${day}.${file.format}"`,
    },
    stream: {
      open: (stream) => void send(visitor, stream, { file, isOpen: () => isOpen }),
      close: () => {
        isOpen = false;
      },
      lastWords: null,
    },
  };
}

interface Sending {
  readonly file: Export;
  readonly isOpen: () => boolean;
}

/** Reads on only as fast as the file is taken. What fails in the middle breaks the connection off. */
async function send(visitor: AccountVisitor, stream: Stream, { file, isOpen }: Sending): Promise<void> {
  try {
    for await (const piece of piecesOf({ ...file, pages: whileAllowed(visitor, file.pages) })) {
      if (!isOpen() || !stream.write(piece)) return;
      await stream.drained();
    }
    if (isOpen()) stream.finish();
  } catch (error) {
    if (error !== DISALLOWED) visitor.world.log.warn({ err: error }, 'An export was broken off.');
    stream.end();
  }
}

const DISALLOWED = new Error('Whoever reads this is no administrator any more.');

/** Who reads slowly reads for long: with each page it is asked again whether the session lives, and of an administrator. */
async function* whileAllowed(visitor: AccountVisitor, pages: Export['pages']): AsyncGenerator<readonly Facts[]> {
  const { request, world, routes } = visitor;
  for await (const page of pages) {
    const { account } = await visitorOf(request, world, routes);
    if (account?.id !== visitor.account.id || !account.isAdmin) throw DISALLOWED;
    yield page;
  }
}

async function* piecesOf({ format, columns, pages }: Export): AsyncGenerator<string> {
  let piece = format === 'csv' ? csvLine(columns) : '';
  for await (const page of pages) {
    for (const facts of page) {
      piece += format === 'csv' ? csvLine(columns.map((column) => facts[column] ?? null)) : jsonLine(facts);
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  }
  yield piece;
}

function jsonLine(facts: Facts): string {
  return `${JSON.stringify(facts)}\n`;
}

export function isoOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
