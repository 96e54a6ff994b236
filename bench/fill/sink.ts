/** Where made-up rows go. */
import type { Table } from './filling.ts';

export interface Sink {
  /** The record number of a client that exists already. */
  clientNumber(publicId: string): Promise<number>;
  load(table: Table, progress: (rows: number) => void): Promise<void>;
  /** Builds indexes and settles everything; answers how many bytes the database takes on disk. */
  finish(say: (words: string) => void): Promise<number>;
}
