import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalPostgresError } from './local-postgres-error.js';
import { identify, parseIdentity, type ProcessIdentity, stillRuns } from './process-identity.js';

const WAIT_MS = 6 * 60_000;
const POLL_MS = 50;

/**
 * Runs `work` while no other process holds the same lock. It takes over the lock of a process that
 * is gone. A lock is a folder with the name of its owner in it. Renaming a folder onto one that is
 * not empty fails on every file system, so a lock always carries its owner's name.
 *
 * @throws LocalPostgresError when another living process holds the lock for more than six minutes
 */
export async function withLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await acquire(lock);
  try {
    return await work();
  } finally {
    remove(lock);
  }
}

async function acquire(lock: string): Promise<void> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(POLL_MS)) {
    const holder = ownerOf(lock);
    if (holder && stillRuns(holder)) continue;
    if (holder) removeStale(lock, holder);
    if (tryTake(lock)) return;
  }
  throw new LocalPostgresError(
    `Process ${ownerOf(lock)?.pid} is starting the embedded PostgreSQL in ${path.dirname(lock)} but is not ready after six minutes. Stop that process, then start again.`,
  );
}

function tryTake(lock: string): boolean {
  const mine = aside(lock);
  fs.mkdirSync(mine);
  fs.writeFileSync(path.join(mine, 'owner'), JSON.stringify(identify()));
  try {
    fs.renameSync(mine, lock);
    return true;
  } catch {
    fs.rmSync(mine, { recursive: true, force: true });
    return false;
  }
}

/**
 * Another process may take over the stale lock between our look and our move. In that case we moved
 * a lock that is not stale, and it is put back.
 */
function removeStale(lock: string, stale: ProcessIdentity): void {
  const moved = aside(lock);
  if (!rename(lock, moved)) return;
  const owner = ownerOf(moved);
  const isStale = owner?.pid === stale.pid && owner.started === stale.started;
  if (isStale || !rename(moved, lock)) fs.rmSync(moved, { recursive: true, force: true });
}

function remove(lock: string): void {
  const moved = aside(lock);
  if (rename(lock, moved)) fs.rmSync(moved, { recursive: true, force: true });
}

function rename(from: string, to: string): boolean {
  try {
    fs.renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function ownerOf(lock: string): ProcessIdentity | undefined {
  try {
    return parseIdentity(fs.readFileSync(path.join(lock, 'owner'), 'utf8'));
  } catch {
    return undefined;
  }
}

const aside = (lock: string) => `${lock}.${process.pid}.${crypto.randomBytes(4).toString('hex')}`;
