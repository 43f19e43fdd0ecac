import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

type Undo = () => Promise<void>;

const notes = new Set<Undo>();
/** What stays until the process ends, because suites share it. */
const kept = new Set<Undo>();
/** Something that does not end must not block everything else. */
const PATIENCE_MS = 20_000;

/**
 * Notes how to undo something that was started or made. Returns the function that undoes it once.
 * Whatever is still there when the suite or the program ends is undone then, so that a failure
 * leaves no process and no folder behind.
 */
export function undoneAtEnd(undo: () => unknown): Undo {
  let undone: Promise<void> | undefined;
  const once = () => {
    notes.delete(once);
    kept.delete(once);
    undone ??= (async () => void (await undo()))();
    return undone;
  };
  notes.add(once);
  return once;
}

/** Notes that a process must be killed at the end if it still runs then. Returns the process. */
export function killedAtEnd<Child extends ChildProcess>(child: Child): Child {
  const forget = undoneAtEnd(() => child.kill('SIGKILL'));
  child.once('exit', () => void forget());
  return child;
}

/** Notes that a folder must be removed at the end. Returns the folder. */
export function removedAtEnd(folder: string): string {
  undoneAtEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

/** Starts something that suites share: it is not undone at the end of a suite, but by `undoKept`. */
export async function keptForOthers<Started>(start: () => Promise<Started>): Promise<Started> {
  const before = new Set(notes);
  const started = await start();
  for (const note of notes) if (!before.has(note) && notes.delete(note)) kept.add(note);
  return started;
}

/** Undoes what suites shared. test/setup/global-teardown.mjs calls it when the run has ended. */
export const undoKept = (): Promise<void> => undoEach(kept);

/**
 * Undoes everything that is still noted, the last thing first. A step that fails or hangs does not
 * stop the others. test/setup/environment.mjs calls it when a suite has ended.
 */
export const undoAll = (): Promise<void> => undoEach(notes);

async function undoEach(undos: ReadonlySet<Undo>): Promise<void> {
  for (const undo of [...undos].reverse()) {
    const patience = sleep(PATIENCE_MS, undefined, { ref: false });
    await Promise.race([undo().catch(say), patience]);
  }
}

/** Nobody waits for this error any more, but it says what may have been left behind. */
function say(error: unknown): void {
  process.stderr.write(`Not undone at the end: ${inspect(error)}\n`);
}
