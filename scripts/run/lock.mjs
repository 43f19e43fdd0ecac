import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExpectedError, root, say } from './root.mjs';

const folder = path.join(root, '.botgauge');
const WAIT_MS = 15 * 60_000;

/**
 * Runs `work` while no other run in this clone does the same. It takes over the lock of a process
 * that is gone. A lock is a folder with the name of its owner in it. Renaming a folder onto one
 * that is not empty fails, so a lock always carries its owner's name.
 *
 * @throws ExpectedError when another run holds the lock for more than a quarter of an hour
 */
export async function withLock(name, work) {
  const lock = path.join(folder, `${name}.lock`);
  await acquire(lock);
  try {
    return await work();
  } finally {
    release(lock);
  }
}

async function acquire(lock) {
  let told = false;
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(200)) {
    const holder = ownerOf(lock);
    if (!holder || !isAlive(holder)) {
      if (holder) takeAway(lock, holder);
      if (tryTake(lock)) return;
    } else if (!told) {
      say(`Waiting for process ${holder.pid}, which installs or builds in this folder…`);
      told = true;
    }
  }
  throw new ExpectedError(
    `Process ${ownerOf(lock)?.pid} has been installing or building here for more than 15 minutes. Stop that process, or remove ${lock}, then run the same command again.`,
  );
}

function tryTake(lock) {
  const mine = aside(lock);
  try {
    fs.mkdirSync(mine, { recursive: true });
    const owner = { pid: process.pid, started: startOf(process.pid) };
    fs.writeFileSync(path.join(mine, 'owner'), JSON.stringify(owner));
  } catch (error) {
    throw new ExpectedError(
      `Something must be installed or built here, and ${folder} cannot be written (${error.message}). Run this as the user who owns the folder.`,
    );
  }
  if (rename(mine, lock)) return true;
  fs.rmSync(mine, { recursive: true, force: true });
  return false;
}

/**
 * Another process may take over the stale lock between our look and our move. In that case we moved
 * a lock that is not stale, and it is put back.
 */
function takeAway(lock, stale) {
  const moved = aside(lock);
  if (!rename(lock, moved)) return;
  const owner = ownerOf(moved);
  const isStale = owner?.pid === stale.pid && owner.started === stale.started;
  if (isStale || !rename(moved, lock)) fs.rmSync(moved, { recursive: true, force: true });
}

function release(lock) {
  const moved = aside(lock);
  if (rename(lock, moved)) fs.rmSync(moved, { recursive: true, force: true });
}

function rename(from, to) {
  try {
    fs.renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function ownerOf(lock) {
  try {
    return JSON.parse(fs.readFileSync(path.join(lock, 'owner'), 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive({ pid, started }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return !started || startOf(pid) === started;
}

/**
 * Returns a text that distinguishes a process from a later one with the same pid, or "" where the
 * system does not tell.
 */
function startOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '';
  }
}

const aside = (lock) => `${lock}.${process.pid}.${crypto.randomBytes(4).toString('hex')}`;
