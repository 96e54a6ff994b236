/** A disk that fails when told to: builds the library that stands between a program and its files, and turns its switch. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import './on-disk.ts';

/** In the order of the numbers in native/disk.c. */
const FAULTS = [
  'healthy',
  /** No file can grow, what is there can be written over: ext4 and the like. */
  'full for growth',
  /** Nothing can be written: file systems that never write over, and quotas. */
  'full',
  'writes fail',
  'syncs fail',
  'read-only',
  'reads fail',
] as const;

export type DiskFault = (typeof FAULTS)[number];

export interface Disk {
  /** What the program has to find in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Where what has reached stable storage is kept; empty when nobody asked for it. */
  readonly image: string;
  turn(fault: DiskFault): void;
  /** Calls that failed since the last look. */
  failures(): number;
  close(): void;
}

export interface DiskWish {
  /** The folder whose files the disk holds. */
  readonly folder: string;
  /** Whether to keep an image of what has reached stable storage. */
  readonly isImaged?: boolean;
  /** How long a sync takes at least. */
  readonly syncMs?: number;
  /** Syncs of the log come only before a checkpoint, as with synchronous=NORMAL: for runs that must show losses. */
  readonly isLate?: boolean;
}

const SOURCE = join(import.meta.dirname, '..', 'native', 'disk.c');
const NUMBER_BYTES = 4;
const FAILED_CALLS = 2;

export function openDisk({ folder, isImaged = false, isLate = false, syncMs = 0 }: DiskWish): Disk {
  const own = mkdtempSync(join(tmpdir(), 'latchkey-disk-'));
  // A database server that runs as another user has to reach these.
  chmodSync(own, 0o755);
  const library = build(own);
  const path = join(own, 'switch');
  const image = isImaged ? join(own, 'image') : '';
  if (isImaged) mkdirSync(image);
  const file = openSync(path, 'w+');
  chmodSync(path, 0o666);
  const put = (place: number, number: number) => {
    const bytes = Buffer.alloc(NUMBER_BYTES);
    bytes.writeUInt32LE(number);
    writeSync(file, bytes, 0, NUMBER_BYTES, place * NUMBER_BYTES);
  };
  for (const [place, number] of [0, isLate ? 1 : 0, 0, 0].entries()) put(place, number);
  let seen = 0;
  return {
    env: {
      LD_PRELOAD: library,
      FAULTS_FOLDER: realpathSync(folder),
      FAULTS_SWITCH: path,
      FAULTS_IMAGE: image,
      FAULTS_SYNC_MS: String(syncMs),
    },
    image,
    turn: (fault) => put(0, FAULTS.indexOf(fault)),
    failures() {
      const bytes = Buffer.alloc(NUMBER_BYTES);
      readSync(file, bytes, 0, NUMBER_BYTES, FAILED_CALLS * NUMBER_BYTES);
      const before = seen;
      seen = bytes.readUInt32LE();
      return seen - before;
    },
    close() {
      closeSync(file);
      rmSync(own, { recursive: true, force: true });
    },
  };
}

function build(into: string): string {
  if (process.platform !== 'linux') throw new Error('This fault needs Linux: it stands between a program and libc.');
  const library = join(into, 'disk.so');
  const built = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, SOURCE, '-ldl', '-lpthread'], {
    encoding: 'utf8',
  });
  if (built.error) throw new Error('This fault needs a C compiler. On Debian: apt-get install gcc libc6-dev.');
  if (built.status !== 0) throw new Error(`native/disk.c does not compile: ${built.stderr}`);
  return library;
}
