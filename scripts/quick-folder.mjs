/**
 * Temporary files of the tests in memory, where the machine has room for them: a run makes some thousand databases, and
 * waiting for the disk to have them takes a quarter of its time. What a test proves about a process that is killed is the
 * same; those that are about disks (test/faults) go on using one.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'latchkey-tests-';
/** A run of everything takes less than a fifth of it. */
const LEAST_FREE_BYTES = 8_000_000_000;

/** `environment` is what tests are told; nothing where files go where the system has them. `remove` is called when all have ended. */
export function openQuickFolder() {
  const folder = process.env.TMPDIR === undefined && hasRoom() ? makeFolder() : undefined;
  if (folder === undefined) return { environment: {}, remove() {} };
  return {
    environment: { TMPDIR: folder, LATCHKEY_TEST_DISK: tmpdir() },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function hasRoom() {
  if (process.platform !== 'linux') return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    // A container may have less than its machine.
    const available = process.availableMemory?.() ?? freemem();
    return Math.min(bavail * bsize, available) >= LEAST_FREE_BYTES;
  } catch {
    return false;
  }
}

/** Undefined where nothing can be written, or run, there. */
function makeFolder() {
  try {
    removeLeftBehind();
    const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
    // As the system's own: the tests' PostgreSQL runs as another user.
    chmodSync(folder, 0o1777);
    const script = join(folder, 'may-run');
    writeFileSync(script, '#!/bin/sh\n', { mode: 0o700 });
    if (spawnSync(script).status === 0) return folder;
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Read-only, full, or somebody else's.
  }
  return undefined;
}

/** Of runs that were killed: memory is not given back by itself. */
function removeLeftBehind() {
  for (const name of readdirSync(MEMORY)) {
    const [, owner] = /^latchkey-tests-([0-9]+)-/.exec(name) ?? [];
    if (owner !== undefined && !isAlive(Number(owner))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

/** @param {number} processNumber */
export function isAlive(processNumber) {
  try {
    process.kill(processNumber, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
